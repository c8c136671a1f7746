"""A computer that serves the companion at a fixed address and may lose its disk."""

import shutil
import socket
import sys
from contextlib import ExitStack
from pathlib import Path
from unittest.mock import patch

from companion.cli import main, server
from tests.serving import serving

# The usual command without `read_ahead`, which takes longer than the start and is not needed.
COMMAND = (sys.executable, "-m", "tests.computer")


class Computer:
    """A server process at one address, which can be stopped, killed or lose its disk."""

    def __init__(self, data: Path) -> None:
        self.data = data
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self._port}"
        self._running = ExitStack()
        self.start()

    def start(self) -> None:
        place = ("--host=127.0.0.1", f"--port={self._port}", f"--data={self.data}", "--htmx=local")
        self._process = self._running.enter_context(serving(*COMMAND, *place)).process

    def stop(self) -> None:
        self._running.close()

    def kill(self) -> None:
        self._process.kill()
        self.stop()

    def lose_disk(self, older: Path | None = None) -> None:
        """Kill the server and restart it with an empty disk or an older copy of the disk."""
        self.kill()
        shutil.rmtree(self.data)
        if older:
            shutil.copytree(older, self.data)
        self.start()


if __name__ == "__main__":
    with patch.object(server, "read_ahead"):
        main()
