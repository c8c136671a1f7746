"""The file of a table's own box is gone, or lost a card: games played with it go on."""

from pathlib import Path

import pytest
from flask import Flask

from tests.web.conftest import Run
from tests.web.script import Script

Keys = tuple[str, str]


@pytest.fixture
def keys(house: Path, run: Run) -> Keys:
    script = Script(run(), "203.0.113.1").start(edition=house.stem)
    script.round("Ana", Bo="storm, 7", Cy=8)
    assert script.totals["Ana"] == 45
    return script.score_key, script.watch_key


def found_again(app: Flask, keys: Keys) -> Script:
    script = Script(app, "203.0.113.1")
    script.score_key, script.watch_key = keys
    return script


def test_every_page_of_the_game_still_opens(house: Path, keys: Keys, run: Run) -> None:
    house.unlink()
    script = found_again(run(), keys)
    table = f"/games/{script.score_key}"
    for path in (
        table, f"{table}/rounds/1", f"{table}/settings", f"{table}/history", f"{table}/share",
        f"/watch/{script.watch_key}", "/", "/games/new",
    ):  # fmt: skip
        assert script.client.get(path).status_code == 200, path
    assert "thunder" in script.client.get(f"{table}/rounds/1").text
    assert "house" in script.client.get(table).text


def test_the_game_goes_on_with_the_cards_it_carries(house: Path, keys: Keys, run: Run) -> None:
    house.unlink()
    script = found_again(run(), keys)
    assert script.state["edition"] == "house"
    assert script.round("Ana", Bo=["thunder"], Cy="a thunder, two wilds").status_code == 201
    assert script.totals["Ana"] == 45 + 30 + 30 + 100
    script.round("Ana", Bo=["thunder"], Cy=["skip"])
    assert list(script.refused()) == ["/hands/Cy/cards/0"]
    script.round("Ana", Bo=["thunder"] * 7, Cy=0)
    assert "thunder" in script.refused(code="impossible-count")["/hands/Bo/cards"]
    for path in ("", "/journal", "/score-sheet.txt", ".csv"):
        assert script.read(path).status_code == 200


def test_no_new_game_is_started_with_it(house: Path, keys: Keys, run: Run) -> None:
    journal = found_again(run(), keys).read("/journal").json
    house.unlink()
    script = found_again(run(), keys)
    script.ask("POST", "/games", json={"edition": "house", "players": ["Ana", "Bo"]})
    assert list(script.refused()) == ["/edition"]
    script.take_in(journal)
    assert list(script.refused()) == ["/entries/0"]
    assert script.client.post(f"/games/{script.score_key}/rematch").status_code == 422
    script.ask("GET", "/editions/house")
    script.refused(404, "not-found")
