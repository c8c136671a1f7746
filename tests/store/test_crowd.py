"""Many at once: one wins where only one can, and nobody is turned away."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from companion.store.errors import RepeatedRequestError, VersionConflictError
from companion.store.store import Store
from tests.store.table import bodies, change

PHONES = 8

T = TypeVar("T")


def together(*tasks: Callable[[], T]) -> list[T]:
    """Carry out all tasks at the same moment, each in a thread of its own."""
    start = threading.Barrier(len(tasks))

    def run(task: Callable[[], T]) -> T:
        start.wait()
        return task()

    with ThreadPoolExecutor(len(tasks)) as threads:
        return list(threads.map(run, tasks))


def test_of_eight_phones_that_saw_the_same_sheet_one_saves(store: Store, game: str) -> None:
    def save(phone: int) -> int | None:
        try:
            store.journals.append(game, 1, change(f"phone {phone}"))
        except VersionConflictError:
            return None
        return phone

    saved = together(*(partial(save, phone) for phone in range(PHONES)))
    (winner,) = (phone for phone in saved if phone is not None)
    assert bodies(store.journals.read(game, since=1)) == [f"phone {winner}"]


def test_one_request_sent_eight_times_at_once_is_done_once(store: Store, game: str) -> None:
    def save() -> bool:
        try:
            store.journals.append(game, 1, change("Ana goes out", request=("a", "Ana")))
        except RepeatedRequestError:
            return False
        return True

    assert sorted(together(*[save] * PHONES)) == [False] * (PHONES - 1) + [True]
    assert len(store.journals.read(game)) == 2
