"""A later version, with one more column in every table, and stores and servers of earlier ones."""

import re
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from companion.store.errors import NewerSchemaError, StoreUnavailableError
from companion.store.postgres.steps import STEPS as DATABASE_STEPS
from companion.store.rows.drafts import Draft
from companion.store.sqlite.steps import STEPS as FILE_STEPS
from companion.store.store import Store
from companion.store.urls import open_store
from tests.store.table import make_every_call, play
from tests.store.versions.later import make_later, visit_with
from tests.store.versions.stores import contents_at, execute, restore, restore_before
from tests.store.versions.visit import visit

UrlOf = Callable[[str, str], str]

STEPS = {"sqlite": [step.__name__ for step in FILE_STEPS], "postgres": list(DATABASE_STEPS)}
DAMAGES = (
    "UPDATE lines SET at = at + 1 WHERE version = 2",
    "UPDATE games SET created = created + 1 WHERE version = 4",
    "UPDATE drafts SET round = round + 1",
    "UPDATE groups SET version = 7",
)


@pytest.fixture(scope="module", params=["outside", "covered"])
def later(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a later version, its new column outside of or covered by checksums."""
    return make_later(tmp_path_factory.mktemp("later"), is_covered=request.param == "covered")


@pytest.mark.parametrize("engine", STEPS)
def test_later_version_opens_stores_from_before_each_step(
    engine: str, later: Path, url_of: UrlOf
) -> None:
    steps = [*STEPS[engine], "colours"]
    stores = {step: restore_before(step, url_of(engine, f"old_{step}")) for step in steps}
    found = dict(zip(steps, visit_with(later, *stores.values()), strict=True))
    same = {step: restore_before(step, url_of(engine, f"same_{step}")) for step in steps}
    assert found == {step: visit(url) for step, url in same.items()}
    assert {type(contents) for contents in found.values()} == {list}  # rows, not refusals


@pytest.mark.parametrize("engine", STEPS)
def test_later_version_finds_same_damage_in_old_store(
    engine: str, later: Path, url_of: UrlOf
) -> None:
    old, same = (restore_before("colours", url_of(engine, name)) for name in ("old", "same"))
    for url in (old, same):
        for damage in DAMAGES:
            execute(url, damage)
    expected = visit(same)
    assert "damaged" in str(expected)
    assert visit_with(later, old) == [expected]


@pytest.fixture
def database(url_of: UrlOf) -> str:
    """Return the URL of a PostgreSQL store that the present version has written."""
    return restore("own-boxes.sql", url_of("postgres", "shared"))


def change_every_game(store: Store) -> int:
    """Write rows of all kinds to every game of a store, and return the number of games."""
    games = [summary.game for summary in store.journals.latest(99)]
    for game in games:
        play(store, game, 1)
        store.keys.renew(game, "watch")
        store.drafts.put(game, Draft(1, 2, 1, "9"))
        store.groups.write(store.groups.begin(game).id, 0, "text")
    return len(games)


@pytest.mark.parametrize("later", ["outside"], indirect=True)
def test_server_works_beside_later_version_until_its_lease_expires(
    later: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(open_store(database)) as running:
        before = contents_at(database)
        assert visit_with(later, database) == [before]
        make_every_call(running)
        games = change_every_game(running)
        (found,) = visit_with(later, database)
        assert "damaged" not in str(found)
        assert '"is_intact": false' not in str(found)
        assert sum('"text": "9"' in row for row in found) == games
        with pytest.raises(NewerSchemaError):
            open_store(database)
        execute(database, "UPDATE leases SET renewed = renewed - interval '31 seconds'")
        monkeypatch.setattr(time, "monotonic", lambda clock=time.monotonic: clock() + 60)
        for _ in range(2):
            with pytest.raises(StoreUnavailableError, match="was written by a newer version"):
                running.check()


@pytest.mark.parametrize("later", ["covered"], indirect=True)
def test_migration_of_checksums_is_refused_while_server_runs(later: Path, database: str) -> None:
    with closing(open_store(database)) as running:
        before = contents_at(database)
        (refused,) = visit_with(later, database)
        assert re.match("StoreUnavailableError: the games at .* are in use on ", str(refused))
        assert contents_at(database) == before
        make_every_call(running)
        played = contents_at(database)
    assert visit_with(later, database) == [played]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such locks")
@pytest.mark.parametrize("later", ["covered"], indirect=True)
def test_sqlite_file_is_not_migrated_while_server_runs(later: Path, url_of: UrlOf) -> None:
    url = restore("own-boxes.sqlite", url_of("sqlite", "shared"))
    with closing(open_store(url)) as running:
        before = contents_at(url)
        (refused,) = visit_with(later, url)
        assert re.match("InUseError: the games in .* are in use: ", str(refused))
        make_every_call(running)
        played = contents_at(url)
    assert set(before) < set(played)
    assert visit_with(later, url) == [played]


def test_server_started_during_a_migration_is_refused(database: str) -> None:
    with psycopg.connect(database) as migration, ThreadPoolExecutor() as servers:
        migration.execute("LOCK TABLE leases IN SHARE MODE")
        starting = servers.submit(open_store, database)
        with pytest.raises(TimeoutError):
            starting.result(0.5)
        migration.execute("INSERT INTO companion_migrations VALUES ('colours')")
        migration.commit()
        with pytest.raises(StoreUnavailableError, match="was written by a newer version"):
            starting.result(9)
