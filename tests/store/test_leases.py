"""A database server knows who has the games open, also when somebody has died or slept."""

import threading
import time
from collections.abc import Iterator
from contextlib import closing

import psycopg
import pytest

from companion.store.errors import StoreUnavailableError
from companion.store.postgres import leases
from companion.store.postgres.database import PostgresDatabase
from companion.store.store import Store
from companion.store.urls import open_archive, open_store
from tests.postgres import Server

OLD = "UPDATE leases SET renewed = renewed - interval '31 seconds'"


@pytest.fixture
def url(postgres: Server) -> str:
    return postgres.url()


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with closing(open_store(url)) as store:
        yield store


def move_alone(url: str) -> None:
    with open_archive(url, is_source=False, is_alone=True):
        pass


def test_several_servers_share_the_games_and_a_move_shares_them_with_nobody(
    url: str, store: Store
) -> None:
    with closing(open_store(url)) as other:
        other.check()
        store.check()
        with pytest.raises(StoreUnavailableError, match="are in use on"):
            move_alone(url)
    with pytest.raises(StoreUnavailableError, match="stop what has them open first"):
        move_alone(url)
    store.check()
    store.close()
    move_alone(url)


def test_a_server_that_has_died_is_in_nobodys_way_for_long(
    url: str, store: Store, postgres: Server
) -> None:
    store.check()
    postgres.run(OLD)
    move_alone(url)


def test_one_that_slept_through_the_beginning_of_a_move_looks_first(
    url: str, store: Store, postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    postgres.run(OLD)
    with open_archive(url, is_source=False, is_alone=True) as archive:
        before = list(archive.games())
        monkeypatch.setattr(time, "monotonic", lambda clock=time.monotonic: clock() + 60)
        for _ in range(2):
            with pytest.raises(StoreUnavailableError, match="are in use"):
                store.check()
        assert list(archive.games()) == before
    store.check()


def test_whoever_has_the_right_does_not_yield_to_one_who_comes(
    url: str, postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "RENEWED_EVERY", 0.01)
    with closing(open_store(url)) as store:
        postgres.run("INSERT INTO leases VALUES ('one', 'elsewhere', true, clock_timestamp())")
        try:
            for _ in range(5):
                time.sleep(0.02)
                store.check()
        finally:
            postgres.run("DELETE FROM leases WHERE holder = 'one'")


def is_renewed(postgres: Server) -> bool:
    with psycopg.connect(postgres.url()) as connection:
        fresh = "SELECT FROM leases WHERE renewed > clock_timestamp() - interval '20 seconds'"
        return connection.execute(fresh).fetchone() is not None


def test_a_server_that_nobody_asks_anything_keeps_its_right(
    url: str, postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "RENEWED_EVERY", 0.01)
    with closing(open_store(url)):
        postgres.run(OLD)
        end = time.monotonic() + 20
        while not is_renewed(postgres) and time.monotonic() < end:
            time.sleep(0.02)
        with pytest.raises(StoreUnavailableError, match="are in use"):
            move_alone(url)


def test_what_is_being_renewed_while_it_closes_is_in_nobodys_way(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_renewing, write = threading.Event(), PostgresDatabase.write

    def slow(db: PostgresDatabase, sql: str, /, **values: object) -> int:
        if threading.current_thread().name == "lease":
            is_renewing.set()
            time.sleep(0.2)
        return write(db, sql, **values)

    monkeypatch.setattr(leases, "RENEWED_EVERY", 0.01)
    monkeypatch.setattr(PostgresDatabase, "write", slow)
    store = open_store(url)
    assert is_renewing.wait(20)
    store.close()
    for thread in threading.enumerate():
        if thread.name == "lease":
            thread.join()
    move_alone(url)
