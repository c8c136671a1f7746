"""Full and read-only disks, where reading works and saving raises `NotSavedError`."""

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
    """Return a path in a folder that every user can reach."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder, "games.sqlite")
        Path(folder).chmod(0o755)


@pytest.fixture
def game(file: Path) -> str:
    with closing(open_store(file)) as store:
        game = store.journals.create(change("sit down"), keys=FIRST_KEYS)
        play(store, game, 3)
    return game


def read_all(store: Store, game: str) -> object:
    store.check()
    keys = store.keys.of_game(game)
    found = [store.keys.find(access_key.key) for access_key in keys]
    return store.journals.read(game), store.journals.latest(9), found, store.drafts.read(game, 1)


def assert_readable_but_not_writable(
    store: Store, game: str, calls: Mapping[str, Callable[[Store, str], object]]
) -> None:
    before = read_all(store, game)
    for name, call in calls.items():
        with pytest.raises(NotSavedError):
            call(store, game)
        assert read_all(store, game) == before, name


@contextmanager
def without_root() -> Iterator[None]:
    """Run the block as `nobody` if this user is root, whom file modes do not stop."""
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
def test_read_only_file_or_folder_allows_reading_but_no_saves(
    file: Path, game: str, of_file: int, of_folder: int
) -> None:
    file.chmod(of_file)
    file.parent.chmod(of_folder)
    with ExitStack() as stack:
        with without_root():
            store = stack.enter_context(closing(open_store(file)))
            assert_readable_but_not_writable(store, game, WRITING)
        file.chmod(0o666)
        file.parent.chmod(0o777)
        with without_root():  # saving works again, without reopening the store
            GROWING["append"](store, game)


def test_file_of_another_user_is_refused_in_words(file: Path) -> None:
    open_store(file).close()
    file.chmod(0o600 if os.geteuid() == 0 else 0)
    file.parent.chmod(0o777)
    with without_root(), pytest.raises(StoreUnavailableError, match="sqlite: Permission denied"):
        open_store(file)


def test_check_fails_once_the_file_is_gone(file: Path) -> None:
    with closing(open_store(file)) as store:
        store.check()
        file.unlink()
        with pytest.raises(StoreUnavailableError, match="the file is gone"):
            store.check()


def test_creating_store_in_read_only_folder_fails(file: Path) -> None:
    file.parent.chmod(0o555)
    with (
        without_root(),
        pytest.raises(StoreUnavailableError, match="Permission denied"),
    ):
        open_store(file)


def test_full_disk_stops_only_saves(file: Path, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    full = (*connections.SETTINGS, "max_page_count = 1")  # so no page can be added
    monkeypatch.setattr(connections, "SETTINGS", full)
    with closing(open_store(file)) as store:
        assert_readable_but_not_writable(store, game, GROWING)


@contextmanager
def limit_file_size(size: int) -> Iterator[None]:
    """Limit the size of files written by this process, like a quota."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def test_exceeded_quota_refuses_saves_until_there_is_room_again(file: Path, game: str) -> None:
    with closing(open_store(file)) as store:
        with limit_file_size(file.stat().st_size):
            assert_readable_but_not_writable(store, game, GROWING)
        GROWING["append"](store, game)
        assert [line.version for line in store.journals.read(game)] == [1, 2, 3, 4, 5]
