"""The golden games, brought in as journals: as JSON and on the page they give their tables."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from flask import Flask

from companion.game.entries import as_values
from companion.game.scoresheet import read_sheet
from tests.game.scoresheet.golden import Scorecard, scorecards, table_of
from tests.table import BOXES
from tests.web.paper import Paper

AT = datetime(2026, 11, 21, tzinfo=UTC).isoformat()


def journal_of(card: Scorecard) -> list[dict[str, Any]]:
    return [{"at": AT, **as_values(entry)} for entry in read_sheet(card.sheet, BOXES)]


@pytest.mark.parametrize("card", scorecards(), ids=str)
def test_the_server_gives_the_table(app: Flask, card: Scorecard) -> None:
    client = app.test_client()
    made = client.post("/api/games/import", json={"entries": journal_of(card)}).get_json()
    assert table_of(made["game"]) == card.table
    page = Paper(client).open(f"/games/{made['score_key']}")
    totals = card.table["total"]
    if made["game"]["format"] == "tournament":  # a line a player: rank, name, total
        ranks = card.table["rank"]
        assert page.has(*(f"{ranks[name]} {name} {total}" for name, total in totals.items()))
    else:  # beside the name at most what is new of it: the latest points, or that it is out
        for name, total in totals.items():
            assert re.search(
                rf"{re.escape(name.replace(' & ', ' + '))} (\S+ )?{total}\b", page.text
            ), name
    if card.table["won"]:
        assert page.has(card.table["won"].partition(" (")[0].partition(", ")[0])
