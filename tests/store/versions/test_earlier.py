"""Stores written by earlier versions show what they showed then."""

import json
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from companion.store.urls import open_store, path_of
from tests.store.sqlite import raw
from tests.store.versions.play import play, read
from tests.store.versions.stores import KEPT, NAMES, restore
from tests.web.running import running

# The columns and indexes of a database, without the name of its schema.
SCHEMA = """
    SELECT table_name, column_name, data_type, collation_name, is_nullable, is_identity
    FROM information_schema.columns WHERE table_schema = current_schema()
    UNION ALL SELECT tablename, indexname, replace(indexdef, schemaname || '.', ''), '', '', ''
    FROM pg_indexes WHERE schemaname = current_schema()"""

UrlOf = Callable[[str, str], str]


@pytest.fixture(params=NAMES)
def kept(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def url(kept: str, url_of: UrlOf) -> str:
    """Return the URL of a store as the earlier version `kept` has left it."""
    return restore(kept, url_of("sqlite" if kept.endswith(".sqlite") else "postgres", "kept"))


def test_links_into_store_of_earlier_version_show_same_totals(
    kept: str, url: str, tmp_path: Path
) -> None:
    recorded = json.loads((KEPT / f"{kept}.json").read_text("utf-8"))
    with running(tmp_path, store=url) as app:
        client = app.test_client()
        assert {address: read(client, address) for address in recorded} == recorded


@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
def test_links_to_games_show_same_totals_after_restart(
    url_of: UrlOf, engine: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = url_of(engine, "played")
    with running(tmp_path, store=url) as app:
        client = app.test_client()
        links = [link for game in play(client) for link in game.links]
        shown = {link: read(client, link) for link in links}
    assert capsys.readouterr().err == ""  # no refused request
    with running(tmp_path, store=url) as app:
        assert {link: read(app.test_client(), link) for link in links} == shown


@pytest.mark.parametrize("kept", [name for name in NAMES if name.endswith(".sqlite")])
def test_migrated_sqlite_file_has_same_schema_as_new_file(url: str, url_of: UrlOf) -> None:
    schemas = []
    for each in (url, url_of("sqlite", "fresh")):
        open_store(each).close()
        schemas.append(set(raw.run(path_of(each), "SELECT sql FROM sqlite_master")))
    assert schemas[0] == schemas[1]


@pytest.mark.parametrize("kept", [name for name in NAMES if name.endswith(".sql")])
def test_migrated_database_has_same_schema_as_new_database(url: str, url_of: UrlOf) -> None:
    schemas = []
    for each in (url, url_of("postgres", "fresh")):
        open_store(each).close()
        with psycopg.connect(each) as connection:
            schemas.append(set(connection.execute(SCHEMA).fetchall()))
    assert schemas[0] == schemas[1]
