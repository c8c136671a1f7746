"""A game is started: what was asked for holds, what was not has its default."""

import unicodedata

import pytest

from tests.table import BOXES
from tests.web.script import Script


@pytest.mark.parametrize("scoring", ["winner-collects", "keep-own"])
@pytest.mark.parametrize("box", BOXES)
def test_both_scorings_with_every_box(script: Script, box: str, scoring: str) -> None:
    script.start(edition=box, scoring=scoring)
    assert (script.state["edition"], script.state["scoring"]) == (box, scoring)


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


def test_null_is_as_good_as_nothing_said(script: Script) -> None:
    script.start(target=None, decks=None, left_out=None, dealer=None, scoring=None, format=None)
    assert script.state["target"] == 500


@pytest.mark.parametrize("number", [2, 10])
def test_two_to_ten_play(script: Script, number: int) -> None:
    script.start(*(f"Player {seat}" for seat in range(number)))
    assert len(script.state["players"]) == number


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


BAD_NAMES = {
    "": "name",
    "   ": "name",
    "x" * 25: "24",
    "x" * 10_000: "24",
    "=1+1": "=",
    "Bo, Cy": ",",
    "a;b": ";",
    "a:b": ":",
    "a|b": "|",
    "a#b": "#",
    "wow!": "!",
    "Ana\u202eoB": "invisible",
    "Ana\u200f": "invisible",
    "A\u0000na": "invisible",
    "A\nna": "invisible",
    "A\u200bna": "invisible",
}


@pytest.mark.parametrize("name", BAD_NAMES)
def test_a_name_that_is_no_name(script: Script, name: str) -> None:
    script.ask("POST", "/games", json={"edition": "classic-108", "players": ["Bo", name]})
    fields = script.refused()
    assert list(fields) == ["/players/1"]
    assert BAD_NAMES[name] in fields["/players/1"]


@pytest.mark.parametrize(
    ("first", "second"),
    [("Bo", "Bo"), ("Bo", " Bo "), ("Bo", "bO"), ("Bo", "\uff22\uff4f"), ("Straße", "STRASSE")],
)
def test_two_players_can_not_have_one_name(script: Script, first: str, second: str) -> None:
    script.ask("POST", "/games", json={"edition": "classic-108", "players": [first, second]})
    assert list(script.refused()) == ["/players/1"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("edition", "classic-1080"),
        ("edition", None),
        ("edition", ["classic-108"]),
        ("format", "solo"),
        ("format", {}),
        ("scoring", "loser-collects"),
        ("players", ["Ana"]),
        ("players", [f"P{n}" for n in range(11)]),
        ("players", "Ana, Bo"),
        ("players", {"Ana": 1}),
        ("players", None),
        ("target", 0),
        ("target", 10_001),
        ("target", -5),
        ("target", 99.5),
        ("target", "500"),
        ("target", True),
        ("target", 10**30),
        ("decks", 0),
        ("decks", 5),
        ("decks", [1]),
        ("left_out", [1]),
        ("left_out", "skip"),
        ("dealer", "Zoe"),
        ("dealer", 1),
    ],
)
def test_a_wish_that_can_not_be_granted(script: Script, field: str, value: object) -> None:
    wishes = {"edition": "classic-108", "players": ["Ana", "Bo"], field: value}
    script.ask("POST", "/games", json=wishes)
    assert f"/{field}" in script.refused()


@pytest.mark.parametrize(
    ("left_out", "place"),
    [
        ({"lotso": 1}, "/left_out/lotso"),
        ({"skip": 9}, "/left_out/skip"),
        ({"skip": -1}, "/left_out/skip"),
        ({"skip": 0.5}, "/left_out/skip"),
        ({"skip": None}, "/left_out/skip"),
        ({"a/b~c": 1}, "/left_out/a~1b~0c"),
    ],
)
def test_what_can_not_be_left_out(script: Script, left_out: object, place: str) -> None:
    wishes = {"edition": "classic-108", "players": ["Ana", "Bo"], "left_out": left_out}
    script.ask("POST", "/games", json=wishes)
    assert list(script.refused()) == [place]


def test_all_that_is_wrong_is_told_at_once(script: Script) -> None:
    wishes = {"edition": "x", "players": ["Ana", "ana", "="], "target": 0, "decks": 9}
    script.ask("POST", "/games", json=wishes)
    assert script.refused().keys() == {
        "/edition", "/players/1", "/players/2", "/target", "/decks",
    }  # fmt: skip


@pytest.mark.parametrize("body", ["[]", "null", "7", '"Ana"', "true"])
def test_a_wish_that_names_nothing(script: Script, body: str) -> None:
    script.send(body, "/games")
    assert list(script.refused()) == [""]
