"""Programs that tests need: found on this machine, or fetched, as root on Debian."""

import os
import shutil
import subprocess
import sys
from tempfile import gettempdir

IS_ROOT = sys.platform != "win32" and os.geteuid() == 0
CAN_FETCH = IS_ROOT and shutil.which("apt-get") is not None


def fetching(*packages: str, options: str = "") -> str:
    """Return the command that fetches packages, unless they are there."""
    names = " ".join(packages)
    fetched = f"apt-get update && apt-get install -y {options} {names}"
    # Several processes that run tests may want something at once, and apt waits for nobody.
    return f"flock {gettempdir()} sh -c 'dpkg -s {names} >/dev/null 2>&1 || ({fetched})'"


def run_unasked(command: str) -> None:
    """Run a command that may fail, and asks nothing."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(command, shell=True, env=quiet, stdin=subprocess.DEVNULL, check=False)
