"""Simulated machines (Linux network namespaces) with network cards, which need root."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Self

from tests.serving import FIRST_OUTPUT, ROOT, environment

# The files that reveal a container are replaced, as the tests may run in a container.
START = (
    "import companion.network.addresses as addresses; addresses._CONTAINER_MARKS = {marks!r};"
    "from companion.cli import main; main()"
)
LAST_WORDS = "Stop with Ctrl-C.\n"


def why_not() -> str | None:
    """Return the reason why network namespaces cannot be used here, or None if they can."""
    if sys.platform != "linux" or not shutil.which("ip"):
        return "network namespaces are a thing of Linux with iproute2"
    if os.geteuid() != 0:
        return "only root may make network namespaces"
    tried = subprocess.run(["unshare", "--net", "true"], check=False, capture_output=True)
    return None if tried.returncode == 0 else "this machine makes no network namespaces"


class Machine:
    """Network namespace that acts as a machine, configured by `ip`."""

    def __init__(self, name: str) -> None:
        self.name = f"companion-{os.getpid()}-{name}"

    def ip(self, command: str) -> Self:
        """Run the program `ip` on this machine and return the machine."""
        subprocess.run(["ip", "-n", self.name, *command.split()], check=True)
        return self

    def address(self, card: str, *addresses: str) -> Self:
        """Assign IP addresses to a network card, bring it up, and return the machine."""
        for each in addresses:
            self.ip(f"address add {each} dev {card}{' nodad' if ':' in each else ''}")
        return self.ip(f"link set {card} up")

    def run(self, *command: str) -> list[str]:
        """Return (without running it) the command line that runs a command on this machine."""
        return ["ip", "netns", "exec", self.name, *command]

    def opens(self, url: str) -> bool:
        """Return whether this machine gets the companion's home page at a URL."""
        curl = ["curl", "--globoff", "--silent", "--max-time", "5", url]
        shown = subprocess.run(self.run(*curl), check=False, capture_output=True, text=True)
        return "Table companion" in shown.stdout


@contextmanager
def machines(*names: str) -> Iterator[Mapping[str, Machine]]:
    """Create machines that have only a loopback card, and delete them after the context."""
    with ExitStack() as stack:
        made = {name: Machine(name) for name in names}
        for each in made.values():
            subprocess.run(["ip", "netns", "add", each.name], check=True)
            stack.callback(subprocess.run, ["ip", "netns", "delete", each.name], check=False)
            each.ip("link set lo up")
        yield made


def connect(one: Machine, card: str, other: Machine, other_card: str) -> None:
    """Connect two machines by a virtual cable between new network cards."""
    one.ip(f"link add {card} type veth peer name {other_card} netns {other.name}")


@contextmanager
def companion(host: Machine, folder: Path, *settings: str, mark: str = "") -> Iterator[str]:
    """Run the companion on a machine and yield its printed text; path `mark` means container."""
    start = START.format(marks=(mark,) if mark else ())
    command = [sys.executable, "-c", start, "--port=8000", f"--data={folder}", *settings]
    with subprocess.Popen(
        host.run(*command), cwd=ROOT, env=environment(), stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout
            printed = ""
            while not printed.endswith(LAST_WORDS):
                line = process.stdout.readline()
                assert line, printed
                printed += line
            assert printed.startswith(FIRST_OUTPUT)
            yield printed
        finally:
            with suppress(ProcessLookupError):
                process.terminate()
