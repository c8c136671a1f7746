"""Tests that stored journal entries can still be read and are written unchanged."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.game.cards.deck import Card, Deck, Lot
from companion.game.cards.hand import Hand
from companion.game.entries import (
    KINDS,
    GameStarted,
    RoundCorrected,
    RoundRecorded,
    as_values,
    from_values,
)
from companion.game.rounds import Note, Round
from tests.rows import cases

# Stored entries of each kind. Lines of the file must never change, as journals have such entries.
STORED = Path(__file__).with_name("entries.jsonl").read_text("utf-8").splitlines()
each_line = pytest.mark.parametrize("line", STORED)

DECK = Deck((Card("7", 7, 8), Card("power", None, 4)), (Lot(("7",), 6),))
FULL = Round(
    sides=((1, 3), (2, 4)),
    went_out=3,
    pile=Hand(0),
    resting=(5,),
    marked=True,
    table=2,
    rotation=7,
    notes=(Note("uno.caught", "Bo"),),
)


@each_line
def test_stored_entries_round_trip(line: str) -> None:
    values = json.loads(line)
    assert json.loads(json.dumps(as_values(from_values(values)))) == values


@each_line
def test_unknown_fields_of_stored_entries_are_ignored(line: str) -> None:
    values = json.loads(line)
    assert from_values(values | {"mood": "good"}) == from_values(values)


def test_stored_entries_cover_all_kinds() -> None:
    assert {json.loads(line)["kind"] for line in STORED} == set(KINDS)


def test_stored_entries_parse_to_expected_objects() -> None:
    read = [from_values(json.loads(line)) for line in STORED]
    started = GameStarted("hello-kitty", "individual", "keep-own", ("Ana", "Bo"), DECK, 500, 2)
    assert read[0] == replace(started, left_out={"7": 2}, dealer=2)
    plain = Round(((1,), (2,)), 1, {2: Hand(27, ("7", "skip"))})
    assert read[1:3] == [RoundRecorded(plain), RoundCorrected(3, FULL)]


def test_default_values_are_omitted_from_stored_entry() -> None:
    started = GameStarted("hello-kitty", "individual", "keep-own", ("Ana", "Bo"), DECK, 500)
    values = as_values(started)
    assert {"left_out", "dealer", "rotations"} & set(values) == set()
    assert from_values(values) == started


@cases(
    """values
{}
{"kind": "dinner-served"}
{"kind": ["round-removed"]}
{"kind": "round-removed"}
{"kind": "round-recorded", "round": {}}
{"kind": "round-recorded", "round": {"sides": [[1]], "went_out": "1"}}
{"kind": "round-recorded", "round": {"sides": [["1"]], "went_out": 1}}
{"kind": "round-recorded", "round": {"sides": [[1]], "went_out": 1, "hands": hand_of_x}}
{"kind": "round-recorded", "round": {"sides": [[1]], "went_out": 1, "hands": half_a_point}}
{"kind": "together", "parts": [{"kind": "together"}]}
""",
    hand_of_x={"x": {"points": 1}},
    half_a_point={"2": {"points": 1.5}},
)
def test_malformed_entries_are_refused(values: dict[str, Any]) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        from_values(values)
