"""Tests of `Checks` run in Firefox."""

from tests.browser.engines.checks import Checks
from tests.browser.engines.firefox import Firefox


class TestFirefox(Checks):
    engine = Firefox
