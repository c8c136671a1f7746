"""Ranks: best first, equal totals share one, and the next is skipped."""

import pytest

from tests.table import Table


def ranked(scoring: str, **totals: int) -> list[tuple[int, str]]:
    """Rank players who joined with these totals."""
    table = Table("hello-kitty", "Yan, Zed", scoring=scoring)
    table.join(**totals)
    table.leave("Yan", "Zed")
    return [(rank, name) for name, rank in table.ranks.items() if name in totals]


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ({"A": 30, "B": 20, "C": 10}, [(1, "A"), (2, "B"), (3, "C")]),
        ({"A": 10, "B": 30, "C": 30}, [(1, "B"), (1, "C"), (3, "A")]),
        ({"A": 30, "B": 10, "C": 10}, [(1, "A"), (2, "B"), (2, "C")]),
        ({"A": 10, "B": 10, "C": 10}, [(1, "A"), (1, "B"), (1, "C")]),
        (
            {"A": 5, "B": 9, "C": 5, "D": 9, "E": 1},
            [(1, "B"), (1, "D"), (3, "A"), (3, "C"), (5, "E")],
        ),
    ],
)
def test_winner_collects_ranks_the_highest_first(
    totals: dict[str, int], expected: list[tuple[int, str]]
) -> None:
    assert ranked("winner-collects", **totals) == expected


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ({"A": 30, "B": 20, "C": 10}, [(1, "C"), (2, "B"), (3, "A")]),
        ({"A": 10, "B": 30, "C": 10}, [(1, "A"), (1, "C"), (3, "B")]),
        ({"A": 0, "B": 0, "C": 0, "D": 1}, [(1, "A"), (1, "B"), (1, "C"), (4, "D")]),
    ],
)
def test_keep_own_ranks_the_lowest_first(
    totals: dict[str, int], expected: list[tuple[int, str]]
) -> None:
    assert ranked("keep-own", **totals) == expected


# the elimination game


def challenge(**wishes: object) -> Table:
    return Table("classic-108", "Ana, Bo, Cy, Dee", format="challenge", target=100, **wishes)


def fallen(table: Table) -> dict[str, int | None]:
    """Who has fallen, and in which round."""
    return {row["side"][0]: row["eliminated_in_round"] for row in table.state["standings"]}


def test_the_hand_of_somebody_who_turns_out_to_have_been_out_is_named_and_nobody_wins() -> None:
    table = challenge()
    table.round(out="Ana", Bo=10, Cy=90, Dee=90)
    table.round(out="Ana", Bo=10, Cy=9, Dee=9)
    table.round(out="Ana", Bo=10, Cy=0, Dee=0)
    table.round(out="Ana", Bo=70, Cy=0, Dee=1)
    table.correct(1, out="Ana", Bo=10, Cy=100, Dee=90)
    assert [each["recount"] for each in table.state["rounds"]] == [[], ["Cy"], ["Cy"], ["Cy"]]
    assert fallen(table) == {"Ana": None, "Bo": 4, "Dee": 4, "Cy": 1}
    assert table.winners == []
    table.remove(4)
    table.correct(2, out="Ana", Bo=10, Dee=9)
    assert table.winners == []
    table.correct(3, out="Ana", Bo=80, Dee=1)
    assert table.winners == ["Ana"]


def test_a_missing_hand_of_somebody_who_turns_out_to_have_been_in_counts_nothing() -> None:
    table = challenge()
    table.round(out="Ana", Bo=100, Cy=0, Dee=0)
    table.round(out="Ana", Cy=50, Dee=50)
    table.correct(1, out="Ana", Bo=99, Cy=0, Dee=0)
    assert table.state["rounds"][1]["recount"] == ["Bo"]
    assert table.totals == {"Ana": 0, "Cy": 50, "Dee": 50, "Bo": 99}
    table.correct(2, out="Ana", Bo=1, Cy=50, Dee=50)
    assert [each["recount"] for each in table.state["rounds"]] == [[], []]
    assert fallen(table)["Bo"] == 2


def test_who_left_stands_with_those_who_fell_in_the_last_round_they_played() -> None:
    table = challenge()
    table.round(out="Ana", Bo=100, Cy=5, Dee=5)
    table.leave("Cy")
    table.round(out="Ana", Dee=5)
    assert table.ranks == {"Ana": 1, "Dee": 2, "Cy": 3, "Bo": 4}


def test_after_the_end_a_round_is_corrected_for_those_who_sat_there() -> None:
    table = challenge()
    table.round(out="Ana", Bo=60, Cy=60, Dee=60)
    table.round(out="Bo", Ana=9, Cy=9, Dee=9)
    table.target(50)
    assert (table.winners, table.after_end) == (["Ana"], [2])
    table.correct(2, out="Bo", Ana=1, Cy=1, Dee=1)
    table.target(100)
    assert table.totals == {"Ana": 1, "Bo": 60, "Cy": 61, "Dee": 61}


def test_where_a_correction_leaves_nobody_in_the_game_can_still_be_shown() -> None:
    table = Table("classic-108", "Ana, Bo, Cy, Dee", format="challenge", target=100, dealer="Ana")
    table.round(out="Cy", Ana=10, Bo=10, Dee=10)
    table.leave("Cy", "Dee")
    table.round(out="Ana", Bo=5)
    table.correct(1, out="Cy", Ana=100, Bo=100, Dee=10)
    assert (table.winners, table.seated, table.dealer) == ([], [], None)
    table.join("Cy", "Dee")
    assert (table.seated, table.dealer) == (["Cy", "Dee"], "Cy")
