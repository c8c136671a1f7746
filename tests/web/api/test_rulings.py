"""Rulings for scripts: one, all of a box, and the answers to a question."""

import pytest

from tests.table import BOXES
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


def test_the_same_in_french(script: Script) -> None:
    english, french = (
        script.ask("GET", f"/rulings/hello-kitty/stack.2on2{lang}").json
        for lang in ("", "?lang=fr")
    )
    assert french["verdict"] == "Non"
    assert french["question"].endswith("\u202f?")
    same = ("rule", "topic", "edition", "basis", "url", "related")
    assert {name: english[name] for name in same} == {name: french[name] for name in same}


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


def test_a_ruling_about_a_card_of_another_box_says_where_it_is(script: Script) -> None:
    told = script.ask("GET", "/rulings/hello-kitty/lo.effect").json
    assert (told["basis"], told["verdict"]) == ("not-in-edition", "Not in this box")
    assert "Toy Story 3" in told["text"]
    assert told["sheet"] == {"lines": [], "section": None, "place": "not in this box"}


def test_a_contradiction_gives_both_readings(script: Script) -> None:
    told = script.ask("GET", "/rulings/hello-kitty/wd4.same_colour_action").json
    assert told["basis"] == "contradiction"
    first, second = told["readings"]
    assert first["text"] != second["text"]
    assert first["sheet"]["place"].endswith("before the bracket")
    assert second["sheet"]["place"].endswith("in the bracket")


@pytest.mark.parametrize("box", BOXES)
def test_all_rulings_of_a_box(script: Script, box: str) -> None:
    told = script.ask("GET", f"/rulings/{box}").json["rulings"]
    assert len({each["rule"] for each in told}) == len(told) > 150
    assert {each["edition"] for each in told} == {box}
    assert "not-in-edition" not in {each["basis"] for each in told}
    known = {each["rule"] for each in told}
    assert all(set(each["related"]) <= known for each in told)


def test_a_question(script: Script) -> None:
    answer = script.ask("GET", "/rulings/hello-kitty?q=May+I+answer+a+%2B2+with+a+%2B2&limit=3")
    told = answer.json["results"]
    assert told[0]["rule"] == "stack.2on2"
    assert len(told) == 3


@pytest.mark.parametrize("box", BOXES)
def test_an_answer_stands_with_the_others_of_its_group(script: Script, box: str) -> None:
    here = {each["rule"] for each in script.ask("GET", f"/rulings/{box}").json["rulings"]}
    for asked in ("may+I+stack", "points+of+a+wild", "lotso", "swap", "how+many+skips"):
        told = script.ask("GET", f"/rulings/{box}?limit=50&q={asked}").json["results"]
        shown = [rule for each in told for rule in (each["rule"], *each["together"])]
        assert len(set(shown)) == len(shown) > 3
        assert here.issuperset(rule for each in told for rule in each["together"])
    (best, *_) = script.ask("GET", f"/rulings/{box}?q=may+I+play+a+%2B2+on+a+%2B2").json["results"]
    assert best["rule"] == "stack.2on2"
    assert {*best["together"]} == {"stack.cumulate2", "stack.how_many2"}


def test_only_an_answer_says_what_stands_with_it(script: Script) -> None:
    told = script.ask("GET", "/rulings/hello-kitty").json["rulings"]
    assert not any("together" in each for each in told)
    assert "together" not in script.ask("GET", "/rulings/hello-kitty/stack.2on2").json


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


def test_the_running_game_may_be_told(script: Script) -> None:
    answer = script.ask("GET", "/rulings/classic-108?q=reverse&players=2&format=individual")
    assert answer.status_code == 200
    assert answer.json["results"]


@pytest.mark.parametrize("path", ["/rulings/hello", "/rulings/hello-kitty/no.such"])
def test_what_is_not_there(script: Script, path: str) -> None:
    script.ask("GET", path)
    assert script.refused(404, "not-found") == {}


def test_only_a_rule_that_exists_can_be_settled(table: Script) -> None:
    table.write("PUT", "/settled/no.such", text="x")
    assert table.refused(404, "not-found") == {}
    assert table.write("PUT", "/settled/lo.effect", text="x").status_code == 200
