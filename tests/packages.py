"""Installation of programs that tests need, as root on Debian."""

import os
import shutil
import subprocess
import sys
from tempfile import gettempdir

IS_ROOT = sys.platform != "win32" and os.geteuid() == 0
CAN_INSTALL = IS_ROOT and shutil.which("apt-get") is not None


def install_command(*packages: str, options: str = "") -> str:
    """Return a shell command that installs Debian packages unless they are installed."""
    names = " ".join(packages)
    fetched = f"apt-get update && apt-get install -y {options} {names}"
    # Locked, because apt fails if several test processes run it at once.
    return f"flock {gettempdir()} sh -c 'dpkg -s {names} >/dev/null 2>&1 || ({fetched})'"


def run_noninteractive(command: str) -> None:
    """Run a shell command without prompts, ignoring its exit status."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(command, shell=True, env=quiet, stdin=subprocess.DEVNULL, check=False)
