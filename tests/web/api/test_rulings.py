"""Rulings for scripts: one, all of a box, and the answers to a question."""

import pytest

from tests.web.script import Script


def test_one_ruling(script: Script) -> None:
    told = script.ask("GET", "/rulings/hello-kitty/stack.2on2").json
    assert (told["rule"], told["topic"], told["edition"]) == (
        "stack.2on2", "stack-draw-two", "hello-kitty",
    )  # fmt: skip
    assert (told["verdict"], told["basis"]) == ("No", "implied")
    assert told["sheet"] == {
        "lines": [62],
        "section": "What the cards do",
        "place": "«Fonctions des cartes Action», «Carte +2», 1st sentence",
    }
    assert told["url"] == "/rules/hello-kitty/stack-draw-two#stack.2on2"
    assert "stack.4on2" in told["related"]


@pytest.mark.parametrize("wish", ["", "?q=stack", "/stack.2on2"])
@pytest.mark.parametrize("lang", ["", "lang=", "lang=de"])
def test_only_lang_chooses_the_language_of_rulings(script: Script, wish: str, lang: str) -> None:
    address = f"/api/rulings/hello-kitty{wish}{'&' if '?' in wish else '?'}{lang}"
    in_france = {"Accept-Language": "fr-CA, fr;q=0.9", "Cookie": "lang=fr"}
    answer = script.client.get(address, headers=in_france)
    assert answer.json == script.client.get(address).json
    english, french = (
        script.client.get(f"/api/rulings/hello-kitty{wish}{'&' if '?' in wish else '?'}lang={each}")
        for each in ("en", "fr")
    )
    assert answer.json == english.json != french.json


def test_a_question(script: Script) -> None:
    answer = script.ask("GET", "/rulings/hello-kitty?q=May+I+answer+a+%2B2+with+a+%2B2&limit=3")
    told = answer.json["results"]
    assert told[0]["rule"] == "stack.2on2"
    assert len(told) == 3


WRONG = {
    "limit=0": "/limit",
    "limit=51": "/limit",
    "limit=x": "/limit",
    "limit=1.5": "/limit",
    "limit=": "/limit",
    "players=0": "/players",
    "players=41": "/players",
    "format=solo": "/format",
}


@pytest.mark.parametrize("wish", WRONG)
def test_what_can_not_be_wished_for(script: Script, wish: str) -> None:
    for question in ("q=uno&", ""):
        script.ask("GET", f"/rulings/hello-kitty?{question}{wish}")
        assert list(script.refused()) == [WRONG[wish]]


@pytest.mark.parametrize(
    "path", ["/editions/classic-1080", "/rulings/hello", "/rulings/hello-kitty/no.such"]
)
def test_what_is_not_there(script: Script, path: str) -> None:
    script.ask("GET", path)
    assert script.refused(404, "not-found") == {}


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
