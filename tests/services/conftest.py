"""Fixtures of the services' tests, which run the whole application."""

import pytest
from flask import Flask

from tests.web.conftest import Run, app, clock, new_script, run, script, shared, store_of, table

__all__ = ["app", "clock", "new_script", "run", "script", "shared", "store_of", "table"]


@pytest.fixture
def empty_app(run: Run) -> Flask:
    """Run a companion with an empty data folder."""
    return run("a new disk")
