"""Backups from either engine, restored into either engine."""

import os
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock, patch

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.store.archives import Archive
from companion.store.errors import NotSavedError
from companion.store.urls import open_store
from tests.postgres import Server
from tests.store.full_store import fill_at, snapshot_of
from tests.store.sqlite import raw
from tests.store.table import change, play
from tests.store.versions.stores import restore

Run = Callable[..., Result]

UrlOf = Callable[[str, str], str]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Return a function that runs a command on the store at a URL."""

    def run(url: str, *words: str | Path) -> Result:
        settings: Mapping[str, str] = {"COMPANION_STORE": url, "COMPANION_DATA": str(tmp_path)}
        with patch.dict(os.environ, settings):
            return CliRunner().invoke(main, [*map(str, words)])

    return run


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, url_of: UrlOf) -> str:
    """Return the URL of a filled store of each engine in turn."""
    url = url_of(request.param, "here")
    fill_at(url)
    return url


@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
def test_backup_restores_into_either_engine(
    url: str, url_of: UrlOf, engine: str, run: Run, tmp_path: Path
) -> None:
    file, elsewhere = tmp_path / "monday.sqlite", url_of(engine, "elsewhere")
    with closing(open_store(url)):  # a backup also works while a server has the store open
        assert run(url, "backup", file).stdout == f"4 games copied to {file}\n"
    assert snapshot_of(f"sqlite:///{file}") == snapshot_of(url)
    assert run(elsewhere, "restore", file).stdout == "The games are back.\n"
    assert snapshot_of(elsewhere) == snapshot_of(url)
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == [file.name]


def test_restore_keeps_previous_games_as_valid_backup(url: str, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "monday.sqlite"
    run(url, "backup", file)
    monday = snapshot_of(url)
    with closing(open_store(url)) as store:
        play(store, store.journals.latest(1)[0].game, 1)
        store.journals.create(change("sit down"))
    tuesday = snapshot_of(url)
    restored = run(url, "restore", file).stdout
    assert snapshot_of(url) == monday != tuesday
    kept = restored.partition("kept as ")[2].partition(",")[0]
    assert run(url, "restore", kept).exit_code == 0
    assert snapshot_of(url) == tuesday


def test_restore_under_running_server_is_refused(url: str, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "monday.sqlite"
    run(url, "backup", file)
    with closing(open_store(url)) as store:
        store.journals.create(change("sit down"))
        refused = run(url, "restore", file)
        assert (refused.exit_code, "in use" in refused.stderr) == (1, True)
        assert len(store.journals.latest(9)) == 4


def test_failed_restore_into_database_changes_nothing(
    url_of: UrlOf, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, file = url_of("postgres", "here"), tmp_path / "monday.sqlite"
    games = fill_at(url)
    run(url, "backup", file)
    with closing(open_store(url)) as store:
        play(store, games[0], 1)
    before = snapshot_of(url)
    monkeypatch.setattr(Archive, "write", Mock(side_effect=NotSavedError))
    assert run(url, "restore", file).exit_code == 1
    assert snapshot_of(url) == before


def test_backup_of_database_with_damaged_game_is_refused(
    url_of: UrlOf, run: Run, tmp_path: Path, postgres: Server
) -> None:
    url, file = url_of("postgres", "here"), tmp_path / "monday.sqlite"
    (first, *_) = fill_at(url)
    damage = f"UPDATE lines SET body = 'x' WHERE game = '{first}'"
    postgres.run(damage, url.partition("@/")[2].partition("?")[0])
    refused = run(url, "backup", file)
    assert (refused.exit_code, file.exists()) == (1, False)
    assert f"game {first} is damaged" in refused.stderr


def test_backup_of_old_schema_restores_to_database(url_of: UrlOf, run: Run, tmp_path: Path) -> None:
    file, url = tmp_path / "of old.sqlite", url_of("postgres", "here")
    restore("first.sqlite", f"sqlite:///{file}")
    assert run(url, "restore", file).stdout == "The games are back.\n"
    with closing(open_store(url)) as store:
        assert [(len(store.journals.latest(99)),)] == raw.run(file, "SELECT count(*) FROM games")
