"""What a game is made of: the things people did at the table, never changed afterwards.

Entries hold seats, not names. As plain values an entry is a mapping with its `kind` and its
fields; what is written once must be readable for ever.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from companion.game.cards.deck import Card, Deck, Lot
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
    """These seats do not play from the next round on."""

    kind = "players-left"
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class PlayerJoined(Entry):
    """A seat plays from the next round on: a new one (`name`, `total`), or one that came back."""

    kind = "player-joined"
    seat: Seat
    name: str
    total: int = 0


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
class RulingSettled(Entry):
    """What this table plays on a point, whatever its sheet says."""

    kind = "ruling-settled"
    rule: str
    text: str
    from_round: int


@dataclass(frozen=True, slots=True)
class RulingUnsettled(Entry):
    """The table plays that point by its sheet again."""

    kind = "ruling-unsettled"
    rule: str


@dataclass(frozen=True, slots=True)
class Together(Entry):
    """Several changes that were asked for as one, and are taken back as one."""

    kind = "together"
    parts: tuple[Entry, ...]


KINDS: Mapping[str, type[Entry]] = {
    each.kind: each
    for each in (
        GameStarted, RoundRecorded, RoundCorrected, RoundRemoved, TakenBack, PlayersRenamed,
        TargetChanged, DealerSet, GameFinished, PlayersLeft, PlayerJoined, StandIn,
        RotationsChanged, RulingSettled, RulingUnsettled, Together,
    )
}  # fmt: skip


def as_values(entry: Entry) -> dict[str, Any]:
    """Give an entry as plain values that JSON can hold, leaving out what is None."""
    values = {f.name: _plain(getattr(entry, f.name)) for f in fields(entry)}
    return {"kind": entry.kind} | {k: v for k, v in values.items() if v is not None}


def from_values(values: Mapping[str, Any]) -> Entry:
    """Read what `as_values` wrote; KeyError, TypeError or ValueError where it is not that."""
    kind = KINDS[values["kind"]]
    known = {field.name for field in fields(kind)}
    return kind(**{k: _READERS.get(k, _same)(v) for k, v in values.items() if k in known})


def _plain(value: object) -> object:
    if isinstance(value, Round):
        return value.as_values()
    if isinstance(value, Deck):
        return _deck_values(value)
    if isinstance(value, tuple) and value and isinstance(value[0], Entry):
        return [as_values(part) for part in value]
    return value


def _deck_values(deck: Deck) -> dict[str, Any]:
    return {
        "cards": [[card.card, card.points, card.count] for card in deck.cards],
        "lots": [[lot.cards, lot.size] for lot in deck.lots],
    }


def _deck(values: Mapping[str, Any]) -> Deck:
    return Deck(
        tuple(Card(card, points, count) for card, points, count in values["cards"]),
        tuple(Lot(tuple(cards), size) for cards, size in values["lots"]),
    )


def _same(value: Any) -> Any:  # noqa: ANN401 - a plain value of any kind
    return tuple(value) if isinstance(value, list) else value


_READERS: Mapping[str, Any] = {
    "round": Round.from_values,
    "deck": _deck,
    "parts": lambda parts: tuple(from_values(part) for part in parts),
}
