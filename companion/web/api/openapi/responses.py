"""What scripts are given, as JSON Schema, from the facts where they live."""

from collections.abc import Mapping
from typing import get_args

from companion.game.entries import KINDS
from companion.game.formats import FORMATS
from companion.game.outcome import Termination
from companion.game.reports.state import MOST_ROUNDS
from companion.game.requests.start import HIGHEST_TARGET, MOST_DECKS, MOST_ROUNDS_EACH
from companion.game.scoring import SCORINGS
from companion.game.tournament.seating import PLAYERS
from companion.rulings import Basis
from companion.web.api.openapi.schema import (
    TEXT,
    WORDS,
    YES_NO,
    Schema,
    asked,
    by_name,
    given,
    listed,
    one_of,
    or_null,
    ref,
    whole,
)

_SIDE = listed(TEXT, 1)


def told() -> dict[str, Schema]:
    """Give every schema of an answer, by its name."""
    return {
        **_boxes(),
        "Rulings": _rulings(),
        "Ruling": _ruling(),
        "NewKeys": _new_keys(),
        "Game": given({"game": ref("State")}),
        "Journal": given({"entries": listed(ref("Entry"), 1)}),
        "Entry": _entry(),
        "State": _state(),
        "Round": _round(),
        "Hand": given({"points": whole(0)}, cards=listed(TEXT, 1)),
        "Standing": _standing(),
        "Next": _next(),
        "Plan": _plan(),
        "Fairness": given(dict.fromkeys(("partners", "opponents", "rests"), listed(whole(0), 2))),
        "Document": {"type": "object"},
    }


def _new_keys() -> Schema:
    tables = listed(given({"table": whole(1), "key": TEXT}))
    return given({"score_key": TEXT, "watch_key": TEXT, "game": ref("State")}, tables=tables)


def _boxes() -> dict[str, Schema]:
    short: Mapping[str, Schema] = {
        "edition": TEXT,
        "name": TEXT,
        "box_count": whole(1),
        "deck_count": whole(1),
        "colours": listed(TEXT),
    }
    card = {"card": TEXT, "name": TEXT, "points": or_null(whole(0)), "count": whole(0)}
    described = by_name(or_null(whole(1)))
    return {
        "Editions": given({"editions": listed(given(short))}),
        "Edition": given({**short, "cards": listed(given(card)), "described": described}),
    }


def _rulings() -> Schema:
    """Describe the answers to a question, or all rulings of a box."""
    listed_rulings = listed(ref("Ruling"))
    return {"oneOf": [given({"results": listed_rulings}), given({"rulings": listed_rulings})]}


def _ruling() -> Schema:
    sheet = {"lines": listed(whole(1)), "section": or_null(TEXT)}
    return given(
        {
            "rule": TEXT,
            "topic": TEXT,
            "edition": TEXT,
            "question": WORDS,
            "verdict": WORDS,
            "basis": one_of(get_args(Basis)),
            "text": WORDS,
            "readings": listed(TEXT),
            "custom": or_null(TEXT),
            "sheet": given(sheet),
            "url": TEXT,
            "related": listed(TEXT),
        }
    )


def _plan() -> Schema:
    player = whole(1, PLAYERS[-1])
    table = given({"table": whole(1), "sides": listed(listed(player, 2, 2), 2, 2)})
    rotation = {"rotation": whole(1), "tables": listed(table, 1), "resting": listed(player)}
    return given(
        {
            "players": whole(PLAYERS[0], PLAYERS[-1]),
            "rotations": listed(given(rotation), 1),
            "fairness": ref("Fairness"),
        }
    )


def _entry() -> Schema:
    """Describe an entry as far as all kinds are alike."""
    at = {"type": "string", "format": "date-time"}
    return asked({"version": whole(1), "at": at, "kind": one_of(KINDS)}, {})


def _state() -> Schema:
    winners = {"winners": _SIDE, "termination": one_of(Termination)}
    settled = {"rule": TEXT, "text": TEXT, "from_round": whole(1)}
    return given(
        {
            "version": whole(1),
            "edition": TEXT,
            "format": one_of(FORMATS),
            "scoring": one_of(SCORINGS),
            "target": or_null(whole(1, HIGHEST_TARGET)),
            "decks": whole(1, MOST_DECKS),
            "left_out": by_name(whole(1)),
            "status": one_of(("playing", "finished")),
            "players": listed(TEXT),
            "left": listed(TEXT),
            "rounds_total": whole(0),
            "rounds": listed(ref("Round"), most=MOST_ROUNDS),
            "standings": listed(ref("Standing")),
            "outcome": or_null(given(winners)),
            "settled": listed(given(settled)),
            "next": or_null(ref("Next")),
        },
        rounds_per_partnership=whole(1, MOST_ROUNDS_EACH),
        rotations=whole(1),
        fairness=ref("Fairness"),
    )


def _round() -> Schema:
    return given(
        {
            "number": whole(1),
            "table": whole(1),
            "rotation": whole(1),
            "sides": listed(_SIDE, 2),
            "went_out": TEXT,
            "hands": by_name(ref("Hand")),
            "points": listed(given({"side": _SIDE, "points": whole(0)})),
            "resting": listed(TEXT),
            "marked": YES_NO,
            "after_end": YES_NO,
            "recount": listed(TEXT),
            "notes": listed(given({"rule": TEXT, "text": TEXT})),
        },
        pile=ref("Hand"),
    )


def _standing() -> Schema:
    return given(
        {
            "rank": whole(1),
            "side": _SIDE,
            "total": whole(0),
            "rounds_played": whole(0),
            "eliminated_in_round": or_null(whole(1)),
        },
        per_round=or_null({"type": "number", "minimum": 0}),
    )


def _next() -> Schema:
    table = {
        "table": whole(1),
        "rotation": whole(1),
        "sides": listed(_SIDE),
        "rounds_left": or_null(whole(0)),
    }
    tables = listed(given(table))
    return given({"dealer": or_null(TEXT), "tables": tables, "resting": listed(TEXT)})
