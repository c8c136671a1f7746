"""A database is brought to the present schema, once, and is never taken from the future."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import psycopg
import pytest

from companion.store.errors import NewerSchemaError, StoreUnavailableError
from companion.store.postgres import migrations
from companion.store.postgres.migrations import STEPS
from companion.store.urls import open_store
from tests.postgres import Server
from tests.store.postgres.conftest import Behind
from tests.store.table import bodies, change, play

GAME_TABLES = {"games", "lines", "drafts", "counts", "places"}
OTHER_TABLES = {"keys", "groups", "televisions", "purged", "leases"}

FIRST_OF_KEY = """
    SELECT relname, attname FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
    JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]
    WHERE indisprimary AND relnamespace = 'public'::regnamespace"""


@pytest.fixture
def fresh(postgres: Server) -> Iterator[str]:
    """Return the address of a schema of its own in which there is nothing."""
    postgres.run("CREATE SCHEMA fresh")
    yield f"{postgres.url()}&options=-csearch_path%3Dfresh"
    postgres.run("DROP SCHEMA fresh CASCADE")


def start_a_game(url: str) -> list[str]:
    with closing(open_store(url)) as store:
        game = store.journals.create(change("sit down"))
        return bodies(store.journals.read(game))


def test_many_servers_start_at_once(fresh: str) -> None:
    with ThreadPoolExecutor(6) as servers:
        started = [servers.submit(start_a_game, fresh) for _ in range(6)]
        assert [task.result() for task in started] == [["sit down"]] * 6
    with closing(open_store(fresh)) as store:
        assert len(store.journals.latest(9)) == 6


def test_a_step_that_fails_leaves_the_database_as_it_was(
    fresh: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrations, "STEPS", {**STEPS, "stumble": "SELECT 1 / 0"})
    with pytest.raises(StoreUnavailableError, match="division by zero"):
        open_store(fresh)
    with psycopg.connect(fresh) as connection:
        tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'fresh'"
        assert connection.execute(tables).fetchone() == (0,)


def test_a_later_step_is_added_to_what_is_there(
    fresh: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    start_a_game(fresh)
    later = {**STEPS, "whistles": "CREATE TABLE whistles (game text PRIMARY KEY)"}
    monkeypatch.setattr(migrations, "STEPS", later)
    with closing(open_store(fresh)) as store:
        assert len(store.journals.latest(9)) == 1


def test_a_database_from_a_newer_version(fresh: str) -> None:
    start_a_game(fresh)
    with psycopg.connect(fresh) as connection:
        connection.execute("INSERT INTO companion_migrations (name) VALUES ('whistles')")
    with pytest.raises(NewerSchemaError, match="was written by a newer version: update, "):
        open_store(fresh)


def test_a_database_of_something_else(fresh: str) -> None:
    with psycopg.connect(fresh) as connection:
        connection.execute("CREATE TABLE recipes (name text)")
    with pytest.raises(StoreUnavailableError, match=r"is a database of something else$"):
        open_store(fresh)


def test_the_games_can_be_spread_over_several_machines(url: str) -> None:
    """Each table of a game begins its key with the game; the others are looked up alone."""
    with psycopg.connect(url) as connection:
        first: dict[str, str] = dict(connection.execute(FIRST_OF_KEY).fetchall())
    assert {table for table, column in first.items() if column == "game"} | {"games"} == GAME_TABLES
    assert first["games"] == "id"
    assert set(first) - GAME_TABLES - {"companion_migrations"} == OTHER_TABLES


def test_nothing_but_tables_is_left_at_the_server(url: str, behind: Behind) -> None:
    behind("SELECT 1")
    with psycopg.connect(url) as connection:
        locks = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"
        assert connection.execute(locks).fetchone() == (0,)
        foreign = "SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal"
        assert connection.execute(foreign).fetchone() == (0,)


def test_the_server_itself_takes_no_request_and_no_version_twice(url: str, behind: Behind) -> None:
    with closing(open_store(url)) as store:
        play(store, store.journals.create(change("sit down")), 2)
    for column in ("version", "request"):
        with pytest.raises(psycopg.errors.UniqueViolation):
            behind(f"UPDATE lines SET {column} = (SELECT {column} FROM lines WHERE version = 3)")
