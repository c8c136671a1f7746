"""What many games of the same people come to."""

from companion.game.reports.rivalry import (
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

NOBODY_TYPED = People(is_nobody=lambda name: name.startswith("Player"))


def told(*tables: Table, people: People = NOBODY_TYPED) -> Rivalry:
    results = (result_of(table.game) for table in tables)
    return rivalry_of([result for result in results if result.is_over], people)


def by_name(*tables: Table, people: People = NOBODY_TYPED) -> dict[str, Record]:
    return {record.name: record for record in told(*tables, people=people).records}


def pairs(*tables: Table, people: People = NOBODY_TYPED) -> list[object]:
    return [[*pair.names, pair.games, *pair.ahead] for pair in told(*tables, people=people).pairs]


def won(winner: str, *others: str, edition: str = "classic-108", **wishes: object) -> Table:
    """Let somebody win a game in one round; the others end on nothing."""
    table = Table(edition, ", ".join((winner, *others)), target=10, **wishes)
    table.round(out=winner, hands=dict.fromkeys(others, 10))
    return table


def test_wins_rounds_points_and_hands_are_added_up() -> None:
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
    assert (records["Ana"].best, records["Ana"].worst) == (Feat(35, 0), Feat(20, 0))
    assert records["Bo"].hands == Caught(3, 41)
    assert records["Bo"].per_hand == 41 / 3


def test_the_game_that_is_still_played_does_not_count() -> None:
    running = Table("classic-108", "Ana, Bo", target=40)
    running.round(out="Bo", Ana=30)
    finished = won("Ana", "Bo")
    assert by_name(finished, running) == by_name(finished)
    assert by_name(running) == {}


def test_who_won_most_comes_first() -> None:
    records = by_name(won("Bo", "Ana"), won("Ana", "Bo"), won("Bo", "Ana"))
    assert [(r.name, r.won) for r in records.values()] == [("Bo", 2), ("Ana", 1)]


def test_a_person_is_known_by_the_name_however_it_is_written() -> None:
    records = by_name(won("Ana", "Bo"), won("Bo", "ANA", "Zoe"))
    assert {name: record.games for name, record in records.items()} == {"ANA": 2, "Bo": 2, "Zoe": 1}


def test_two_names_of_one_person() -> None:
    people = People({"bobby": "Bo"})
    games = won("Bobby", "Ana"), won("Bo", "Ana"), won("Ana", "Bobby")
    records = by_name(*games, people=people)
    assert {name: (r.games, r.won) for name, r in records.items()} == {"Bo": (3, 2), "Ana": (3, 1)}
    assert pairs(*games, people=people) == [["Bo", "Ana", 3, 2, 1]]
    assert "Bobby" in by_name(*games)


def test_somebody_twice_in_one_game_counts_once_by_the_better_place() -> None:
    people = People({"bobby": "Bo"})
    records = by_name(won("Bobby", "Ana", "Bo"), people=people)
    assert [(r.name, r.games, r.won) for r in records.values()] == [("Bo", 1, 1), ("Ana", 1, 0)]


def test_a_name_that_nobody_typed_is_nobody() -> None:
    game = won("Player 1", "Ana", "Bo")
    assert list(by_name(game)) == ["Ana", "Bo"]
    assert pairs(game) == [["Ana", "Bo", 1, 0, 0]]


def test_a_seat_with_a_stand_in_is_the_first_ones() -> None:
    wishes = {"format": "tournament", "rounds_per_partnership": 1, "rotations": 1}
    hall = Table("classic-108", "Ana, Bo, Cy, Dee", **wishes)
    hall.request(seat=2, name="Zoe")
    assert result_of(hall.game).players[2].name == "Bo"


def test_who_ended_ahead_of_whom() -> None:
    tie = Table("classic-108", "Ana, Bo, Cy", target=100)
    tie.round(out="Ana", Bo=5, Cy=5)
    tie.finish()
    partners = Table("classic-108", "Ana, Bo, Cy, Dee", format="teams", target=20)
    partners.round(out="Ana", Bo=15, Dee=5)
    # Bo and Cy tied; Ana and Cy were partners once.
    assert pairs(tie, partners) == read_rows("""
Ana | Cy | 2 | 1 | 0
Ana | Bo | 2 | 2 | 0
Ana | Dee | 1 | 1 | 0
Cy | Bo | 2 | 1 | 0
Cy | Dee | 1 | 1 | 0
Bo | Dee | 1 | 0 | 0
""")


def test_partners_win_together() -> None:
    table = Table("classic-108", "Ana, Bo, Cy, Dee", format="teams", target=20)
    table.round(out="Ana", Bo=15, Dee=5)
    found = by_name(table)
    assert [found[name].won for name in ("Ana", "Bo", "Cy", "Dee")] == [1, 0, 1, 0]
    assert [found[n].points["winner-collects"] for n in ("Ana", "Cy")] == [20, 20]
    assert [found[name].rounds_won for name in ("Ana", "Cy")] == [1, 0]


def test_rows_of_wins() -> None:
    games = ("Ana", "Bo"), ("Ana", "Bo"), ("Bo", "Ana"), ("Ana", "Cy"), ("Bo", "Cy")
    records = by_name(*(won(*game) for game in games))
    rows = {name: (record.streak, record.streak_now) for name, record in records.items()}
    assert rows == {"Ana": (2, 1), "Bo": (2, 2), "Cy": (0, 0)}


def test_who_brings_whom_bad_luck() -> None:
    table = Table("classic-108", "Ana, Bo, Cy", target=10_000)
    for points in range(5):
        table.round(out="Bo", Ana=50 + points, Cy=10)
        table.round(out="Cy", Ana=10 + points, Bo=20)
    table.finish()
    assert told(table).bad_luck == (BadLuck("Ana", "Bo", 5, 52, 12),)
    table.remove(1)
    assert told(table).bad_luck == ()


def test_points_that_everybody_keeps_are_counted_apart() -> None:
    table = Table("classic-108", "Ana, Bo", scoring="keep-own", target=9)
    table.round(out="Ana", Bo=10)
    found = by_name(table, won("Bo", "Ana"))
    assert found["Bo"].points == {"keep-own": 10, "winner-collects": 10}
    assert found["Bo"].best == Feat(10, 1)
    assert (found["Ana"].best, found["Ana"].points["keep-own"]) == (None, 0)


def test_rounds_after_the_end_and_rounds_sat_out_count_nowhere() -> None:
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
    assert rounds == [(1, 1, None), (1, 0, Feat(9, 0)), (1, 0, Feat(9, 0))]


def test_a_pile_tells_nothing_about_hands() -> None:
    table = Table("classic-108", "Ana, Bo", target=70)
    table.round(out="Ana", pile=70)
    found = by_name(table)
    assert (found["Bo"].hands, found["Bo"].worst, found["Bo"].per_hand) == (Caught(), None, None)
    assert found["Ana"].best == Feat(70, 0)
