"""A table that has played one game, on a phone that knows its group."""

import pytest

from tests.web.groups.phones import group_of
from tests.web.paper import Paper


@pytest.fixture
def table(paper: Paper) -> Paper:
    """Ana, Bo and Cy have played a game to its end on a phone of theirs."""
    paper.start("classic-108", "Ana", "Bo", "Cy", target="40")
    return paper.round("1", points_2="30", points_3="20")


@pytest.fixture
def group(table: Paper) -> str:
    """Say where the group of that table is."""
    found = group_of(table.client, table.game)
    assert found
    return found
