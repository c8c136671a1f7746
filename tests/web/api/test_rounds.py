"""Starting a game over JSON, and recording, correcting and removing rounds."""

import pytest

from tests.rows import cases
from tests.web.script import Script


def test_winner_collects_points_of_other_hands(table: Script) -> None:
    answer = table.round("Ana", Bo=["7", "skip", "wild"], Cy=8)
    assert answer.status_code == 201
    game = answer.json["game"]  # in full in tests/game/reports/test_state.py
    (round_,) = game["rounds"]
    assert round_["hands"]["Bo"] == {"cards": ["7", "skip", "wild"], "points": 77}
    assert round_["points"] == [{"side": ["Ana"], "points": 85}]
    assert (game["version"], game["rounds_total"]) == (2, 1)


BOTH = {"Bo": {"points": 7}, "Cy": {"points": 8}}


@cases("""changed | places
{"went_out": "Zoe"} | ["/went_out"]
{"hands": {"Bo": {"cards": ["7", 7]}, "a/b~c": {}}, "keep_anyway": 1}
| ["/hands/Bo/cards/1", "/hands/Cy", "/hands/a~1b~0c", "/keep_anyway"]
{"notes": [{"rule": "ch.guilty", "text": "x"}, {"rule": "uno", "text": "x"}]} | ["/notes/1/rule"]
""")
def test_invalid_rounds_are_refused_with_json_pointer(
    played: Script, changed: dict[str, object], places: list[str]
) -> None:
    """All other faults are tested in `tests/game/requests`."""
    before = played.state
    values: dict[str, object] = {"went_out": "Ana", "hands": BOTH} | changed
    for method, path in (("POST", "/rounds"), ("PUT", "/rounds/1")):
        played.ask(method, f"/games/{played.score_key}{path}", json=values)
        assert sorted(played.assert_refused()) == places
    assert played.state == before


def test_correcting_round_changes_totals(table: Script) -> None:
    table.round("Ana", Bo=7, Cy=8)
    assert table.correct(1, "Bo", Ana=50, Cy=8).status_code == 200
    assert table.totals == {"Bo": 58, "Ana": 0, "Cy": 0}
    assert table.state["rounds_total"] == 1


def test_removing_round_renumbers_later_rounds(table: Script) -> None:
    for points in (1, 2, 3):
        table.round("Ana", Bo=points, Cy=0)
    assert table.remove(2).status_code == 200
    rounds = table.state["rounds"]
    assert [(each["number"], each["points"][0]["points"]) for each in rounds] == [(1, 1), (2, 3)]


@pytest.mark.parametrize("number", ["0", "2", "9" * 9, "9" * 5000, "-1", "1.0", "one", "\uff11"])
def test_unknown_round_number_is_not_found(table: Script, number: str) -> None:
    table.round("Ana", Bo=7, Cy=8)
    before = table.state
    path = f"/games/{table.score_key}/rounds/{number}"
    table.ask("DELETE", path)
    assert table.assert_refused(404, "not-found") == {}
    values = {"went_out": "Ana", "pile": {"points": 1}}
    table.ask("PUT", path, json=values)
    table.assert_refused(404, "not-found")
    assert table.state == before


def test_new_game_without_settings_has_defaults(script: Script) -> None:
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


def test_all_faults_of_new_game_are_reported_at_once(script: Script) -> None:
    """All other faults are tested in `tests/game/requests`."""
    settings = {"edition": "x", "players": ["Ana", "ana", "="], "target": 0, "left_out": {"a/b": 1}}
    script.ask("POST", "/games", json=settings)
    assert script.assert_refused().keys() == {
        "/edition", "/players/1", "/players/2", "/target", "/left_out/a~1b",
    }  # fmt: skip


@pytest.mark.parametrize("body", ["[]", "null", "7", '"Ana"', "true"])
def test_new_game_body_that_is_no_object_is_refused(script: Script, body: str) -> None:
    script.send(body, "/games")
    assert list(script.assert_refused()) == [""]
