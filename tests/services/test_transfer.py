"""A journal from elsewhere may say anything: what could not have happened does not come in."""

import copy
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import pytest
from flask import Flask

from companion.editions import load_editions
from companion.game.faults import ValidationError
from companion.services import transfer
from companion.services.transfer import read_journal
from tests.rows import cases
from tests.web.script import Script

Journal = dict[str, Any]

# The entries of the journal that `recorded` makes, by their place.
STARTED, RECORDED, SETTLED, BACK, LEFT, JOINED, CORRECTED, REMOVED = range(8)


@pytest.fixture(scope="session")
def recorded(shared: Flask) -> Journal:
    script = Script(shared, "198.51.100.1").start("Ana", "Bo", "Cy")
    script.round("Ana", Bo="7, skip", Cy=8)
    script.write("PUT", "/settled/uno.when", text="At once.")
    script.undo()
    script.change(leave=["Cy"])
    script.change(join=[{"name": "Zoe", "total": 40}])
    script.correct(1, "Bo", Ana=1, Cy=2)
    script.remove(1)
    journal: Journal = script.read("/journal").json
    return journal


@pytest.fixture
def told(recorded: Journal) -> Journal:
    return copy.deepcopy(recorded)


def lie(journal: Journal, place: int, steps: list[Any], value: object) -> None:
    """Say something else at one place of an entry."""
    part = journal["entries"][place]
    for step in steps[:-1]:
        part = part[step]
    part[steps[-1]] = value


LIES: list[tuple[str, int, list[Any], object]] = [
    ("it begins with a round", STARTED, ["kind"], "round-recorded"),
    ("it begins twice", RECORDED, ["kind"], "game-started"),
    ("a box of elsewhere", STARTED, ["edition"], "our-old-box"),
    ("a format of elsewhere", STARTED, ["game_format"], "solo"),
    ("a target of 0", STARTED, ["target"], 0),
    ("two equal names", STARTED, ["names"], ["Ana", "Bo", "bo"]),
    ("an untidy name", STARTED, ["names"], ["Ana ", "Bo", "Cy"]),
    ("a forbidden name", STARTED, ["names"], ["=1+1", "Bo", "Cy"]),
    ("names are a text", STARTED, ["names"], "Ana"),
    ("a dealer without a seat", STARTED, ["dealer"], 4),
    ("a dealer at seat 0", STARTED, ["dealer"], 0),
    ("five decks", STARTED, ["decks"], 5),
    ("a deck of negative points", STARTED, ["deck", "cards", 0, 1], -101),
    ("a deck of half points", STARTED, ["deck", "cards", 0, 1], 0.5),
    ("a deck of false points", STARTED, ["deck", "cards", 0, 1], False),
    ("a deck of huge counts", STARTED, ["deck", "cards", 0, 2], 10**9),
    ("a card with markup", STARTED, ["deck", "cards", 0, 0], "<b>"),
    ("a card that is a list", STARTED, ["deck", "cards", 0, 0], ["7"]),
    ("a card twice", STARTED, ["deck", "cards", 0], ["7", 7, 8]),
    ("a lot of strangers", STARTED, ["deck", "lots", 0, 0], ["lotso"]),
    ("a time without a zone", RECORDED, ["at"], "2026-11-21T12:00:00"),
    ("a time before all times", RECORDED, ["at"], "0001-01-01T00:00:00+12:00"),
    ("went out: nobody's seat", RECORDED, ["round", "went_out"], 4),
    ("went out: seat 0", RECORDED, ["round", "went_out"], 0),
    ("went out: by name", RECORDED, ["round", "went_out"], "Ana"),
    ("went out: true", RECORDED, ["round", "went_out"], True),
    ("sides of nobody", RECORDED, ["round", "sides"], []),
    ("sides of strangers", RECORDED, ["round", "sides"], [[1], [2], [4]]),
    ("sides of partners", RECORDED, ["round", "sides"], [[1, 2], [3]]),
    ("no hands", RECORDED, ["round", "hands"], {}),
    ("a hand of nobody's seat", RECORDED, ["round", "hands", "9"], {"points": 1}),
    ("a hand of seat 0", RECORDED, ["round", "hands", "0"], {"points": 1}),
    ("a hand of 5,000 digits", RECORDED, ["round", "hands", "9" * 5000], {"points": 1}),
    ("a hand of the winner", RECORDED, ["round", "hands", "1"], {"points": 1}),
    ("negative points", RECORDED, ["round", "hands", "3", "points"], -8),
    ("half points", RECORDED, ["round", "hands", "3", "points"], 0.5),
    ("huge points", RECORDED, ["round", "hands", "3", "points"], 10**12),
    ("points that are no sum", RECORDED, ["round", "hands", "2", "points"], 28),
    ("a card not in the deck", RECORDED, ["round", "hands", "2", "cards"], ["lotso"]),
    ("cards of nothing", RECORDED, ["round", "hands", "2", "cards"], []),
    ("a pile besides", RECORDED, ["round", "pile"], {"points": 9}),
    ("marked for nothing", RECORDED, ["round", "marked"], True),
    ("resting and playing", RECORDED, ["round", "resting"], [3]),
    ("resting: seat 0", RECORDED, ["round", "resting"], [0]),
    ("another table", RECORDED, ["round", "table"], 2),
    ("a note too long", RECORDED, ["round", "notes"], [{"rule": "u", "text": "x" * 201}]),
    ("a rule that is none", SETTLED, ["rule"], "<b>"),
    ("a settlement too long", SETTLED, ["text"], "x" * 201),
    ("settled from round 0 on", SETTLED, ["from_round"], 0),
    ("taken back: nothing", BACK, ["versions"], []),
    ("taken back: itself", BACK, ["versions"], [4]),
    ("taken back: the start", BACK, ["versions"], [1]),
    ("taken back: the future", BACK, ["versions"], [8]),
    ("taken back: not the last", BACK, ["versions"], [2]),
    ("taken back: twice the same", BACK, ["versions"], [3, 3]),
    ("nobody left", LEFT, ["seats"], []),
    ("seat 0 left", LEFT, ["seats"], [0]),
    ("seat 9 left", LEFT, ["seats"], [9]),
    ("true left", LEFT, ["seats"], [True, True]),
    ("two of three left", LEFT, ["seats"], [2, 3]),
    ("somebody joined who was there", JOINED, ["name"], "Ana"),
    ("somebody joined two seats on", JOINED, ["seat"], 5),
    ("somebody joined at seat 0", JOINED, ["seat"], 0),
    ("somebody joined with -1", JOINED, ["total"], -1),
    ("corrected: round 0", CORRECTED, ["number"], 0),
    ("corrected: round 2", CORRECTED, ["number"], 2),
    ("corrected: round true", CORRECTED, ["number"], True),
    ("corrected: somebody not there", CORRECTED, ["round", "went_out"], 4),
    ("removed: round 0", REMOVED, ["number"], 0),
    ("removed: round 2", REMOVED, ["number"], 2),
    ("an undoing of several things", CORRECTED, ["kind"], "together"),
]


@pytest.mark.parametrize(
    ("place", "steps", "value"), [lied[1:] for lied in LIES], ids=[lied[0] for lied in LIES]
)
def test_no_lie_comes_in(
    script: Script, told: Journal, place: int, steps: list[Any], value: object
) -> None:
    lie(told, place, steps, value)
    script.take_in(told)
    assert list(script.refused()) == [f"/entries/{place}"]


def test_the_truth_comes_in(script: Script, told: Journal) -> None:
    assert script.take_in(told).last.status_code == 201


STRANGE: list[object] = [None, True, -1, 0, 7, 0.5, 1e300, "", "x", [], [[]], {}, {"x": {}}]


def test_whatever_is_put_in_place_of_anything_it_is_never_an_accident(told: Journal) -> None:
    """Put every kind of value in every place of every entry."""
    boxes, now = load_editions(), datetime.now(UTC)
    for place, entry in enumerate(told["entries"]):
        for value in STRANGE:  # in place of the entry itself
            entries = [*told["entries"][:place], value, *told["entries"][place + 1 :]]
            with pytest.raises(ValidationError) as refused:
                read_journal({"entries": entries}, boxes, now)
            assert [fault.path for fault in refused.value.faults] == [f"/entries/{place}"]
        for steps in every_place(entry):
            for value in STRANGE:
                lying = copy.deepcopy(told)
                lie(lying, place, steps, value)
                with suppress(ValidationError):
                    assert len(read_journal(lying, boxes, now)) == 8


def every_place(part: object) -> Iterator[list[Any]]:
    inner: list[tuple[Any, object]] = []
    if isinstance(part, dict):
        inner = list(part.items())
    elif isinstance(part, list):
        inner = list(enumerate(part))
    for step, each in inner:
        yield [step]
        yield from ([step, *rest] for rest in every_place(each))


@cases("""journal | place
{} | /entries || {"entries": None} | /entries || {"entries": []} | /entries
{"entries": {}} | /entries || {"entries": "x"} | /entries || [] | ""
""")
def test_a_journal_that_is_none(script: Script, journal: object, place: str) -> None:
    script.take_in(journal)
    assert script.refused().keys() == {place}


def test_ten_thousand_entries_and_one_more(script: Script, told: Journal) -> None:
    told["entries"] += [{}] * (transfer.MOST_ENTRIES - 7)
    script.take_in(told)
    assert list(script.refused()) == ["/entries"]


def test_a_journal_that_would_keep_everybody_waiting(
    script: Script, told: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = 6  # one round stands, and six more things happen
    monkeypatch.setattr(transfer, "STEPS_AN_ENTRY", 0)
    monkeypatch.setattr(transfer, "FREE_STEPS", steps - 1)
    script.take_in(told)
    script.refused(413, "too-large")
    monkeypatch.setattr(transfer, "FREE_STEPS", steps)
    assert script.take_in(told).last.status_code == 201


def test_such_a_journal_is_refused_before_anything_in_it_is_read(script: Script) -> None:
    script.take_in({"entries": [{"kind": "round-recorded"}] * 400 + [{}] * 480})
    script.refused(413, "too-large")


def test_changes_nested_without_end(script: Script, told: Journal) -> None:
    change: dict[str, Any] = {"kind": "target-changed", "target": 700}
    for _ in range(10):
        change = {"kind": "together", "parts": [change]}
    told["entries"].append({"at": told["entries"][0]["at"], **change})
    script.take_in(told)
    assert list(script.refused()) == ["/entries/8"]
