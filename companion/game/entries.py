"""Journal entries: every change to a game, by seat. Old entries must stay readable for ever."""

from collections.abc import Mapping
from dataclasses import Field, dataclass, fields
from typing import Any, ClassVar, dataclass_transform

from companion.game.cards.box import BoxCardValues, BoxValues
from companion.game.cards.deck import Deck
from companion.game.rounds import Round, Seat

KINDS: dict[str, type["Entry"]] = {}


@dataclass_transform(frozen_default=True)
class Entry:
    """Base class of journal entries; each kind of change is a subclass, made a dataclass here."""

    kind: ClassVar[str]
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def __init_subclass__(cls, kind: str) -> None:
        dataclass(frozen=True)(cls)
        cls.kind = kind
        KINDS[kind] = cls


class GameStarted(Entry, kind="game-started"):
    """Start of a game. It stores the deck, so correcting a box file never changes old games."""

    edition: str
    game_format: str
    scoring: str
    names: tuple[str, ...]
    deck: Deck  # all boxes together, without the cards left out
    target: int | None = None
    decks: int = 1
    left_out: Mapping[str, int] | None = None
    dealer: Seat | None = None
    rounds_per_partnership: int | None = None  # tournament only
    rotations: int | None = None  # number of rotations played; None if the whole plan
    open_seats: bool | None = None  # players take seats by phone until `SeatsClosed`
    seating: str | None = None  # how those seats are ordered at `SeatsClosed`
    box: BoxValues | None = None  # a table's own box, which has no box file
    by_average: bool | None = None  # tournament: True ranks by points per round, not by totals
    round_limit: int | None = None  # number of rounds after which the game ends
    open_end: bool | None = None  # True: only an agreement ends the game
    title: str | None = None  # name of a game without cards
    table_size: int | None = None  # heats only, like the following
    rounds_per_table: int | None = None
    final_rounds: int | None = None
    advance: int | None = None  # players of a table who go on
    lot: int | None = None  # drawn once, decides between equal players


class RoundRecorded(Entry, kind="round-recorded"):
    """Recording of a round."""

    round: Round


class RoundCorrected(Entry, kind="round-corrected"):
    """Replacement of round `number` by `round`."""

    number: int
    round: Round


class RoundRemoved(Entry, kind="round-removed"):
    """Removal of round `number`; later rounds move up by one."""

    number: int


class Undone(Entry, kind="taken-back"):
    """Undo of the entries with these versions; undoing an `Undone` entry redoes them."""

    versions: tuple[int, ...]


class PlayersRenamed(Entry, kind="players-renamed"):
    """New labels for all seats; before the first round this also reorders the seats."""

    names: tuple[str, ...]


class TargetChanged(Entry, kind="target-changed"):
    """New target; the whole game is scored again."""

    target: int


class EndChanged(Entry, kind="end-changed"):
    """New target and limit of rounds; with neither, only an agreement ends the game."""

    target: int | None = None
    round_limit: int | None = None


class TitleChanged(Entry, kind="title-changed"):
    """New name of a game without cards, or None for no name."""

    title: str | None = None


class DealerSet(Entry, kind="dealer-set"):
    """Choice of the dealer of the next round."""

    dealer: Seat


class GameFinished(Entry, kind="game-finished"):
    """Agreement to stop the game, or to continue it (`finished` false)."""

    finished: bool


class PlayersLeft(Entry, kind="players-left"):
    """Players who leave from the next round on; while seats are open, their seats are removed."""

    seats: tuple[Seat, ...]


class PlayerJoined(Entry, kind="player-joined"):
    """Player who joins from the next round on: on a new seat (`name`, `total`) or returning.

    A returning player keeps the earlier total, unless `sets_total` is True.
    """

    seat: Seat
    name: str
    total: int = 0
    phone: str | None = None  # digest of the secret of the phone that took the seat
    sets_total: bool | None = None
    waits: bool | None = None  # True: joins from the next rotation on, even if none is played


class StandIn(Entry, kind="stand-in"):
    """Substitute who plays for a seat; the points stay with the seat."""

    seat: Seat
    name: str


class SeatsClosed(Entry, kind="seats-closed"):
    """End of seating: the game begins, and a tournament gets its plan."""


class RotationsChanged(Entry, kind="rotations-changed"):
    """New total number of rotations of a tournament."""

    rotations: int


class StageDrawn(Entry, kind="stage-drawn"):
    """Draw of a stage of heats: the seats at each table."""

    stage: int
    tables: tuple[tuple[Seat, ...], ...]
    by_time: bool | None = None  # True: the stage before ended by the clock


class StageRemoved(Entry, kind="stage-removed"):
    """Removal of the last stage drawn, in which nothing was played."""

    stage: int


class StopSet(Entry, kind="stop-set"):
    """Time at which the table wants to stop, such as `2026-11-21T22:00+01:00`, or None."""

    stop_at: str | None = None  # table's local time; the game does not end by itself


class CardAdded(Entry, kind="card-added"):
    """Addition of a forgotten card to the table's own box, or a card whose value was wrong."""

    card: BoxCardValues
    replaces: bool | None = None  # True: the box had it with another value


class RulingSettled(Entry, kind="ruling-settled"):
    """House rule of this table on one ruling, overriding the leaflet."""

    rule: str
    text: str  # typed by the table
    from_round: int
    choice: str | None = None  # option of the ruling, shown in each reader's language


class RulingUnsettled(Entry, kind="ruling-unsettled"):
    """Removal of a house rule; the leaflet applies again."""

    rule: str


class AdjustmentMade(Entry, kind="adjustment-made"):
    """Points of the table's own beside the rounds, for a seat's side."""

    seat: Seat
    points: int
    why: str = ""


class AdjustmentRemoved(Entry, kind="adjustment-removed"):
    """Removal of adjustment `number`; later ones move up by one."""

    number: int


class Combined(Entry, kind="together"):
    """Several changes made by one request; one undo reverts all of them."""

    parts: tuple[Entry, ...]


def as_values(entry: Entry) -> dict[str, Any]:
    values: dict[str, Any] = {"kind": entry.kind}
    for field in fields(entry):
        value = getattr(entry, field.name)
        match value:
            case None:
                continue
            case Round() | Deck():
                values[field.name] = value.as_values()
            case (Entry(), *_):
                values[field.name] = [as_values(part) for part in value]
            case _:
                values[field.name] = value
    return values


def from_values(values: Mapping[str, Any]) -> Entry:
    """Parse the output of `as_values`; KeyError, TypeError or ValueError if malformed."""
    kind = KINDS[values["kind"]]
    arguments: dict[str, Any] = {}
    for field in fields(kind):
        if field.name not in values:
            continue  # None, or the entry is older than the field
        value = values[field.name]
        match field.name:  # only these need more than JSON types
            case "round":
                arguments["round"] = Round.from_values(value)
            case "deck":
                arguments["deck"] = Deck.from_values(value)
            case "tables":
                arguments["tables"] = tuple(map(tuple, value))
            case "parts":
                arguments["parts"] = tuple(from_values(part) for part in value)
            case name:
                arguments[name] = tuple(value) if isinstance(value, list) else value
    return kind(**arguments)
