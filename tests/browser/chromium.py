"""Finds a Chromium or Chrome to look at the pages with, or fetches one."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

NONE_TO_BE_HAD = (
    "The browser tests need Chromium or Chrome and none could be fetched: install one "
    "(Debian: apt-get install chromium; elsewhere: python -m playwright install chromium)."
)
QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_MAC_PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
_WINDOWS_ROOTS = ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")
_WINDOWS_PLACES = (r"Google\Chrome\Application\chrome.exe", r"Chromium\Application\chrome.exe")

Which = Callable[[str], str | None]
Step = Sequence[str]


def places(platform: str, which: Which, environ: Mapping[str, str]) -> Iterator[str]:
    """Name where a browser may be: on the path, then where its installer puts it."""
    yield from (found for name in _NAMES if (found := which(name)))
    if platform == "darwin":
        yield from _MAC_PLACES
    if platform == "win32":
        roots = [environ[root] for root in _WINDOWS_ROOTS if root in environ]
        yield from (rf"{root}\{place}" for place in _WINDOWS_PLACES for root in roots)


def ways_to_fetch(which: Which, *, is_root: bool) -> Iterator[Sequence[Step]]:
    """Name the ordinary ways to get one, the best first, each as the steps to take."""
    apt, playwright = which("apt-get"), (sys.executable, "-m", "playwright", "install")
    if apt and is_root:
        yield ((apt, "update"), (apt, "install", "-y", "chromium"))
        yield ((*playwright, "--with-deps", "chromium"),)
    else:
        yield ((*playwright, "chromium"),)


def find_or_fetch(own: str) -> str | None:
    """Give the browser to start; `own` is where Playwright keeps the one it installs."""
    if found := _find(own):
        return found
    for steps in ways_to_fetch(shutil.which, is_root=is_root()):
        if all(_runs(step) for step in steps) and (found := _find(own)):
            return found
    return None


def is_root() -> bool:
    """Tell whether this is the one user for whom Chromium's sandbox does not start."""
    return sys.platform != "win32" and os.geteuid() == 0


def _find(own: str) -> str | None:
    known = (*places(sys.platform, shutil.which, os.environ), own)
    return next((place for place in known if is_usable(place)), None)


def is_usable(place: str) -> bool:
    """Tell a browser from a file that only says how to install one, as some systems have it."""
    # On Windows asking for the version would open a window.
    return Path(place).is_file() and (sys.platform == "win32" or _runs((place, "--version")))


def _runs(step: Step) -> bool:
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        subprocess.run(
            step, check=True, env=quiet, stdin=subprocess.DEVNULL, capture_output=True, timeout=600
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return True
