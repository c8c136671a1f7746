"""Fixtures of a phone that has played one game, and of its group."""

import pytest

from tests.web.groups.phones import group_of
from tests.web.paper import Paper


@pytest.fixture
def table(paper: Paper) -> Paper:
    """Return a phone on which Ana has won a finished game against Bo and Cy."""
    paper.start("classic-108", "Ana", "Bo", "Cy", target="40")
    return paper.round("1", points_2="30", points_3="20")


@pytest.fixture
def group(table: Paper) -> str:
    """Return the path of the group of that finished game."""
    found = group_of(table.client, table.game)
    assert found
    return found
