"""Tests of requests for a new game: defaults, faults, cards left out."""

from typing import Any

import pytest

from companion.game.entries import GameStarted
from companion.game.requests.start import read_start
from tests.rows import cases, expected_faults
from tests.table import BOXES, faults

VALID: dict[str, Any] = {"edition": "classic-112", "players": ["Ana", "Bo", "Cy"]}


def start(**options: object) -> GameStarted:
    return read_start(VALID | options, BOXES)


def faults_of(**options: object) -> list[tuple[str, str]]:
    return faults(lambda: start(**options))


def test_defaults_of_a_new_game() -> None:
    started = start()
    assert (started.game_format, started.scoring) == ("individual", "winner-collects")
    assert (started.target, started.decks, started.dealer) == (500, 1, None)
    # A field that is null is like a missing field.
    options = dict.fromkeys(("format", "scoring", "target", "decks", "left_out", "dealer"))
    assert start(**options) == started


@cases("""options | expected
{"edition": "classic"} | not-a-choice /edition
{"edition": None} | not-a-choice /edition
{"edition": ["classic-112"]} | not-a-choice /edition
{"format": "solo"} | not-a-choice /format
{"scoring": "best-of"} | not-a-choice /scoring
{"scoring": {}} | not-a-choice /scoring
{"target": 0} | out-of-range /target
{"target": -500} | out-of-range /target
{"target": 10_001} | out-of-range /target
{"target": 10**12} | out-of-range /target
{"target": 8.5} | not-a-whole-number /target
{"target": "500"} | not-a-whole-number /target
{"target": True} | not-a-whole-number /target
{"target": float("inf")} | not-a-whole-number /target
{"round_limit": 0} | out-of-range /round_limit
{"round_limit": 101} | out-of-range /round_limit
{"round_limit": "ten"} | not-a-whole-number /round_limit
{"open_end": "yes"} | not-true-or-false /open_end
{"open_end": True, "target": 500} | open-end-alone /open_end
{"open_end": True, "round_limit": 10} | open-end-alone /open_end
{"format": "challenge", "round_limit": 10} | no-round-limit /round_limit
{"format": "challenge", "open_end": True} | no-round-limit /open_end
{"scoring": "each-scores"} | only-without-cards /scoring
{"title": "Skyjo"} | title-of-cards /title
{"edition": None, "box": {"name": "Ours"}, "title": "x" * 41} | name-too-long /title
{"edition": None, "box": {"name": "Ours"}, "title": " "} | name-blank /title
{"edition": None, "box": {"name": "Ours"}, "title": 7} | not-a-text /title
{"scoring": "each-scores", "format": "challenge"} | not-a-choice /scoring
{"decks": 0} | out-of-range /decks
{"decks": 5} | out-of-range /decks
{"decks": "two"} | not-a-whole-number /decks
{"players": None} | number-of-players /players
{"players": []} | number-of-players /players
{"players": ["Ana"]} | number-of-players /players
{"players": list("ABCDEFGHIJK")} | number-of-players /players
{"players": "Ana, Bo"} | not-a-list /players, number-of-players /players
{"players": {"a": 1}} | not-a-list /players, number-of-players /players
{"dealer": "Zoe"} | unknown-player /dealer
{"dealer": ""} | unknown-player /dealer
{"dealer": 1} | not-a-text /dealer
{"left_out": ["skip"]} | not-an-object /left_out
{"left_out": {"lotso": 1}} | unknown-card /left_out/lotso
{"left_out": {"a/b~c": 1}} | unknown-card /left_out/a~1b~0c
{"left_out": {"swap-hands": 2}} | out-of-range /left_out/swap-hands
{"left_out": {"swap-hands": -1}} | out-of-range /left_out/swap-hands
{"left_out": {"swap-hands": 0.5}} | not-a-whole-number /left_out/swap-hands
{"left_out": {"swap-hands": None}} | not-a-whole-number /left_out/swap-hands
{"left_out": {"wild": 8, "wild-draw-four": 1}} | too-many-of-lot /left_out
""")
def test_faults_of_invalid_options_of_a_new_game(options: dict[str, Any], expected: str) -> None:
    assert faults_of(**options) == expected_faults(expected)


@pytest.mark.parametrize("values", [None, [], "edition", 7, True])
def test_request_for_new_game_must_be_an_object(values: object) -> None:
    assert faults(lambda: read_start(values, BOXES)) == [("not-an-object", "")]


def test_all_faults_of_a_new_game_are_reported_at_once() -> None:
    everything = {
        "edition": "x", "format": "y", "scoring": "z", "target": 0, "decks": 9,
        "players": ["Ana", "ana"], "dealer": "Zoe", "left_out": {"x": 1},
    }  # fmt: skip
    assert faults_of(**everything) == expected_faults(
        "not-a-choice /edition, not-a-choice /format, name-twice /players/1",
        "out-of-range /decks, not-a-choice /scoring, out-of-range /target",
        "unknown-card /left_out/x, unknown-player /dealer",
    )


def test_leaving_out_all_cards_is_refused() -> None:
    deck = BOXES["power-colours"].deck
    numbers = {"1": 8, "2": 8, "3": 8, "4": 8, "5": 8, "6": 8, "7": 8, "8": 8, "9": 4}
    others = {card.card: card.count for card in deck if not card.card.isdigit()}
    everything = {"edition": "power-colours", "left_out": numbers | others}
    assert faults_of(**everything) == [("nothing-left", "/left_out")]
    but_one = everything | {"left_out": numbers | others | {"9": 3}}
    assert start(**but_one).deck.size == 1


def test_card_never_held_in_a_hand_cannot_be_left_out() -> None:
    options = {"edition": "power-colours", "left_out": {"power": 1}}
    assert faults_of(**options) == [("unknown-card", "/left_out/power")]


def test_leaving_out_zero_cards_is_not_stored() -> None:
    assert start(left_out={"skip": 0}).left_out is None
    assert start(left_out={"skip": 0, "wild": 1}).left_out == {"wild": 1}


def test_started_game_stores_its_deck() -> None:
    deck = start(decks=2, left_out={"customizable": 4, "7": 1}).deck
    assert deck.size == 2 * 112 - 5
    assert deck.by_id["customizable"].count == 2
    assert deck.by_id["swap-hands"].count == 2
    assert deck.by_id["7"].count == 15
