"""Migrations of a SQLite file."""

from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from sqlite_utils import Database, Migrations

from companion.store.checksums import checksum
from companion.store.errors import NewerSchemaError, StoreUnavailableError
from companion.store.rows.groups import GroupMembership
from companion.store.sqlite import migrations, open_store
from companion.store.sqlite.steps import STEPS
from tests.rows import cases
from tests.store.sqlite import raw
from tests.store.sqlite.workers import processes, start_game
from tests.store.versions.stores import restore


def schema(file: Path) -> set[object]:
    return {sql for (sql,) in raw.run(file, "SELECT sql FROM sqlite_master")}


def test_empty_file_becomes_a_store(file: Path) -> None:
    file.touch()
    assert start_game(file) == ["sit down"]


def test_series_is_migrated_to_group_with_same_following_games(file: Path) -> None:
    restore("televisions.sqlite", f"sqlite:///{file}")
    raw.run(file, "DELETE FROM series")
    found = raw.run(file, "SELECT number, id FROM games ORDER BY number")
    numbers = {str(game): number for number, game in found}
    first, second, third, alone, fifth, damaged, *_ = numbers
    for game, series, leads in [
        (first, "s", 1), (second, "s", 0), (third, "s", 1), (fifth, "t", 1), (damaged, "s", 1)
    ]:  # fmt: skip
        seal = b"" if game == damaged else checksum(game, series, leads)
        raw.run(file, "INSERT INTO series VALUES (?, ?, ?, ?)", numbers[game], series, leads, seal)
    with closing(open_store(file)) as store:
        memberships = {game: store.groups.membership(game) for game in numbers}
        group = str(memberships[first].group)
        assert [each.game for each in store.groups.games(group)] == [first, second, third]
        # The second game's link was renewed, so the first one does not lead to it.
        assert store.groups.following(first) is None
        assert store.groups.following(second) == third
        assert memberships[alone] == memberships[damaged] == GroupMembership()
        assert memberships[fifth].group not in {None, group}
        assert store.groups.find(store.groups.get(group).key) == store.groups.get(group)


@pytest.mark.parametrize("crowd", [partial(processes, 4), partial(ThreadPoolExecutor, 8)])
def test_many_workers_create_same_file_at_once(tmp_path: Path, crowd: partial[Executor]) -> None:
    with crowd() as pool:
        for fresh in range(6):
            file = tmp_path / f"{fresh}.sqlite"
            opened = [pool.submit(start_game, file) for _ in range(8)]
            assert [task.result() for task in opened] == [["sit down"]] * 8
            assert raw.run(file, "SELECT count(*) FROM games") == [(8,)]


@pytest.mark.parametrize("crowd", [partial(processes, 4), partial(ThreadPoolExecutor, 8)])
def test_many_workers_migrate_same_file_at_once(file: Path, crowd: partial[Executor]) -> None:
    restore("first.sqlite", f"sqlite:///{file}")
    with crowd() as pool:
        opened = [pool.submit(start_game, file) for _ in range(8)]
        assert [task.result() for task in opened] == [["sit down"]] * 8


def test_opening_file_with_current_schema_does_not_write(file: Path) -> None:
    start_game(file)
    before = file.stat().st_mtime_ns, file.read_bytes()
    with closing(open_store(file)) as store:
        store.check()
    assert (file.stat().st_mtime_ns, file.read_bytes()) == before


def test_failed_migration_of_file_is_rolled_back(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: Database) -> None:
        raise ZeroDivisionError

    failing = Migrations("companion")
    for step in (*STEPS, fail):
        failing()(step)
    monkeypatch.setattr(migrations, "MIGRATIONS", failing)
    with pytest.raises(ZeroDivisionError):
        open_store(file)
    assert schema(file) == set()


def assert_refused(file: Path, error: type[Exception], message: str) -> None:
    """Assert that opening a file fails and does not change it."""
    before = file.read_bytes()
    with pytest.raises(error, match=f"^games.sqlite{message}"):
        open_store(file)
    assert file.read_bytes() == before


def test_file_of_newer_version_is_refused(file: Path) -> None:
    start_game(file)
    newer = "INSERT INTO _sqlite_migrations (migration_set, name) VALUES ('companion', 'whistles')"
    raw.run(file, newer)
    assert_refused(file, NewerSchemaError, " was written by a newer version: update, ")


def test_file_of_another_application_is_refused(file: Path) -> None:
    raw.run(file, "CREATE TABLE recipes (name TEXT)")
    assert_refused(file, StoreUnavailableError, " is a database of something else$")
    file.write_text("milk, eggs, flour\n" * 99)
    assert_refused(file, StoreUnavailableError, ": file is not a database$")


@cases("""damage
ALTER TABLE lines RENAME COLUMN seal TO Seal
DROP TABLE doors
ALTER TABLE _sqlite_migrations RENAME COLUMN name TO Name
""")
def test_file_with_damaged_schema_is_refused(file: Path, damage: str) -> None:
    start_game(file)
    raw.run(file, damage)
    assert_refused(file, StoreUnavailableError, ": the file is damaged$")
