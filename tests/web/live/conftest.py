from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.web.live.clock import Clock, timed
from tests.web.running import running
from tests.web.script import Script


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def app(tmp_path: Path, clock: Clock) -> Iterator[Flask]:
    """Run a companion whose time passes when a test says so."""
    with running(tmp_path) as app:
        timed(app, clock)
        yield app


@pytest.fixture
def table(app: Flask) -> Script:
    """Sit Ana, Bo and Cy down; one round is played."""
    script = Script(app, "203.0.113.1").start()
    script.round("Ana", Bo=7, Cy=8)
    return script
