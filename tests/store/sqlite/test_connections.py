"""The file of games: opening, sharing between threads, locking, moving and closing it."""

import sqlite3
import stat
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import Mock

import pytest
from sqlite_utils import Database

from companion.store.checksums import Row
from companion.store.errors import StoreUnavailableError
from companion.store.rows import trash
from companion.store.rows.drafts import Draft
from companion.store.sqlite import connections, open_store
from companion.store.sqlite.connections import Connections
from companion.store.sqlite.database import SqliteDatabase
from companion.store.store import Store
from tests.store.sqlite import raw
from tests.store.table import FIRST_KEYS, at, change, make_every_call, play

T = TypeVar("T")


@pytest.fixture
def no_lock_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make calls fail at once on a locked file."""
    settings = (*connections.SETTINGS, "busy_timeout = 0")
    monkeypatch.setattr(connections, "SETTINGS", settings)


@pytest.mark.parametrize(
    ("setting", "value"),
    [("journal_mode", "delete"), ("synchronous", 3), ("foreign_keys", 1), ("busy_timeout", 5000)],
)
@pytest.mark.usefixtures("as_shipped")
def test_every_connection_has_durable_settings(file: Path, setting: str, value: object) -> None:
    with closing(open_store(file)), closing(Connections(file)) as fresh, fresh.reading() as db:
        assert [*next(db.query(f"PRAGMA {setting}")).values()] == [value]


def test_every_sqlite_table_is_strict(sqlite_store: Store, file: Path) -> None:
    sqlite_store.check()
    lax = raw.run(file, "SELECT name FROM pragma_table_list WHERE NOT strict")
    assert [name for (name,) in lax if "sqlite" not in str(name)] == []


def test_created_file_is_private_to_owner(tmp_path: Path) -> None:
    file = tmp_path / "not" / "there" / "games.sqlite"
    open_store(file).close()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize("name", ["a b%20c", "é?mode=ro", "#1", "x'y"])
def test_store_opens_in_folder_with_special_characters_in_name(tmp_path: Path, name: str) -> None:
    with closing(open_store(tmp_path / name / "games.sqlite")) as store:
        store.journals.create(change("sit down"))
    assert [path.name for path in (tmp_path / name).iterdir()] == ["games.sqlite"]


def test_store_at_relative_path_survives_chdir(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with closing(open_store(Path("games.sqlite"))) as store:
        game = store.journals.create(change("sit down"))
        monkeypatch.chdir("/")
        assert len(in_a_thread(lambda: store.journals.read(game))) == 1


def in_a_thread(call: Callable[[], T]) -> T:
    """Run a call in a new thread and wait until the thread has ended."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(call).result()


@pytest.fixture
def new_connections(monkeypatch: pytest.MonkeyPatch) -> list[sqlite3.Connection]:
    """Return a list to which every SQLite connection made from now on is added."""
    new_connections: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def listen(*args: Any, **kwargs: Any) -> sqlite3.Connection:  # noqa: ANN401 - as SQLite takes them
        new_connections.append(connect(*args, **kwargs))
        return new_connections[-1]

    monkeypatch.setattr(sqlite3, "connect", listen)
    return new_connections


def is_closed(connection: sqlite3.Connection) -> bool:
    try:
        connection.execute("SELECT 1")
    except sqlite3.ProgrammingError:
        return True
    return False


def test_connection_closes_with_its_thread(
    sqlite_store: Store, new_connections: list[sqlite3.Connection]
) -> None:
    in_a_thread(sqlite_store.check)
    assert [is_closed(connection) for connection in new_connections] == [True]


def test_closing_store_closes_connections_of_all_threads(
    sqlite_store: Store, new_connections: list[sqlite3.Connection]
) -> None:
    with ThreadPoolExecutor(1) as thread:
        thread.submit(sqlite_store.check).result()
        assert [is_closed(connection) for connection in new_connections] == [False]
        sqlite_store.close()
        assert [is_closed(connection) for connection in new_connections] == [True]
        with pytest.raises(StoreUnavailableError):
            thread.submit(sqlite_store.check).result()
    with pytest.raises(StoreUnavailableError):
        in_a_thread(sqlite_store.check)


@pytest.mark.usefixtures("no_lock_wait")
def test_calls_on_locked_file_raise_store_unavailable(file: Path) -> None:
    with closing(open_store(file)) as store, closing(sqlite3.connect(file)) as other:
        game = store.journals.create(change("sit down"))
        other.execute("BEGIN IMMEDIATE")
        assert len(store.journals.read(game)) == 1
        open_store(file).close()  # opening writes nothing
        with pytest.raises(StoreUnavailableError, match=r"^games\.sqlite: database is locked$"):
            play(store, game, 1)
        other.execute("COMMIT")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreUnavailableError):
            store.check()
        other.execute("COMMIT")
        play(store, game, 1)


@pytest.mark.usefixtures("no_lock_wait")
def test_simultaneous_saves_of_many_threads_all_succeed(file: Path) -> None:
    with closing(open_store(file)) as store, ThreadPoolExecutor(8) as threads:
        saved = [threads.submit(store.journals.create, change("sit down")) for _ in range(80)]
        assert len({task.result() for task in saved}) == 80


@contextmanager
def before_keys_are_saved(do: Callable[[], None]) -> Iterator[None]:
    """Call `do` while a game is being created, just before its keys are inserted."""
    insert = SqliteDatabase.insert

    def late(db: SqliteDatabase, table: str, rows: Sequence[Row]) -> int:
        if table == "keys":
            do()
        return insert(db, table, rows)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SqliteDatabase, "insert", late)
        yield


def test_waiting_for_save_of_another_thread_times_out(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def save_too() -> None:
        with pytest.raises(StoreUnavailableError, match="too many saves at once"):
            in_a_thread(lambda: sqlite_store.journals.create(change("sit down elsewhere")))

    monkeypatch.setattr(connections, "WRITE_TIMEOUT", 0.01)
    with before_keys_are_saved(save_too):
        sqlite_store.journals.create(change("sit down"), keys=FIRST_KEYS)
    sqlite_store.journals.create(change("sit down once more"))
    assert len(sqlite_store.journals.latest(9)) == 2


def test_interrupted_save_is_rolled_back(sqlite_store: Store) -> None:
    interrupt = Mock(side_effect=KeyboardInterrupt)
    with before_keys_are_saved(interrupt), pytest.raises(KeyboardInterrupt):
        sqlite_store.journals.create(change("sit down"), keys=FIRST_KEYS)
    assert sqlite_store.journals.latest(9) == []
    sqlite_store.journals.create(change("sit down"))


def test_saving_to_file_that_was_moved_away_fails(sqlite_store: Store, file: Path) -> None:
    game = sqlite_store.journals.create(change("sit down"))
    file.rename(file.with_name("moved"))
    with pytest.raises(StoreUnavailableError):
        play(sqlite_store, game, 1)
    with pytest.raises(StoreUnavailableError):
        in_a_thread(sqlite_store.check)
    assert not file.exists()


def test_opening_folder_as_file_or_file_as_folder_fails(tmp_path: Path) -> None:
    (tmp_path / "games").touch()
    for file in (tmp_path, tmp_path / "games" / "games.sqlite"):
        with pytest.raises(StoreUnavailableError):
            open_store(file)


def test_purge_in_several_batches_removes_all_rows(
    sqlite_store: Store, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trash, "_PURGED_AT_ONCE", 2)
    for _ in range(5):
        game = sqlite_store.journals.create(change("sit down"), keys=FIRST_KEYS)
        sqlite_store.drafts.put(game, Draft(1, 1, 1, "9"))
        sqlite_store.trash.delete(game, at(1))
    assert sqlite_store.trash.purge(before=at(2)) == 5
    for table in ("games", "lines", "doors", "drafts"):
        assert raw.run(file, f"SELECT * FROM {table}") == []


def test_sqlite_queries_avoid_full_table_scans(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    statements: list[str] = []

    def listen(path: Path) -> Database:
        db = original_connect(path)
        db.conn.set_trace_callback(statements.append)
        return db

    original_connect = connections.connect
    monkeypatch.setattr(connections, "connect", listen)
    with closing(open_store(file)) as store:
        del statements[:]
        make_every_call(store)
    plans = {
        str(step[-1])
        for sql in statements
        if sql.upper().startswith(("SELECT", "UPDATE", "DELETE")) and "sqlite_" not in sql
        for step in raw.run(file, f"EXPLAIN QUERY PLAN {sql}")
    }
    assert len(plans) > 8
    assert {plan for plan in plans if plan.startswith("SCAN")} == {
        "SCAN games USING INDEX games_by_change",  # read backwards for the latest games
        "SCAN televisions",  # a table of few rows, scanned to remove old ones
    }


def test_purged_content_is_overwritten_in_file(file: Path) -> None:
    with closing(open_store(file)) as store:
        present, removed = (
            store.journals.create(change(f"{name} sits down")) for name in ("Ana", "Zoe")
        )
        store.trash.delete(removed, at(1))
        assert store.trash.purge(at(2)) == 1
        assert store.journals.read(present)
    content = file.read_bytes()
    assert b"Ana sits down" in content
    assert b"Zoe sits down" not in content
