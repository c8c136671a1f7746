"""Minimal responses to a saved round, after which the page polls for the rest."""

import json
import re
from collections.abc import Mapping

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.web.script import Script, play_one_round

MINIMAL = {"HX-Request": "true", "HX-Request-Type": "partial", "Prefer": "return=minimal"}

FORM = {"went_out": "1", "points-2": "10", "points-3": "7"}


@pytest.fixture
def game(app: Flask) -> Script:
    """Return a script that has recorded one round of Ana, Bo and Cy."""
    return play_one_round(app)


def saved(game: Script, version: int = 2, form: Mapping[str, str] = FORM) -> TestResponse:
    fields = {"version": str(version), "request_id": f"{version}", "round": str(version)}
    fields |= FORM
    return game.client.post(
        f"/games/{game.score_key}/rounds", data={**fields, **form}, headers=MINIMAL
    )


def is_whole(answer: TestResponse) -> bool:
    assert answer.text.count('hx-target="#flash"') == 1
    assert ('id="live"' in answer.text) != ('hx-target="#standing"' in answer.text)
    return 'id="live"' in answer.text


def test_saved_round_gets_a_minimal_response(game: Script) -> None:
    answer = saved(game)
    assert not is_whole(answer)
    assert "Round 2: Ana\N{NO-BREAK SPACE}+17." in answer.text
    assert re.search(r'id="undo".*name="version" value="3"', answer.text, re.DOTALL)
    for below in ("form.round", "<fieldset", "All rounds", "of-each", "links"):
        assert below not in answer.text
    assert len(answer.data) < 6_000
    whole = game.client.get(f"/games/{game.score_key}").text
    # The minimal response's score sheet equals that of the whole page.
    (top,) = re.findall(r'(?s)<div class="cloth under">.*?</table>', answer.text)
    assert top in whole


def test_minimal_response_has_journal_entries_for_the_phones_copy(game: Script) -> None:
    """The entry before it is included, so that the phone can verify that its copy matches."""
    found = re.search(r"(?s)<script type=.application/json.>(.*?)</script>", saved(game).text)
    assert found
    journal = game.ask("GET", f"/games/{game.score_key}/journal", query_string={"since": 1})
    assert json.loads(found[1])["entries"] == journal.json["entries"]
    assert [each["version"] for each in journal.json["entries"]] == [2, 3]


def test_next_poll_gets_rest_of_page_without_news_of_own_round(game: Script) -> None:
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


def test_request_without_prefer_minimal_gets_the_whole_page(game: Script) -> None:
    path, form = f"/games/{game.score_key}/rounds", {"version": "2", "request_id": "x", **FORM}
    partial = {name: value for name, value in MINIMAL.items() if name != "Prefer"}
    assert is_whole(game.client.post(path, data=form, headers=partial))
    # Sent by a phone without scripts, or by one that had stored the round.
    again = {"Prefer": "return=minimal"}
    assert game.client.post(path, data=form, headers=again).status_code == 303


def test_retried_save_gets_the_whole_page(game: Script) -> None:
    assert not is_whole(saved(game))
    assert is_whole(saved(game))


def test_conflicting_or_refused_round_gets_the_whole_page(game: Script) -> None:
    game.round("Bo", Ana=5, Cy=6)
    conflict = saved(game)
    assert conflict.status_code == 409
    assert 'class="conflict"' in conflict.text
    refused = saved(game, 3, {"points-2": "many"})
    assert refused.status_code == 422
    assert is_whole(refused)


def test_round_that_ends_the_game_gets_the_whole_page(game: Script) -> None:
    assert is_whole(saved(game, 2, {"points-2": "999", "keep_anyway": "1"}))


def test_first_round_and_elimination_get_the_whole_page(app: Flask) -> None:
    first = Script(app, "203.0.113.9").start("Ana", "Bo", "Cy")
    assert is_whole(saved(first, 1))
    elimination = Script(app, "203.0.113.10").start(
        "Ana", "Bo", "Cy", "Dee", format="challenge", scoring="keep-own", target=50
    )
    elimination.round("Ana", Bo=5, Cy=6, Dee=7)
    assert not is_whole(saved(elimination, 2, {"points-4": "1"}))
    assert is_whole(saved(elimination, 3, {"points-4": "90"}))
