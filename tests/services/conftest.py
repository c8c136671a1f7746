"""What the application does, tried through the companion that runs it."""

from tests.web.conftest import (
    app,
    clock,
    new_script,
    run,
    script,
    shared,
    store_of,
    table,
)

__all__ = ["app", "clock", "new_script", "run", "script", "shared", "store_of", "table"]
