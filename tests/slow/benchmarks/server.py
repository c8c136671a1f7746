"""Server process with a kept-alive client, and measurement of its time and memory."""

import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

from tests import postgres
from tests.serving import COMPANION, Served, serving

_COOKIES = "Set-Cookie"


class Server:
    """Server process with its `files`, and a client with cookies and one kept-alive connection."""

    def __init__(self, served: Served, files: Path) -> None:
        self.pid, self.files = served.process.pid, files
        self.line = HTTPConnection("127.0.0.1", served.port)
        self.cookies: dict[str, str] = {}

    def cpu(self) -> float:
        """Return the processor time in seconds that all threads of the server have used."""
        return time.clock_gettime((~self.pid << 3) | 2)  # Linux's id of the CPU clock of a process

    def memory(self, which: str = "VmRSS") -> float:
        """Return the server's resident memory in MiB, or the most so far (`VmHWM`)."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        resident = next(line for line in status.splitlines() if line.startswith(f"{which}:"))
        return int(resident.split()[1]) / 1024

    def disk(self) -> float:
        """Return the size of the server's files in MB."""
        return sum(each.stat().st_size for each in self.files.rglob("*")) / 1e6

    def ask(
        self, path: str, form: Mapping[str, str] | None = None, **headers: str
    ) -> tuple[int, str]:
        """Get a page (or with `form`, post it), and return the answer's status and text."""
        headers["Cookie"] = "; ".join(f"{k}={v}" for k, v in self.cookies.items())
        if form is None:
            self.line.request("GET", path, headers=headers)
        else:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            self.line.request("POST", path, urlencode(form), headers)
        answer = self.line.getresponse()
        for cookie in answer.headers.get_all(_COOKIES) or ():
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer.status, answer.read().decode()


@contextmanager
def companion(data: Path, engine: str = "sqlite", *options: str) -> Iterator[Server]:
    """Run a companion with the games in folder `data`, or in a new database, and yield it.

    A database of the engine `postgres` flushes each save to the disk, as by default.
    """
    command, files = [*COMPANION, "--port=0", f"--data={data}", *options], data
    with ExitStack() as stack:
        if engine == "postgres":
            database = stack.enter_context(postgres.serving({}))
            command.append(f"--store={database.url()}")
            files = database.folder / "data" / "base"
        yield Server(stack.enter_context(serving(*command)), files)


@contextmanager
def hello(folder: Path) -> Iterator[Server]:
    """Run the minimal app with the games in subfolder `hello`, and yield it."""
    file = str(folder / "hello" / "companion.sqlite")
    with serving(sys.executable, "-m", "tests.slow.benchmarks.hello", file) as served:
        yield Server(served, folder)
