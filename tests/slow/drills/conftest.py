"""Fixtures of drills (tests of rare disasters), which are run by hand."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.browser.conftest import browser_type_launch_args
from tests.web.running import running

__all__ = ["browser_type_launch_args"]


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    with running(tmp_path / "games") as app:
        yield app
