"""Machines simulated by network namespaces, each with its own cards; needs root."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Self

from tests.serving import ROOT, SAID_FIRST, surroundings

# Container marks are replaced, as the tests themselves may run in a container.
START = (
    "import companion.network.addresses as addresses; addresses._CONTAINER_MARKS = {marks!r};"
    "from companion.cli import main; main()"
)
LAST_WORDS = "Stop with Ctrl-C.\n"


def why_not() -> str | None:
    """Return why network namespaces are not available here; None if they are."""
    if sys.platform != "linux" or not shutil.which("ip"):
        return "network namespaces are a thing of Linux with iproute2"
    if os.geteuid() != 0:
        return "only root may make network namespaces"
    tried = subprocess.run(["unshare", "--net", "true"], check=False, capture_output=True)
    return None if tried.returncode == 0 else "this machine makes no network namespaces"


class Machine:
    """A network namespace; `ip` configures its cards."""

    def __init__(self, name: str) -> None:
        self.name = f"companion-{os.getpid()}-{name}"

    def ip(self, command: str) -> Self:
        """Run the command `ip` in this namespace."""
        subprocess.run(["ip", "-n", self.name, *command.split()], check=True)
        return self

    def address(self, card: str, *addresses: str) -> Self:
        """Assign addresses to a card and bring it up."""
        for each in addresses:
            self.ip(f"address add {each} dev {card}{' nodad' if ':' in each else ''}")
        return self.ip(f"link set {card} up")

    def run(self, *command: str) -> list[str]:
        """Return the command line that runs a command in this namespace."""
        return ["ip", "netns", "exec", self.name, *command]

    def opens(self, url: str) -> bool:
        """Return whether this machine can open the first page at an address."""
        curl = ["curl", "--globoff", "--silent", "--max-time", "5", url]
        shown = subprocess.run(self.run(*curl), check=False, capture_output=True, text=True)
        return "Table companion" in shown.stdout


@contextmanager
def machines(*names: str) -> Iterator[Mapping[str, Machine]]:
    """Create machines with a loopback only, until the block ends."""
    with ExitStack() as stack:
        made = {name: Machine(name) for name in names}
        for each in made.values():
            subprocess.run(["ip", "netns", "add", each.name], check=True)
            stack.callback(subprocess.run, ["ip", "netns", "delete", each.name], check=False)
            each.ip("link set lo up")
        yield made


def connect(one: Machine, card: str, other: Machine, other_card: str) -> None:
    """Connect two machines by a cable."""
    one.ip(f"link add {card} type veth peer name {other_card} netns {other.name}")


@contextmanager
def companion(host: Machine, folder: Path, *settings: str, mark: str = "") -> Iterator[str]:
    """Run the companion and yield its printed text; `mark` makes it a container."""
    start = START.format(marks=(mark,) if mark else ())
    command = [sys.executable, "-c", start, "--port=8000", f"--data={folder}", *settings]
    with subprocess.Popen(
        host.run(*command), cwd=ROOT, env=surroundings(), stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout
            printed = ""
            while not printed.endswith(LAST_WORDS):
                line = process.stdout.readline()
                assert line, printed
                printed += line
            assert printed.startswith(SAID_FIRST)
            yield printed
        finally:
            with suppress(ProcessLookupError):
                process.terminate()
