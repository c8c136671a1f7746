"""One row of the file is damaged, whichever it is: no other page suffers, and no total is wrong."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask import Flask

from companion.services.games import GameService
from companion.store.errors import BackupRefusedError
from companion.store.rows.drafts import Draft
from companion.store.sqlite.backup import backup
from tests.web.places import every_path
from tests.web.running import exchange, parts_of
from tests.web.script import Script

pytestmark = pytest.mark.embedded  # it reaches into the file

NOW = datetime(2026, 1, 1, tzinfo=UTC)
OURS = {"Ana": 15, "Bo": 0, "Cy": 0}
PAGES = ("", "/history", "/settings", "/share", "/rules", "/chart.svg")

# The rows to damage: of our game, and of what hangs on it.
TABLES = {
    "games": "number = 3",
    "lines": "game = 3 AND version = 2",
    "doors": "game = 3 AND kind = 'score'",
    "drafts": "game = 3",
    "televisions": '"key" IS NOT NULL',
    "groups": 'id = (SELECT "group" FROM sound.places WHERE game = 3)',
    "places": "game = 3",
}
COUNTED_WRONG = re.compile(r'[">]37[<"]')
IS_NO_RECORD = {"drafts", "televisions"}  # a copy is none the worse for such a row

SPOILED = {
    "INTEGER": 'ifnull("{0}", 6) + 1',
    "TEXT": """iif("{0}" LIKE '%33%', replace("{0}", '33', '37'), ifnull("{0}", '') || 'x')""",
    "BLOB": "zeroblob(16)",
}


@dataclass(frozen=True)
class Damaged:
    """A companion with two tables, and its file, in which a row of our game can be spoiled."""

    app: Flask
    theirs: Script
    ours: Script
    file: Path
    sound: Path

    def columns(self, table: str) -> Iterator[str]:
        """Spoil each column of a row in turn, and mend it again."""
        with closing(sqlite3.connect(self.file, isolation_level=None)) as raw:
            raw.execute("ATTACH ? AS sound", [str(self.sound)])
            columns = f"SELECT name, type FROM pragma_table_info('{table}')"
            for name, kind in raw.execute(columns).fetchall():
                value = SPOILED[kind].format(name)
                sql = f'UPDATE main."{table}" SET "{name}" = {value} WHERE {TABLES[table]}'
                try:
                    assert raw.execute(sql).rowcount == 1
                except sqlite3.IntegrityError:
                    continue  # no damage that SQLite itself would make
                games = parts_of(self.app).games
                exchange(self.app, games=GameService(games.store, games.rulebook, games.now))
                yield name
                raw.execute(f'DELETE FROM main."{table}"')
                raw.execute(f'INSERT INTO main."{table}" SELECT * FROM sound."{table}"')


@pytest.fixture
def damaged(app: Flask, tmp_path: Path) -> Damaged:
    theirs = Script(app, "203.0.113.1").start("Zoe", "Max")
    theirs.round("Zoe", Max=20)
    ours = Script(app, "203.0.113.2").start()
    rematch = ours.client.post(f"/games/{ours.score_key}/rematch").headers["Location"]
    store = parts_of(app).games.store
    found = store.keys.find(rematch.rpartition("/")[2])
    assert found
    keys = {each.kind: each.key for each in store.keys.of_game(found.game)}
    ours.score_key, ours.watch_key = keys["score"], keys["watch"]
    ours.round("Ana", Bo=7, Cy=8)
    store.drafts.put(found.game, Draft(1, 2, 2, '{"points":33}', by="Bo"))
    code = store.televisions.offer_code("television", "192.0.2.1", NOW).code
    assert store.televisions.send(str(code), ours.watch_key, NOW)
    sound = tmp_path / "sound"
    backup(parts_of(app).config.database, sound)
    return Damaged(app, theirs, ours, parts_of(app).config.database, sound)


def test_without_its_watching_key_a_game_goes_on(damaged: Damaged) -> None:
    phone, ours = damaged.app.test_client(), damaged.ours
    with closing(sqlite3.connect(damaged.file)) as raw, raw:
        raw.execute("UPDATE doors SET seal = zeroblob(16) WHERE game = 3 AND kind = 'watch'")
    page = phone.get(f"/games/{ours.score_key}/share")
    assert (page.status_code, "/watch/" in page.text) == (200, False)
    for path in every_path(damaged.app, ours.score_key):
        status = phone.get(path, buffered=True).status_code
        assert status < 500 or status == 503, path
    assert ours.round("Ana", Bo=1, Cy=1).status_code == 201
    assert ours.last.json["game"]["standings"][0]["total"] == 17


@pytest.mark.parametrize("table", TABLES)
def test_a_damaged_row(damaged: Damaged, table: str, tmp_path: Path) -> None:
    phone, spoiled = damaged.app.test_client(), []
    for script in (damaged.theirs, damaged.ours):
        assert phone.get(f"/games/{script.score_key}").status_code == 200
    for column in damaged.columns(table):
        spoiled.append(column)
        home = phone.get("/")
        assert (home.status_code, "Zoe" in home.text) == (200, True), column
        assert damaged.theirs.totals == {"Zoe": 20, "Max": 0}
        assert phone.get(f"/games/{damaged.theirs.score_key}").status_code == 200
        shows_what_is_right_or_says_so(damaged, column)
        if table not in IS_NO_RECORD:
            with pytest.raises(BackupRefusedError):
                backup(damaged.file, tmp_path / "copy")
    assert len(spoiled) > 3


def shows_what_is_right_or_says_so(damaged: Damaged, column: str) -> None:
    for key, room in ((damaged.ours.score_key, "games"), (damaged.ours.watch_key, "watch")):
        answer = damaged.ours.ask("GET", f"/games/{key}")
        assert answer.status_code in {200, 404, 503}, column
        if answer.status_code == 200:
            standings = answer.json["game"]["standings"]
            assert {row["side"][0]: row["total"] for row in standings} == OURS, column
        for page in PAGES if room == "games" else [""]:
            shown = damaged.ours.client.get(f"/{room}/{key}{page}")
            assert shown.status_code in {200, 404, 503}, (column, page)
            assert not COUNTED_WRONG.search(shown.text), (column, page)
