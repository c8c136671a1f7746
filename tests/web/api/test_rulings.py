"""Rulings over JSON: a single one, the answers to a question, unread boxes."""

import pytest

from tests.web.script import Script


def test_ruling_has_verdict_place_url_and_related_rules(script: Script) -> None:
    ruling = script.ask("GET", "/rulings/hello-kitty/stack.2on2").json
    assert (ruling["rule"], ruling["topic"], ruling["edition"]) == (
        "stack.2on2", "stack-draw-two", "hello-kitty",
    )  # fmt: skip
    assert (ruling["verdict"], ruling["basis"]) == ("No", "implied")
    assert ruling["sheet"] == {
        "lines": [62],
        "section": "What the cards do",
        "place": "«Fonctions des cartes Action», «Carte +2», 1st sentence",
    }
    assert ruling["url"] == "/rules/hello-kitty/stack-draw-two#stack.2on2"
    assert "stack.4on2" in ruling["related"]


@pytest.mark.parametrize("path", ["", "?q=stack", "/stack.2on2"])
@pytest.mark.parametrize("lang", ["", "lang=", "lang=de"])
def test_only_lang_parameter_sets_ruling_language(script: Script, path: str, lang: str) -> None:
    address = f"/api/rulings/hello-kitty{path}{'&' if '?' in path else '?'}{lang}"
    in_france = {"Accept-Language": "fr-CA, fr;q=0.9", "Cookie": "lang=fr"}
    answer = script.client.get(address, headers=in_france)
    assert answer.json == script.client.get(address).json
    english, french = (
        script.client.get(f"/api/rulings/hello-kitty{path}{'&' if '?' in path else '?'}lang={each}")
        for each in ("en", "fr")
    )
    assert answer.json == english.json != french.json


def test_question_returns_best_answers_up_to_limit(script: Script) -> None:
    answer = script.ask("GET", "/rulings/hello-kitty?q=May+I+answer+a+%2B2+with+a+%2B2&limit=3")
    results = answer.json["results"]
    assert results[0]["rule"] == "stack.2on2"
    assert len(results) == 3


WRONG = {
    "limit=0": "/limit",
    "limit=51": "/limit",
    "limit=x": "/limit",
    "limit=1.5": "/limit",
    "limit=": "/limit",
    "players=0": "/players",
    "players=61": "/players",
    "format=solo": "/format",
}


@pytest.mark.parametrize("option", WRONG)
def test_invalid_search_options_are_refused(script: Script, option: str) -> None:
    for question in ("q=uno&", ""):
        script.ask("GET", f"/rulings/hello-kitty?{question}{option}")
        assert list(script.assert_refused()) == [WRONG[option]]


@pytest.mark.parametrize(
    "path", ["/editions/classic-1080", "/rulings/hello", "/rulings/hello-kitty/no.such"]
)
def test_unknown_edition_or_rule_is_not_found(script: Script, path: str) -> None:
    script.ask("GET", path)
    assert script.assert_refused(404, "not-found") == {}


def test_boxes_without_cards_accept_totals(script: Script) -> None:
    for edition in ("just-points", "remix"):
        script.start("Ana", "Bo", edition=edition, scoring="keep-own")
        assert script.state["target"] == 500
        script.record_round(went_out="Ana", hands={"Bo": {"points": -7}})
        assert script.totals == {"Bo": -7, "Ana": 0}
        script.record_round(went_out="Ana", hands={"Bo": {"cards": ["7"]}})
        assert list(script.assert_refused()) == ["/hands/Bo/cards/0"]


def test_unread_box_has_cards_and_sources_but_no_rulings(script: Script) -> None:
    listed = script.ask("GET", "/editions?lang=fr").json["editions"]
    attack = next(each for each in listed if each["edition"] == "attack")
    assert (attack["sheet"], attack["leaflet"], attack["sides"]) == ("unread", None, None)
    attack = script.ask("GET", "/editions/attack").json
    assert attack["confidence"] == "leaflet"
    assert attack["sources"]
    assert attack["cards"]
    assert script.ask("GET", "/rulings/attack").json == {"rulings": []}
    asked = script.ask("GET", "/rulings/attack?q=stack").json
    assert (asked["sure"], asked["results"]) == (False, [])
    assert script.ask("GET", "/rulings/attack/stack.2on2").status_code == 404


def test_two_sided_box_lists_cards_and_colours_of_both_sides(script: Script) -> None:
    listed = script.ask("GET", "/editions?lang=fr").json["editions"]
    flip = next(each for each in listed if each["edition"] == "flip")
    assert flip == {
        "edition": "flip", "name": "UNO Flip!", "sheet": "read",
        "leaflet": {"item": "GDR44", "year": 2018, "languages": ["en", "es"]},
        "box_count": 112,
        "deck_count": 112, "sides": ["light", "dark"], "knock_out": None, "players": [2, 10],
        "colours": ["bleu", "vert", "rouge", "jaune", "rose", "turquoise", "orange", "violet"],
        "scorings": ["winner-collects", "keep-own"], "target": 500,
    }  # fmt: skip
    flip = script.ask("GET", "/editions/flip").json
    assert [c["side"] for c in flip["cards"] if c["card"] == "reverse"] == ["light", "dark"]
    assert [c["points"] for c in flip["cards"] if c["card"] == "draw-five"] == [20]
