from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.running import running


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One companion for all: a language is never part of what is stored."""
    with running(tmp_path_factory.mktemp("words")) as app:
        yield app


@pytest.fixture
def phone(app: Flask) -> FlaskClient:
    return app.test_client()
