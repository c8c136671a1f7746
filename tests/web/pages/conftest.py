import pytest
from flask import Flask

from tests.web.pages.paper import Paper


@pytest.fixture
def paper(app: Flask) -> Paper:
    return Paper(app.test_client())
