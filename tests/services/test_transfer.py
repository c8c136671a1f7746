"""Validation of imported journals, which may contain anything."""

import copy
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import pytest
from flask import Flask

from companion.editions import load_boxes
from companion.game.faults import ValidationError
from companion.services import transfer
from companion.services.transfer import read_journal
from tests.rows import cases, read_rows
from tests.web.script import Script

Journal = dict[str, Any]

# Indexes of the entries in the journal that `recorded` returns.
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
def copied(recorded: Journal) -> Journal:
    return copy.deepcopy(recorded)


def replace_value(journal: Journal, place: int, steps: list[Any], value: object) -> None:
    """Replace the value at a path inside an entry."""
    part = journal["entries"][place]
    for step in steps[:-1]:
        part = part[int(step) if isinstance(part, list) else step]
    part[int(steps[-1]) if isinstance(part, list) else steps[-1]] = value


# For each entry the paths and invalid values that replace the recorded ones.
INVALID_VALUES = {
    STARTED: """
kind | round-recorded
edition | our-old-box
game_format | solo
target | 0
names | ["Ana", "Bo", "bo"]
names | ["Ana ", "Bo", "Cy"]
names | ["=1+1", "Bo", "Cy"]
names | Ana
dealer | 4
dealer | 0
decks | 5
deck cards 0 1 | -101
deck cards 0 1 | 0.5
deck cards 0 1 | False
deck cards 0 2 | 10**9
deck cards 0 0 | <b>
deck cards 0 0 | ["7"]
deck cards 0 | ["7", 7, 8]
deck lots 0 0 | ["lotso"]
""",
    RECORDED: """
kind | game-started
at | 2026-11-21T12:00:00
at | 0001-01-01T00:00:00+12:00
round went_out | 4
round went_out | 0
round went_out | Ana
round went_out | True
round sides | []
round sides | [[1], [2], [4]]
round sides | [[1, 2], [3]]
round hands | {}
round hands 9 | {"points": 1}
round hands 0 | {"points": 1}
"round hands " + "9" * 5000 | {"points": 1}
round hands 1 | {"points": 1}
round hands 3 points | -8
round hands 3 points | 0.5
round hands 3 points | 10**12
round hands 2 points | 28
round hands 2 cards | ["lotso"]
round hands 2 cards | []
round pile | {"points": 9}
round marked | True
round resting | [3]
round resting | [0]
round table | 2
round notes | [{"rule": "u", "text": "x" * 201}]
""",
    SETTLED: """
rule | <b>
text | "x" * 201
from_round | 0
""",
    BACK: """
versions | []
versions | [4]
versions | [1]
versions | [8]
versions | [2]
versions | [3, 3]
""",
    LEFT: """
seats | []
seats | [0]
seats | [9]
seats | [True, True]
seats | [2, 3]
""",
    JOINED: """
name | Ana
seat | 5
seat | 0
total | -1
""",
    CORRECTED: """
number | 0
number | 2
number | True
round went_out | 4
kind | together
""",
    REMOVED: """
number | 0
number | 2
""",
}


@pytest.mark.parametrize(
    ("place", "at", "value"),
    [(place, *row) for place, table in INVALID_VALUES.items() for row in read_rows(table)],
)
def test_import_of_journal_with_invalid_entry_is_refused(
    script: Script, copied: Journal, place: int, at: str, value: object
) -> None:
    replace_value(copied, place, at.split(), value)
    script.import_journal(copied)
    assert list(script.assert_refused()) == [f"/entries/{place}"]


def test_valid_journal_is_imported(script: Script, copied: Journal) -> None:
    assert script.import_journal(copied).last.status_code == 201


ANY_VALUES: list[object] = [None, True, -1, 0, 7, 0.5, 1e300, "", "x", [], [[]], {}, {"x": {}}]


def test_journal_with_any_replaced_value_raises_only_validation_errors(copied: Journal) -> None:
    """Replace every value of every entry by every kind of value."""
    boxes, now = load_boxes()[0], datetime.now(UTC)
    for place, entry in enumerate(copied["entries"]):
        for value in ANY_VALUES:  # replaces the entry itself
            entries = [*copied["entries"][:place], value, *copied["entries"][place + 1 :]]
            with pytest.raises(ValidationError) as refused:
                read_journal({"entries": entries}, boxes, now)
            assert [fault.path for fault in refused.value.faults] == [f"/entries/{place}"]
        for steps in every_place(entry):
            for value in ANY_VALUES:
                changed = copy.deepcopy(copied)
                replace_value(changed, place, steps, value)
                with suppress(ValidationError):
                    assert len(read_journal(changed, boxes, now)) == 8


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
{} | /entries
{"entries": None} | /entries
{"entries": []} | /entries
{"entries": {}} | /entries
{"entries": "x"} | /entries
[] | ""
""")
def test_malformed_journal_is_refused(script: Script, journal: object, place: str) -> None:
    script.import_journal(journal)
    assert script.assert_refused().keys() == {place}


def test_journal_with_too_many_entries_is_refused(script: Script, copied: Journal) -> None:
    copied["entries"] += [{}] * (transfer.MOST_ENTRIES - 7)
    script.import_journal(copied)
    assert list(script.assert_refused()) == ["/entries"]


def test_journal_over_replay_limit_is_refused(
    script: Script, copied: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = 6  # six entries after one recorded round
    monkeypatch.setattr(transfer, "STEPS_AN_ENTRY", 0)
    monkeypatch.setattr(transfer, "FREE_STEPS", steps - 1)
    script.import_journal(copied)
    script.assert_refused(413, "too-large")
    monkeypatch.setattr(transfer, "FREE_STEPS", steps)
    assert script.import_journal(copied).last.status_code == 201


def test_journal_over_replay_limit_is_refused_before_reading_entries(script: Script) -> None:
    script.import_journal({"entries": [{"kind": "round-recorded"}] * 400 + [{}] * 480})
    script.assert_refused(413, "too-large")


def test_import_of_deeply_nested_entries_is_refused(script: Script, copied: Journal) -> None:
    change: dict[str, Any] = {"kind": "target-changed", "target": 700}
    for _ in range(10):
        change = {"kind": "together", "parts": [change]}
    copied["entries"].append({"at": copied["entries"][0]["at"], **change})
    script.import_journal(copied)
    assert list(script.assert_refused()) == ["/entries/8"]
