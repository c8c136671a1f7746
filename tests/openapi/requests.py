"""Request bodies and queries, with the limits that their readers apply."""

import re
from collections.abc import Mapping
from typing import Annotated, Literal, Required, TypedDict

from companion.game.cards.hand import HIGHEST_TOTAL
from companion.game.cards.notation import LONGEST_TEXT
from companion.game.entries import KINDS
from companion.game.formats import FORMATS
from companion.game.formats.base import DEFAULT_TARGET
from companion.game.players import FORBIDDEN_IN_NAMES, LONGEST_NAME
from companion.game.requests import box, change, hand, start
from companion.game.requests.adjustment import LONGEST_WHY
from companion.game.requests.round import LONGEST_REMARK
from companion.game.schema import Count, Ordinal, Words
from companion.game.scoring import SCORINGS
from companion.game.tournament import heats
from companion.keys import KEY_PATTERN
from companion.rulebook import ANSWERS
from companion.services.changes import LONGEST_REQUEST_ID
from companion.services.transfer import MOST_ENTRIES, MOST_RESTORED
from companion.web.api.rulings import MOST_ANSWERS, MOST_PLAYERS
from tests.openapi.schema import Schema

# The server fills in these, as it may have boxes of its own.
KNOWN = ("KnownCard", "KnownEdition")
_KnownCard = Annotated[str, ("$ref", f"#/components/schemas/{KNOWN[0]}")]
_Edition = Annotated[str, ("$ref", f"#/components/schemas/{KNOWN[1]}")]
# The cards of a table's own box are known only to its game, so any valid id is allowed.
_Card = (
    _KnownCard | Annotated[str, ("pattern", f"^({box.ID_PATTERN})$"), ("maxLength", box.LONGEST_ID)]
)
_Format = Annotated[str, ("enum", list(FORMATS))]
_Key = Annotated[str, ("pattern", f"^{KEY_PATTERN}$")]
_Target = Annotated[int, ("minimum", 1), ("maximum", start.HIGHEST_TARGET)]
_Limit = Annotated[int, ("minimum", 1), ("maximum", start.HIGHEST_LIMIT)]
_Name = Annotated[
    Words,
    ("pattern", f"^[^{FORBIDDEN_IN_NAMES}]*$"),
    ("description", f"1 to {LONGEST_NAME} characters after NFC and trimming."),
]


_RoundsEach = Annotated[int, ("minimum", 1), ("maximum", start.MOST_ROUNDS_EACH)]
_Seating = Annotated[str, ("enum", start.SEATINGS)]


class WriteRequest(TypedDict, total=False):
    """What every change may carry: a name of its own, and the version that was seen."""

    request_id: Annotated[str, ("maxLength", LONGEST_REQUEST_ID)]
    version: int


class StageRequest(WriteRequest, total=False):
    """Body that draws the next stage."""

    ended: Annotated[
        bool, ("description", "The clock has ended this stage: tables need one round each.")
    ]


class RoundsQuery(TypedDict, total=False):
    """Query for some rounds of a game."""

    rounds: Annotated[
        str,
        ("pattern", "^[0-9]{1,9}-[0-9]{1,9}$"),
        ("description", "Which rounds to give, as first-last."),
    ]


class JournalQuery(TypedDict, total=False):
    """Query for part of a journal."""

    since: Annotated[
        str,
        ("pattern", "^[0-9]{1,9}$"),
        ("description", "Give only the changes after this version."),
    ]
    keys: Annotated[str, ("description", "Give a scoring key all keys of the game as well.")]


_Day = Annotated[str, ("pattern", "^([0-9]{4}-[0-9]{2}-[0-9]{2})?$")]

# Written as a call, because `from` is a Python keyword.
SeasonQuery = TypedDict(
    "SeasonQuery",
    {
        "from": Annotated[_Day, ("description", "The first day on which a game was finished.")],
        "to": Annotated[_Day, ("description", "The last day on which a game was finished.")],
        "edition": Annotated[str, ("description", "Only games with this box.")],
        "tz": Annotated[
            str,
            ("description", "The time zone of these days; that of the server without one."),
            ("examples", ["Europe/Paris"]),
        ],
    },
    total=False,
)


class RulingsQuery(TypedDict, total=False):
    """Query that asks a question about a box."""

    q: Annotated[
        str, ("description", "A question, as people say it; without one all rulings are given.")
    ]
    limit: Annotated[int, ("minimum", 1), ("maximum", MOST_ANSWERS), ("default", ANSWERS)]
    players: Annotated[
        int,
        ("minimum", 1),
        ("maximum", MOST_PLAYERS),
        ("description", "How many play the running game."),
    ]
    format: Annotated[_Format, ("description", "What the running game is.")]


_Text = Annotated[Words, ("pattern", f"^[^{re.escape(box.FORBIDDEN)}]*$")]


class KnockOutRequest(TypedDict):
    """What somebody knocked out of a round is worth to whoever goes out."""

    bonus: Annotated[int, ("minimum", 0), ("maximum", box.HIGHEST_BONUS)]


class BoxCardRequest(TypedDict, total=False):
    """A card of a table's own box; without a side it is on both, without an id it is given one."""

    name: Required[Annotated[_Text, ("description", f"1 to {box.LONGEST_CARD} characters.")]]
    points: Required[Annotated[int, ("minimum", box.LEAST_POINTS), ("maximum", box.MOST_POINTS)]]
    card: Annotated[str, ("pattern", f"^({box.ID_PATTERN})$"), ("maxLength", box.LONGEST_ID)]
    count: Annotated[int, ("minimum", 1), ("maximum", box.MOST_OF_KIND)]
    side: _Text


class BoxRequest(TypedDict, total=False):
    """A box of the table's own, which lives in the game; without cards, hands are totals."""

    name: Required[Annotated[_Text, ("description", f"1 to {box.LONGEST_BOX} characters.")]]
    cards: Annotated[list[BoxCardRequest], ("maxItems", box.MOST_KINDS)]
    sides: Annotated[
        list[Annotated[_Text, ("description", f"1 to {box.LONGEST_SIDE} characters.")]],
        ("minItems", box.SIDES),
        ("maxItems", box.SIDES),
    ]
    knock_out: KnockOutRequest
    like: Annotated[
        _Edition, ("description", "Whose names in other languages the same cards have.")
    ]


class StartRequest(TypedDict, total=False):
    """What a game is to be."""

    edition: _Edition
    box: BoxRequest
    players: Annotated[list[_Name], ("maxItems", MOST_PLAYERS)]
    format: _Format
    scoring: Annotated[str, ("enum", tuple(SCORINGS))]
    target: Annotated[
        _Target,
        ("default", DEFAULT_TARGET),
        ("description", "Left out: that of the box, where it prints one; of rounds won 3."),
    ]
    title: Annotated[
        Words,
        ("description", f"A name for a game without cards, 1 to {start.LONGEST_TITLE} characters."),
    ]
    round_limit: Annotated[
        _Limit, ("description", "The rounds after which it ends; without `target` only they do.")
    ]
    open_end: Annotated[bool, ("description", "Nothing ends it but an agreement to stop.")]
    decks: Annotated[int, ("minimum", 1), ("maximum", start.MOST_DECKS), ("default", 1)]
    left_out: dict[str, Count]
    dealer: str
    rounds_per_partnership: Annotated[
        int,
        ("minimum", 1),
        ("maximum", start.MOST_ROUNDS_EACH),
        ("default", max(each.default_rounds for each in FORMATS.values())),
    ]
    rotations: Ordinal
    by_average: Annotated[
        bool, ("description", "A tournament is won by the most points per round, not by the total.")
    ]
    table_size: Annotated[
        int,
        ("minimum", heats.TABLE_SIZES[0]),
        ("maximum", heats.TABLE_SIZES[-1]),
        ("default", heats.DEFAULT_SIZE),
    ]
    rounds_per_table: _RoundsEach
    final_rounds: _RoundsEach
    advance: Annotated[
        int, ("minimum", 1), ("maximum", heats.MOST_ADVANCE), ("default", heats.MOST_ADVANCE)
    ]
    seating: _Seating
    open_seats: Annotated[
        bool, ("description", "Players take their seats themselves; `players` may be empty.")
    ]
    group: Annotated[
        Words,
        ("description", "The key of the group it belongs to; without one it begins a group."),
    ]


class SeatRequest(WriteRequest):
    """Somebody who takes a seat; choose a request id nobody guesses: it brings the key again."""

    name: _Name


class SeatChangeRequest(SeatRequest):
    """Another name for a seat, asked for with the key to it."""

    seat_key: Words


class SeatQuery(WriteRequest):
    """Query with the key to the seat to leave."""

    seat_key: Words


class HandRequest(TypedDict, total=False):
    """A hand: its cards, by id or as people say them, or its points."""

    cards: (
        Annotated[list[_Card], ("minItems", 1), ("maxItems", hand.MOST_CARDS)]
        | Annotated[str, ("minLength", 1), ("maxLength", LONGEST_TEXT)]
    )
    points: Annotated[int, ("minimum", -HIGHEST_TOTAL), ("maximum", HIGHEST_TOTAL)]


class NoteRequest(TypedDict):
    """A ruling that was applied in a round."""

    rule: Words
    text: str


class RoundRequest(WriteRequest, total=False):
    """A round: who went out, and what the others were caught with, if cards are counted."""

    went_out: Annotated[
        str, ("description", "May be left out in a game without cards in which all keep their own.")
    ]
    hands: dict[str, HandRequest]
    pile: HandRequest
    resting: list[str]
    side: Annotated[str | None, ("description", "Which side of two-sided cards lay up: its id.")]
    knocked_out: Annotated[list[str], ("description", "Of the round, in a box that has this.")]
    keep_anyway: bool
    notes: list[NoteRequest]
    remark: Annotated[
        str,
        ("description", f"Up to {LONGEST_REMARK} characters of your own, on one line."),
    ]
    table: Ordinal
    rotation: Ordinal


class AdjustmentRequest(WriteRequest, total=False):
    """Points of the table's own beside the rounds, for a player or their side."""

    player: Required[str]
    points: Required[
        Annotated[
            int, ("minimum", -HIGHEST_TOTAL), ("maximum", HIGHEST_TOTAL), ("not", {"const": 0})
        ]
    ]
    why: Annotated[
        str, ("description", f"Up to {LONGEST_WHY} characters, on one line after trimming.")
    ]
    table: Annotated[Ordinal, ("description", "In a tournament: where the player sits.")]


class JoinRequest(TypedDict, total=False):
    """Somebody who joins, and the total they start from."""

    name: Required[_Name]
    total: Annotated[int, ("minimum", -start.HIGHEST_TARGET), ("maximum", start.HIGHEST_TARGET)]


class ChangeRequest(WriteRequest, total=False):
    """One or several changes to a running game.

    `name` belongs to `seat`, and `seating` to `open_seats`.
    """

    target: _Target
    round_limit: _Limit
    open_end: Annotated[
        bool, ("description", "With it, `target` and `round_limit` are all that ends the game.")
    ]
    title: Annotated[str, ("description", "Only of a game without cards; blank: none.")]
    players: list[_Name]
    dealer: str
    leave: Annotated[list[str], ("minItems", 1)]
    join: Annotated[list[JoinRequest], ("minItems", 1)]
    open_seats: Literal[False]
    seating: _Seating
    finish: bool
    rotations: Ordinal
    stop_at: Annotated[
        str,
        ("pattern", f"^({change.WALL_PATTERN}({change.OFFSET_PATTERN})?)?$"),
        ("description", "When the table wants to stop, in its own time; blank: no longer."),
        ("examples", ["2026-11-21T22:00+01:00", "2026-11-21T22:00"]),
    ]
    seat: Ordinal
    name: _Name
    card: Annotated[
        BoxCardRequest,
        ("description", "It was forgotten in the table's own box, or has another value there."),
    ]


class SettlementRequest(WriteRequest, total=False):
    """What the table plays on a point, and from which round on: its own words, or `custom`."""

    text: Annotated[
        Words, ("description", f"1 to {change.LONGEST_SETTLEMENT} characters after trimming.")
    ]
    custom: Annotated[
        Literal[True],
        ("description", "The house rule of the ruling, which everybody reads in their language."),
    ]
    from_round: Annotated[int, ("minimum", 1), ("maximum", change.HIGHEST_ROUND)]


class EntryRequest(TypedDict):
    """An entry of a journal, as far as all kinds are alike."""

    kind: Annotated[str, ("enum", tuple(KINDS))]
    at: str


class KeptEntryRequest(EntryRequest, total=False):
    """An entry, and by which request and phone it was made."""

    request_id: str | None
    fingerprint: str | None
    by: str | None


class TableKeyRequest(TypedDict):
    """The key of one table of a tournament."""

    table: Ordinal
    key: _Key


class GroupKeyRequest(TypedDict):
    """The group that a game was in."""

    id: _Key
    key: _Key


class KeptGameRequest(TypedDict, total=False):
    """What a phone with a scoring key kept of a game."""

    id: Required[_Key]
    score_key: Required[_Key]
    watch_key: Required[_Key]
    join_key: _Key
    group: GroupKeyRequest
    tables: list[TableKeyRequest]
    entries: Required[
        Annotated[list[KeptEntryRequest], ("minItems", 1), ("maxItems", MOST_RESTORED)]
    ]


class JournalRequest(TypedDict):
    """A journal that is to become a game."""

    entries: Annotated[list[EntryRequest], ("minItems", 1), ("maxItems", MOST_ENTRIES)]


def _given(*names: str) -> list[Schema]:
    """Return a schema for each name, of objects in which that key is present and not null."""
    return [{"required": [n], "properties": {n: {"not": {"type": "null"}}}} for n in names]


_OPEN: Schema = {"required": ["open_seats"], "properties": {"open_seats": {"const": True}}}
_ENOUGH: Schema = {
    "players": {"type": "array", "minItems": min(f.min_players for f in FORMATS.values())}
}

_OPEN_END: Schema = {"required": ["open_end"], "properties": {"open_end": {"const": True}}}
_ENDS: Schema = {"not": {"allOf": [_OPEN_END, {"anyOf": _given("target", "round_limit")}]}}

# Which keys exclude or require each other, which types cannot express.
EXTRA: Mapping[type, Schema] = {
    StartRequest: {
        "anyOf": [_OPEN, {"required": ["players"], "properties": _ENOUGH}],
        "oneOf": _given("edition", "box"),
        **_ENDS,
    },
    HandRequest: {"oneOf": _given("cards", "points")},
    ChangeRequest: {"anyOf": _given(*change.CHANGES), **_ENDS},
    SettlementRequest: {"anyOf": _given("text", "custom")},
}
