"""A full or read-only disk: what is there is shown, and a save says plainly that it was none."""

import os
import resource
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from companion.store.errors import NotSavedError, StoreUnavailableError
from companion.store.rows.drafts import Draft
from companion.store.sqlite import connections, open_store
from companion.store.store import Store
from tests.store.table import FIRST_KEYS, at, change, play

LARGE = "x" * 30_000
NOBODY = 65_534

GROWING: Mapping[str, Callable[[Store, str], object]] = {
    "create": lambda store, _: store.journals.create(change(LARGE)),
    "append": lambda store, game: store.journals.append(game, 4, change(LARGE)),
}
WRITING: Mapping[str, Callable[[Store, str], object]] = {
    **GROWING,
    "open": lambda store, game: store.keys.add(game, "score"),
    "renew": lambda store, game: store.keys.renew(game, "score"),
    "put": lambda store, game: store.drafts.put(game, Draft(1, 1, 1, "9")),
    "delete": lambda store, game: store.trash.delete(game, at(1)),
}


@pytest.fixture
def file() -> Iterator[Path]:
    """Say where the games are: in a folder every user of the machine can reach."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder, "games.sqlite")
        Path(folder).chmod(0o755)


@pytest.fixture
def game(file: Path) -> str:
    """Play three rounds."""
    with closing(open_store(file)) as store:
        game = store.journals.create(change("sit down"), keys=FIRST_KEYS)
        play(store, game, 3)
    return game


def all_there_is(store: Store, game: str) -> object:
    store.check()
    keys = store.keys.of_game(game)
    found = [store.keys.find(access_key.key) for access_key in keys]
    return store.journals.read(game), store.journals.latest(9), found, store.drafts.read(game, 1)


def assert_all_is_shown_and_nothing_saved(
    store: Store, game: str, calls: Mapping[str, Callable[[Store, str], object]]
) -> None:
    before = all_there_is(store, game)
    for name, call in calls.items():
        with pytest.raises(NotSavedError):
            call(store, game)
        assert all_there_is(store, game) == before, name


@contextmanager
def without_the_rights_of_root() -> Iterator[None]:
    """Become a user whom the mode of a file stops."""
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)


READ_ONLY = {"file": (0o444, 0o777), "folder": (0o666, 0o555), "file and folder": (0o444, 0o555)}


@pytest.mark.parametrize(("of_file", "of_folder"), READ_ONLY.values(), ids=READ_ONLY)
def test_what_is_read_only_is_read(file: Path, game: str, of_file: int, of_folder: int) -> None:
    file.chmod(of_file)
    file.parent.chmod(of_folder)
    with ExitStack() as stack:
        with without_the_rights_of_root():
            store = stack.enter_context(closing(open_store(file)))
            assert_all_is_shown_and_nothing_saved(store, game, WRITING)
        file.chmod(0o666)
        file.parent.chmod(0o777)
        with without_the_rights_of_root():  # mended while it runs
            GROWING["append"](store, game)


def test_where_nothing_can_be_made_there_is_no_store(file: Path) -> None:
    file.parent.chmod(0o555)
    with (
        without_the_rights_of_root(),
        pytest.raises(StoreUnavailableError, match="Permission denied"),
    ):
        open_store(file)


def test_a_full_disk(file: Path, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    full = (*connections.SETTINGS, "max_page_count = 1")  # which means: no more than there are
    monkeypatch.setattr(connections, "SETTINGS", full)
    with closing(open_store(file)) as store:
        assert_all_is_shown_and_nothing_saved(store, game, GROWING)


@contextmanager
def no_file_above(size: int) -> Iterator[None]:
    """Let no file of this process grow above a size, as a quota does."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def test_a_used_up_quota_and_what_is_saved_when_there_is_room_again(file: Path, game: str) -> None:
    with closing(open_store(file)) as store:
        with no_file_above(file.stat().st_size):
            assert_all_is_shown_and_nothing_saved(store, game, GROWING)
        GROWING["append"](store, game)
        assert [line.version for line in store.journals.read(game)] == [1, 2, 3, 4, 5]
