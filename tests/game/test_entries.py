"""What was written down once must be readable for ever."""

import json
from typing import Any

import pytest

from companion.game.cards.deck import Card, Deck, Lot
from companion.game.cards.hand import Hand
from companion.game.entries import (
    KINDS,
    DealerSet,
    Entry,
    GameFinished,
    GameStarted,
    PlayerJoined,
    PlayersLeft,
    PlayersRenamed,
    RotationsChanged,
    RoundCorrected,
    RoundRecorded,
    RoundRemoved,
    RulingSettled,
    RulingUnsettled,
    SeatsClosed,
    StandIn,
    StopSet,
    TakenBack,
    TargetChanged,
    Together,
    as_values,
    from_values,
)
from companion.game.rounds import Note, Round

DECK = Deck((Card("7", 7, 8), Card("power", None, 4)), (Lot(("7",), 6),))
PLAIN = Round(((1,), (2,)), 1, {2: Hand(27, ("7", "skip"))})
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

# One of each kind, and how it is written down. What stands here may never change.
WRITTEN: list[tuple[Entry, dict[str, Any]]] = [
    (
        GameStarted(
            edition="hello-kitty",
            game_format="individual",
            scoring="keep-own",
            target=500,
            names=("Ana", "Bo"),
            deck=DECK,
            decks=2,
            left_out={"7": 2},
            dealer=2,
        ),
        {
            "kind": "game-started",
            "edition": "hello-kitty",
            "game_format": "individual",
            "scoring": "keep-own",
            "target": 500,
            "names": ["Ana", "Bo"],
            "deck": {"cards": [["7", 7, 8], ["power", None, 4]], "lots": [[["7"], 6]]},
            "decks": 2,
            "left_out": {"7": 2},
            "dealer": 2,
        },
    ),
    (
        RoundRecorded(PLAIN),
        {
            "kind": "round-recorded",
            "round": {
                "sides": [[1], [2]],
                "went_out": 1,
                "hands": {"2": {"cards": ["7", "skip"], "points": 27}},
            },
        },
    ),
    (
        RoundCorrected(3, FULL),
        {
            "kind": "round-corrected",
            "number": 3,
            "round": {
                "sides": [[1, 3], [2, 4]],
                "went_out": 3,
                "pile": {"points": 0},
                "resting": [5],
                "marked": True,
                "table": 2,
                "rotation": 7,
                "notes": [{"rule": "uno.caught", "text": "Bo"}],
            },
        },
    ),
    (RoundRemoved(3), {"kind": "round-removed", "number": 3}),
    (TakenBack((4, 5)), {"kind": "taken-back", "versions": [4, 5]}),
    (PlayersRenamed(("A", "B")), {"kind": "players-renamed", "names": ["A", "B"]}),
    (TargetChanged(300), {"kind": "target-changed", "target": 300}),
    (DealerSet(2), {"kind": "dealer-set", "dealer": 2}),
    (GameFinished(finished=False), {"kind": "game-finished", "finished": False}),
    (PlayersLeft((1, 3)), {"kind": "players-left", "seats": [1, 3]}),
    (
        PlayerJoined(3, "Zoe", 20),
        {"kind": "player-joined", "seat": 3, "name": "Zoe", "total": 20},
    ),
    (
        PlayerJoined(3, "Zoe", phone="0123456789abcdef0123456789abcdef"),
        {
            "kind": "player-joined",
            "seat": 3,
            "name": "Zoe",
            "total": 0,
            "phone": "0123456789abcdef0123456789abcdef",
        },
    ),
    (SeatsClosed(), {"kind": "seats-closed"}),
    (
        GameStarted("classic-108", "tournament", "winner-collects", (), DECK, open_seats=True),
        {
            "kind": "game-started",
            "edition": "classic-108",
            "game_format": "tournament",
            "scoring": "winner-collects",
            "names": [],
            "deck": {"cards": [["7", 7, 8], ["power", None, 4]], "lots": [[["7"], 6]]},
            "decks": 1,
            "open_seats": True,
        },
    ),
    (StandIn(3, "Zoe"), {"kind": "stand-in", "seat": 3, "name": "Zoe"}),
    (RotationsChanged(5), {"kind": "rotations-changed", "rotations": 5}),
    (StopSet("2026-11-21T22:00+01:00"), {"kind": "stop-set", "stop_at": "2026-11-21T22:00+01:00"}),
    (StopSet(), {"kind": "stop-set"}),
    (
        GameStarted(
            edition="classic-108",
            game_format="tournament",
            scoring="winner-collects",
            names=("Ana", "Bo", "Cy", "Dee"),
            deck=DECK,
            rounds_per_partnership=4,
            rotations=3,
        ),
        {
            "kind": "game-started",
            "edition": "classic-108",
            "game_format": "tournament",
            "scoring": "winner-collects",
            "names": ["Ana", "Bo", "Cy", "Dee"],
            "deck": {"cards": [["7", 7, 8], ["power", None, 4]], "lots": [[["7"], 6]]},
            "decks": 1,
            "rounds_per_partnership": 4,
            "rotations": 3,
        },
    ),
    (
        RulingSettled("uno.caught", "2 cards", 4),
        {"kind": "ruling-settled", "rule": "uno.caught", "text": "2 cards", "from_round": 4},
    ),
    (RulingUnsettled("uno.caught"), {"kind": "ruling-unsettled", "rule": "uno.caught"}),
    (
        Together((TargetChanged(300), GameFinished(finished=True))),
        {
            "kind": "together",
            "parts": [
                {"kind": "target-changed", "target": 300},
                {"kind": "game-finished", "finished": True},
            ],
        },
    ),
]
each_kind = pytest.mark.parametrize(
    ("entry", "values"), WRITTEN, ids=[entry.kind for entry, _ in WRITTEN]
)


@each_kind
def test_how_an_entry_is_written_down(entry: Entry, values: dict[str, Any]) -> None:
    assert json.loads(json.dumps(as_values(entry))) == values


@each_kind
def test_what_was_written_down_is_read_again(entry: Entry, values: dict[str, Any]) -> None:
    assert from_values(json.loads(json.dumps(values))) == entry


@each_kind
def test_what_a_later_version_writes_besides_is_passed_over(
    entry: Entry, values: dict[str, Any]
) -> None:
    assert from_values(values | {"mood": "good"}) == entry


def test_every_kind_stands_here() -> None:
    assert {entry.kind for entry, _ in WRITTEN} == set(KINDS)


def test_what_is_usual_is_left_out() -> None:
    started = GameStarted("hello-kitty", "individual", "keep-own", ("Ana", "Bo"), DECK, 500)
    values = as_values(started)
    assert {"left_out", "dealer", "rotations"} & set(values) == set()
    assert from_values(values) == started


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"kind": "dinner-served"},
        {"kind": ["round-removed"]},
        {"kind": "round-removed"},
        {"kind": "round-recorded", "round": {}},
        {"kind": "round-recorded", "round": {"sides": [[1]], "went_out": "1"}},
        {"kind": "round-recorded", "round": {"sides": [["1"]], "went_out": 1}},
        {
            "kind": "round-recorded",
            "round": {"sides": [[1]], "went_out": 1, "hands": {"x": {"points": 1}}},
        },
        {
            "kind": "round-recorded",
            "round": {"sides": [[1]], "went_out": 1, "hands": {"2": {"points": 1.5}}},
        },
        {"kind": "together", "parts": [{"kind": "together"}]},
    ],
)
def test_what_is_no_entry_is_refused(values: dict[str, Any]) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        from_values(values)
