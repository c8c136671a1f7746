"""Many at once: one wins where only one can, and nobody is turned away."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from companion.store.errors import RepeatedRequestError, VersionConflictError
from companion.store.rows.drafts import Draft
from companion.store.store import Store
from tests.store.table import bodies, change, play

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


def test_three_hundred_and_twenty_saves_by_eight_at_once_all_succeed(store: Store) -> None:
    games = [store.journals.create(change("sit down")) for _ in range(320)]

    def save(phone: int) -> None:
        for game in games[phone::PHONES]:
            play(store, game, 1)

    together(*(partial(save, phone) for phone in range(PHONES)))
    assert {len(store.journals.read(game)) for game in games} == {2}


def test_hands_counted_at_once_each_have_a_count_of_their_own(store: Store, game: str) -> None:
    hands = [Draft(1, 1, seat, "9") for seat in range(PHONES)]
    counts = together(*(partial(store.drafts.put, game, hand) for hand in hands))
    assert sorted(counts) == list(range(1, PHONES + 1))
