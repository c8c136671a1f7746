"""A game that only a newer version can read affects no other game and causes no wrong total."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask

from companion.cli import main
from companion.game import journal_format
from companion.store.errors import NewerSchemaError
from companion.store.rows.lines import Change
from companion.store.urls import open_archive
from tests.store.table import NOON
from tests.web.conftest import Run
from tests.web.routes import every_path
from tests.web.running import damage_database, game_of, registry_of
from tests.web.script import Script

pytestmark = pytest.mark.sqlite_only  # edits the SQLite file

Journal = list[Any]
ROUND = {"sides": [[1], [2], [3]], "went_out": 1, "hands": {"2": {"points": 5}, "3": {"points": 6}}}

NEWER: dict[str, Callable[[Journal], Journal]] = {
    "kind": lambda journal: [*journal, {"kind": "mood-noted"}],
    "nested kind": lambda journal: [*journal, {"kind": "together", "parts": [{"kind": "mood"}]}],
    "first kind": lambda journal: [{"kind": "evening-begun"}, *journal],
    "field": lambda journal: [*journal, {"kind": "round-removed", "number": 1, "why": "x"}],
    "field of a round": lambda journal: [*journal, recorded(weather="x")],
    "value": lambda journal: [*journal, recorded(went_out=None)],
    "no entry": lambda journal: [*journal, []],
    "field of the start": lambda journal: [journal[0] | {"weather": "sun"}, *journal[1:]],
    "format": lambda journal: [journal[0] | {"game_format": "relay"}, *journal[1:]],
    "scoring": lambda journal: [journal[0] | {"scoring": "by-mood"}, *journal[1:]],
}


def recorded(**more: object) -> dict[str, object]:
    return {"kind": "round-recorded", "round": ROUND | more}


@pytest.fixture(params=NEWER)
def newer(app: Flask, request: pytest.FixtureRequest) -> Script:
    """Return a script that knows two games, one with journal lines of a newer version."""
    script = Script(app, "203.0.113.2").start()
    script.round("Ana", Bo=7, Cy=8)
    script.client.get(f"/groups/{script.group_key}")
    for each in (Script(app, "203.0.113.1").start("Zoe", "Max", group=script.group_key), script):
        script.client.get(f"/games/{each.score_key}")
    store, game = registry_of(app).games.store, game_of(app, script.score_key)
    keys, membership = store.keys.of_game(game), store.groups.membership(game)
    journal = [json.loads(line.body) for line in store.journals.read(game)]
    for table in ("doors", "lines", "places"):
        damage_database(app, f"DELETE FROM {table} WHERE game = 1")
    damage_database(app, "DELETE FROM games WHERE number = 1")
    journal = NEWER[request.param](journal)
    store.journals.revive(game, [Change(at=NOON, body=json.dumps(v)) for v in journal], keys)
    store.groups.put(game, membership)
    return script


def test_newer_game_is_closed_in_words_and_left_out_elsewhere(app: Flask, newer: Script) -> None:
    phone, group = newer.client, f"/groups/{newer.group_key}"
    for key in (newer.score_key, newer.watch_key):
        for path in every_path(app, key):
            status = phone.get(path, buffered=True).status_code
            assert status < 500 or status == 503, path
    for language, words in (("en", "A newer version"), ("fr", "Une version plus récente")):
        page = phone.get(f"/games/{newer.score_key}?lang={language}")
        assert (page.status_code, words in page.text) == (503, True)
    answer = newer.ask("GET", f"/games/{newer.watch_key}?lang=en")
    assert (answer.status_code, "A newer version" in answer.text) == (503, True)
    before = newer.client.get("/?all=1").text
    assert "Zoe" in before
    assert "Ana, Bo" not in before
    for path in ("/", "/games/new", "/boxes/new", group, f"{group}/people", f"/api{group}"):
        assert phone.get(path).status_code == 200, path
    assert phone.get(f"/api{group}").get_json()["damaged"] == 1
    assert newer.round("Ana", Bo=1, Cy=1).status_code == 503


def test_store_is_closed_to_older_version_after_newer_journal_value(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    word = frozenset({"round-removed.number"})
    first = {**journal_format.FIRST, "round-removed": frozenset()}
    monkeypatch.setattr(journal_format, "FIRST", first)
    monkeypatch.setattr(journal_format, "known", lambda: word)
    script = Script(app := run(), "203.0.113.1").start()
    script.round("Ana", Bo=7, Cy=8)
    url = registry_of(app).config.store_url
    monkeypatch.setattr(journal_format, "known", frozenset)
    with open_archive(url):  # opens, as no journal has the newer value yet
        pass
    monkeypatch.setattr(journal_format, "known", lambda: word)
    assert script.remove(1).status_code == 200
    monkeypatch.setattr(journal_format, "known", frozenset)
    with pytest.raises(NewerSchemaError), open_archive(url):
        pass


def test_newer_game_can_be_deleted_and_restored(newer: Script) -> None:
    assert newer.client.post(f"/games/{newer.score_key}/delete").status_code == 200
    assert newer.client.post("/undelete", data={"key": newer.score_key}).status_code == 303


def test_command_lists_newer_games_among_others(app: Flask, newer: Script) -> None:
    del newer
    registry_of(app).games.store.close()
    listed = CliRunner().invoke(main, [f"--data={registry_of(app).config.data}", "games"])
    assert listed.exit_code == 0
    assert "(written by a newer version: update to open it)" in listed.stdout
    assert "Zoe, Max" in listed.stdout
    assert listed.stderr == ""
