from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion import create_app
from companion.config import Config
from companion.web.parts import Parts
from tests.web.pages.paper import Paper


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    app = create_app(Config(data=tmp_path))
    yield app
    parts = app.extensions["companion"]
    assert isinstance(parts, Parts)
    parts.games.store.close()


@pytest.fixture
def paper(app: Flask) -> Paper:
    return Paper(app.test_client())
