"""Automatic copies of the games."""

import shutil
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import pytest
from flask import Flask

from companion.config import Config
from companion.services import copies as copies_module
from companion.services.copies import Copies
from companion.store.sqlite import open_store
from companion.store.sqlite.backup import restore
from tests.store.sqlite import raw
from tests.store.versions.stores import restore as restore_kept
from tests.web.clock import Clock
from tests.web.running import registry_of
from tests.web.script import Script

pytestmark = pytest.mark.sqlite_only


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def copies(app: Flask, clock: Clock) -> Copies:
    """Return the copies of this app's games, of which three daily ones are retained."""
    config = registry_of(app).config
    few = Config(data=config.data, keep_copies=3)
    return Copies(few, clock.now)


@pytest.fixture
def script(app: Flask) -> Script:
    return Script(app, "203.0.113.1")


@pytest.fixture
def table(script: Script) -> Script:
    return script.start()


def names(copies: Copies) -> list[str]:
    folder = copies.config.copies_folder
    return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []


def pass_day(copies: Copies, clock: Clock, table: Script | None) -> list[str]:
    """Let a day pass, with a round at any `table`, copy if due, and return the copies' names."""
    clock.advance(days=1)
    if table:
        assert table.round("Ana", Bo=1, Cy=1).status_code == 201
    copies.make_if_due()
    return names(copies)


def test_no_copy_is_made_before_first_game(copies: Copies, script: Script) -> None:
    copies.make_if_due()
    assert names(copies) == []
    script.start()
    copies.make_if_due()
    assert len(names(copies)) == 1


def test_one_copy_is_made_per_day_with_changes(copies: Copies, clock: Clock, table: Script) -> None:
    first = pass_day(copies, clock, table)
    copies.make_if_due()
    assert names(copies) == first
    assert pass_day(copies, clock, None) == first
    assert len(pass_day(copies, clock, table)) == 2
    pass_day(copies, clock, table)
    last = pass_day(copies, clock, table)
    assert len(last) == 3
    assert first[0] not in last


def test_two_servers_over_one_file_make_one_copy(
    copies: Copies, table: Script, clock: Clock
) -> None:
    assert table
    other = Copies(copies.config, lambda: clock.now() + timedelta(seconds=1))
    make = Copies._make

    def be_slower(each: Copies, name: str) -> bool:
        with patch.object(Copies, "_make", make):
            other.make_if_due()
        return make(each, name)

    with patch.object(Copies, "_make", be_slower):
        copies.make_if_due()
    assert len(names(copies)) == 1


@pytest.mark.parametrize("days", [9_000, -9_000])
def test_daily_copy_is_made_after_clock_jump(
    copies: Copies, clock: Clock, table: Script, days: int
) -> None:
    pass_day(copies, clock, table)
    clock.jump(days=days)
    assert len(pass_day(copies, clock, table)) == 2


def test_last_copy_restores_games_on_new_machine(
    app: Flask, copies: Copies, table: Script, run: Callable[..., Flask]
) -> None:
    kept, thrown_away = table.state, Script(app, "203.0.113.9").start()
    thrown_away.client.post(f"/games/{thrown_away.score_key}/delete")
    boxes = copies.config.boxes
    boxes.mkdir()
    (boxes / "ours.toml").write_text("# a box of our own")
    copies.make_if_due()
    file = copies.last_file()
    assert file
    assert (file.parent / "boxes" / "ours.toml").exists()
    assert "secret" not in {path.name for path in file.parent.iterdir()}
    elsewhere = copies.config.data.parent / "new machine" / "companion.sqlite"
    restore(file, elsewhere)
    other = Script(run("new machine"), "203.0.113.2")
    other.score_key, other.watch_key = table.score_key, table.watch_key
    assert other.state == kept
    assert other.round("Bo", Ana=1, Cy=1).status_code == 201
    assert raw.run(elsewhere, "SELECT count(*) FROM games") == [(1,)]  # without the deleted game


def test_healthz_shows_times_of_newest_copy_and_its_last_check(
    app: Flask, table: Script, caplog: pytest.LogCaptureFixture
) -> None:
    def health(name: str) -> str | None:
        found: dict[str, str | None] = app.test_client().get("/healthz").get_json()
        return found[name]

    assert table
    copies = registry_of(app).copies
    assert health("last_copy") is health("copy_opened") is None
    copies.make_if_due()
    last = copies.last()
    assert last
    assert health("last_copy") == last.isoformat()
    assert copies.is_check_overdue()
    copies.check_if_due()
    first = copies.last_checked()
    assert first
    assert health("copy_opened") == first.isoformat()
    assert not copies.is_check_overdue()
    file = copies.last_file()
    assert file
    # A day later the copy is damaged on the disk.
    tomorrow = replace(copies, now=lambda: first + timedelta(days=1))
    raw.run(file, "UPDATE lines SET body = 'x'")
    tomorrow.check_if_due()
    assert "The newest copy of the games can't be read" in caplog.text
    assert health("copy_opened") is None
    assert tomorrow.is_check_overdue()


def test_full_disk_logs_warning_and_retains_old_copies(
    copies: Copies,
    clock: Clock,
    table: Script,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    first = pass_day(copies, clock, table)
    usage = SimpleNamespace(free=copies.config.database.stat().st_size)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    assert pass_day(copies, clock, table) == first
    assert "the disk is nearly full" in caplog.text
    assert "Games have changed since" not in caplog.text
    for _ in range(2):
        pass_day(copies, clock, table)
    assert "Games have changed since the last copy" in caplog.text


def test_damaged_game_is_not_copied(
    copies: Copies, clock: Clock, table: Script, caplog: pytest.LogCaptureFixture
) -> None:
    first = pass_day(copies, clock, table)
    raw.run(copies.config.database, "UPDATE lines SET body = '{}' WHERE version = 1")
    assert pass_day(copies, clock, None) == first  # no copy due, because no game has changed
    raw.run(copies.config.database, "UPDATE games SET version = version + 1")
    assert pass_day(copies, clock, None) == first
    assert "is damaged" in caplog.text


def test_leftovers_of_killed_copy_are_removed(copies: Copies, clock: Clock, table: Script) -> None:
    left = copies.config.copies_folder / ".copy-half"
    left.mkdir(parents=True)
    assert len(pass_day(copies, clock, table)) == 1
    assert not left.exists()


@pytest.fixture
def old(tmp_path: Path) -> Config:
    """Return the config of a file of games that the first release wrote."""
    config = Config(data=tmp_path)
    restore_kept("first.sqlite", config.store_url)
    return config


def test_copy_is_made_before_migration(old: Config) -> None:
    before = raw.run(old.database, "SELECT sql FROM sqlite_master")
    copies = Copies(old)
    with closing(open_store(old.database, copies.make_before)) as store:
        assert store.journals.latest(9)
    assert names(copies) == ["before-series"]
    copy = old.copies_folder / "before-series" / old.database.name
    assert raw.run(copy, "SELECT sql FROM sqlite_master") == before
    assert copies.last() is None
    open_store(old.database, copies.make_before).close()
    assert names(copies) == ["before-series"]


def test_no_copy_is_made_with_keep_copies_zero(app: Flask, table: Script) -> None:
    assert table
    copies = Copies(Config(data=registry_of(app).config.data, keep_copies=0))
    copies.make_if_due()
    copies.make_before("doors")
    assert names(copies) == []
    assert copies_module.DAILY.days == 1
