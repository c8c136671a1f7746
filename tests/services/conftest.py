"""What the application does, tried through the companion that runs it."""

import pytest
from flask import Flask

from tests.web.conftest import Run, app, clock, new_script, run, script, shared, store_of, table

__all__ = ["app", "clock", "new_script", "run", "script", "shared", "store_of", "table"]


@pytest.fixture
def new_disk(run: Run) -> Flask:
    """Run a companion that has never heard of any game."""
    return run("a new disk")
