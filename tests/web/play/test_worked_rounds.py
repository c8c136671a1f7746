"""Rounds that were worked out by hand, entered in the form of the page."""

from typing import Any

import pytest

from tests.game.test_worked_rounds import ROUNDS
from tests.web.paper import Fields, Paper
from tests.web.script import Script

IDS = [round_["id"] for _, round_ in ROUNDS]


def enter_round(script: Script, options: dict[str, Any], round_: dict[str, Any]) -> Paper:
    """Start a game and save its first round by the form, one hand in words, the others by card."""
    players = list(round_["points"])
    script.start(*players, scoring=round_["scoring"], **options)
    paper = Paper(script.client).open(f"/games/{script.score_key}")
    seats = {name: str(number) for number, name in enumerate(players, start=1)}
    filled: Fields = [("went_out", seats[round_["went_out"]])]
    filled += [(f"knocked-out-{seats[name]}", "1") for name in round_["knocked_out"]]
    filled += [("side", round_["side"])] if round_["side"] else []
    for index, (name, cards) in enumerate(round_["hands"].items()):
        if index == 0:
            filled.append((f"words-{seats[name]}", ", ".join(cards)))
            continue
        counts = {f"count-{seats[name]}-{card}": cards.count(card) for card in cards}
        assert counts.keys() <= paper.typed.keys()
        filled += [(field, str(number)) for field, number in counts.items()]
    address = f"/games/{script.score_key}/rounds"
    paper.send_form(address, filled)
    # The first submission only shows the words as cards, and the second one saves the round.
    return paper.send_form(address, filled) if round_["hands"] else paper


@pytest.mark.parametrize(("box", "round_"), ROUNDS, ids=IDS)
def test_entered_round_gives_the_result_worked_out_by_hand(
    script: Script, box: dict[str, Any], round_: dict[str, Any]
) -> None:
    edition = round_["id"].partition("/")[0]
    known = script.ask("GET", f"/editions/{edition}").status_code == 200
    # A built-in box is started by its id, any other as a table's own box.
    paper = enter_round(script, {"edition": edition} if known else {"box": box}, round_)
    assert paper.status == 200
    assert script.totals == round_["points"]
    recorded = script.state["rounds"][0]
    assert recorded["side"] == round_["side"]
    assert sorted(recorded["knocked_out"]) == sorted(round_["knocked_out"])
    assert {n: sorted(h["cards"]) for n, h in recorded["hands"].items()} == {
        n: sorted(cards) for n, cards in round_["hands"].items()
    }
