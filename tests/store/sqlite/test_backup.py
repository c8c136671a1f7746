"""Backups of a file of games: making, checking and restoring them."""

import os
import shutil
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database

from companion.store.errors import (
    BackupRefusedError,
    NewerSchemaError,
    NotSavedError,
    StoreError,
    StoreUnavailableError,
)
from companion.store.rows.lines import Line
from companion.store.sqlite import backup as backups
from companion.store.sqlite import connections, open_store
from companion.store.sqlite.backup import backup, restore
from companion.store.sqlite.steps import STEPS
from tests.rows import read_rows
from tests.store.sqlite import raw
from tests.store.sqlite.test_full_disk import limit_file_size
from tests.store.table import FIRST_KEYS, at, change, play
from tests.store.versions.stores import restore_before

Journals = dict[str, list[Line]]


@pytest.fixture
def journals(file: Path) -> Journals:
    """Play three games, delete one of them, and return the lines of all three."""
    with closing(open_store(file)) as store:
        games = [store.journals.create(change("sit down"), keys=FIRST_KEYS) for _ in range(3)]
        for game in games:
            play(store, game, 3)
        journals = {game: store.journals.read(game) for game in games}
        store.trash.delete(games[1], at(1))
    return journals


@pytest.fixture
def copy(file: Path, journals: Journals) -> Path:
    """Return the path of a backup of these games."""
    copy = file.with_name("backup.sqlite")
    assert backup(file, copy) == len(journals) == 3
    return copy


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def read_all(file: Path) -> Journals:
    """Return the lines of every game in a file, deleted ones too."""
    with closing(open_store(file)) as store:
        for (game,) in raw.run(file, "SELECT id FROM games WHERE deleted IS NOT NULL"):
            store.trash.undelete(str(game))
        games = [summary.game for summary in store.journals.latest(99)]
        return {game: store.journals.read(game) for game in games}


def test_backup_holds_every_game(copy: Path, journals: Journals) -> None:
    assert read_all(copy) == journals


def test_backup_is_private_to_owner_and_leaves_no_other_files(copy: Path) -> None:
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert names(copy.parent) == {"games.sqlite", "backup.sqlite"}


def test_backups_made_while_playing_hold_rounds_so_far(file: Path, journals: Journals) -> None:
    with closing(open_store(file)) as store:
        game = next(iter(journals))
        copies = []
        for number in range(3):
            copies.append(file.with_name(f"backup {number}"))
            backup(file, copies[-1])
            play(store, game, 1)
    assert [len(read_all(copy)[game]) for copy in copies] == [4, 5, 6]


def test_saving_works_while_backup_is_checked(
    file: Path, journals: Journals, monkeypatch: pytest.MonkeyPatch
) -> None:
    check = backups._check_content  # noqa: SLF001 - the step under test

    def play_and_check(db: Database, name: str) -> int:
        play(store, next(iter(journals)), 1)
        return check(db, name)

    monkeypatch.setattr(backups, "_check_content", play_and_check)
    monkeypatch.setattr(connections, "SETTINGS", (*connections.SETTINGS, "busy_timeout = 0"))
    with closing(open_store(file)) as store:
        backup(file, file.with_name("backup.sqlite"))
        assert len(store.journals.read(next(iter(journals)))) == 5


def test_backup_does_not_overwrite_existing_file(file: Path, copy: Path) -> None:
    before = copy.read_bytes()
    with pytest.raises(BackupRefusedError, match=r"^backup\.sqlite is there already"):
        backup(file, copy)
    assert copy.read_bytes() == before


def test_backup_creates_target_folder(file: Path, journals: Journals) -> None:
    copy = file.with_name("copies") / "today.sqlite"
    backup(file, copy)
    assert read_all(copy) == journals


def test_backup_of_missing_file_raises_store_unavailable(tmp_path: Path) -> None:
    with pytest.raises(
        StoreUnavailableError, match=r"^games\.sqlite: unable to open database file$"
    ):
        backup(tmp_path / "games.sqlite", tmp_path / "backup.sqlite")
    assert names(tmp_path) == set()


@pytest.mark.usefixtures("journals")
def test_backup_into_folder_that_cannot_be_created_is_refused(file: Path) -> None:
    with pytest.raises(BackupRefusedError, match=r"Not a directory|is a file"):
        backup(file, file / "backup.sqlite")


@pytest.mark.usefixtures("journals")
def test_backup_on_full_disk_fails_and_leaves_no_file(file: Path) -> None:
    with limit_file_size(file.stat().st_size - 1), pytest.raises(NotSavedError):
        backup(file, file.with_name("backup.sqlite"))
    assert names(file.parent) == {"games.sqlite"}


def empty(file: Path) -> None:
    file.write_bytes(b"")


def overwrite(file: Path) -> None:
    file.write_text("milk, eggs, flour\n" * 999)


def tear(file: Path) -> None:
    os.truncate(file, file.stat().st_size - 4096)


def replace_database(file: Path) -> None:
    file.unlink()
    raw.run(file, "CREATE TABLE recipes (name TEXT)")


def executing(*statements: str) -> Callable[[Path], None]:
    def change(file: Path) -> None:
        with closing(sqlite3.connect(file)) as connection, connection:
            for sql in statements:
                connection.execute(sql)

    return change


NEWER = "INSERT INTO _sqlite_migrations (migration_set, name) VALUES ('companion', 'whistles')"

DAMAGE: dict[str, tuple[Callable[[Path], None], type[StoreError], str]] = {
    "emptied": (empty, BackupRefusedError, " holds no games"),
    "written over": (overwrite, StoreUnavailableError, ": file is not a database"),
    "torn": (tear, StoreUnavailableError, ": database disk image is malformed"),
    "replaced": (replace_database, StoreUnavailableError, " is a database of something else"),
    "newer": (executing(NEWER), NewerSchemaError, " was written by a newer version: .*"),
}
DAMAGE |= {
    what: (executing(*statements.split(";; ")), BackupRefusedError, f" {message}")
    for what, statements, message in read_rows(r"""
a line | UPDATE lines SET body = 'round 9' WHERE game = 2 AND version = 3
| is damaged: game [-\w]{22} is sound up to version 2 only
the end | DELETE FROM lines WHERE game = 3
| is damaged: game [-\w]{22} is sound up to version 0 only
a key | UPDATE doors SET kind = 'score' WHERE game = 1
| is damaged: game [-\w]{22} has a damaged row in the table of keys
a time | UPDATE games SET deleted = 7 WHERE number = 1
| is damaged: game [-\w]{22} has a damaged row in the table of games
a trigger | CREATE TRIGGER thief AFTER INSERT ON lines BEGIN DELETE FROM doors; END
| holds something that is not ours: thief
a table | CREATE TABLE recipes (name TEXT) | holds something that is not ours: recipes
a game | DELETE FROM games WHERE number = 2 | is damaged
an index
| PRAGMA writable_schema = ON;; UPDATE sqlite_master SET sql = replace(sql, '(changed', '(created')
| is damaged
""")
}


@pytest.mark.parametrize(("damage", "error", "message"), DAMAGE.values(), ids=DAMAGE)
def test_damaged_backup_is_neither_copied_nor_restored(
    file: Path, copy: Path, damage: Callable[[Path], None], error: type[StoreError], message: str
) -> None:
    damage(copy)
    before, damaged = file.read_bytes(), copy.read_bytes()
    with pytest.raises(error, match=rf"^backup\.sqlite{message}$"):
        restore(copy, file)
    with pytest.raises(error, match=rf"^backup\.sqlite{message}$"):
        backup(copy, file.with_name("another.sqlite"))
    assert names(file.parent) == {"games.sqlite", "backup.sqlite"}
    assert (file.read_bytes(), copy.read_bytes()) == (before, damaged)


def test_restore_saves_previous_file_under_next_number(
    file: Path, copy: Path, journals: Journals
) -> None:
    with closing(open_store(file)) as store:
        later = store.journals.create(change("sit down again"))
    assert restore(copy, file) == file.with_name("games.sqlite.1")
    assert restore(copy, file) == file.with_name("games.sqlite.2")
    assert read_all(file) == read_all(copy) == journals
    assert set(read_all(file.with_name("games.sqlite.1"))) == {*journals, later}


def test_restore_into_new_folder_saves_no_previous_file(
    copy: Path, tmp_path: Path, journals: Journals
) -> None:
    file = tmp_path / "a new machine" / "games.sqlite"
    assert restore(copy, file) is None
    assert read_all(file) == journals
    assert names(file.parent) == {"games.sqlite"}


def test_file_of_games_never_disappears_during_restore(
    file: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace, there = Path.replace, []

    def check_and_replace(self: Path, target: Path) -> Path:
        there.append(target.exists())
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", check_and_replace)
    restore(copy, file)
    assert there == [True]


@pytest.mark.parametrize("step", [step.__name__ for step in STEPS[1:]])
def test_backup_of_each_earlier_schema_is_restored(file: Path, step: str) -> None:
    old, copy = (file.with_name(name) for name in ("old.sqlite", "backup.sqlite"))
    restore_before(step, f"sqlite:///{old}")
    games = {str(game) for (game,) in raw.run(old, "SELECT id FROM games")}
    assert backup(old, copy) == len(games)
    assert restore(copy, file) is None
    assert read_all(file).keys() == games


@pytest.fixture
def crashed(file: Path, journals: Journals) -> Path:
    """Return a half-written file with its rollback journal, as left by a crash during a save."""
    crashed = file.with_name("crashed") / "games.sqlite"
    crashed.parent.mkdir()
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("PRAGMA cache_size = 1")
        other.execute("BEGIN IMMEDIATE")
        other.execute("UPDATE lines SET body = 'half a round'")
        other.execute("CREATE TABLE large AS SELECT zeroblob(1000000)")
        for path in file.parent.glob("games.sqlite*"):
            shutil.copy(path, crashed.parent)
        other.execute("ROLLBACK")
    assert names(crashed.parent) == {"games.sqlite", "games.sqlite-journal"}
    assert b"half a round" in crashed.read_bytes()
    assert read_all(file) == journals
    return crashed


def test_backup_of_crashed_server_holds_its_last_save(crashed: Path, journals: Journals) -> None:
    copy = crashed.with_name("backup.sqlite")
    backup(crashed, copy)
    assert read_all(copy) == journals


def test_restore_over_crashed_server_preserves_its_last_save(
    crashed: Path, journals: Journals, tmp_path: Path
) -> None:
    with closing(open_store(tmp_path / "another.sqlite")) as store:
        game = store.journals.create(change("sit down"))
    aside = restore(tmp_path / "another.sqlite", crashed)
    assert list(read_all(crashed)) == [game]
    assert aside
    assert read_all(aside) == journals


def test_restore_works_without_hard_links(
    file: Path, copy: Path, journals: Journals, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    aside = restore(copy, file)
    assert aside
    assert read_all(aside) == read_all(file) == journals
