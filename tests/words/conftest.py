from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import create_app
from companion.config import Config
from companion.web.parts import Parts


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One companion for all: a language is never part of what is stored."""
    app = create_app(Config(data=tmp_path_factory.mktemp("words")))
    yield app
    parts = app.extensions["companion"]
    assert isinstance(parts, Parts)
    parts.games.store.close()


@pytest.fixture
def phone(app: Flask) -> FlaskClient:
    return app.test_client()
