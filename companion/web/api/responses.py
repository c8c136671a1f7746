"""Response bodies, which wrap the values of games, plans and rulings."""

from typing import Annotated, NotRequired, TypedDict

from companion.editions.edition import Confidence, SheetKind
from companion.game.cards.box import KnockOutValues
from companion.game.entries import KINDS
from companion.game.reports.state import StateValues
from companion.game.schema import Count, Ordinal
from companion.rulings.history import Day
from companion.rulings.ruling import PublishedValues, RulingValues

_Moment = Annotated[str, ("format", "date-time")]


class GameValues(TypedDict):
    """A game as it stands."""

    game: StateValues


class TableKeyValues(TypedDict):
    """The key of one table of a tournament."""

    table: Ordinal
    key: str


class ChangedGameValues(GameValues):
    """A game after a change; `tables` where a tournament has just begun."""

    tables: NotRequired[list[TableKeyValues]]


class GroupKeyValues(TypedDict):
    """The group of a game, for a phone that knows its link."""

    id: str
    key: str


class GameKeysValues(TypedDict, total=False):
    """Keys that are needed to restore a game.

    `tables` is for a tournament, `join_key` for a game in which players seat themselves.
    """

    score_key: str
    watch_key: str
    join_key: str
    group: GroupKeyValues
    tables: list[TableKeyValues]


class KeysValues(ChangedGameValues):
    """A game and its keys; `tables` in a tournament, `join_key` where seats are open."""

    score_key: str
    watch_key: str
    join_key: NotRequired[str]


class SeatValues(TypedDict):
    """The seat of a phone, and the key to it; no seat once it was given up."""

    seat: Ordinal | None
    seat_key: str


class NewKeysValues(KeysValues):
    """A new game, its keys, and that of the group it belongs to."""

    group_key: str


class GroupGameValues(TypedDict):
    """A game of a group; `finished` is null while it is played, and then it counts nowhere.

    `box`: what the table calls its own, null where it is one of the editions.
    """

    id: str
    edition: str
    box: str | None
    format: str
    scoring: str
    started: _Moment
    finished: _Moment | None
    players: list[str]
    winners: list[str]


class PersonValues(TypedDict):
    """What one person did in all games that count; `points` by scoring."""

    name: str
    games: Ordinal
    won: Count
    rounds_won: Count
    points: dict[str, int]


class PairValues(TypedDict):
    """How often each of two people ended `ahead` of the other."""

    between: Annotated[list[str], ("minItems", 2), ("maxItems", 2)]
    games: Ordinal
    ahead: Annotated[list[Count], ("minItems", 2), ("maxItems", 2)]


class GroupValues(TypedDict):
    """The games of a group, and what they come to; `damaged`: so many of them cannot be read.

    `earlier`: so many games are left out, because the answer would be too long.
    """

    damaged: Count
    games: list[GroupGameValues]
    people: list[PersonValues]
    pairs: list[PairValues]
    earlier: NotRequired[Count]


class EntryValues(TypedDict):
    """An entry of a journal, as far as all kinds are alike."""

    version: Ordinal
    at: _Moment
    kind: Annotated[str, ("enum", tuple(KINDS))]
    request_id: NotRequired[str | None]
    fingerprint: NotRequired[str | None]
    by: NotRequired[str | None]


class JournalValues(GameKeysValues):
    """Changes of a game, in order; for a scoring key also the id under which it is kept.

    With `keys` its keys as well.
    """

    id: NotRequired[str]
    entries: list[EntryValues]


class LeafletValues(TypedDict):
    """The printed rules that were read; lines are counted in the first of the languages."""

    item: str | None
    year: int | None
    languages: Annotated[list[str], ("minItems", 1)]


class ShortEditionValues(TypedDict):
    """A box, without its cards."""

    edition: str
    name: str
    sheet: SheetKind
    leaflet: LeafletValues | None
    box_count: Ordinal | None
    deck_count: Ordinal | None
    colours: list[str]
    sides: Annotated[list[str], ("minItems", 2), ("maxItems", 2)] | None
    knock_out: KnockOutValues | None
    players: Annotated[list[Ordinal], ("minItems", 2), ("maxItems", 2)] | None
    scorings: Annotated[list[str], ("minItems", 1)]
    target: Ordinal | None


class CardValues(TypedDict):
    """A card of a box; `points` are null where the sheet leaves them open, `count` where unknown.

    What is on both sides of two-sided cards is listed twice.
    """

    card: str
    side: str | None
    name: str
    points: int | None
    count: Count | None


class SourceValues(TypedDict):
    """A text from which values are, and what it says."""

    says: str
    address: str


class EditionValues(ShortEditionValues):
    """A box with its cards and what its sheet describes."""

    cards: list[CardValues]
    described: dict[str, Ordinal | None]
    sources: list[SourceValues]
    confidence: Confidence | None


class EditionsValues(TypedDict):
    """All boxes."""

    editions: list[ShortEditionValues]


class RulingsValues(TypedDict):
    """All rulings of a box."""

    rulings: list[RulingValues]


class BookValues(TypedDict):
    """Every ruling of every box, by box and rule; `licence` says what may be done with them."""

    published: Day
    licence: str
    language: str
    editions: list[str]
    rulings: list[PublishedValues]
