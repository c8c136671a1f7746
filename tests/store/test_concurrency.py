"""Concurrent saves by many phones."""

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


def run_at_once(*tasks: Callable[[], T]) -> list[T]:
    """Run all tasks at the same time, each in its own thread."""
    start = threading.Barrier(len(tasks))

    def run(task: Callable[[], T]) -> T:
        start.wait()
        return task()

    with ThreadPoolExecutor(len(tasks)) as threads:
        return list(threads.map(run, tasks))


def test_one_of_eight_simultaneous_saves_at_same_version_wins(store: Store, game: str) -> None:
    def save(phone: int) -> int | None:
        try:
            store.journals.append(game, 1, change(f"phone {phone}"))
        except VersionConflictError:
            return None
        return phone

    saved = run_at_once(*(partial(save, phone) for phone in range(PHONES)))
    (winner,) = (phone for phone in saved if phone is not None)
    assert bodies(store.journals.read(game, since=1)) == [f"phone {winner}"]


def test_request_sent_eight_times_at_once_is_carried_out_once(store: Store, game: str) -> None:
    def save() -> bool:
        try:
            store.journals.append(game, 1, change("Ana goes out", request=("a", "Ana")))
        except RepeatedRequestError:
            return False
        return True

    assert sorted(run_at_once(*[save] * PHONES)) == [False] * (PHONES - 1) + [True]
    assert len(store.journals.read(game)) == 2
