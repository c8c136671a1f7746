"""Tests of a game's state as JSON for the API."""

from typing import Any

from companion.game.reports.state import state
from tests.table import Table


def test_state_json_matches_specification() -> None:
    table = Table("hello-kitty", "Ana, Bo, Cy", dealer="Ana")
    table.round(out="Ana", Bo="7 skip wild", Cy=8)
    alone = [["Ana"], ["Bo"], ["Cy"]]
    hands = {"Bo": {"cards": ["7", "skip", "wild"], "points": 77}, "Cy": {"points": 8}}
    here = {"table": 1, "rotation": 1, "sides": alone}
    round_ = {**here, "number": 1, "went_out": "Ana", "hands": hands, "side": None}
    round_ |= {"points": [{"side": ["Ana"], "points": 85}], "marked": False, "after_end": False}
    round_ |= {"resting": [], "knocked_out": [], "recount": [], "notes": [], "remark": None}
    played = {"edition": "hello-kitty", "format": "individual", "scoring": "winner-collects"}
    standings = [standing(1, "Ana", 85), standing(2, "Bo", 0), standing(2, "Cy", 0)]
    tables = [{**here, "rounds_left": None}]
    promised: dict[str, Any] = {**played, "version": 2, "target": 500, "decks": 1}
    promised |= {"round_limit": None, "open_end": False, "title": None}
    promised |= {"status": "playing", "players": ["Ana", "Bo", "Cy"], "left_out": {}, "left": []}
    promised |= {"rounds_total": 1, "rounds": [round_], "standings": standings, "settled": []}
    promised |= {"adjustments": []}
    promised |= {"outcome": None, "next": {"dealer": "Bo", "tables": tables, "resting": []}}
    assert table.state == promised


def standing(rank: int, name: str, total: int) -> dict[str, object]:
    place = {"rank": rank, "side": [name], "total": total}
    return {**place, "rounds_played": 1, "eliminated_in_round": None}


def test_state_json_has_house_rules_decks_and_cards_left_out() -> None:
    table = Table("classic-112", "Ana, Bo", decks=2, left_out={"customizable": 6})
    table.settle("stack.2on2", "we stack")
    table.round(out="Bo", Ana=5)
    table.correct(1, out="Bo", Ana=6)
    values = table.state
    assert (values["decks"], values["left_out"]) == (2, {"customizable": 6})
    assert values["settled"] == [
        {"rule": "stack.2on2", "text": "we stack", "custom": False, "from_round": 1}
    ]


def test_state_json_has_last_200_rounds_or_requested_ones() -> None:
    table = Table("hello-kitty", "Ana, Bo", target=10_000)
    for number in range(203):
        table.round(out="Ana", Bo=number % 7)
    game = table.game

    def numbers(*span: int) -> list[int]:
        return [round_["number"] for round_ in state(game, *span)["rounds"]]

    assert state(game)["rounds_total"] == 203
    assert numbers() == list(range(4, 204))
    assert numbers(1) == list(range(1, 201))
    assert numbers(2, 5) == [2, 3, 4, 5]
    assert numbers(1, 203) == list(range(1, 201))
    assert numbers(200, 300) == [200, 201, 202, 203]
    assert numbers(300, 400) == []
    assert state(game)["standings"][0]["total"] == 29 * 21
