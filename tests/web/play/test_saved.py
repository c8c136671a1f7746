"""An open page is answered with what a saved round has changed, and asks for the rest of it."""

import json
import re
from collections.abc import Mapping

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.web.script import Script, after_a_round

LITTLE = {"HX-Request": "true", "HX-Request-Type": "partial", "Prefer": "return=minimal"}

FORM = {"went_out": "1", "points-2": "10", "points-3": "7"}


@pytest.fixture
def game(app: Flask) -> Script:
    """Play one round with Ana, Bo and Cy."""
    return after_a_round(app)


def saved(game: Script, version: int = 2, form: Mapping[str, str] = FORM) -> TestResponse:
    fields = {"version": str(version), "request_id": f"{version}", "round": str(version)}
    fields |= FORM
    return game.client.post(
        f"/games/{game.score_key}/rounds", data={**fields, **form}, headers=LITTLE
    )


def is_whole(answer: TestResponse) -> bool:
    assert answer.text.count('hx-target="#flash"') == 1
    assert ('id="live"' in answer.text) != ('hx-target="#standing"' in answer.text)
    return 'id="live"' in answer.text


def test_a_saved_round_is_answered_with_little(game: Script) -> None:
    answer = saved(game)
    assert not is_whole(answer)
    assert "Round 2: Ana\N{NO-BREAK SPACE}+17." in answer.text
    assert re.search(r'id="undo".*name="version" value="3"', answer.text, re.DOTALL)
    for below in ("form.round", "<fieldset", "All rounds", "<noscript", "links"):
        assert below not in answer.text
    assert len(answer.data) < 6_000
    whole = game.client.get(f"/games/{game.score_key}").text
    # What takes the place of the top of the page is what it is loaded with.
    (top,) = re.findall(r'(?s)<div class="cloth under">.*?</table>', answer.text)
    assert top in whole


def test_what_was_saved_comes_with_it_for_the_copy_of_the_phone(game: Script) -> None:
    """Behind the entry before it, by which the phone sees that its copy is of the same game."""
    found = re.search(r"(?s)<script type=.application/json.>(.*?)</script>", saved(game).text)
    assert found
    journal = game.ask("GET", f"/games/{game.score_key}/journal", query_string={"since": 1})
    assert json.loads(found[1])["entries"] == journal.json["entries"]
    assert [each["version"] for each in journal.json["entries"]] == [2, 3]


def test_what_is_below_follows_and_tells_a_phone_no_round_of_its_own(game: Script) -> None:
    saved(game)

    def asked(since: str) -> TestResponse:
        return game.client.get(f"/games/{game.score_key}", query_string={"since": since})

    follows = asked("3b")
    assert "All rounds" in follows.text
    assert '"since": "3"' in follows.text
    assert "Meanwhile" not in follows.text
    assert asked("3").status_code == 204
    game.round("Bo", Ana=5, Cy=6)
    assert "Round 3: Bo went out. Ana 5, Cy 6." in asked("3b").text


def test_who_asks_for_no_little_answer_gets_the_whole_page(game: Script) -> None:
    path, form = f"/games/{game.score_key}/rounds", {"version": "2", "request_id": "x", **FORM}
    partial = {name: value for name, value in LITTLE.items() if name != "Prefer"}
    assert is_whole(game.client.post(path, data=form, headers=partial))
    # As a phone without scripts sends it, or one that held the round back.
    again = {"Prefer": "return=minimal"}
    assert game.client.post(path, data=form, headers=again).status_code == 303


def test_a_save_that_is_tried_again_is_shown_with_all_that_came_since(game: Script) -> None:
    assert not is_whole(saved(game))
    assert is_whole(saved(game))


def test_a_round_that_somebody_saved_meanwhile_is_shown_whole(game: Script) -> None:
    game.round("Bo", Ana=5, Cy=6)
    conflict = saved(game)
    assert conflict.status_code == 409
    assert 'class="conflict"' in conflict.text
    refused = saved(game, 3, {"points-2": "many"})
    assert refused.status_code == 422
    assert is_whole(refused)


def test_the_end_is_shown_whole(game: Script) -> None:
    assert is_whole(saved(game, 2, {"points-2": "999", "keep_anyway": "1"}))


def test_a_round_that_changes_more_than_totals_is_shown_whole(app: Flask) -> None:
    first = Script(app, "203.0.113.9").start("Ana", "Bo", "Cy")
    assert is_whole(saved(first, 1))
    fallen = Script(app, "203.0.113.10").start(
        "Ana", "Bo", "Cy", "Dee", format="challenge", scoring="keep-own", target=50
    )
    fallen.round("Ana", Bo=5, Cy=6, Dee=7)
    assert not is_whole(saved(fallen, 2, {"points-4": "1"}))
    assert is_whole(saved(fallen, 3, {"points-4": "90"}))
