"""What people talk about after a game: leads, hauls, worst hands, and the other scoring."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.game.cards.hand import Hand
from companion.game.game import Game
from companion.game.rounds import Seat, Side
from companion.game.scoring import SCORINGS
from companion.game.tally import ScoredRound


@dataclass(frozen=True, slots=True)
class Haul:
    """A round and how much whoever went out left in the others' hands, or got for who fell."""

    number: int
    seat: Seat
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
    of them. `best` and `worst`: the rounds that caught the others with most, and the hands that
    cost most; several where they are equal, none where nothing was caught. `caught`: points by seat
    over all rounds whose hands are known. `wins`: rounds by seat.
    """

    numbers: tuple[int, ...]
    totals: dict[Side, tuple[int, ...]]
    leads: tuple[Lead, ...]
    best: tuple[Haul, ...]
    worst: tuple[Held, ...]
    caught: dict[Seat, int]
    wins: dict[Seat, int]


def story_of(game: Game) -> Story:
    """Return a game as it went by its rounds; those after the end are left out."""
    counted = [played for played in game.tally.played if not played.after_end]
    totals = {
        side: [sum(game.openings.get(seat, 0) for seat in side)]
        for side in sorted(game.tally.ledger.totals)
    }
    hauls = []
    held = []
    caught, wins = Counter[Seat](), Counter[Seat]()
    for played in counted:
        round_ = played.round
        credited = Counter({credit.side: credit.points for credit in played.credited})
        for side, line in totals.items():
            line.append(line[-1] + credited[side])
        wins[round_.went_out] += 1
        for seat, hand in round_.hands.items():
            held.append(Held(played.number, seat, hand))
            caught[seat] += hand.points
        # Of a pile nobody knows whose hand it was, but what was caught together.
        hands = [round_.pile] if round_.pile else round_.hands.values()
        points = sum(hand.points for hand in hands)
        points += len(round_.knocked_out) * (game.start.deck.knock_out or 0)
        hauls.append(Haul(played.number, round_.went_out, points))
    most = max((haul.points for haul in hauls), default=0)
    dearest = max((each.hand.points for each in held), default=0)
    return Story(
        numbers=tuple(played.number for played in counted),
        totals={side: tuple(line) for side, line in totals.items()},
        leads=_leads(game, counted, totals),
        best=tuple(haul for haul in hauls if most and haul.points == most),
        worst=tuple(each for each in held if dearest and each.hand.points == dearest),
        caught={seat: caught[seat] for seat in game.seats},
        wins={seat: wins[seat] for seat in game.seats},
    )


def _leads(
    game: Game, counted: list[ScoredRound], totals: Mapping[Side, Sequence[int]]
) -> tuple[Lead, ...]:
    """Return the rounds after which the lead changed; with lowest best only who was in leads."""
    is_highest_first = game.scoring.is_highest_first
    leads: list[Lead] = []
    for place, played in enumerate(counted, start=1):
        after = {
            side: line[place]
            for side, line in totals.items()
            if is_highest_first or set(side) <= set(played.present)
        }
        first = max(after.values()) if is_highest_first else min(after.values())
        sides = tuple(side for side, total in after.items() if total == first)
        if not leads or leads[-1].sides != sides:
            leads.append(Lead(played.number, sides))
    return tuple(leads)


def other_scoring(game: Game) -> Game | None:
    """Return the game under the other scoring of its format, if it has one and all hands for it."""
    others = [
        name
        for name in game.game_format.scorings
        if name != game.scoring.name and SCORINGS[name].has_hands
    ]
    # Of a pile nobody knows whose it was, and who was knocked out has no hand that counts.
    is_told = not any(round_.pile or round_.knocked_out for round_ in game.rounds)
    if not (others and is_told and game.scoring.has_hands):
        return None
    # Rounds and target stay, so the other game may have ended earlier, or not yet.
    return replace(game, start=replace(game.start, scoring=others[0]))
