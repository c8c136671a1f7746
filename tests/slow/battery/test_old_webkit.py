"""Browser tests of `Checks` run in WebKit 2.38, the version nearest to that of iOS 16.0.

Debian 12 has it: `apt-get install cog wpewebkit-driver`.
"""

from contextlib import ExitStack
from pathlib import Path
from typing import ClassVar

import pytest

from tests.browser.engines.checks import Checks
from tests.browser.engines.phone import Take
from tests.browser.engines.webkit import WebKit


class OldWebKit(WebKit):
    """WPE WebKit without a screen, in a window that is always 800 x 600 pixels."""

    name = "WPE WebKit"
    packages = ("cog", "wpewebkit-driver")
    programs = ("WPEWebDriver", "cog")
    options = "wpe:browserOptions"
    started_with = ("--automation", "-P", "headless")
    browser: ClassVar = {"binary": "/usr/bin/cog"}
    has_size = False

    def __init__(self, home: Path, stack: ExitStack) -> None:
        del stack  # unused, as no other program than the driver is started
        self.around = dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"), str(home))


class TestOldWebKit(Checks):
    engine = OldWebKit

    @pytest.mark.skip("in so low a window the sheet shows only the latest round")
    def test_whole_game_with_corrections_undo_and_rematch(self, take: Take) -> None:
        raise NotImplementedError
