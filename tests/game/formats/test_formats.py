"""Tests of what game formats refuse: numbers of players, scorings, rounds, changes."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.game.requests.start import read_start
from tests.rows import cases, expected_faults
from tests.table import BOXES, Table, faults, hand_values, round_values

NAMES = list("ABCDEFGHIJK")


def start(game_format: str, players: int, **options: object) -> Callable[[], object]:
    values = {"edition": "classic-108", "format": game_format, "players": NAMES[:players]}
    return lambda: read_start(values | options, BOXES)


@cases("""game_format | players | code
individual | 1 | number-of-players
individual | 11 | number-of-players
teams | 2 | just-so-many-players
teams | 3 | just-so-many-players
teams | 5 | just-so-many-players
teams | 8 | just-so-many-players
challenge | 2 | number-of-players
challenge | 11 | number-of-players
""")
def test_wrong_number_of_players_is_refused(game_format: str, players: int, code: str) -> None:
    assert faults(start(game_format, players)) == [(code, "/players")]


@pytest.mark.parametrize(
    ("game_format", "scoring"), [("teams", "keep-own"), ("challenge", "winner-collects")]
)
def test_scoring_not_available_in_format_is_refused(game_format: str, scoring: str) -> None:
    assert faults(start(game_format, 4, scoring=scoring)) == [("not-a-choice", "/scoring")]


@pytest.mark.parametrize("edition", BOXES)
@pytest.mark.parametrize(
    ("game_format", "players"), [("individual", 2), ("teams", 4), ("challenge", 3)]
)
def test_every_format_can_be_played_with_every_box(
    edition: str, game_format: str, players: int
) -> None:
    table = Table(edition, ", ".join(NAMES[:players]), format=game_format, target=50)
    holding = ["B", "D"] if game_format == "teams" else NAMES[1:players]
    sides = BOXES[edition].deck.sides
    side = {"side": sides[0]} if sides else {}
    table.round(out="A", hands=dict.fromkeys(holding, 50), **side)
    assert table.winners == (["A", "C"] if game_format == "teams" else ["A"])


@pytest.fixture
def partners() -> Table:
    return Table("classic-108", "Ana, Bo, Cy, Dee", format="teams")


@pytest.fixture
def elimination() -> Table:
    """Return an elimination game in which Dee is eliminated and Ana, Bo and Cy are not."""
    table = Table("classic-108", "Ana, Bo, Cy, Dee", format="challenge", target=100)
    table.round(out="Ana", Bo=10, Cy=10, Dee=100)
    return table


def request(out: object, *resting: str, **hands: int) -> dict[str, Any]:
    caught = {name: hand_values(points) for name, points in hands.items()}
    return {"went_out": out, "hands": caught, "resting": list(resting)}


@cases(
    """values | expected
request("Ana", Bo=1, Cy=1, Dee=1) | hand-of-partner /hands/Cy
request("Ana", Ana=1, Bo=1, Dee=1) | hand-of-winner /hands/Ana
request("Ana", Bo=1, Cy=1) | hand-of-partner /hands/Cy, hand-missing /hands/Dee
request("Ana", "Cy", Bo=1, Dee=1) | nobody-rests /resting
request("Ana", "Bo", Dee=1) | nobody-rests /resting, hand-missing /hands/Bo
request("Ana & Cy", Bo=1, Dee=1) | unknown-player /went_out
{**request("Dee", Ana=1, Cy=1), "pile": {"points": 2}} | pile-and-hands /pile
""",
    request=request,
)
def test_faults_of_teams_rounds(partners: Table, values: dict[str, Any], expected: str) -> None:
    assert faults(lambda: partners.read(values)) == expected_faults(expected)


@cases(
    """values | expected
request("Ana", Bo=1, Cy=1, Dee=1) | not-playing /hands/Dee
request("Dee", Ana=1, Bo=1, Cy=1) | not-playing /went_out
request("Ana", "Dee", Bo=1, Cy=1) | not-playing /resting/0
request("Ana", "Bo", Bo=1, Cy=1) | hand-of-resting /hands/Bo
request("Ana", "Bo", "Cy") | too-few-play /resting
request("Ana", Bo=1) | hand-missing /hands/Cy
{"went_out": "Ana", "pile": {"points": 2}} | no-pile /pile
""",
    request=request,
)
def test_faults_of_invalid_elimination_rounds(
    elimination: Table, values: dict[str, Any], expected: str
) -> None:
    assert faults(lambda: elimination.read(values)) == expected_faults(expected)


def test_correcting_eliminating_round_requires_eliminated_players_hand(elimination: Table) -> None:
    values = round_values(out="Ana", Bo=10, Cy=10)
    assert faults(lambda: elimination.read(values, 1)) == [("hand-missing", "/hands/Dee")]
    elimination.correct(1, out="Ana", Bo=10, Cy=10, Dee=99)
    assert elimination.seated == ["Ana", "Bo", "Cy", "Dee"]


@pytest.mark.parametrize("change", [{"leave": ["Ana"]}, {"join": [{"name": "Zoe"}]}])
def test_players_cannot_leave_or_join_teams_game(partners: Table, change: dict[str, Any]) -> None:
    assert faults(lambda: partners.request(**change)) == [
        ("seats-are-fixed", f"/{next(iter(change))}")
    ]


def test_eliminated_player_cannot_be_dealer(elimination: Table) -> None:
    assert faults(lambda: elimination.set_dealer("Dee")) == [("not-playing", "/dealer")]


def test_eliminated_player_keeps_seat_until_leaving() -> None:
    table = Table("classic-108", ", ".join(NAMES[:10]), format="challenge", target=100)
    table.round(out="A", hands=dict.fromkeys(NAMES[1:9], 0) | {"J": 100})
    assert faults(lambda: table.join(Zoe=0)) == [("too-many-play", "/join")]
    table.leave("J")
    table.join(Zoe=0)
    assert table.seated == [*NAMES[:9], "Zoe"]
