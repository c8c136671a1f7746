"""Browser tests' fixtures, imported for the long browser tests that are run by hand."""

from tests.browser.conftest import (
    base_url,
    browser_context_args,
    browser_type_launch_args,
    new_context,
    phone,
)
from tests.browser.engines.conftest import computer, engine, take

__all__ = [
    "base_url",
    "browser_context_args",
    "browser_type_launch_args",
    "computer",
    "engine",
    "new_context",
    "phone",
    "take",
]
