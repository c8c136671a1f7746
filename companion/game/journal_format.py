"""Vocabulary of stored journal entries, so that a version never misreads what a newer one wrote.

A word is a key and what it belongs to, such as `round.side`, or one of the values in `_CHOICES`,
such as `kind.stand-in`. A store records each word that the first version lacked before an entry
with it. A version that does not know a recorded word does not open the store, and one that reads an
unknown word leaves that game closed.
"""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from companion.game.entries import KINDS
from companion.game.formats import FORMATS
from companion.game.rounds import Round

_CHOICES = {"kind", "game_format", "scoring", "seating"}
_FIRST = """
kind: game-started round-recorded round-corrected round-removed taken-back players-renamed
    target-changed dealer-set game-finished players-left player-joined stand-in seats-closed
    rotations-changed stop-set card-added ruling-settled ruling-unsettled together;
game_format: individual teams challenge tournament; seating: as-given drawn;
scoring: winner-collects keep-own rounds-won;
game-started: edition names deck target decks left_out dealer rounds_per_partnership rotations
    open_seats box; deck: cards lots sides knock_out; box: name cards sides knock_out like;
cards: name card points count side; card: name card points count side; knock_out: bonus;
round-recorded: round; round-corrected: number round; round-removed: number;
round: sides went_out hands pile resting side knocked_out marked table rotation notes;
hands: cards points; pile: cards points; notes: rule text; taken-back: versions;
players-renamed: names; target-changed: target; dealer-set: dealer; game-finished: finished;
players-left: seats; player-joined: seat name total phone waits; stand-in: seat name;
rotations-changed: rotations; stop-set: stop_at; card-added: card; together: parts;
ruling-settled: rule text from_round choice; ruling-unsettled: rule
"""
FIRST = {
    owner.strip(): frozenset(keys.split())
    for owner, keys in (each.split(":") for each in _FIRST.split(";"))
}
"""Keys by owner, and values by choice, of the first version, which no store records."""

NEWER: frozenset[str] = frozenset({"round.nobody_out"})
"""Words added since inside of decks, boxes, rounds, hands and notes."""


def known() -> frozenset[str]:
    """Return the words of this version, except the first's inside of decks, boxes and hands."""
    owned = {kind: {field.name for field in fields(entry)} for kind, entry in KINDS.items()}
    owned |= {"kind": {*KINDS}, "round": {field.name for field in fields(Round)}}
    owned["game_format"] = {*FORMATS}
    owned["scoring"] = {scoring for each in FORMATS.values() for scoring in each.scorings}
    return NEWER.union(f"{owner}.{key}" for owner, keys in owned.items() for key in keys)


def newer(values: Mapping[str, Any], owner: str = "") -> frozenset[str]:
    """Return the words of an entry, as `as_values` writes it, that the first version lacked."""
    owner = values.get("kind", owner)
    found = {f"{owner}.{key}" for key in values.keys() - _CHOICES - FIRST.get(owner, set())}
    for key, value in values.items():
        if key in _CHOICES:
            found |= {f"{key}.{value}"} if value not in FIRST[key] else set()
            continue
        # The keys of hands are seats, and those of `left_out` are cards.
        parts = value.values() if key in {"hands", "left_out"} else (value,)
        for part in value if isinstance(value, list | tuple) else parts:
            if isinstance(part, dict):
                found |= newer(part, key)
    return frozenset(found)
