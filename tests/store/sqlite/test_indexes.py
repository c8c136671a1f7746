"""Repair of damaged indexes, which silently leave out rows."""

from contextlib import closing
from pathlib import Path

import pytest

from companion.store.rows.groups import GroupMembership
from companion.store.rows.keys import Kind
from companion.store.sqlite import backup, indexes, open_store
from tests.store.sqlite import raw
from tests.store.table import FIRST_KEYS, at, change, play

TABLES: list[tuple[Kind, int | None]] = [("table", number) for number in range(1, 11)]


@pytest.fixture
def game(file: Path) -> str:
    """Return a game with six rounds, in a file of five games with one in the trash."""
    with closing(open_store(file)) as store:
        games = [store.journals.create(change("sit down"), keys=FIRST_KEYS) for _ in range(4)]
        store.trash.delete(games.pop(), at(1))
        game = store.journals.create(change("sit down"), keys=[*FIRST_KEYS, *TABLES])
        play(store, game, 6)
        group = store.groups.begin(games[0]).id
        store.groups.put(game, GroupMembership(group, follows=games[0]))
    return game


def nonempty_indexes(file: Path) -> list[str]:
    """Return the indexes with at least one entry."""
    named = "SELECT name, tbl_name FROM sqlite_master WHERE type = 'index'"
    # The automatic index of a table without rowid is the table itself.
    indexes = [row for row in raw.run(file, named) if not str(row[0]).startswith("sqlite_auto")]
    return [
        *(str(name) for name, table in indexes if raw.run(file, f"SELECT 1 FROM {table}")),
        "sqlite_autoindex_games_1",
    ]


def test_each_damaged_index_is_rebuilt_on_opening(
    file: Path, game: str, caplog: pytest.LogCaptureFixture
) -> None:
    for index in nonempty_indexes(file):
        raw.corrupt_page(file, index)
        assert raw.run(file, "PRAGMA integrity_check") != [("ok",)], index
        caplog.clear()
        with closing(open_store(file)) as store:
            assert len(store.keys.of_game(game)) == len([*FIRST_KEYS, *TABLES])
            assert store.journals.request(game, "id 3")
            assert len(store.journals.latest(9)) == 4
            assert len(store.trash.latest(9)) == 1
            membership = store.groups.membership(game)
            assert len(store.groups.games(str(membership.group))) == 2
            assert store.groups.following(str(membership.follows)) == game
        assert "was made anew" in caplog.text
        assert raw.run(file, "PRAGMA integrity_check") == [("ok",)]


def test_indexes_of_large_file_are_not_rebuilt_on_opening(
    file: Path, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert game
    monkeypatch.setattr("companion.store.sqlite.CHECKED_AT_START", 0)
    raw.corrupt_page(file, "doors_by_game")
    open_store(file).close()
    assert raw.run(file, "PRAGMA integrity_check") != [("ok",)]
    indexes.mend_indexes(file)
    assert backup.backup(file, tmp_path / "copy") == 5


def test_file_with_irreparable_damage_is_logged_and_unchanged(
    file: Path, game: str, caplog: pytest.LogCaptureFixture
) -> None:
    raw.corrupt_page(file, "lines", is_lost=True)
    raw.corrupt_page(file, "doors_by_game")
    before = file.read_bytes()
    with closing(open_store(file)) as store:
        assert store.journals.latest(9)[0].game == game
    assert file.read_bytes() == before
    assert "malformed" in caplog.text
    assert caplog.messages[-1].count(file.name) == 1


def test_indexes_of_file_with_foreign_table_are_not_rebuilt(file: Path, game: str) -> None:
    assert game
    raw.run(file, "CREATE TABLE recipes (name)")
    raw.corrupt_page(file, "doors_by_game")
    before = file.read_bytes()
    indexes.mend_indexes(file)
    assert file.read_bytes() == before
