"""The entries of a journal: what people did at the table, in seats, to be readable for ever."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from companion.game.cards.box import BoxCardValues, BoxValues
from companion.game.cards.deck import Deck
from companion.game.rounds import Round, Seat

KINDS: dict[str, type["Entry"]] = {}


@dataclass(frozen=True, slots=True)
class Entry:
    """One change; every kind is a class of its own below."""

    kind: ClassVar[str]

    def __init_subclass__(cls, kind: str = "") -> None:
        # A class with slots is made a second time, out of what the first one has.
        cls.kind = kind or cls.kind
        KINDS[cls.kind] = cls


@dataclass(frozen=True, slots=True)
class GameStarted(Entry, kind="game-started"):
    """A game began. It carries its deck, so an old game never changes when a box is mended."""

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
class RoundRecorded(Entry, kind="round-recorded"):
    """A round was written down."""

    round: Round


@dataclass(frozen=True, slots=True)
class RoundCorrected(Entry, kind="round-corrected"):
    """What was written down as round `number` was wrong; it was `round`."""

    number: int
    round: Round


@dataclass(frozen=True, slots=True)
class RoundRemoved(Entry, kind="round-removed"):
    """Round `number` never was; the later ones close up."""

    number: int


@dataclass(frozen=True, slots=True)
class TakenBack(Entry, kind="taken-back"):
    """Some entries, by their versions, were taken back; taking this one back brings them again."""

    versions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayersRenamed(Entry, kind="players-renamed"):
    """Every seat got its label anew; before the first round that also reorders the seats."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TargetChanged(Entry, kind="target-changed"):
    """The number to play to was changed; the whole game is judged anew."""

    target: int


@dataclass(frozen=True, slots=True)
class DealerSet(Entry, kind="dealer-set"):
    """Who deals the next round was set."""

    dealer: Seat


@dataclass(frozen=True, slots=True)
class GameFinished(Entry, kind="game-finished"):
    """The table agreed to stop, or (`finished` false) to go on after all."""

    finished: bool


@dataclass(frozen=True, slots=True)
class PlayersLeft(Entry, kind="players-left"):
    """These seats do not play from the next round on; while seats are open they are given up."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class PlayerJoined(Entry, kind="player-joined"):
    """A seat plays from the next round on: a new one (`name`, `total`), or one that came back."""

    seat: Seat
    name: str
    total: int = 0
    phone: str | None = None  # a digest of what only the phone knows that took the seat itself
    waits: bool | None = None  # for the next rotation, though nothing of the first may be played


@dataclass(frozen=True, slots=True)
class StandIn(Entry, kind="stand-in"):
    """Somebody else plays on for a seat, whose points stay where they are."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class SeatsClosed(Entry, kind="seats-closed"):
    """Everybody who plays has a seat: the game begins, and a tournament has its tables."""


@dataclass(frozen=True, slots=True)
class RotationsChanged(Entry, kind="rotations-changed"):
    """So many rotations of a tournament are played in all."""

    rotations: int


@dataclass(frozen=True, slots=True)
class StopSet(Entry, kind="stop-set"):
    """The table wants to stop at a time (None: no longer), such as `2026-11-21T22:00+01:00`."""

    stop_at: str | None = None  # in the table's own time; the game does not end by itself


@dataclass(frozen=True, slots=True)
class CardAdded(Entry, kind="card-added"):
    """A card that was forgotten belongs to the table's own box after all."""

    card: BoxCardValues


@dataclass(frozen=True, slots=True)
class RulingSettled(Entry, kind="ruling-settled"):
    """What this table plays on a point, whatever its sheet says."""

    rule: str
    text: str  # in the table's own words
    from_round: int
    choice: str | None = None  # what it took over from the ruling, for everybody's language


@dataclass(frozen=True, slots=True)
class RulingUnsettled(Entry, kind="ruling-unsettled"):
    """The table plays that point by its sheet again."""

    rule: str


@dataclass(frozen=True, slots=True)
class Together(Entry, kind="together"):
    """Several changes that were requested as one, and are taken back as one."""

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
