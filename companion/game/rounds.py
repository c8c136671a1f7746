"""Open tables, and rounds as recorded: the player who went out and the other hands."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from companion.game.cards.hand import Hand

Seat = int  # numbered from 1, to the left around the table
Side = tuple[Seat, ...]  # one player, or partners

NOBODY = 0  # instead of the seat that went out, in a game without cards
PILE = 0  # instead of a seat number: all opponents' cards counted as one hand
FEWEST_PLAYERS = 2
RULE_PATTERN = r"[a-z0-9_]{1,40}(?:\.[a-z0-9_]{1,40})?"  # ruling id such as `stack.2on2`


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Table that may record a round; `rounds_left` is None if there is no limit."""

    sides: tuple[Side, ...]
    table: int = 1
    rotation: int = 1
    rounds_left: int | None = None

    @property
    def seated(self) -> tuple[Seat, ...]:
        return tuple(sorted(seat for side in self.sides for seat in side))

    def side_of(self, seat: Seat) -> int:
        """Return the number (from 1) of the side a seat belongs to."""
        return next(number for number, side in enumerate(self.sides, start=1) if seat in side)


@dataclass(frozen=True, slots=True)
class Note:
    """Ruling applied in a round: ruling id and the table's comment."""

    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class Round:
    """One round, from the deal until a player went out, or until it was over."""

    sides: tuple[Side, ...]
    went_out: Seat
    hands: Mapping[Seat, Hand] = field(default_factory=dict)
    pile: Hand | None = None  # all opponents' cards counted together
    resting: tuple[Seat, ...] = ()  # did not play this round
    side: str | None = None  # card side that was up, for two-sided cards
    knocked_out: tuple[Seat, ...] = ()  # no hand; the winner gets a bonus for each
    marked: bool = False  # more than the deck holds, recorded anyway
    table: int = 1
    rotation: int = 1
    notes: tuple[Note, ...] = ()
    remark: str = ""  # the table's own words on it

    @property
    def seated(self) -> tuple[Seat, ...]:
        return tuple(sorted(seat for side in self.sides for seat in side))

    @property
    def present(self) -> tuple[Seat, ...]:
        return tuple(sorted({*self.seated, *self.resting}))

    def caught(self, side: Side) -> int | None:
        """Return the points left in a side's hands, or None if it has no hand of its own."""
        hands = [self.hands[seat].points for seat in side if seat in self.hands]
        return sum(hands) if hands else None

    def as_values(self) -> dict[str, Any]:
        # A field of its own, which versions that always have a winner do not know.
        winner = {"went_out": self.went_out} if self.went_out else {"nobody_out": True}
        values: dict[str, Any] = {"sides": self.sides, **winner}
        if self.hands:
            values["hands"] = {str(s): h.as_values() for s, h in self.hands.items()}
        if self.pile:
            values["pile"] = self.pile.as_values()
        if self.notes:
            values["notes"] = [{"rule": n.rule, "text": n.text} for n in self.notes]
        usual = {
            "resting": (),
            "side": None,
            "knocked_out": (),
            "marked": False,
            "table": 1,
            "rotation": 1,
            "remark": "",
        }
        return values | {k: v for k, d in usual.items() if (v := getattr(self, k)) != d}

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> Self:
        """Parse the output of `as_values`; KeyError, TypeError or ValueError if malformed."""
        return cls(
            sides=tuple(tuple(map(_number, side)) for side in values["sides"]),
            went_out=NOBODY if values.get("nobody_out") else _number(values["went_out"]),
            hands={int(s): _hand(hand) for s, hand in values.get("hands", {}).items()},
            pile=_hand(values["pile"]) if "pile" in values else None,
            resting=tuple(map(_number, values.get("resting", ()))),
            side=str(values["side"]) if "side" in values else None,
            knocked_out=tuple(map(_number, values.get("knocked_out", ()))),
            marked=values.get("marked", False) is True,
            table=_number(values.get("table", 1)),
            rotation=_number(values.get("rotation", 1)),
            notes=tuple(Note(str(n["rule"]), str(n["text"])) for n in values.get("notes", ())),
            remark=str(values.get("remark", "")),
        )


def _hand(values: Mapping[str, Any]) -> Hand:
    cards = tuple(map(str, values["cards"])) if "cards" in values else None
    return Hand(_number(values["points"]), cards)


def _number(value: object) -> int:
    if type(value) is not int:
        raise TypeError(value)
    return value
