"""A server in a process of its own, asked over one kept-alive line, and what it costs."""

import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

from tests.serving import COMPANION, Served, serving

_COOKIES = "Set-Cookie"


class Server:
    """A phone and the server it talks to."""

    def __init__(self, served: Served) -> None:
        self.pid = served.process.pid
        self.line = HTTPConnection("127.0.0.1", served.port)
        self.cookies: dict[str, str] = {}

    def cpu(self) -> float:
        """Give the seconds of processor time this server has used so far, all its threads."""
        return time.clock_gettime((~self.pid << 3) | 2)  # the clock of a process, as Linux names it

    def memory(self) -> float:
        """Give the MB of memory that are resident."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        said = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
        return int(said.split()[1]) / 1024

    def ask(
        self, path: str, form: Mapping[str, str] | None = None, **headers: str
    ) -> tuple[int, str]:
        """Ask for a page, or send a form; give the status and what was answered."""
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
def companion(data: Path) -> Iterator[Server]:
    """Serve the games of a folder as people start it."""
    with serving(*COMPANION, "--port=0", f"--data={data}") as served:
        yield Server(served)


@contextmanager
def hello(folder: Path) -> Iterator[Server]:
    """Serve next to nothing, over the games laid in `hello`."""
    file = str(folder / "hello" / "companion.sqlite")
    with serving(sys.executable, "-m", "tests.slow.benchmarks.hello", file) as served:
        yield Server(served)
