from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.web.running import running


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """Run a companion for one test alone."""
    with running(tmp_path) as app:
        yield app
