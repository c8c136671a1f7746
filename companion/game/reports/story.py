"""Highlights of a game: changes of lead, best rounds, worst hands, the other scoring."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.game.cards.hand import Hand
from companion.game.game import Game
from companion.game.rounds import Seat, Side
from companion.game.scoring import SCORINGS
from companion.game.tally import ScoredAdjustment, ScoredRound


@dataclass(frozen=True, slots=True)
class Haul:
    """Points that a round was worth to its winner, or to a player if all score their own."""

    number: int
    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class Held:
    """Hand that a player was left with in a round."""

    number: int
    seat: Seat
    hand: Hand


@dataclass(frozen=True, slots=True)
class Lead:
    """Sides in the lead from round `number` on."""

    number: int
    sides: tuple[Side, ...]


@dataclass(frozen=True, slots=True)
class Story:
    """Course of a game, over the rounds up to its end.

    - `numbers`: numbers of those rounds
    - `totals`: opening total of each side, then its total after each round
    - `adjusted`: points beside the rounds that count; totals include them
    - `best` and `worst`: rounds and hands with most points; several if equal, none if all are 0
    - `caught`: points by seat over all rounds with known hands; `wins`: rounds won by seat
    - `knock_outs`: players knocked out, by the seat that won those rounds

    If the lowest total is best there is no best round, and if all score their own no worst hand.
    """

    numbers: tuple[int, ...]
    totals: dict[Side, tuple[int, ...]]
    adjusted: tuple[ScoredAdjustment, ...]
    leads: tuple[Lead, ...]
    best: tuple[Haul, ...]
    worst: tuple[Held, ...]
    caught: dict[Seat, int]
    wins: dict[Seat, int]
    knock_outs: dict[Seat, int]


def story_of(game: Game) -> Story:
    """Return the story of a game, without rounds after its end."""
    counted = [played for played in game.tally.played if not played.after_end]
    adjusted = tuple(each for each in game.tally.adjusted if not each.after_end)
    beside = Counter[tuple[int, Side]]()  # points after each round
    for each in adjusted:
        beside[each.after_round, each.side] += each.points
    totals = {
        side: [sum(game.openings.get(seat, 0) for seat in side) + beside[0, side]]
        for side in sorted(game.tally.ledger.totals)
    }
    hauls: list[Haul] = []
    held: list[Held] = []
    wins, knock_outs = Counter[Seat](), Counter[Seat]()
    for played in counted:
        round_ = played.round
        credited = Counter({credit.side: credit.points for credit in played.credited})
        for side, line in totals.items():
            line.append(line[-1] + credited[side] + beside[played.number, side])
        wins[round_.went_out] += 1
        knock_outs[round_.went_out] += len(round_.knocked_out)
        held += (Held(played.number, seat, hand) for seat, hand in round_.hands.items())
        hauls += _hauls(game, played)
    scoring = game.scoring
    caught = Counter[Seat]()
    for left in held:
        caught[left.seat] += left.hand.points
    most = max((haul.points for haul in hauls), default=0)
    dearest = max((each.hand.points for each in held if not scoring.counts_winner), default=0)
    return Story(
        numbers=tuple(played.number for played in counted),
        totals={side: tuple(line) for side, line in totals.items()},
        adjusted=tuple(each for each in adjusted if not each.adjustment.is_return),
        leads=_leads(game, counted, totals),
        best=tuple(haul for haul in hauls if most > 0 and haul.points == most),
        worst=tuple(each for each in held if dearest > 0 and each.hand.points == dearest),
        caught={seat: caught[seat] for seat in game.seats},
        wins={seat: wins[seat] for seat in game.seats},
        knock_outs={seat: knock_outs[seat] for seat in game.seats if knock_outs[seat]},
    )


def _hauls(game: Game, played: ScoredRound) -> Iterable[Haul]:
    """Return what a round was worth to its winner, or to everybody if all score their own."""
    round_, scoring = played.round, game.scoring
    if scoring.counts_winner:
        return [Haul(played.number, seat, hand.points) for seat, hand in round_.hands.items()]
    if not scoring.is_highest_first:
        return []
    # A pile cannot be assigned to players, but its total was caught.
    hands = [round_.pile] if round_.pile else round_.hands.values()
    bonus = len(round_.knocked_out) * (game.start.deck.knock_out or 0)
    return [Haul(played.number, round_.went_out, sum(hand.points for hand in hands) + bonus)]


def _leads(
    game: Game, counted: list[ScoredRound], totals: Mapping[Side, Sequence[int]]
) -> tuple[Lead, ...]:
    """Return changes of the lead; if the lowest total is best, only sides still in can lead."""
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
    """Return the game under its format's other scoring, or None if hands are missing for it."""
    others = [
        name
        for name in game.game_format.scorings
        if name != game.scoring.name
        and SCORINGS[name].has_hands
        and not SCORINGS[name].counts_winner
    ]
    # Piles cannot be assigned to players, and players knocked out have no hand.
    has_all_hands = all(
        round_.went_out and not (round_.pile or round_.knocked_out) for round_ in game.rounds
    )
    is_known = game.scoring.has_hands and not game.scoring.counts_winner
    # An adjustment that helps in one scoring harms in the other. Others would go on in heats.
    is_comparable = not (game.total_changes or game.game_format.has_stages)
    if not (is_comparable and others and has_all_hands and is_known):
        return None
    # Rounds and target are unchanged, so the other game may end earlier or not at all.
    return replace(game, start=replace(game.start, scoring=others[0]))
