"""Leases on a PostgreSQL database, held by servers that run, crash or hang."""

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

EXPIRE_LEASES = "UPDATE leases SET renewed = renewed - interval '31 seconds'"


@pytest.fixture
def url(postgres: Server) -> str:
    return postgres.url()


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with closing(open_store(url)) as store:
        yield store


def open_exclusively(url: str) -> None:
    with open_archive(url, is_source=False, is_alone=True):
        pass


def test_servers_share_database_but_move_needs_it_alone(url: str, store: Store) -> None:
    with closing(open_store(url)) as other:
        other.check()
        store.check()
        with pytest.raises(StoreUnavailableError, match="are in use on"):
            open_exclusively(url)
    with pytest.raises(StoreUnavailableError, match="stop what has them open first"):
        open_exclusively(url)
    store.check()
    store.close()
    open_exclusively(url)


def test_expired_lease_of_dead_server_does_not_block_move(
    url: str, store: Store, postgres: Server
) -> None:
    store.check()
    postgres.run(EXPIRE_LEASES)
    open_exclusively(url)


def test_server_waking_up_during_move_is_refused_until_its_end(
    url: str, store: Store, postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    postgres.run(EXPIRE_LEASES)
    with open_archive(url, is_source=False, is_alone=True) as archive:
        before = list(archive.games())
        monkeypatch.setattr(time, "monotonic", lambda clock=time.monotonic: clock() + 60)
        for _ in range(2):
            with pytest.raises(StoreUnavailableError, match="are in use"):
                store.check()
        assert list(archive.games()) == before
    store.check()


def test_valid_lease_does_not_yield_to_newer_exclusive_lease(
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


def test_idle_server_renews_its_lease(
    url: str, postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "RENEWED_EVERY", 0.01)
    with closing(open_store(url)):
        postgres.run(EXPIRE_LEASES)
        end = time.monotonic() + 20
        while not is_renewed(postgres) and time.monotonic() < end:
            time.sleep(0.02)
        with pytest.raises(StoreUnavailableError, match="are in use"):
            open_exclusively(url)


def test_lease_renewal_during_close_does_not_block_move(
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
    open_exclusively(url)
