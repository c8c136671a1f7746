"""A game is started: what was asked for holds, what was not has its default."""

import unicodedata

import pytest

from tests.web.script import Script


def test_what_is_not_said_has_its_default(script: Script) -> None:
    answer = script.start().last
    assert answer.headers["Location"] == f"/games/{script.score_key}"
    assert answer.json.keys() == {"score_key", "watch_key", "group_key", "game"}
    game = answer.json["game"]
    assert (game["format"], game["scoring"]) == ("individual", "winner-collects")
    assert (game["target"], game["decks"], game["left_out"]) == (500, 1, {})
    assert (game["version"], game["status"], game["rounds"]) == (1, "playing", [])
    assert game["next"] == {
        "dealer": None,
        "tables": [
            {"table": 1, "rotation": 1, "sides": [["Ana"], ["Bo"], ["Cy"]], "rounds_left": None}
        ],
        "resting": [],
    }


def test_everything_is_said(script: Script) -> None:
    wishes = {"target": 10_000, "decks": 2, "left_out": {"skip": 3}, "dealer": "bo"}
    script.start(edition="classic-112", scoring="keep-own", **wishes)
    game = script.state
    assert (game["target"], game["decks"], game["left_out"]) == (10_000, 2, {"skip": 3})
    assert game["next"]["dealer"] == "Bo"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ana ", "Ana"),
        (unicodedata.normalize("NFD", "Zoé"), "Zoé"),
        ("x" * 24, "x" * 24),
        ("👩‍🚀", "👩‍🚀"),
        ("עמר", "עמר"),
        ("Jean-Luc d’Arc", "Jean-Luc d’Arc"),
    ],
)
def test_a_name_is_kept_as_people_write_it(script: Script, typed: str, kept: str) -> None:
    assert script.start(typed, "Bo").state["players"][0] == kept


def test_all_that_is_wrong_is_told_at_once(script: Script) -> None:
    """All that can be wrong is in `tests/game/requests`."""
    wishes = {"edition": "x", "players": ["Ana", "ana", "="], "target": 0, "left_out": {"a/b": 1}}
    script.ask("POST", "/games", json=wishes)
    assert script.refused().keys() == {
        "/edition", "/players/1", "/players/2", "/target", "/left_out/a~1b",
    }  # fmt: skip


@pytest.mark.parametrize("body", ["[]", "null", "7", '"Ana"', "true"])
def test_a_wish_that_names_nothing(script: Script, body: str) -> None:
    script.send(body, "/games")
    assert list(script.refused()) == [""]
