"""Tests of tournament seating plans: fairness when whole, cut short, or replanned."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, count, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game.rounds import Seat
from companion.game.tournament.seating import Fairness, Rotation, fairness, plan, replanned

SIZES = range(4, 41)
RESTS_DIFFER_BY_TWO = {6, 7, 14, 22, 30, 38}

SHA256_OF_PLANS = "8686b188619a132ead554699bbd518fc6d86842b4e7cc85183d736cddc2b3fdc"


@pytest.mark.parametrize("players", SIZES)
def test_every_player_plays_or_rests_in_every_rotation(players: int) -> None:
    for rotation in plan(players).rotations:
        assert seats_of(rotation) == list(range(1, players + 1))


@pytest.mark.parametrize("players", SIZES)
def test_fairness_of_whole_seating_plan(players: int) -> None:
    exact = players % 4 < 2
    rests = players % 4
    whole = plan(players)
    assert (
        naive(whole.rotations, range(1, players + 1))
        == whole.fairness
        == Fairness(
            partners=(1, 1) if exact else (0, 1),
            opponents=(2, 2) if exact else (1, 2),
            rests=(rests, rests),
        )
    )


@pytest.mark.parametrize("players", SIZES)
def test_rests_differ_by_at_most_two_if_plan_is_cut_short(players: int) -> None:
    whole = plan(players).rotations
    cut_short = [fairness(whole[:n], range(1, players + 1)).rests for n in range(len(whole))]
    allowed = 2 if players in RESTS_DIFFER_BY_TWO else 1
    assert max(most - least for least, most in cut_short) <= allowed


@pytest.mark.parametrize("players", SIZES)
def test_longer_plan_with_equal_rests_would_repeat_partners(players: int) -> None:
    shorter, resting = len(plan(players).rotations), players % 4
    longer = next(n for n in range(shorter + 1, 99) if n * resting % players == 0)
    games_of_each = longer - longer * resting // players
    assert games_of_each > players - 1


@pytest.mark.parametrize("players", [-1, 0, 3, 41])
def test_plan_for_fewer_than_4_or_more_than_40_players_raises_key_error(players: int) -> None:
    with pytest.raises(KeyError):
        plan(players)


def test_json_of_plan_for_eight_players() -> None:
    values = json.loads(json.dumps(plan(8).as_values()))
    assert list(values) == ["players", "rotations", "fairness"]
    assert values["players"] == 8
    assert values["fairness"] == {"partners": [1, 1], "opponents": [2, 2], "rests": [0, 0]}
    assert [rotation["rotation"] for rotation in values["rotations"]] == [1, 2, 3, 4, 5, 6, 7]
    assert values["rotations"][0] == {
        "rotation": 1,
        "tables": [
            {"table": 1, "sides": [[8, 7], [3, 1]]},
            {"table": 2, "sides": [[5, 4], [6, 2]]},
        ],
        "resting": [],
    }


def test_json_of_plan_for_five_players_has_resting_player() -> None:
    values = json.loads(json.dumps(plan(5).as_values()))
    assert [rotation["resting"] for rotation in values["rotations"]] == [[1], [2], [3], [4], [5]]


def test_seating_plans_never_change_between_releases() -> None:
    # Journals do not store seating, so a changed plan would reseat running tournaments.
    seated = hashlib.sha256()
    for players in SIZES:
        whole = plan(players).rotations
        one_more = tuple(range(1, min(players + 1, 40) + 1))
        for rotation in (*whole, *replanned(one_more, whole[:3])):
            seated.update(repr(rotation.tables).encode())
    assert seated.hexdigest() == SHA256_OF_PLANS


def test_fairness_of_no_rotations_is_zero() -> None:
    assert fairness([], [1, 2, 3, 4]) == Fairness((0, 0), (0, 0), (0, 0))


def test_repeated_partners_come_last_in_replan_after_leave() -> None:
    played = plan(8).rotations[:3]
    left = (1, 2, 4, 5, 6, 7, 8)
    rest = replanned(left, played)
    assert fairness(played + rest[:4], left).partners == (0, 1)
    assert fairness(played + rest, left).partners[1] == 2


def test_players_who_rested_rest_late_in_replan_after_leave() -> None:
    played = plan(10).rotations[:2]
    rested = {seat for rotation in played for seat in rotation.resting}
    rest = replanned(tuple(range(1, 10)), played)
    assert not rested & {seat for rotation in rest[:5] for seat in rotation.resting}


def test_late_joiner_of_tournament_rests_last() -> None:
    rest = replanned(tuple(range(1, 10)), plan(8).rotations[:3])
    assert rest[-1].resting == (9,)


@dataclass(frozen=True, slots=True)
class Change:
    """Players who leave and join after `after` more rotations."""

    after: int
    leave: frozenset[int]  # indexes into the present seats
    join: int


changes = st.builds(
    Change,
    after=st.integers(0, 6),
    leave=st.frozensets(st.integers(0, 15), max_size=4),
    join=st.integers(0, 4),
)


@given(st.integers(4, 16), st.lists(changes, max_size=3))
def test_replanned_rotations_are_as_fair_as_a_new_plan(
    players: int, coming_and_going: list[Change]
) -> None:
    newcomers = count(players + 1)
    seats, coming = tuple(range(1, players + 1)), plan(players).rotations
    played: tuple[Rotation, ...] = ()
    for change in coming_and_going:
        played += coming[: change.after]
        seats = _changed(seats, change, newcomers)
        coming = replanned(seats, played)
        _check(seats, played, coming)


def _changed(
    seats: tuple[Seat, ...], change: Change, newcomers: Iterator[Seat]
) -> tuple[Seat, ...]:
    stay = tuple(seat for place, seat in enumerate(seats) if place not in change.leave)
    joined = tuple(islice(newcomers, change.join))
    return stay + joined if len(stay + joined) >= 4 else seats


def _check(
    seats: tuple[Seat, ...], played: tuple[Rotation, ...], coming: tuple[Rotation, ...]
) -> None:
    assert all(seats_of(rotation) == sorted(seats) for rotation in coming)
    assert fairness(coming, seats) == plan(len(seats)).fairness
    assert fairness(played + coming, seats) == naive(played + coming, seats)
    assert coming == replanned(seats, played)


def seats_of(rotation: Rotation) -> list[Seat]:
    """Return all playing and resting seats of a rotation, sorted, also repeated ones."""
    playing = [seat for table in rotation.tables for side in table for seat in side]
    return sorted([*playing, *rotation.resting])


def naive(rotations: Sequence[Rotation], seats: Sequence[Seat]) -> Fairness:
    """Return the fairness computed naively, by counting for each pair and player."""
    tables = [[set(side) for side in table] for each in rotations for table in each.tables]
    pairs = list(combinations(seats, 2))
    partners = [sum({a, b} in table for table in tables) for a, b in pairs]
    opponents = [
        sum(
            any(a in side for side in table) and any(b in side for side in table)
            for table in tables
        )
        - partnered
        for (a, b), partnered in zip(pairs, partners, strict=True)
    ]
    rests = [sum(seat in each.resting for each in rotations) for seat in seats]
    return Fairness(_range(partners), _range(opponents), _range(rests))


def _range(counts: list[int]) -> tuple[int, int]:
    return min(counts), max(counts)
