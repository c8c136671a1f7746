"""Whatever a phone keeps of a game is taken back: every kind of entry, every name, every clock."""

from typing import Any
from unicodedata import category

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.game.entries import KINDS
from companion.game.players import LONGEST_NAME, clean, faults_of
from tests.game.boxes import MERCILESS
from tests.services.test_recovery import bring_back, kept_by_phone
from tests.web.script import Script

NAMES = (
    st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=LONGEST_NAME)
    .map(clean)
    .filter(lambda name: not faults_of(name))
)


def done(script: Script, method: str, path: str, **values: object) -> None:
    answer = script.write(method, path, **values)
    assert answer.status_code in {200, 201}, answer.text


def tournament_of_every_kind(script: Script, first: str, second: str, third: str) -> None:
    """Seat people who come by the link, let one leave, another stand in, and write as that seat."""
    script.start(format="tournament", edition="classic-108", open_seats=True, rotations=3)
    join = f"/join/{script.last.json['join_key']}"
    others = [f"Player {number}" for number in range(4, 7)]
    for name in (first, second, *others):
        script.ask("POST", join, json={"name": name})
    done(script, "PATCH", "", open_seats=False)
    done(script, "PATCH", "", seat=4, name=third)
    done(script, "PATCH", "", seat=5, name="Bartholomäus-Johannes-Xx")
    for seat in ("4", "5"):
        script.client.post(f"/games/{script.score_key}/phone", data={"seat": seat})
        rotations = str(1 + int(seat) % 2)
        form = {"change": "rotations", "rotations": rotations}
        script.client.post(f"/games/{script.score_key}/settings", data=form)
    done(script, "PATCH", "", rotations=4)
    table = script.state["next"]["tables"][0]
    (out, _), (left, right) = table["sides"]
    hands = {left: {"points": 5}, right: {"points": 6}}
    done(script, "POST", "/rounds", went_out=out, hands=hands, table=1, rotation=1)
    done(script, "PATCH", "", leave=[script.state["players"][0]])
    done(script, "PATCH", "", finish=True)


def game_of_every_kind(script: Script, *names: str) -> None:
    """Change everything that can be changed at a table with its own box."""
    first, second, third = names
    script.start(*names, box=MERCILESS)
    hands = {second: {"cards": ["7", "skip"]}, third: {"points": 8}}
    done(script, "POST", "/rounds", went_out=first, hands=hands, request_id="é" * 64)
    done(script, "POST", "/rounds", went_out=second, knocked_out=[first, third])
    done(script, "PUT", "/rounds/1", went_out=first, pile={"points": 9})
    done(script, "PATCH", "", card={"name": "Forgotten", "points": 5})
    done(script, "PATCH", "", target=700, dealer=second)
    done(script, "PATCH", "", stop_at="2026-11-21T22:00+01:00")
    done(script, "PUT", "/settled/uno.when", text="At once.")
    assert script.ask("DELETE", f"/games/{script.score_key}/settled/uno.when").status_code == 200
    done(script, "PATCH", "", players=[second + "2", first + "1", third + "3"])
    done(script, "POST", "/undo")
    done(script, "POST", "/redo")
    done(script, "PATCH", "", join=[{"name": "Zoë", "total": 40}])
    assert script.remove(2).status_code == 200
    done(script, "PATCH", "", finish=True)


@settings(
    max_examples=6,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(names=st.lists(NAMES.filter(lambda name: len(name) < LONGEST_NAME), min_size=3, max_size=3))
def test_whatever_the_journal_gives_is_taken(app: Flask, new_disk: Flask, names: list[str]) -> None:
    told = {clean(name) + mark for name, mark in zip(names, "ABC", strict=True)}
    if any(faults_of(name) for name in told):
        return
    kinds = set()
    for play in (game_of_every_kind, tournament_of_every_kind):
        script = Script(app, "203.0.113.1")
        play(script, *sorted(told))
        kept = kept_by_phone(script)
        kinds |= {kind for entry in kept["entries"] for kind in kinds_of(entry)}
        back = bring_back(new_disk, kept)
        assert back.last.status_code == 201, back.last.text
        assert back.read("/journal").json == script.read("/journal").json
        assert kept_by_phone(back)["entries"] == kept["entries"]
        moved = Script(new_disk, "203.0.113.2").take_in(script.read("/journal").json)
        assert moved.last.headers["Location"] == f"/games/{moved.score_key}"
        assert moved.score_key != script.score_key
        assert moved.state == script.state
        assert moved.read("/journal").json == script.read("/journal").json
    assert kinds == KINDS.keys()


def kinds_of(entry: dict[str, Any]) -> set[str]:
    return {entry["kind"], *(part["kind"] for part in entry.get("parts", ()))}


@pytest.mark.parametrize("by", ["=1+1", "Maximiliane-Alexandra-00 / Bartholomaeus-Johannes-X", "é"])
def test_whoever_wrote_it_is_called_as_they_were(app: Flask, new_disk: Flask, by: str) -> None:
    kept = kept_by_phone(Script(app, "203.0.113.1").start())
    kept["entries"][0]["by"] = by
    assert bring_back(new_disk, kept).last.status_code == 201


@pytest.mark.parametrize("sign", ["\x00", "\x1b", "\x85", "\ud800"])
@pytest.mark.parametrize("name", ["by", "request_id"])
def test_signs_that_no_store_keeps_are_refused(
    app: Flask, new_disk: Flask, name: str, sign: str
) -> None:
    assert category(sign) in {"Cc", "Cs"}
    kept = kept_by_phone(Script(app, "203.0.113.1").start())
    kept["entries"][0] |= {name: f"A{sign}", "fingerprint": "0"}
    back = bring_back(new_disk, kept)
    # Half of a surrogate pair is no JSON to us.
    refused = 400 if category(sign) == "Cs" else 422 if name == "by" else 201
    assert back.last.status_code == refused


def test_a_time_before_the_one_above_it_is_said_to_be_a_phones(app: Flask) -> None:
    table = Script(app, "203.0.113.1").start()
    table.round("Ana", Bo=7, Cy=8)
    kept = kept_by_phone(table)
    later = {**kept["entries"][1], "version": 3, "request_id": None, "at": "1999-01-01T00:00:00Z"}
    kept["entries"].append(later | {"by": "Bo"})
    assert bring_back(app, kept).last.status_code == 200
    history = table.client.get(f"/games/{table.score_key}/history").text
    assert history.count("brought by a phone") == 1
