"""A computer that serves the companion, always at the same address; its disk may be lost."""

import shutil
import socket
from contextlib import ExitStack
from pathlib import Path

from tests.serving import COMPANION, serving


class Computer:
    """It serves from the start, until it is stopped or killed, as by a power cut."""

    def __init__(self, data: Path) -> None:
        self.data = data
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self._port}"
        self._running = ExitStack()
        self.start()

    def start(self) -> None:
        place = ("--host=127.0.0.1", f"--port={self._port}", f"--data={self.data}", "--htmx=local")
        self._process = self._running.enter_context(serving(*COMPANION, *place)).process

    def stop(self) -> None:
        self._running.close()

    def kill(self) -> None:
        self._process.kill()
        self.stop()

    def lose_disk(self, older: Path | None = None) -> None:
        """Kill it, and go on with a new disk, or with an older copy of the lost one."""
        self.kill()
        shutil.rmtree(self.data)
        if older:
            shutil.copytree(older, self.data)
        self.start()
