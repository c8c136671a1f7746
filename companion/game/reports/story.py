"""What people tell each other about a game afterwards: leads, hauls, worst hands."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from companion.game.cards.hand import Hand
from companion.game.replay import Game
from companion.game.rounds import Seat, Side
from companion.game.tally import ScoredRound


@dataclass(frozen=True, slots=True)
class Haul:
    """A round and how much whoever went out left in the others' hands."""

    number: int
    went_out: Seat
    points: int


@dataclass(frozen=True, slots=True)
class Held:
    """A hand that somebody was caught with in a round."""

    number: int
    seat: Seat
    hand: Hand


@dataclass(frozen=True, slots=True)
class Lead:
    """From which round on these sides lead."""

    number: int
    sides: tuple[Side, ...]


@dataclass(frozen=True, slots=True)
class Story:
    """A game as it went, by the rounds that count.

    `numbers`: those rounds. `totals`: of each side, what it began with and what it had after each
    of them. `best` and `worst`: the round that caught the others with most, and the hand that cost
    most; the first of equals, None where nothing was caught. `caught`: points by seat over all
    rounds whose hands are known. `wins`: rounds by seat.
    """

    numbers: tuple[int, ...]
    totals: dict[Side, tuple[int, ...]]
    leads: tuple[Lead, ...]
    best: Haul | None
    worst: Held | None
    caught: dict[Seat, int]
    wins: dict[Seat, int]


def story_of(game: Game) -> Story:
    """Tell a game by its rounds; those after the end are left out."""
    counted = [played for played in game.course.played if not played.after_end]
    totals = _totals(game, counted)
    held = list(_held(counted))
    hauls = [Haul(p.number, p.round.went_out, _haul(p)) for p in counted]
    worst = max(held, key=lambda each: each.hand.points, default=None)
    best = max(hauls, key=lambda haul: haul.points, default=None)
    return Story(
        numbers=tuple(played.number for played in counted),
        totals=totals,
        leads=tuple(_leads(game, counted, totals)),
        best=best if best and best.points else None,
        worst=worst if worst and worst.hand.points else None,
        caught=_caught(game, held),
        wins=_wins(game, counted),
    )


def _totals(game: Game, counted: list[ScoredRound]) -> dict[Side, tuple[int, ...]]:
    openings = {side: sum(game.openings.get(s, 0) for s in side) for side in _sides(game)}
    lines = {side: [opening] for side, opening in openings.items()}
    for played in counted:
        credited = Counter({credit.side: credit.points for credit in played.credited})
        for side, line in lines.items():
            line.append(line[-1] + credited[side])
    return {side: tuple(line) for side, line in lines.items()}


def _sides(game: Game) -> list[Side]:
    return sorted(game.course.ledger.totals)


def _held(counted: list[ScoredRound]) -> Iterator[Held]:
    for played in counted:
        for seat, hand in played.round.hands.items():
            yield Held(played.number, seat, hand)


def _haul(played: ScoredRound) -> int:
    round_ = played.round
    return round_.pile.points if round_.pile else sum(h.points for h in round_.hands.values())


def _leads(
    game: Game, counted: list[ScoredRound], totals: dict[Side, tuple[int, ...]]
) -> Iterator[Lead]:
    """Go through the moments at which the lead changed; nobody leads before the first round."""
    best = max if game.scoring.highest_first else min
    leading: tuple[Side, ...] = ()
    for place, played in enumerate(counted, start=1):
        after = {
            side: line[place] for side, line in totals.items() if _may_lead(game, side, played)
        }
        first = best(after.values())
        sides = tuple(side for side, total in after.items() if total == first)
        if sides != leading:
            leading = sides
            yield Lead(played.number, sides)


def _may_lead(game: Game, side: Side, played: ScoredRound) -> bool:
    """Tell whether a side could lead; where the lowest total is best, only who was in."""
    return game.scoring.highest_first or set(side) <= set(played.present)


def _caught(game: Game, held: list[Held]) -> dict[Seat, int]:
    points = Counter[Seat]()
    for each in held:
        points[each.seat] += each.hand.points
    return {seat: points[seat] for seat in game.seats}


def _wins(game: Game, counted: list[ScoredRound]) -> dict[Seat, int]:
    wins = Counter(played.round.went_out for played in counted)
    return {seat: wins[seat] for seat in game.seats}
