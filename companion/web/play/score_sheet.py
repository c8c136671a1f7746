"""The score sheet as drawn on paper, with a column per side and a line per round."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from companion.game.game import Game
from companion.game.outcome import Outcome
from companion.game.rounds import NOBODY, Seat, Side
from companion.game.standings import Lead, Standing, ending, lead, ranking
from companion.game.tally import ScoredAdjustment, ScoredRound
from companion.web.ui.pages import PageSlice
from companion.web.ui.pictures.podium import podium_of

ROUNDS_SHOWN = 20
MOST_CARDS = 4  # sides that fit side by side as cards; more are shown as a list
LATEST_OF_CARDS, LATEST_OF_LIST = 3, 5  # rounds visible without a tap, with cards or with a list
NEAR_TARGET_DIVISOR = 10


@dataclass(frozen=True, slots=True)
class Cell:
    """The result of one side in one round.

    `points` were credited (None if nothing was). `caught` is the value of the cards still held at
    the end of the round (None if unknown).
    """

    points: int | None
    caught: int | None
    went_out: bool
    rested: bool
    knocked_out: bool  # a player of the side, in this round


@dataclass(frozen=True, slots=True)
class Line:
    """One round of the score sheet."""

    played: ScoredRound
    cells: tuple[Cell, ...]

    @property
    def after_round(self) -> int:
        return self.played.number


@dataclass(frozen=True, slots=True)
class Recount:
    """Errors of a round after a correction changed which players were still in the game.

    `winner` went out, but was no longer in. `missing` were still in, but have no hand. `struck`
    have a hand, but were no longer in.
    """

    number: int
    winner: Seat | None
    missing: tuple[Seat, ...]
    struck: tuple[Seat, ...]


@dataclass(frozen=True)
class GameView:
    """A game as a page shows it, with values computed when the template reads them."""

    game: Game = field(compare=False, repr=False)

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        return ranking(self.game)

    @cached_property
    def ending(self) -> Outcome | None:
        return ending(self.game)


@dataclass(frozen=True)
class ScoreSheet(GameView):
    """The score sheet of a game, with the rounds of `page_slice` or by default the last few."""

    page_slice: PageSlice | None = None

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """The sides in seat order, one per column."""
        return tuple(sorted(standing.side for standing in self.standings))

    @property
    def has_cards(self) -> bool:
        """Whether the sides are few enough for cards side by side, each above its rounds."""
        return len(self.sides) <= MOST_CARDS

    @property
    def shown(self) -> Sequence[Line | ScoredAdjustment]:
        """The rounds of the page, newest first."""
        page_slice = self.page_slice
        return self._latest(page_slice.last - page_slice.first + 1 if page_slice else ROUNDS_SHOWN)

    @property
    def latest(self) -> Sequence[Line | ScoredAdjustment]:
        """The rounds that are visible without a tap, newest first."""
        return self._latest(LATEST_OF_CARDS if self.has_cards else LATEST_OF_LIST)

    def _latest(self, most: int) -> Sequence[Line | ScoredAdjustment]:
        """Return the last rounds, each below the adjustments made after it."""
        last = self.page_slice.last if self.page_slice else len(self.game.rounds)
        first, tally = max(last - most, 0), self.game.tally
        lines: list[Line | ScoredAdjustment] = [
            Line(each, tuple(_cells(each, self.sides))) for each in tally.played[first:last]
        ]
        earliest = first + 1 if first else 0
        lines += (each for each in tally.adjusted if earliest <= each.after_round <= last)
        return sorted(lines, key=lambda each: each.after_round)[::-1]

    @property
    def has_more(self) -> bool:
        return len(self.game.rounds) > ROUNDS_SHOWN

    @property
    def recount(self) -> list[Recount]:
        return [found for played in self.game.tally.played if (found := _recount(played))]

    @cached_property
    def lead(self) -> Lead | None:
        return lead(self.game)

    def is_first(self, standing: Standing) -> bool:
        return self.lead is not None and standing in self.lead.leaders

    def is_away(self, standing: Standing) -> bool:
        """Return whether a side has left or was eliminated."""
        return set(self.game.contenders).isdisjoint(standing.side)

    def behind(self, standing: Standing) -> int:
        """Return the distance in points between a side and the leader."""
        first = self.lead.leaders[0].total if self.lead else standing.total
        return abs(first - standing.total)

    @property
    def to_go(self) -> int | None:
        """The points that the side nearest to the target still needs, None without a target."""
        if self.game.target is None:
            return None
        return self.game.target - max(s.total for s in self.standings if not self.is_away(s))

    def is_near_target(self, standing: Standing) -> bool:
        """Return whether a side is within a tenth of the target (of 500, one wild card)."""
        target = self.game.target
        return target is not None and target - standing.total <= max(
            target // NEAR_TARGET_DIVISOR, 1
        )

    @property
    def podium(self) -> tuple[Standing, ...]:
        """All winners, and other sides up to third place."""
        return self.standings[: podium_of(self.standings)]

    @property
    def others(self) -> tuple[Standing, ...]:
        return self.standings[len(self.podium) :]

    def standing(self, side: Side) -> Standing:
        return next(s for s in self.standings if s.side == side)


def _recount(played: ScoredRound) -> Recount | None:
    round_ = played.round
    # After the end it does not matter who was in, see `ScoredRound`.
    is_out = not played.after_end and round_.went_out not in {NOBODY, *played.present}
    if not (is_out or played.recount):
        return None
    held = {*round_.hands, *round_.knocked_out}
    return Recount(
        played.number,
        winner=round_.went_out if is_out else None,
        missing=tuple(seat for seat in played.recount if seat not in held),
        struck=tuple(seat for seat in played.recount if seat in held),
    )


def _cells(played: ScoredRound, sides: Iterable[Side]) -> Iterator[Cell]:
    round_ = played.round
    credited = {credit.side: credit.points for credit in played.credited}
    seated = set(round_.seated)
    for side in sides:
        yield Cell(
            points=credited.get(side),
            # None is not 0: the player who went out has no hand, and a pile is not split by side.
            caught=round_.caught(side),
            went_out=round_.went_out in side,
            rested=seated.isdisjoint(side),
            knocked_out=not set(side).isdisjoint(round_.knocked_out),
        )
