"""Tests of `Checks` run in WebKitGTK, the engine of Safari."""

from tests.browser.engines.checks import Checks
from tests.browser.engines.webkit import WebKit


class TestWebKit(Checks):
    engine = WebKit
