"""The rounds that were worked out by hand, sent by a script."""

from typing import Any

import pytest

from tests.game.test_worked_rounds import EVERY
from tests.web.script import Script

IDS = [round_["id"] for _, round_ in EVERY]


def credited(script: Script, wish: dict[str, Any], round_: dict[str, Any]) -> dict[str, int]:
    """Play one round at a new table; return what everybody then has."""
    players = list(round_["points"])
    start = {**wish, "players": players, "scoring": round_["scoring"]}
    script.opened(script.ask("POST", "/games", json=start))
    hands = {name: {"cards": cards} for name, cards in round_["hands"].items()}
    values = {name: round_[name] for name in ("went_out", "side", "knocked_out")}
    assert script.asked_round(**values, hands=hands).status_code == 201, script.last.text
    return script.totals


@pytest.mark.parametrize(("box", "round_"), EVERY, ids=IDS)
def test_with_the_box_that_it_is_worked_out_for(
    script: Script, box: dict[str, Any], round_: dict[str, Any]
) -> None:
    edition = round_["id"].partition("/")[0]
    assert credited(script, {"box": box}, round_) == round_["points"]
    if script.ask("GET", f"/editions/{edition}").status_code == 200:
        assert credited(script, {"edition": edition}, round_) == round_["points"]
        sheet = script.read("/score-sheet.txt").text
        assert sheet.startswith(f"edition: {edition}\n")


def test_just_points_and_boxes_of_rounds_take_totals(script: Script) -> None:
    for edition in ("just-points", "remix"):
        script.start("Ana", "Bo", edition=edition, scoring="keep-own")
        assert script.state["target"] == 500
        script.asked_round(went_out="Ana", hands={"Bo": {"points": -7}})
        assert script.totals == {"Bo": -7, "Ana": 0}
        script.asked_round(went_out="Ana", hands={"Bo": {"cards": ["7"]}})
        assert list(script.refused()) == ["/hands/Bo/cards/0"]


def test_an_unread_box_has_cards_and_sources_but_no_rulings(script: Script) -> None:
    listed = script.ask("GET", "/editions?lang=fr").json["editions"]
    flip = next(each for each in listed if each["edition"] == "flip")
    assert flip == {
        "edition": "flip", "name": "UNO Flip!", "sheet": "unread", "box_count": 112,
        "deck_count": 112, "sides": ["light", "dark"], "knock_out": None, "players": [2, 10],
        "colours": ["bleu", "vert", "rouge", "jaune", "rose", "turquoise", "orange", "violet"],
        "scorings": ["winner-collects", "keep-own"], "target": 500,
    }  # fmt: skip
    flip = script.ask("GET", "/editions/flip").json
    assert [c["side"] for c in flip["cards"] if c["card"] == "reverse"] == ["light", "dark"]
    assert [c["points"] for c in flip["cards"] if c["card"] == "draw-five"] == [20]
    assert (flip["confidence"], len(flip["sources"])) == ("leaflet", 4)
    assert script.ask("GET", "/rulings/flip").json == {"rulings": []}
    asked = script.ask("GET", "/rulings/flip?q=stack").json
    assert (asked["sure"], asked["results"]) == (False, [])
    assert script.ask("GET", "/rulings/flip/stack.2on2").status_code == 404
