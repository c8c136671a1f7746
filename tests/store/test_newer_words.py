"""Words of newer entries, for which a version without them refuses a store."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.game import journal_format
from companion.store import backups
from companion.store.archives import relocate
from companion.store.errors import NewerSchemaError
from companion.store.rows.keys import AccessKey
from companion.store.rows.lines import Change
from companion.store.store import Store
from companion.store.urls import open_archive, open_archives, open_store
from tests.store.table import change

ENGINES = ("sqlite", "postgres")
NEWER = frozenset({"round.remark", "kind.mood-noted"})
REMARK = replace(change("a remark"), newer_words=frozenset({"round.remark"}))
REFUSED = pytest.raises(NewerSchemaError, match="was written by a newer version: update, or use ")


@pytest.fixture
def newer(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Run a version that knows newer words, until they are unset."""
    monkeypatch.setattr(journal_format, "known", lambda: NEWER)
    return monkeypatch


def append(store: Store, each: Change) -> None:
    store.journals.append(store.journals.create(change("sit down")), 1, each)


def extend(store: Store, each: Change) -> None:
    store.journals.extend(store.journals.create(change("sit down")), 1, [each])


def create(store: Store, each: Change) -> None:
    store.journals.create(change("sit down"), each)


def revive(store: Store, each: Change) -> None:
    store.journals.revive("g" * 22, [each], [AccessKey("k" * 22, "g" * 22, "score")])


@pytest.mark.parametrize("write", [append, extend, create, revive])
@pytest.mark.parametrize("engine", ENGINES)
def test_store_with_newer_words_is_opened_only_by_versions_that_know_them(
    newer: pytest.MonkeyPatch,
    url_of: Callable[[str, str], str],
    engine: str,
    write: Callable[[Store, Change], None],
) -> None:
    url = url_of(engine, "games")
    with closing(open_store(url)) as store:
        append(store, change("nothing new"))
    newer.setattr(journal_format, "known", frozenset)
    open_store(url).close()
    newer.setattr(journal_format, "known", lambda: NEWER)
    with closing(open_store(url)) as store:
        write(store, REMARK)
    with closing(open_store(url)) as store:
        append(store, REMARK)  # recorded by both
        assert len(store.journals.latest(9)) == 3
    newer.setattr(journal_format, "known", frozenset)
    with REFUSED:
        open_store(url)
    with REFUSED, open_archive(url):
        pass


@pytest.mark.parametrize(
    "engines", [pair for pair in product(ENGINES, ENGINES) if "sqlite" in pair], ids="-to-".join
)
def test_move_and_backup_keep_refusing_versions_without_the_newer_words(
    newer: pytest.MonkeyPatch,
    url_of: Callable[[str, str], str],
    tmp_path: Path,
    engines: tuple[str, str],
) -> None:
    old, new = url_of(engines[0], "old"), url_of(engines[1], "new")
    with closing(open_store(old)) as store:
        append(store, REMARK)
    with open_archives(old, new) as (source, target):
        assert relocate(source, target).copied == 1
    copy = tmp_path / "backup.sqlite"
    assert backups.backup(new, copy) == 1
    newer.setattr(journal_format, "known", frozenset)
    for url in (old, new):
        with REFUSED:
            open_store(url)
    with REFUSED:
        backups.restore(copy, f"sqlite:///{tmp_path}/restored/companion.sqlite", tmp_path)


def test_every_command_refuses_newer_store_in_one_line(
    newer: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file, other = tmp_path / "companion.sqlite", tmp_path / "other" / "companion.sqlite"
    with closing(open_store(f"sqlite:///{file}")) as store:
        append(store, REMARK)
    newer.setattr(journal_format, "known", frozenset)
    before = file.read_bytes()
    for command in (
        ("--port=0",),
        ("games",),
        ("games", "--deleted"),
        ("games", "1"),
        ("backup", str(tmp_path / "copy.sqlite")),
        ("export-rules", str(tmp_path / "rules")),
        ("move", f"sqlite:///{file}", f"sqlite:///{other}"),
        (f"--data={other.parent}", "restore", str(file)),
    ):
        result = CliRunner().invoke(main, [f"--data={tmp_path}", *command])
        assert result.exit_code == 1, command
        (line,) = result.stderr.splitlines()
        assert line.startswith("Error: companion.sqlite was written by a newer version: update, ")
    assert file.read_bytes() == before
