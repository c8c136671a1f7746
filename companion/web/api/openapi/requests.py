"""What scripts send, as JSON Schema, from the facts where they live."""

from collections.abc import Mapping

from companion.editions import Edition
from companion.game.cards.hand import HIGHEST_TOTAL
from companion.game.cards.notation import LONGEST_TEXT
from companion.game.entries import KINDS
from companion.game.formats import FORMATS
from companion.game.formats.base import DEFAULT_TARGET
from companion.game.formats.tournament import DEFAULT_ROUNDS
from companion.game.players import FORBIDDEN_IN_NAMES, LONGEST_NAME
from companion.game.requests.change import HIGHEST_ROUND, LONGEST_SETTLEMENT
from companion.game.requests.hand import MOST_CARDS
from companion.game.requests.start import (
    HIGHEST_TARGET,
    MOST_DECKS,
    MOST_ROUNDS_EACH,
    SEATINGS,
)
from companion.game.scoring import SCORINGS
from companion.rulebook import ANSWERS
from companion.services.transfer import MOST_ENTRIES
from companion.web.api.openapi.schema import (
    TEXT,
    WORDS,
    YES_NO,
    Schema,
    asked,
    by_name,
    having,
    listed,
    one_of,
    ref,
    whole,
)
from companion.web.api.rulings import MOST_ANSWERS, MOST_PLAYERS
from companion.web.http.json_body import LONGEST_REQUEST_ID

_NAME: Schema = {
    "type": "string",
    "minLength": 1,
    "pattern": f"^[^{FORBIDDEN_IN_NAMES}]*$",
    "description": f"1 to {LONGEST_NAME} characters after NFC and trimming.",
}
WRITE: Mapping[str, Schema] = {
    "request_id": {"type": "string", "maxLength": LONGEST_REQUEST_ID},
    "version": whole(),
}

ASKED: Mapping[str, Schema] = {
    "q": TEXT | {"description": "A question, as people say it; without one all rulings are given."},
    "limit": whole(1, MOST_ANSWERS, ANSWERS),
    "players": whole(1, MOST_PLAYERS) | {"description": "How many play the running game."},
    "format": one_of(FORMATS) | {"description": "What the running game is."},
}


def taken(editions: Mapping[str, Edition]) -> dict[str, Schema]:
    """Give every schema of a body that is taken, by its name."""
    return {
        "NewGame": _new_game(editions),
        "AskedHand": _asked_hand(editions),
        "AskedRound": _asked_round(),
        "Change": _change(),
        "Settlement": _settlement(),
        "Write": asked({}, WRITE),
        "AskedJournal": asked({"entries": listed(ref("AskedEntry"), 1, MOST_ENTRIES)}, {}),
        "AskedEntry": asked({"kind": one_of(KINDS), "at": TEXT}, {}),
    }


def _new_game(editions: Mapping[str, Edition]) -> Schema:
    least = min(each.least for each in FORMATS.values())
    most = max(each.most for each in FORMATS.values())
    return asked(
        {"edition": one_of(editions), "players": listed(_NAME, least, most)},
        {
            "format": one_of(FORMATS),
            "scoring": one_of(SCORINGS),
            "target": whole(1, HIGHEST_TARGET, DEFAULT_TARGET),
            "decks": whole(1, MOST_DECKS, 1),
            "left_out": by_name(whole(0)),
            "dealer": TEXT,
            "rounds_per_partnership": whole(1, MOST_ROUNDS_EACH, DEFAULT_ROUNDS),
            "rotations": whole(1),
            "seating": one_of(SEATINGS),
        },
    )


def _asked_hand(editions: Mapping[str, Edition]) -> Schema:
    cards = dict.fromkeys(card.card for box in editions.values() for card in box.deck)
    said: Schema = {"type": "string", "minLength": 1, "maxLength": LONGEST_TEXT}
    counted = {"anyOf": [listed(one_of(cards), 1, MOST_CARDS), said]}
    hand = asked({}, {"cards": counted, "points": whole(0, HIGHEST_TOTAL)})
    return hand | {"oneOf": having("cards", "points")}


def _asked_round() -> Schema:
    details: Mapping[str, Schema] = {
        "hands": by_name(ref("AskedHand")),
        "pile": ref("AskedHand"),
        "resting": listed(TEXT),
        "keep_anyway": YES_NO,
        "notes": listed(asked({"rule": WORDS, "text": TEXT}, {})),
        "table": whole(1),
        "rotation": whole(1),
    }
    return asked({"went_out": TEXT}, {**details, **WRITE}) | {"anyOf": having("hands", "pile")}


def _change() -> Schema:
    changes: Mapping[str, Schema] = {
        "target": whole(1, HIGHEST_TARGET),
        "players": listed(_NAME),
        "dealer": TEXT,
        "leave": listed(TEXT, 1),
        "join": listed(asked({"name": _NAME}, {"total": whole(0, HIGHEST_TARGET)}), 1),
        "finish": YES_NO,
        "rotations": whole(1),
        "seat": whole(1),
    }
    return asked({}, {**changes, "name": _NAME, **WRITE}) | {"anyOf": having(*changes)}


def _settlement() -> Schema:
    text = WORDS | {"description": f"1 to {LONGEST_SETTLEMENT} characters after trimming."}
    return asked({"text": text}, {"from_round": whole(1, HIGHEST_ROUND), **WRITE})
