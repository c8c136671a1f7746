"""Migrations of a PostgreSQL database."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import psycopg
import pytest

from companion.store.errors import NewerSchemaError, StoreUnavailableError
from companion.store.postgres import connections, migrations
from companion.store.postgres.steps import STEPS
from companion.store.urls import open_store
from tests.postgres import Server
from tests.store.postgres.conftest import RunSql
from tests.store.table import bodies, change, play

GAME_TABLES = {"games", "lines", "drafts", "counts", "places"}
OTHER_TABLES = {"keys", "groups", "televisions", "purged", "leases"}

FIRST_OF_KEY = """
    SELECT relname, attname FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
    JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]
    WHERE indisprimary AND relnamespace = 'public'::regnamespace"""


@pytest.fixture
def fresh(postgres: Server) -> Iterator[str]:
    """Return the URL of an empty schema."""
    postgres.run("CREATE SCHEMA fresh")
    yield f"{postgres.url()}&options=-csearch_path%3Dfresh"
    postgres.run("DROP SCHEMA fresh CASCADE")


def start_game(url: str) -> list[str]:
    with closing(open_store(url)) as store:
        game = store.journals.create(change("sit down"))
        return bodies(store.journals.read(game))


def test_many_servers_create_schema_at_once(fresh: str) -> None:
    with ThreadPoolExecutor(6) as servers:
        started = [servers.submit(start_game, fresh) for _ in range(6)]
        assert [task.result() for task in started] == [["sit down"]] * 6
    with closing(open_store(fresh)) as store:
        assert len(store.journals.latest(9)) == 6


def test_failed_migration_of_database_is_rolled_back(
    fresh: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrations, "STEPS", {**STEPS, "fail": "SELECT 1 / 0"})
    with pytest.raises(StoreUnavailableError, match="division by zero"):
        open_store(fresh)
    with psycopg.connect(fresh) as connection:
        tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'fresh'"
        assert connection.execute(tables).fetchone() == (0,)


def test_python_migration_step_may_outlast_idle_transaction_timeout(
    fresh: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    short = "SET idle_in_transaction_session_timeout = 50"
    monkeypatch.setattr(connections, "_SETTINGS", short)
    monkeypatch.setattr(migrations, "STEPS", {**STEPS, "slow": lambda _: time.sleep(0.2)})
    assert start_game(fresh) == ["sit down"]


def test_database_of_newer_version_is_refused(fresh: str) -> None:
    start_game(fresh)
    with psycopg.connect(fresh) as connection:
        connection.execute("INSERT INTO companion_migrations (name) VALUES ('whistles')")
    with pytest.raises(NewerSchemaError, match="was written by a newer version: update, "):
        open_store(fresh)


def test_database_of_another_application_is_refused(fresh: str) -> None:
    with psycopg.connect(fresh) as connection:
        connection.execute("CREATE TABLE recipes (name text)")
    with pytest.raises(StoreUnavailableError, match=r"is a database of something else$"):
        open_store(fresh)


def test_primary_keys_of_game_tables_start_with_the_game(url: str) -> None:
    # So a distributed PostgreSQL can store all rows of a game together.
    with psycopg.connect(url) as connection:
        first: dict[str, str] = dict(connection.execute(FIRST_OF_KEY).fetchall())
    assert {table for table, column in first.items() if column == "game"} | {"games"} == GAME_TABLES
    assert first["games"] == "id"
    assert set(first) - GAME_TABLES - {"companion_migrations"} == OTHER_TABLES


def test_store_leaves_no_advisory_locks_or_triggers_at_server(url: str, run_sql: RunSql) -> None:
    run_sql("SELECT 1")
    with psycopg.connect(url) as connection:
        locks = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"
        assert connection.execute(locks).fetchone() == (0,)
        foreign = "SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal"
        assert connection.execute(foreign).fetchone() == (0,)


def test_database_rejects_duplicate_versions_and_request_ids(url: str, run_sql: RunSql) -> None:
    with closing(open_store(url)) as store:
        play(store, store.journals.create(change("sit down")), 2)
    for column in ("version", "request"):
        with pytest.raises(psycopg.errors.UniqueViolation):
            run_sql(f"UPDATE lines SET {column} = (SELECT {column} FROM lines WHERE version = 3)")
