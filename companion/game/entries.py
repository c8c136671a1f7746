"""The entries of a journal: what people did at the table, in seats, to be readable for ever."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from companion.game.cards.box import BoxCardValues, BoxValues
from companion.game.cards.deck import Deck
from companion.game.rounds import Round, Seat


@dataclass(frozen=True, slots=True)
class Entry:
    """One change; every kind is a class of its own below."""

    kind: ClassVar[str]


@dataclass(frozen=True, slots=True)
class GameStarted(Entry):
    """A game began. It carries its deck, so an old game never changes when a box is mended."""

    kind = "game-started"
    edition: str
    game_format: str
    scoring: str
    names: tuple[str, ...]
    deck: Deck  # as shuffled: several boxes together, without the cards left out
    target: int | None = None  # in a tournament there is none
    decks: int = 1
    left_out: Mapping[str, int] | None = None
    dealer: Seat | None = None
    rounds_per_partnership: int | None = None  # in a tournament only
    rotations: int | None = None  # how many of the plan are played; None: all
    open_seats: bool | None = None  # players take their seats themselves, until `SeatsClosed`
    seating: str | None = None  # how those seats are ordered when they are closed
    box: BoxValues | None = None  # that of a table's own: no file knows it


@dataclass(frozen=True, slots=True)
class RoundRecorded(Entry):
    """A round was written down."""

    kind = "round-recorded"
    round: Round


@dataclass(frozen=True, slots=True)
class RoundCorrected(Entry):
    """What was written down as round `number` was wrong; it was `round`."""

    kind = "round-corrected"
    number: int
    round: Round


@dataclass(frozen=True, slots=True)
class RoundRemoved(Entry):
    """Round `number` never was; the later ones close up."""

    kind = "round-removed"
    number: int


@dataclass(frozen=True, slots=True)
class TakenBack(Entry):
    """Some entries, by their versions, were taken back; taking this one back brings them again."""

    kind = "taken-back"
    versions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayersRenamed(Entry):
    """Every seat got its label anew; before the first round that also reorders the seats."""

    kind = "players-renamed"
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TargetChanged(Entry):
    """The number to play to was changed; the whole game is judged anew."""

    kind = "target-changed"
    target: int


@dataclass(frozen=True, slots=True)
class DealerSet(Entry):
    """Who deals the next round was set."""

    kind = "dealer-set"
    dealer: Seat


@dataclass(frozen=True, slots=True)
class GameFinished(Entry):
    """The table agreed to stop, or (`finished` false) to go on after all."""

    kind = "game-finished"
    finished: bool


@dataclass(frozen=True, slots=True)
class PlayersLeft(Entry):
    """These seats do not play from the next round on; while seats are open they are given up."""

    kind = "players-left"
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class PlayerJoined(Entry):
    """A seat plays from the next round on: a new one (`name`, `total`), or one that came back."""

    kind = "player-joined"
    seat: Seat
    name: str
    total: int = 0
    phone: str | None = None  # a digest of what only the phone knows that took the seat itself
    waits: bool | None = None  # for the next rotation, though nothing of the first may be played


@dataclass(frozen=True, slots=True)
class SeatsClosed(Entry):
    """Everybody who plays has a seat: the game begins, and a tournament has its tables."""

    kind = "seats-closed"


@dataclass(frozen=True, slots=True)
class StandIn(Entry):
    """Somebody else plays on for a seat, whose points stay where they are."""

    kind = "stand-in"
    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class RotationsChanged(Entry):
    """So many rotations of a tournament are played in all."""

    kind = "rotations-changed"
    rotations: int


@dataclass(frozen=True, slots=True)
class StopSet(Entry):
    """The table wants to stop at a time (None: no longer), such as `2026-11-21T22:00+01:00`."""

    kind = "stop-set"
    stop_at: str | None = None  # in the table's own time; the game does not end by itself


@dataclass(frozen=True, slots=True)
class CardAdded(Entry):
    """A card that was forgotten belongs to the table's own box after all."""

    kind = "card-added"
    card: BoxCardValues


@dataclass(frozen=True, slots=True)
class RulingSettled(Entry):
    """What this table plays on a point, whatever its sheet says."""

    kind = "ruling-settled"
    rule: str
    text: str  # in the table's own words
    from_round: int
    choice: str | None = None  # what it took over from the ruling, for everybody's language


@dataclass(frozen=True, slots=True)
class RulingUnsettled(Entry):
    """The table plays that point by its sheet again."""

    kind = "ruling-unsettled"
    rule: str


@dataclass(frozen=True, slots=True)
class Together(Entry):
    """Several changes that were requested as one, and are taken back as one."""

    kind = "together"
    parts: tuple[Entry, ...]


KINDS: Mapping[str, type[Entry]] = {
    entry_type.kind: entry_type
    for entry_type in (
        GameStarted, RoundRecorded, RoundCorrected, RoundRemoved, TakenBack, PlayersRenamed,
        TargetChanged, DealerSet, GameFinished, PlayersLeft, PlayerJoined, StandIn,
        SeatsClosed, RotationsChanged, StopSet, CardAdded, RulingSettled, RulingUnsettled, Together,
    )
}  # fmt: skip


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
    """Return the entry that `as_values` wrote; KeyError, TypeError or ValueError otherwise."""
    kind = KINDS[values["kind"]]
    arguments: dict[str, Any] = {}
    for field in fields(kind):
        if field.name not in values:
            continue  # it was None, or the entry is older than the field
        value = values[field.name]
        match field.name:  # the only ones that are more than numbers, texts and lists of them
            case "round":
                arguments["round"] = Round.from_values(value)
            case "deck":
                arguments["deck"] = Deck.from_values(value)
            case "parts":
                arguments["parts"] = tuple(from_values(part) for part in value)
            case name:
                arguments[name] = tuple(value) if isinstance(value, list) else value
    return kind(**arguments)
