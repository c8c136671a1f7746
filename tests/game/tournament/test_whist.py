"""The designs of tournaments keep what they promise; counted here one by one."""

from collections.abc import Callable
from itertools import combinations

import pytest

from companion.game.tournament.whist import FIRST_TABLES, Four, rotations

SIZES = range(4, 41)
EXACT = [players for players in SIZES if players % 4 < 2]
NEARLY = [players for players in SIZES if players % 4 >= 2]


def test_there_is_a_design_for_4_to_40_players_and_no_other() -> None:
    assert list(FIRST_TABLES) == list(SIZES)
    for players in (3, 41):
        with pytest.raises(KeyError):
            rotations(players)


@pytest.mark.parametrize("players", SIZES)
def test_nobody_sits_twice_in_a_rotation_and_as_many_play_as_can(players: int) -> None:
    for tables in rotations(players):
        seats = [seat for four in tables for seat in four]
        assert len(seats) == players - players % 4
        assert len(set(seats)) == len(seats)
        assert set(seats) <= set(range(1, players + 1))


@pytest.mark.parametrize("players", EXACT)
def test_every_pair_partners_once_and_meets_twice(players: int) -> None:
    assert set(partnered(players)) == {1}
    assert set(met(players)) == {2}


@pytest.mark.parametrize("players", NEARLY)
def test_where_that_cannot_be_no_pair_partners_twice_and_all_meet_once_or_twice(
    players: int,
) -> None:
    assert set(partnered(players)) == {0, 1}
    assert set(met(players)) == {1, 2}


@pytest.mark.parametrize("players", SIZES)
def test_all_rest_equally_often(players: int) -> None:
    every = rotations(players)
    rests = {
        seat: sum(all(seat not in four for four in tables) for tables in every)
        for seat in range(1, players + 1)
    }
    assert set(rests.values()) == {players % 4}


@pytest.mark.parametrize("players", SIZES)
def test_no_longer_tournament_could_rest_all_equally_without_a_partner_twice(players: int) -> None:
    shorter, resting = len(rotations(players)), players % 4
    longer = next(n for n in range(shorter + 1, 99) if n * resting % players == 0)
    games_of_each = longer - longer * resting // players
    assert games_of_each > players - 1


def partnered(players: int) -> list[int]:
    """How often each pair plays together."""
    return _counted(players, lambda four: [four[:2], four[2:]])


def met(players: int) -> list[int]:
    """How often each pair plays against each other."""
    return _counted(players, lambda four: [(one, other) for one in four[:2] for other in four[2:]])


def _counted(players: int, pairs_of: Callable[[Four], list[tuple[int, ...]]]) -> list[int]:
    pairs = [set(p) for tables in rotations(players) for four in tables for p in pairs_of(four)]
    return [pairs.count(set(pair)) for pair in combinations(range(1, players + 1), 2)]
