"""Games played with a table's own box whose file was deleted."""

from pathlib import Path

import pytest
from flask import Flask

from tests.web.conftest import Run
from tests.web.script import Script

Keys = tuple[str, str]


@pytest.fixture
def keys(own_box_file: Path, run: Run) -> Keys:
    script = Script(run(), "203.0.113.1").start(edition=own_box_file.stem)
    script.round("Ana", Bo="storm, 7", Cy=8)
    assert script.totals["Ana"] == 45
    return script.score_key, script.watch_key


def script_with(app: Flask, keys: Keys) -> Script:
    script = Script(app, "203.0.113.1")
    script.score_key, script.watch_key = keys
    return script


def test_all_pages_of_a_game_open_without_its_box_file(
    own_box_file: Path, keys: Keys, run: Run
) -> None:
    own_box_file.unlink()
    script = script_with(run(), keys)
    table = f"/games/{script.score_key}"
    for path in (
        table, f"{table}/rounds/1", f"{table}/settings", f"{table}/history", f"{table}/share",
        f"/watch/{script.watch_key}", "/", "/games/new",
    ):  # fmt: skip
        assert script.client.get(path).status_code == 200, path
    assert "thunder" in script.client.get(f"{table}/rounds/1").text
    assert "house" in script.client.get(table).text


def test_game_without_box_file_goes_on_with_stored_cards(
    own_box_file: Path, keys: Keys, run: Run
) -> None:
    own_box_file.unlink()
    script = script_with(run(), keys)
    assert script.state["edition"] == "house"
    assert script.round("Ana", Bo=["thunder"], Cy="a thunder, two wilds").status_code == 201
    assert script.totals["Ana"] == 45 + 30 + 30 + 100
    script.round("Ana", Bo=["thunder"], Cy=["skip"])
    assert list(script.assert_refused()) == ["/hands/Cy/cards/0"]
    script.round("Ana", Bo=["thunder"] * 7, Cy=0)
    assert "thunder" in script.assert_refused(code="impossible-count")["/hands/Bo/cards"]
    for path in ("", "/journal", "/score-sheet.txt", ".csv"):
        assert script.read(path).status_code == 200


def test_new_game_import_and_rematch_need_the_box_file(
    own_box_file: Path, keys: Keys, run: Run
) -> None:
    journal = script_with(run(), keys).read("/journal").json
    own_box_file.unlink()
    script = script_with(run(), keys)
    script.ask("POST", "/games", json={"edition": "house", "players": ["Ana", "Bo"]})
    assert list(script.assert_refused()) == ["/edition"]
    script.import_journal(journal)
    assert list(script.assert_refused()) == ["/entries/0"]
    assert script.client.post(f"/games/{script.score_key}/rematch").status_code == 422
    script.ask("GET", "/editions/house")
    script.assert_refused(404, "not-found")
