"""Journals exported from a server are accepted by another, with every kind of entry and name."""

from typing import Any
from unicodedata import category

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.game.entries import KINDS
from companion.game.players import LONGEST_NAME, clean, faults_of
from tests.game.boxes import KNOCK_OUT_BOX
from tests.services.test_recovery import phone_copy_of, restore
from tests.web.script import Script

NAMES = (
    st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=LONGEST_NAME)
    .map(clean)
    .filter(lambda name: not faults_of(name))
)


def write_ok(script: Script, method: str, path: str, **values: object) -> None:
    answer = script.write(method, path, **values)
    assert answer.status_code in {200, 201}, answer.text


def tournament_of_every_kind(script: Script, first: str, second: str, third: str) -> None:
    """Play a tournament with every kind of entry that only a tournament has."""
    script.start(format="tournament", edition="classic-108", open_seats=True, rotations=3)
    join = f"/join/{script.last.json['join_key']}"
    others = [f"Player {number}" for number in range(4, 7)]
    for name in (first, second, *others):
        script.ask("POST", join, json={"name": name})
    write_ok(script, "PATCH", "", open_seats=False)
    write_ok(script, "PATCH", "", seat=4, name=third)
    write_ok(script, "PATCH", "", seat=5, name="Bartholomäus-Johannes-Xx")
    for seat in ("4", "5"):
        script.client.post(f"/games/{script.score_key}/phone", data={"seat": seat})
        rotations = str(1 + int(seat) % 2)
        form = {"change": "rotations", "rotations": rotations}
        script.client.post(f"/games/{script.score_key}/settings", data=form)
    write_ok(script, "PATCH", "", rotations=4)
    table = script.state["next"]["tables"][0]
    (out, _), (left, right) = table["sides"]
    hands = {left: {"points": 5}, right: {"points": 6}}
    write_ok(script, "POST", "/rounds", went_out=out, hands=hands, table=1, rotation=1)
    write_ok(script, "PATCH", "", leave=[script.state["players"][0]])
    write_ok(script, "PATCH", "", finish=True)


def heats_of_every_kind(script: Script, *names: str) -> None:
    """Play the first stage of heats, and draw the next one, which is removed and drawn again."""
    others = [f"Player {number}" for number in range(4, 8)]
    players = [*names, *others]
    script.start(*players, format="heats", edition="just-points", rounds_per_table=1)
    write_ok(script, "PATCH", "", title="The “cup” # 1")
    for table in script.state["next"]["tables"]:
        (out,), *rest = table["sides"]
        where = {"table": table["table"], "rotation": table["rotation"]}
        hands = {name: {"points": 5} for (name,) in rest}
        write_ok(script, "POST", "/rounds", went_out=out, hands=hands, **where)
    write_ok(script, "POST", "/stages")
    assert script.ask("DELETE", f"/games/{script.score_key}/stages/2").status_code == 200
    write_ok(script, "POST", "/stages")
    page = script.client.post(f"/games/{script.score_key}/stages", data={"draw": "again"})
    assert page.status_code == 303


def game_of_every_kind(script: Script, *names: str) -> None:
    """Play a game with its own box and make every change that can be made to it."""
    first, second, third = names
    script.start(*names, box=KNOCK_OUT_BOX)
    hands = {second: {"cards": ["7", "skip"]}, third: {"points": 8}}
    write_ok(script, "POST", "/rounds", went_out=first, hands=hands, request_id="é" * 64)
    write_ok(script, "POST", "/rounds", went_out=second, knocked_out=[first, third])
    write_ok(script, "PUT", "/rounds/1", went_out=first, pile={"points": 9}, remark="é; “7 # 8")
    write_ok(script, "PATCH", "", card={"name": "Forgotten", "points": 5})
    write_ok(script, "PATCH", "", target=700, dealer=second)
    write_ok(script, "PATCH", "", round_limit=9, dealer=first)
    write_ok(script, "PATCH", "", open_end=True)
    write_ok(script, "PATCH", "", stop_at="2026-11-21T22:00+01:00")
    write_ok(script, "PUT", "/settled/uno.when", text="At once.")
    assert script.ask("DELETE", f"/games/{script.score_key}/settled/uno.when").status_code == 200
    write_ok(script, "PATCH", "", players=[second + "2", first + "1", third + "3"])
    write_ok(script, "POST", "/undo")
    write_ok(script, "POST", "/redo")
    write_ok(script, "PATCH", "", join=[{"name": "Zoë", "total": 40}])
    assert script.remove(2).status_code == 200
    write_ok(script, "POST", "/adjustments", player="Zoë", points=-10, why="forgot\tUNO")
    adjustment = f"/games/{script.score_key}/adjustments/1"
    assert script.ask("DELETE", adjustment).status_code == 200
    write_ok(script, "PATCH", "", finish=True)


@settings(
    max_examples=6,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(names=st.lists(NAMES.filter(lambda name: len(name) < LONGEST_NAME), min_size=3, max_size=3))
def test_exported_journals_are_restored_and_imported_unchanged(
    app: Flask, empty_app: Flask, names: list[str]
) -> None:
    unique = {clean(name) + mark for name, mark in zip(names, "ABC", strict=True)}
    if any(faults_of(name) for name in unique):
        return
    kinds = set()
    for play in (game_of_every_kind, tournament_of_every_kind, heats_of_every_kind):
        script = Script(app, "203.0.113.1")
        play(script, *sorted(unique))
        kept = phone_copy_of(script)
        kinds |= {kind for entry in kept["entries"] for kind in kinds_of(entry)}
        back = restore(empty_app, kept)
        assert back.last.status_code == 201, back.last.text
        assert back.read("/journal").json == script.read("/journal").json
        assert phone_copy_of(back)["entries"] == kept["entries"]
        moved = Script(empty_app, "203.0.113.2").import_journal(script.read("/journal").json)
        assert moved.last.headers["Location"] == f"/games/{moved.score_key}"
        assert moved.score_key != script.score_key
        assert moved.state == script.state
        assert moved.read("/journal").json == script.read("/journal").json
    assert kinds == KINDS.keys()


def kinds_of(entry: dict[str, Any]) -> set[str]:
    return {entry["kind"], *(part["kind"] for part in entry.get("parts", ()))}


@pytest.mark.parametrize("by", ["=1+1", "Maximiliane-Alexandra-00 / Bartholomaeus-Johannes-X", "é"])
def test_restored_entry_accepts_any_valid_author(app: Flask, empty_app: Flask, by: str) -> None:
    kept = phone_copy_of(Script(app, "203.0.113.1").start())
    kept["entries"][0]["by"] = by
    assert restore(empty_app, kept).last.status_code == 201


@pytest.mark.parametrize("sign", ["\x00", "\x1b", "\x85", "\ud800"])
@pytest.mark.parametrize("name", ["by", "request_id"])
def test_restore_handles_control_characters_and_surrogates_in_entries(
    app: Flask, empty_app: Flask, name: str, sign: str
) -> None:
    assert category(sign) in {"Cc", "Cs"}
    kept = phone_copy_of(Script(app, "203.0.113.1").start())
    kept["entries"][0] |= {name: f"A{sign}", "fingerprint": "0"}
    back = restore(empty_app, kept)
    # 400: a lone surrogate makes the JSON invalid. 422: `by` may have no control characters.
    refused = 400 if category(sign) == "Cs" else 422 if name == "by" else 201
    assert back.last.status_code == refused


def test_history_marks_restored_entry_older_than_the_one_before(app: Flask) -> None:
    table = Script(app, "203.0.113.1").start()
    table.round("Ana", Bo=7, Cy=8)
    kept = phone_copy_of(table)
    later = {**kept["entries"][1], "version": 3, "request_id": None, "at": "1999-01-01T00:00:00Z"}
    kept["entries"].append(later | {"by": "Bo"})
    assert restore(app, kept).last.status_code == 200
    history = table.client.get(f"/games/{table.score_key}/history").text
    assert history.count("brought by a phone") == 1
