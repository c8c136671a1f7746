"""Failures of a PostgreSQL server, after which calls are retried and nothing is done twice."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import Any

import psycopg
import pytest
from psycopg import errors

from companion.config import THREADS
from companion.store.errors import NotSavedError, RepeatedRequestError, StoreUnavailableError
from companion.store.postgres import connections
from companion.store.postgres.connections import MOST_WAITING
from companion.store.postgres.database import PostgresDatabase as Database
from companion.store.rows.drafts import Draft
from companion.store.rows.groups import Group, GroupMembership
from companion.store.store import Store
from tests.postgres import Server
from tests.rows import cases
from tests.store.postgres.conftest import RunSql
from tests.store.table import FIRST_KEYS, NOON, at, bodies, change, play

KILL = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE application_name = 'companion'"""


class Faults:
    """Errors that the next writes raise, before or (with `is_done_first`) after executing them."""

    def __init__(self) -> None:
        self.errors: list[Exception] = []
        self.is_done_first = False

    def raise_next(self) -> None:
        if self.errors:
            raise self.errors.pop(0)


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> Faults:
    fault = Faults()
    write = Database.write

    def written(db: Database, sql: str, /, **values: object) -> int:
        if not fault.is_done_first:
            fault.raise_next()
        count = write(db, sql, **values)
        if fault.is_done_first:
            fault.raise_next()
        return count

    monkeypatch.setattr(Database, "write", written)
    return fault


LOST = psycopg.OperationalError("the connection is lost")


@contextmanager
def losing_first_answers(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Execute each call but lose its first answer, and yield a list with an item per loss."""
    lost: list[int] = []
    run = connections.Connections.run

    def losing(self: connections.Connections, work: Callable[[Database], object]) -> object:
        tries: list[object] = []

        def twice(db: Database) -> object:
            result = work(db)
            tries.append(result)
            if len(tries) == 1:
                lost.append(1)
                raise LOST
            return result

        return run(self, twice)

    with monkeypatch.context() as patch:
        patch.setattr(connections.Connections, "run", losing)
        yield lost


def test_cut_connections_are_reopened(store: Store, game: str, run_sql: RunSql) -> None:
    with ThreadPoolExecutor(8) as phones:
        list(phones.map(lambda _: store.journals.read(game), range(40)))
        run_sql(KILL)
        read = list(phones.map(lambda _: bodies(store.journals.read(game)), range(40)))
    assert read == [["sit down"]] * 40
    store.check()


def test_one_retry_suffices_after_all_connections_were_cut(
    store: Store, game: str, run_sql: RunSql, monkeypatch: pytest.MonkeyPatch
) -> None:
    together = threading.Barrier(8)
    with ThreadPoolExecutor(8) as phones:
        list(phones.map(lambda _: (together.wait(), store.journals.read(game)), range(80)))
    run_sql(KILL)
    tries: list[object] = []

    def tried(connection: psycopg.Connection[dict[str, Any]]) -> Database:
        tries.append(connection)
        return Database(connection)

    monkeypatch.setattr(connections, "PostgresDatabase", tried)
    assert len(store.journals.read(game)) == 1
    assert len(tries) == 2


@cases(
    """error
errors.SerializationFailure
errors.DeadlockDetected
errors.AdminShutdown
errors.CannotConnectNow
errors.ReadOnlySqlTransaction
psycopg.OperationalError
""",
    errors=errors,
    psycopg=psycopg,
)
@pytest.mark.parametrize("is_done_first", [False, True])
def test_transient_database_errors_are_retried(
    store: Store, game: str, faults: Faults, error: type[Exception], *, is_done_first: bool
) -> None:
    faults.errors = [error("a moment"), error("a moment more")]
    faults.is_done_first = is_done_first
    line = store.journals.append(game, 1, change("Ana goes out", request=("a", "Ana")))
    assert store.journals.read(game, since=1) == [line]


def test_saves_with_lost_answers_are_made_once(
    store: Store, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with losing_first_answers(monkeypatch) as lost:
        line = store.journals.append(game, 1, change("Ana goes out", request=("a", "Ana")))
        assert store.journals.append(game, 2, change("undo")).version == 3
        store.journals.extend(game, 3, [change("one"), change("two")])
        other = store.journals.create(change("sit down"), keys=FIRST_KEYS)
        added, renewed = store.keys.add(game, "watch"), store.keys.renew(game, "score")
    assert len(lost) == 6
    assert line.version == 2
    assert bodies(store.journals.read(game, 1)) == ["Ana goes out", "undo", "one", "two"]
    assert [summary.version for summary in store.journals.latest(9)] == [1, 5]
    assert len(store.keys.of_game(other)) == 2
    assert {found.key for found in store.keys.of_game(game)} > {added, renewed}
    assert len(store.keys.of_game(game)) == 3
    with pytest.raises(RepeatedRequestError):
        store.journals.append(game, 2, change("Ana goes out", request=("a", "Ana")))


def test_group_changes_with_lost_answers_are_made_once(
    store: Store, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = store.journals.create(change("sit down"))
    with losing_first_answers(monkeypatch):
        group = store.groups.begin(game)
        assert store.groups.write(group.id, 0, "Bo is Robert").version == 1
        renewed = store.groups.renew(group.id)
        store.groups.put(other, GroupMembership(group.id, follows=game))
    assert store.groups.find(renewed.key) == Group(group.id, renewed.key, 1, "Bo is Robert")
    assert [member.game for member in store.groups.games(group.id)] == [game, other]
    with losing_first_answers(monkeypatch):
        store.groups.delete(group.id)
    assert store.groups.find(renewed.key) is None


def test_retried_television_draft_and_trash_calls_are_idempotent(
    store: Store, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with losing_first_answers(monkeypatch):
        code = store.televisions.offer_code("tv", "192.0.2.1", NOON).code or ""
        assert store.televisions.send(code, "key", NOON)
        store.drafts.put(game, Draft(1, 1, 1, "9"))
        store.drafts.clear(game, 1)
        store.trash.delete(game, at(1))
        store.trash.undelete(game)
        store.trash.delete(game, at(2))
        store.trash.purge(at(3))
    assert store.televisions.showing("key") == ["tv"]
    assert store.trash.latest(9) == []


@pytest.mark.parametrize("error", [errors.DiskFull, errors.InsufficientPrivilege])
def test_full_disk_or_missing_privilege_raises_not_saved_error(
    store: Store, game: str, faults: Faults, error: type[Exception]
) -> None:
    faults.errors = [error("no space left, or no right")]
    with pytest.raises(NotSavedError):
        play(store, game, 1)
    assert len(store.journals.read(game)) == 1


@contextmanager
def unreachable(server: Server) -> Iterator[None]:
    """Refuse connections to the database until the block ends, and cut the existing ones."""
    server.run("ALTER DATABASE postgres ALLOW_CONNECTIONS false", "template1")
    try:
        server.run(KILL, "template1")
        yield
    finally:
        server.run("ALTER DATABASE postgres ALLOW_CONNECTIONS true", "template1")


def test_waiting_for_unreachable_server_times_out(
    store: Store, game: str, postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "PATIENCE", 0.3)
    with unreachable(postgres):
        start = time.monotonic()
        with pytest.raises(StoreUnavailableError):
            play(store, game, 1)
        assert time.monotonic() - start < 5
        with pytest.raises(StoreUnavailableError):
            store.check()
    assert play(store, game, 1)[0].version == 2
    store.check()


def test_only_half_the_threads_wait_for_unreachable_server(
    store: Store, game: str, postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MOST_WAITING == THREADS // 2
    monkeypatch.setattr(connections, "PATIENCE", 3.0)
    waiting = threading.Semaphore(0)

    def counted_sleep(seconds: float) -> None:
        waiting.release()
        time.sleep(seconds)

    monkeypatch.setattr(connections, "_sleep", counted_sleep)
    with ExitStack() as stack:
        phones = stack.enter_context(ThreadPoolExecutor(MOST_WAITING))
        with unreachable(postgres):
            saved = [phones.submit(store.journals.read, game) for _ in range(MOST_WAITING)]
            for _ in range(3 * MOST_WAITING):
                waiting.acquire()
            with pytest.raises(StoreUnavailableError, match="too many wait"):
                store.journals.read(game)
        assert [len(task.result()) for task in saved] == [1] * MOST_WAITING
