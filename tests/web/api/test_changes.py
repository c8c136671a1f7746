"""Changes to a running game over JSON: settings, undo and redo, settled rulings."""

from typing import Any

import pytest

from tests.web.script import Script


def test_invalid_changes_are_refused_with_json_pointer(table: Script) -> None:
    """All other faults are tested in `tests/game/requests`."""
    before = table.state
    table.change(trget=700)
    assert list(table.assert_refused()) == [""]
    table.change(target=0, dealer="Zoe", join=[{"name": "x" * 25}])
    assert table.assert_refused().keys() == {"/target", "/dealer", "/join/0/name"}
    table.write("PUT", "/settled/stack.2on2", text=" ", from_round=0)
    assert table.assert_refused().keys() == {"/text", "/from_round"}
    table.write("PUT", "/settled/stack.2on2", text="x", custom="yes")
    assert list(table.assert_refused()) == ["/custom"]
    assert table.state == before


def test_undo_and_redo_go_through_changes_step_by_step(table: Script) -> None:
    table.round("Ana", Bo=5, Cy=0)
    table.change(target=700)
    table.undo()
    assert (table.state["target"], table.totals["Ana"]) == (500, 5)
    table.undo()
    assert table.state["rounds"] == []
    table.redo()
    table.redo()
    assert (table.state["target"], table.totals["Ana"], table.state["version"]) == (700, 5, 7)


@pytest.mark.parametrize("way", ["undo", "redo"])
def test_undo_and_redo_are_refused_in_new_game(table: Script, way: str) -> None:
    table.write("POST", f"/{way}")
    assert list(table.assert_refused()) == [""]
    assert table.state["version"] == 1


@pytest.mark.parametrize("body", [b"", b"{}", b'{"version": null}'])
def test_undo_needs_no_body(table: Script, body: bytes) -> None:
    table.round("Ana", Bo=5, Cy=0)
    assert table.send(body, "/undo").status_code == 200


def test_settled_ruling_is_set_replaced_and_deleted(table: Script) -> None:
    table.round("Ana", Bo=5, Cy=0)
    path = "/settled/stack.2on2"
    table.write("PUT", path, text=" A +2 may be put on a +2. ")
    settled = {
        "rule": "stack.2on2",
        "text": "A +2 may be put on a +2.",
        "custom": False,
        "from_round": 2,
    }
    assert table.state["settled"] == [settled]
    for first in (1, 4):
        table.write("PUT", path, text="Not any more.", from_round=first)
        now = settled | {"text": "Not any more.", "from_round": first}
        assert table.state["settled"] == [now]
    assert table.ask("DELETE", f"/games/{table.score_key}{path}").status_code == 200
    assert table.state["settled"] == []


def test_adopted_house_rule_is_shown_in_requested_language(table: Script) -> None:
    answer = table.write("PUT", "/settled/stack.2on2", custom=True)
    (settled,) = answer.json["game"]["settled"]
    ruling = ruling_of(table, "stack.2on2", "en")
    common = {"rule": "stack.2on2", "text": ruling["custom"]}
    assert settled == {**common, "custom": True, "from_round": 1}
    french = table.ask("GET", f"/games/{table.score_key}?lang=fr").json["game"]
    assert french["settled"][0]["text"] == ruling_of(table, "stack.2on2", "fr")["custom"]
    own = table.write("PUT", "/settled/stack.2on2", text="On empile !", custom=False)
    assert own.json["game"]["settled"][0] == settled | {"text": "On empile !", "custom": False}


def ruling_of(script: Script, rule: str, lang: str) -> dict[str, Any]:
    found: dict[str, Any] = script.ask("GET", f"/rulings/hello-kitty/{rule}?lang={lang}").json
    return found


@pytest.mark.parametrize(
    "rule", ["no.such", "Stack", "a b", "x" * 41, "a.b.c", "é", "stack.2on2.", "%00"]
)
def test_settling_unknown_rule_is_not_found(table: Script, rule: str) -> None:
    table.write("PUT", f"/settled/{rule}", text="x")
    table.assert_refused(404, "not-found")


def test_unsettling_rule_that_is_not_settled_is_not_found(table: Script) -> None:
    table.ask("DELETE", f"/games/{table.score_key}/settled/stack.2on2")
    table.assert_refused(404, "not-found")
    assert table.state["version"] == 1
