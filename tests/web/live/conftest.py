import pytest
from flask import Flask

from tests.web.clock import Clock, timed
from tests.web.script import Script, after_a_round


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def app(app: Flask, clock: Clock) -> Flask:
    """Let time pass when a test says so."""
    timed(app, clock)
    return app


@pytest.fixture
def table(app: Flask) -> Script:
    return after_a_round(app)
