"""One damaged row in the file affects no other game and causes no wrong total.

The damage that is found in each column is tested in `tests/store/sqlite/test_damage.py`.
"""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask import Flask

from companion.store.errors import BackupRefusedError
from companion.store.rows.drafts import Draft
from companion.store.sqlite.backup import backup
from tests.web.routes import every_path
from tests.web.running import damage_database, game_of, registry_of
from tests.web.script import Script

pytestmark = pytest.mark.sqlite_only  # edits the SQLite file

NOW = datetime(2026, 1, 1, tzinfo=UTC)
OURS = {"Ana": 15, "Bo": 0, "Cy": 0}
PAGES = ("", "/history", "/settings", "/share", "/rules", "/chart.svg")

# Statements that damage our game, or a row that belongs to it.
DAMAGE = (
    "games SET seal = zeroblob(16) WHERE number = 3",
    "games SET version = version + 1 WHERE number = 3",
    "games SET heading = zeroblob(16) WHERE number = 3",
    "lines SET body = replace(body, '7', '29') WHERE game = 3 AND version = 2",
    "lines SET seal = zeroblob(16) WHERE game = 3 AND version = 2",
    "doors SET kind = 'join' WHERE game = 3 AND kind = 'score'",
    "drafts SET text = replace(text, '33', '37') WHERE game = 3",
    'televisions SET "key" = \'x\' WHERE "key" IS NOT NULL',
    "groups SET text = 'x' WHERE id = (SELECT \"group\" FROM places WHERE game = 3)",
    "places SET is_counted = 5 WHERE game = 3",
)
WRONG_COUNT = re.compile(r'[">]37[<"]')
NOT_IN_BACKUP = ("drafts", "televisions")  # tables whose damage a backup tolerates


@dataclass(frozen=True)
class Damaged:
    """An app with two games, `ours` to damage in the file and `theirs` to stay sound."""

    app: Flask
    theirs: Script
    ours: Script


@pytest.fixture
def damaged(app: Flask) -> Damaged:
    theirs = Script(app, "203.0.113.1").start("Zoe", "Max")
    theirs.round("Zoe", Max=20)
    ours = Script(app, "203.0.113.2").start()
    rematch = ours.client.post(f"/games/{ours.score_key}/rematch").headers["Location"]
    store, game = registry_of(app).games.store, game_of(app, rematch.rpartition("/")[2])
    keys = {each.kind: each.key for each in store.keys.of_game(game)}
    ours.score_key, ours.watch_key = keys["score"], keys["watch"]
    ours.round("Ana", Bo=7, Cy=8)
    store.drafts.put(game, Draft(1, 2, 2, '{"points":33}', by="Bo"))
    code = store.televisions.offer_code("television", "192.0.2.1", NOW).code
    assert store.televisions.send(str(code), ours.watch_key, NOW)
    return Damaged(app, theirs, ours)


def test_game_goes_on_if_row_of_its_watch_key_is_damaged(damaged: Damaged) -> None:
    phone, ours = damaged.app.test_client(), damaged.ours
    damage_database(
        damaged.app, "UPDATE doors SET seal = zeroblob(16) WHERE game = 3 AND kind = 'watch'"
    )
    page = phone.get(f"/games/{ours.score_key}/share")
    assert (page.status_code, "/watch/" in page.text) == (200, False)
    for path in every_path(damaged.app, ours.score_key):
        status = phone.get(path, buffered=True).status_code
        assert status < 500 or status == 503, path
    assert ours.round("Ana", Bo=1, Cy=1).status_code == 201
    assert ours.last.json["game"]["standings"][0]["total"] == 17


@pytest.mark.parametrize("sql", DAMAGE)
def test_damaged_row_affects_no_other_game_and_no_total(
    damaged: Damaged, sql: str, tmp_path: Path
) -> None:
    phone, ours = damaged.app.test_client(), damaged.ours
    for script in (damaged.theirs, ours):
        assert phone.get(f"/games/{script.score_key}").status_code == 200
    damage_database(damaged.app, f"UPDATE {sql}")
    home = phone.get("/")
    assert (home.status_code, "Zoe" in home.text) == (200, True)
    assert damaged.theirs.totals == {"Zoe": 20, "Max": 0}
    assert phone.get(f"/games/{damaged.theirs.score_key}").status_code == 200
    for key in (ours.score_key, ours.watch_key):
        answer = ours.ask("GET", f"/games/{key}")
        assert answer.status_code in {200, 404, 503}
        if answer.status_code == 200:
            standings = answer.json["game"]["standings"]
            assert {row["side"][0]: row["total"] for row in standings} == OURS
    pages = [f"/games/{ours.score_key}{page}" for page in PAGES]
    for page in (*pages, f"/watch/{ours.watch_key}"):
        shown = ours.client.get(page)
        assert shown.status_code in {200, 404, 503}, page
        assert not WRONG_COUNT.search(shown.text), page
    if not sql.startswith(NOT_IN_BACKUP):
        with pytest.raises(BackupRefusedError):
            backup(registry_of(damaged.app).config.database, tmp_path / "copy")
