"""The file: how it is opened, shared by threads, locked, moved and closed."""

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
from tests.store.table import FIRST_KEYS, at, change, every_call, play

T = TypeVar("T")


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for no lock."""
    settings = (*connections.SETTINGS, "busy_timeout = 0")
    monkeypatch.setattr(connections, "SETTINGS", settings)


@pytest.mark.parametrize(
    ("setting", "value"),
    [("journal_mode", "delete"), ("synchronous", 3), ("foreign_keys", 1), ("busy_timeout", 5000)],
)
@pytest.mark.usefixtures("as_shipped")
def test_every_connection_has_the_settings_that_lose_nothing(
    file: Path, setting: str, value: object
) -> None:
    with closing(open_store(file)), closing(Connections(file)) as fresh, fresh.reading() as db:
        assert [*next(db.query(f"PRAGMA {setting}")).values()] == [value]


def test_every_table_is_strict(embedded: Store, file: Path) -> None:
    embedded.check()
    lax = raw.run(file, "SELECT name FROM pragma_table_list WHERE NOT strict")
    assert [name for (name,) in lax if "sqlite" not in str(name)] == []


def test_a_file_that_was_made_is_for_its_owner_only(tmp_path: Path) -> None:
    file = tmp_path / "not" / "there" / "games.sqlite"
    open_store(file).close()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize("name", ["a b%20c", "é?mode=ro", "#1", "x'y"])
def test_a_folder_may_have_any_name(tmp_path: Path, name: str) -> None:
    with closing(open_store(tmp_path / name / "games.sqlite")) as store:
        store.journals.create(change("sit down"))
    assert [path.name for path in (tmp_path / name).iterdir()] == ["games.sqlite"]


def test_a_relative_path_stays_what_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with closing(open_store(Path("games.sqlite"))) as store:
        game = store.journals.create(change("sit down"))
        monkeypatch.chdir("/")
        assert len(in_a_thread(lambda: store.journals.read(game))) == 1


def in_a_thread(call: Callable[[], T]) -> T:
    """Do something in a thread that has ended when this returns."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(call).result()


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[sqlite3.Connection]:
    """List the connections that are made."""
    made: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def listen(*args: Any, **kwargs: Any) -> sqlite3.Connection:  # noqa: ANN401 - as SQLite takes them
        made.append(connect(*args, **kwargs))
        return made[-1]

    monkeypatch.setattr(sqlite3, "connect", listen)
    return made


def is_closed(connection: sqlite3.Connection) -> bool:
    try:
        connection.execute("SELECT 1")
    except sqlite3.ProgrammingError:
        return True
    return False


def test_a_connection_ends_with_its_thread(embedded: Store, made: list[sqlite3.Connection]) -> None:
    in_a_thread(embedded.check)
    assert [is_closed(connection) for connection in made] == [True]


def test_closing_ends_the_connections_of_all_threads(
    embedded: Store, made: list[sqlite3.Connection]
) -> None:
    with ThreadPoolExecutor(1) as thread:
        thread.submit(embedded.check).result()
        assert [is_closed(connection) for connection in made] == [False]
        embedded.close()
        assert [is_closed(connection) for connection in made] == [True]
        with pytest.raises(StoreUnavailableError):
            thread.submit(embedded.check).result()
    with pytest.raises(StoreUnavailableError):
        in_a_thread(embedded.check)


@pytest.mark.usefixtures("impatient")
def test_a_file_locked_by_another_program(file: Path) -> None:
    with closing(open_store(file)) as store, closing(sqlite3.connect(file)) as other:
        game = store.journals.create(change("sit down"))
        other.execute("BEGIN IMMEDIATE")
        assert len(store.journals.read(game)) == 1
        open_store(file).close()  # which needs to write nothing
        with pytest.raises(StoreUnavailableError, match=r"^games\.sqlite: database is locked$"):
            play(store, game, 1)
        other.execute("COMMIT")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreUnavailableError):
            store.check()
        other.execute("COMMIT")
        play(store, game, 1)


@pytest.mark.usefixtures("impatient")
def test_threads_wait_for_their_turn_and_not_for_luck(file: Path) -> None:
    with closing(open_store(file)) as store, ThreadPoolExecutor(8) as threads:
        saved = [threads.submit(store.journals.create, change("sit down")) for _ in range(80)]
        assert len({task.result() for task in saved}) == 80


@contextmanager
def before_keys_are_saved(do: Callable[[], None]) -> Iterator[None]:
    """Do something in the middle of what creates a game."""
    insert = SqliteDatabase.insert

    def late(db: SqliteDatabase, table: str, rows: Sequence[Row]) -> int:
        if table == "keys":
            do()
        return insert(db, table, rows)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SqliteDatabase, "insert", late)
        yield


def test_a_turn_that_does_not_come_is_not_waited_for_for_ever(
    embedded: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def save_too() -> None:
        with pytest.raises(StoreUnavailableError, match="too many saves at once"):
            in_a_thread(lambda: embedded.journals.create(change("sit down elsewhere")))

    monkeypatch.setattr(connections, "WRITE_TIMEOUT", 0.01)
    with before_keys_are_saved(save_too):
        embedded.journals.create(change("sit down"), keys=FIRST_KEYS)
    embedded.journals.create(change("sit down once more"))
    assert len(embedded.journals.latest(9)) == 2


def test_what_is_interrupted_leaves_nothing(embedded: Store) -> None:
    interrupt = Mock(side_effect=KeyboardInterrupt)
    with before_keys_are_saved(interrupt), pytest.raises(KeyboardInterrupt):
        embedded.journals.create(change("sit down"), keys=FIRST_KEYS)
    assert embedded.journals.latest(9) == []
    embedded.journals.create(change("sit down"))


def test_a_file_moved_away_takes_no_save(embedded: Store, file: Path) -> None:
    game = embedded.journals.create(change("sit down"))
    file.rename(file.with_name("moved"))
    with pytest.raises(StoreUnavailableError):
        play(embedded, game, 1)
    with pytest.raises(StoreUnavailableError):
        in_a_thread(embedded.check)
    assert not file.exists()


def test_a_folder_in_place_of_the_file_and_a_file_in_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "games").touch()
    for file in (tmp_path, tmp_path / "games" / "games.sqlite"):
        with pytest.raises(StoreUnavailableError):
            open_store(file)


def test_a_sweep_of_many_goes_in_several_steps(
    embedded: Store, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trash, "_PURGED_AT_ONCE", 2)
    for _ in range(5):
        game = embedded.journals.create(change("sit down"), keys=FIRST_KEYS)
        embedded.drafts.put(game, Draft(1, 1, 1, "9"))
        embedded.trash.delete(game, at(1))
    assert embedded.trash.purge(before=at(2)) == 5
    for table in ("games", "lines", "doors", "drafts"):
        assert raw.run(file, f"SELECT * FROM {table}") == []


def test_nothing_is_looked_for_from_the_first_game_to_the_last(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    statements: list[str] = []

    def listen(path: Path) -> Database:
        db = connect_as_ever(path)
        db.conn.set_trace_callback(statements.append)
        return db

    connect_as_ever = connections.connect
    monkeypatch.setattr(connections, "connect", listen)
    with closing(open_store(file)) as store:
        del statements[:]
        every_call(store)
    plans = {
        str(step[-1])
        for sql in statements
        if sql.upper().startswith(("SELECT", "UPDATE", "DELETE")) and "sqlite_" not in sql
        for step in raw.run(file, f"EXPLAIN QUERY PLAN {sql}")
    }
    assert len(plans) > 8
    assert {plan for plan in plans if plan.startswith("SCAN")} == {
        "SCAN games USING INDEX games_by_change",  # the latest games, from its end
        "SCAN televisions",  # the few that show something now
    }


def test_what_was_removed_is_overwritten(file: Path) -> None:
    with closing(open_store(file)) as store:
        kept, removed = (
            store.journals.create(change(f"{name} sits down")) for name in ("Ana", "Zoe")
        )
        store.trash.delete(removed, at(1))
        assert store.trash.purge(at(2)) == 1
        assert store.journals.read(kept)
    content = file.read_bytes()
    assert b"Ana sits down" in content
    assert b"Zoe sits down" not in content
