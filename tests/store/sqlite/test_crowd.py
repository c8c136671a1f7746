"""Many processes at one file: one wins where only one can, and nobody is turned away."""

from functools import partial
from pathlib import Path

from companion.store.store import Store
from tests.store.sqlite.workers import play_some, processes, race
from tests.store.table import change, play
from tests.store.test_crowd import together


def test_of_four_processes_that_saw_the_same_sheet_one_saves(embedded: Store, file: Path) -> None:
    game = embedded.journals.create(change("sit down"))
    with processes(4) as pool:
        for version in range(1, 6):
            won = [pool.submit(race, file, game, f"{n}", version) for n in range(4)]
            assert sorted(task.result() for task in won) == [False, False, False, True]
    assert len(embedded.journals.read(game)) == 6


def test_processes_and_threads_save_side_by_side(embedded: Store, file: Path) -> None:
    games = [embedded.journals.create(change("sit down")) for _ in range(12)]
    with processes(3) as pool:
        saved = [pool.submit(play_some, file, games[n::4], 10) for n in range(3)]
        together(*(partial(play, embedded, game, 10) for game in games[3::4]))
        assert [task.result() for task in saved] == [30] * 3
    assert {len(embedded.journals.read(game)) for game in games} == {11}
