"""Tests of statistics over all games of a group of people."""

import random
from typing import Any

import pytest

from companion.game.reports.rivalry import (
    MOST_RIVALS,
    BadLuck,
    Caught,
    Feat,
    People,
    Record,
    Rivalry,
    result_of,
    rivalry_of,
)
from tests.rows import read_rows
from tests.table import Table

PEOPLE = People(is_default_name=lambda name: name.startswith("player"))


def stats(*tables: Table, people: People = PEOPLE) -> Rivalry:
    results = (result_of(table.game, str(number)) for number, table in enumerate(tables))
    return rivalry_of([people.played(result) for result in results if result.is_over], people)


def by_name(*tables: Table, people: People = PEOPLE) -> dict[str, Record]:
    return {record.name: record for record in stats(*tables, people=people).records}


def pairs(*tables: Table, people: People = PEOPLE) -> list[object]:
    return [[*pair.names, pair.games, *pair.ahead] for pair in stats(*tables, people=people).pairs]


def win(winner: str, *others: str, edition: str = "classic-108", **options: object) -> Table:
    """Return a finished game that `winner` won in one round."""
    table = Table(edition, ", ".join((winner, *others)), target=10, **options)
    table.round(out=winner, hands=dict.fromkeys(others, 10))
    return table


def test_records_sum_wins_rounds_points_and_hands() -> None:
    one = Table("classic-108", "Ana, Bo, Cy", target=40)
    one.round(out="Ana", Bo=30, Cy=5)
    one.round(out="Bo", Ana="skip", Cy=7)
    one.round(out="Ana", Bo=10, Cy=0)
    two = Table("classic-108", "Bo, Ana, Cy", target=500)
    two.round(out="Cy", Ana=20, Bo=1)
    two.finish()
    records = by_name(one, two)
    found = [(r.games, r.won, r.rounds, r.rounds_won) for r in records.values()]
    assert found == [(2, 1, 4, 2), (2, 1, 4, 1), (2, 0, 4, 1)]
    assert list(records) == ["Ana", "Cy", "Bo"]
    assert records["Ana"].points == {"winner-collects": 45}
    assert (records["Ana"].best, records["Ana"].worst) == (Feat(35, "0"), Feat(20, "0"))
    assert records["Bo"].hands == Caught(3, 41)
    assert records["Bo"].per_hand == 41 / 3


def test_unfinished_games_do_not_count() -> None:
    running = Table("classic-108", "Ana, Bo", target=40)
    running.round(out="Bo", Ana=30)
    finished = win("Ana", "Bo")
    assert by_name(finished, running) == by_name(finished)
    assert by_name(running) == {}


def test_records_are_sorted_by_games_won() -> None:
    records = by_name(win("Bo", "Ana"), win("Ana", "Bo"), win("Bo", "Ana"))
    assert [(r.name, r.won) for r in records.values()] == [("Bo", 2), ("Ana", 1)]


def test_spellings_of_a_name_are_the_same_person() -> None:
    records = by_name(win("Ana", "Bo"), win("Bo", "ANA", "Zoe"))
    assert {name: record.games for name, record in records.items()} == {"ANA": 2, "Bo": 2, "Zoe": 1}


def test_alias_merges_two_names_into_one_person() -> None:
    people = People({"bobby": "Bo"})
    games = win("Bobby", "Ana"), win("Bo", "Ana"), win("Ana", "Bobby")
    records = by_name(*games, people=people)
    assert {name: (r.games, r.won) for name, r in records.items()} == {"Bo": (3, 2), "Ana": (3, 1)}
    assert pairs(*games, people=people) == [["Bo", "Ana", 3, 2, 1]]
    assert "Bobby" in by_name(*games)


@pytest.mark.parametrize(
    ("aliases", "together", "alone", "expected"),
    [
        ({"bobby": "Bo"}, ("Bobby", "Bo"), "Bobby", {"Bo": 2, "Bobby": 1}),
        ({"bobby": "Bo"}, ("Bo", "Bobby"), "Bo", {"Bo": 2, "Bobby": 1}),
        # Neither of them sits there under the main name.
        ({"bobby": "Bo", "rob": "Bo"}, ("Bobby", "Rob"), "Bo", {"Bo": 1, "Bobby": 1, "Rob": 1}),
        (
            {"bobby": "Bo", "rob": "Bo"},
            ("Bobby", "Rob", "Bo"),
            "Rob",
            {"Bo": 2, "Bobby": 1, "Rob": 1},
        ),
        ({"bobby": "Bo", "anna": "Ana"}, ("Bobby", "Bo", "Anna"), "Bobby", {"Bo": 2, "Bobby": 1}),
    ],
)
def test_names_of_one_person_in_one_game_count_by_themselves_there(
    aliases: dict[str, str], together: tuple[str, ...], alone: str, expected: dict[str, int]
) -> None:
    people = People(aliases)
    others = [] if "anna" in aliases else ["Ana"]
    records = by_name(win(*together, *others), win(alone, "Ana"), people=people)
    assert {name: record.games for name, record in records.items()} == {**expected, "Ana": 2}
    assert records[together[0]].won >= 1
    met: list[Any] = pairs(win(*together), people=people)
    names = {name for one, other, *_ in met for name in (one, other)}
    assert names == set(together) - {"Anna"} | ({"Ana"} if "Anna" in together else set())


def test_default_names_are_not_counted_as_people() -> None:
    game = win("Player 1", "Ana", "Bo")
    assert list(by_name(game)) == ["Ana", "Bo"]
    assert pairs(game) == [["Ana", "Bo", 1, 0, 0]]


def test_result_of_seat_with_stand_in_counts_for_its_owner() -> None:
    options = {"format": "tournament", "rounds_per_partnership": 1, "rotations": 1}
    hall = Table("classic-108", "Ana, Bo, Cy, Dee", **options)
    hall.request(seat=2, name="Zoe")
    assert result_of(hall.game).players[2].name == "Bo"


def test_pairs_count_games_and_better_ranks() -> None:
    tie = Table("classic-108", "Ana, Bo, Cy", target=100)
    tie.round(out="Ana", Bo=5, Cy=5)
    tie.finish()
    partners = Table("classic-108", "Ana, Bo, Cy, Dee", format="teams", target=20)
    partners.round(out="Ana", Bo=15, Dee=5)
    # In the first game Bo and Cy tied; in the second Ana and Cy were partners.
    assert pairs(tie, partners) == read_rows("""
Ana | Cy | 2 | 1 | 0
Ana | Bo | 2 | 2 | 0
Ana | Dee | 1 | 1 | 0
Cy | Bo | 2 | 1 | 0
Cy | Dee | 1 | 1 | 0
Bo | Dee | 1 | 0 | 0
""")


def test_partners_both_get_win_and_points() -> None:
    table = Table("classic-108", "Ana, Bo, Cy, Dee", format="teams", target=20)
    table.round(out="Ana", Bo=15, Dee=5)
    found = by_name(table)
    assert [found[name].won for name in ("Ana", "Bo", "Cy", "Dee")] == [1, 0, 1, 0]
    assert [found[n].points["winner-collects"] for n in ("Ana", "Cy")] == [20, 20]
    assert [found[name].rounds_won for name in ("Ana", "Cy")] == [1, 0]


def test_records_have_longest_and_current_winning_streak() -> None:
    games = ("Ana", "Bo"), ("Ana", "Bo"), ("Bo", "Ana"), ("Ana", "Cy"), ("Bo", "Cy")
    records = by_name(*(win(*game) for game in games))
    rows = {name: (record.streak, record.streak_now) for name, record in records.items()}
    assert rows == {"Ana": (2, 1), "Bo": (2, 2), "Cy": (0, 0)}


def test_bad_luck_names_opponent_whose_wins_cost_most() -> None:
    table = Table("classic-108", "Ana, Bo, Cy", target=10_000)
    for points in range(5):
        table.round(out="Bo", Ana=50 + points, Cy=10)
        table.round(out="Cy", Ana=10 + points, Bo=20)
    table.finish()
    assert stats(table).bad_luck == (BadLuck("Ana", "Bo", 5, 52, 12),)
    table.remove(1)
    assert stats(table).bad_luck == ()


def test_points_are_counted_separately_by_scoring() -> None:
    table = Table("classic-108", "Ana, Bo", scoring="keep-own", target=9)
    table.round(out="Ana", Bo=10)
    found = by_name(table, win("Bo", "Ana"))
    assert found["Bo"].points == {"keep-own": 10, "winner-collects": 10}
    assert found["Bo"].best == Feat(10, "1")
    assert (found["Ana"].best, found["Ana"].points["keep-own"]) == (None, 0)


def test_rounds_after_the_end_and_resting_rounds_do_not_count() -> None:
    table = Table("classic-108", "Ana, Bo, Cy", target=20)
    table.round(out="Ana", Bo=5, resting=["Cy"])
    table.round(out="Ana", Bo=9, Cy=9)
    table.target(10)
    table.target(20)
    table.remove(1)
    table.round(out="Bo", Ana=50, Cy=50)
    table.target(10)
    found = by_name(table)
    rounds = [(r.rounds, r.rounds_won, r.worst) for r in found.values()]
    assert rounds == [(1, 1, None), (1, 0, Feat(9, "0")), (1, 0, Feat(9, "0"))]


def test_pile_is_not_counted_as_hands() -> None:
    table = Table("classic-108", "Ana, Bo", target=70)
    table.round(out="Ana", pile=70)
    found = by_name(table)
    assert (found["Bo"].hands, found["Bo"].worst, found["Bo"].per_hand) == (Caught(), None, None)
    assert found["Ana"].best == Feat(70, "0")


def test_statistics_brought_up_to_date_equal_those_of_all_games() -> None:
    luck, people = random.Random(1), People({"bobby": "Bo"}, PEOPLE.is_default_name)
    every = []
    for number in range(40):
        names = luck.sample(["Ana", "Bo", "Cy", "bobby", "ANA", "Player 1"], luck.randint(2, 4))
        if {"Ana", "ANA"} <= {*names}:
            continue
        table = Table("classic-108", ", ".join(names), target=10_000)
        for _ in range(luck.randint(1, 9)):
            out = luck.choice(names)
            table.round(out=out, hands={n: luck.randint(0, 30) for n in names if n != out})
        table.finish()
        every.append(people.played(result_of(table.game, str(number))))
    before = None
    for _ in range(20):
        games = [game for game in every if luck.random() < 0.8]
        now, again = rivalry_of(games, people, before), rivalry_of(games, people)
        assert now.pairs
        assert now == again
        before = now


def test_pairs_are_of_the_best_people_only() -> None:
    games = [win(f"A {number}", f"B {number}") for number in range(MOST_RIVALS - 2)]
    last = win("A 1", "A 0"), win("C", "A 2")
    assert pairs(*games) == [[f"A {n}", f"B {n}", 1, 1, 0] for n in range(2)]
    assert ["A 1", "A 0", 1, 1, 0] in pairs(*games, *last)
