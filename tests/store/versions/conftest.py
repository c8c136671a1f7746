"""Fixture for stores of either engine, where each PostgreSQL store is a schema."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.postgres import store_urls_at


@pytest.fixture
def url_of(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[str, str], str]:
    """Return a function that gives the URL of a new store by engine and name."""

    def make_url(engine: str, name: str) -> str:
        if engine == "sqlite":
            return f"sqlite:///{tmp_path / name / 'games.sqlite'}"
        return store_urls_at(request.getfixturevalue("postgres"))(tmp_path / name)

    return make_url
