"""The plain values of a game, as `state` returns them and the JSON promises them."""

from typing import Annotated, Literal, NotRequired, TypedDict

from companion.game.cards.box import BoxValues
from companion.game.cards.hand import HandValues
from companion.game.formats import FORMATS
from companion.game.outcome import Termination
from companion.game.requests.start import HIGHEST_TARGET, MOST_DECKS, MOST_ROUNDS_EACH
from companion.game.schema import Count, Ordinal
from companion.game.scoring import SCORINGS
from companion.game.tournament.seating import FairnessValues

MOST_ROUNDS = 200

SideValues = Annotated[list[str], ("minItems", 1)]


class NoteValues(TypedDict):
    """A ruling that was applied in a round."""

    rule: str
    text: str


class CreditValues(TypedDict):
    """What a round was worth to a side."""

    side: SideValues
    points: int


class RoundValues(TypedDict):
    """A round that was played; `pile` where the opponents' cards were counted as one."""

    number: Ordinal
    table: Ordinal
    rotation: Ordinal
    sides: Annotated[list[SideValues], ("minItems", 2)]
    went_out: str
    hands: dict[str, HandValues]
    points: list[CreditValues]
    resting: list[str]
    side: str | None
    knocked_out: list[str]
    marked: bool
    after_end: bool
    recount: list[str]
    notes: list[NoteValues]
    pile: NotRequired[HandValues]


class StandingValues(TypedDict):
    """A line of the standings; `per_round` in a tournament, null before the first round."""

    rank: Ordinal
    side: SideValues
    total: int
    rounds_played: Count
    eliminated_in_round: Ordinal | None
    per_round: NotRequired[float | None]


class OutcomeValues(TypedDict):
    """Who has won, and what ended the game."""

    winners: SideValues
    termination: Termination


class SettledValues(TypedDict):
    """What the table plays on a point, and from which round on.

    `custom`: it is the house rule of the ruling, in the language that is asked for.
    """

    rule: str
    text: str
    custom: bool
    from_round: Ordinal


class OpenTableValues(TypedDict):
    """A table that may play the next round; `rounds_left` in a tournament."""

    table: Ordinal
    rotation: Ordinal
    sides: list[SideValues]
    rounds_left: Count | None


class NextValues(TypedDict):
    """Who plays the next round."""

    dealer: str | None
    tables: list[OpenTableValues]
    resting: list[str]


class StateValues(TypedDict):
    """A whole game; `rounds_per_partnership`, `rotations` and `fairness` in a tournament.

    While players take their seats it is `seating`, and there are no rotations yet. `box` is there
    where it is one of the table's own.
    """

    version: Ordinal
    edition: str
    box: NotRequired[BoxValues]
    format: Annotated[str, ("enum", lambda: list(FORMATS))]
    scoring: Annotated[str, ("enum", tuple(SCORINGS))]
    target: Annotated[int, ("minimum", 1), ("maximum", HIGHEST_TARGET)] | None
    decks: Annotated[int, ("minimum", 1), ("maximum", MOST_DECKS)]
    left_out: dict[str, Ordinal]
    status: Literal["seating", "playing", "finished"]
    players: list[str]
    left: list[str]
    rounds_total: Count
    rounds: Annotated[list[RoundValues], ("maxItems", MOST_ROUNDS)]
    standings: list[StandingValues]
    outcome: OutcomeValues | None
    settled: list[SettledValues]
    next: NextValues | None
    rounds_per_partnership: NotRequired[
        Annotated[int, ("minimum", 1), ("maximum", MOST_ROUNDS_EACH)]
    ]
    rotations: NotRequired[Ordinal]
    fairness: NotRequired[FairnessValues]
