import pytest
from flask import Flask

from tests.web.tournaments.hall import Hall


@pytest.fixture
def hall(app: Flask) -> Hall:
    return Hall(app.test_client())
