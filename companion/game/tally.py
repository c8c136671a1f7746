"""Scoring of rounds one by one into running totals."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.game.formats import GameFormat
from companion.game.outcome import Ledger, Termination, best
from companion.game.roster import RosterChange
from companion.game.rounds import NOBODY, Round, Seat, Side
from companion.game.scoring import Credit, ScoringMethod


@dataclass(frozen=True, slots=True)
class ScoredRound:
    """Round with its credits; rounds after the end credit no side."""

    number: int
    round: Round
    present: tuple[Seat, ...]  # in when it began, including resting players
    credited: tuple[Credit, ...] = ()
    after_end: bool = False
    recount: tuple[Seat, ...] = ()  # hands missing or surplus since a correction changed who was in

    @property
    def resting(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.round.resting if seat in self.present)


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points beside the rounds, made by `change` when the seats of `roster` had joined.

    `is_stopped`: the table had agreed to stop before. `is_return`: `points` is the total with which
    a player returned.
    """

    change: RosterChange
    seat: Seat
    points: int
    why: str
    roster: tuple[Seat, ...]
    is_stopped: bool
    is_return: bool = False

    @property
    def after_round(self) -> int:
        return self.change.number - 1


@dataclass(frozen=True, slots=True)
class ScoredAdjustment:
    """Adjustment with the side whose total it changes by `points`, except after the end."""

    adjustment: Adjustment
    side: Side
    points: int
    after_end: bool

    @property
    def after_round(self) -> int:
        return self.adjustment.after_round


@dataclass(frozen=True, slots=True)
class Rules:
    """Format, scoring and target by which rounds are scored.

    `stop`: rounds after which the table agreed to stop. `limit`: rounds after which the game ends.
    `bonus`: points per player knocked out.
    """

    game_format: GameFormat
    scoring: ScoringMethod
    target: int | None
    stop: int | None = None
    bonus: int = 0
    limit: int | None = None

    def score(self, number: int, round_: Round, present: tuple[Seat, ...]) -> ScoredRound:
        """Return a round scored for `present`, the players in by the current journal."""
        playing = tuple(seat for seat in present if seat not in round_.resting)
        sides = self.game_format.sides_of(round_, playing)
        hands = {seat: hand for seat, hand in round_.hands.items() if seat in playing}
        credited: tuple[Credit, ...] = ()
        # A player who was not in cannot win, even if the page showed otherwise when recording.
        if round_.went_out in {NOBODY, *playing}:
            credited = self.game_format.credits(self.scoring, round_, hands, sides)
        # Knock-outs only occur with scorings that credit the winner's side alone.
        knocked_out = set(round_.knocked_out) & set(playing)
        if bonus := self.bonus * len(knocked_out):
            credited = tuple(Credit(each.side, each.points + bonus) for each in credited)
        # Hands of players who were not in are ignored, missing ones count 0; report both.
        struck = (round_.hands.keys() - hands.keys()) | (set(round_.knocked_out) - knocked_out)
        opponents = {
            seat
            for side in sides
            if round_.went_out not in side or self.scoring.counts_winner
            for seat in side
        }
        is_counted = self.scoring.has_hands and not round_.pile
        missing = opponents - hands.keys() - knocked_out if is_counted else set()
        recount = tuple(sorted(struck | missing))
        return ScoredRound(number, round_, present, credited, recount=recount)

    def enter(self, ledger: Ledger, scored: ScoredRound) -> Ledger:
        """Return the ledger after one more round, with the outcome if that ended the game."""
        totals, played = dict(ledger.totals), dict(ledger.played)
        for credit in scored.credited:
            totals[credit.side] += credit.points
        # A side has played the round if any of its seats did not rest.
        for side in self.game_format.sides(scored.present):
            played[side] += not set(side) <= set(scored.round.resting)
        entered = replace(
            ledger,
            totals=totals,
            played=played,
            rounds=scored.number,
            is_unsure=ledger.is_unsure or bool(scored.recount),
        )
        return self.judge(entered, scored.present)

    def adjust(self, ledger: Ledger, adjusted: ScoredAdjustment) -> Ledger:
        """Return the ledger after an adjustment, or with a player who is back in with a total."""
        totals = {**ledger.totals, adjusted.side: ledger.totals[adjusted.side] + adjusted.points}
        out = dict(ledger.eliminated)
        if adjusted.adjustment.is_return:
            out.pop(adjusted.adjustment.seat, None)
        return replace(ledger, totals=totals, eliminated=out)

    def judge(self, ledger: Ledger, present: tuple[Seat, ...]) -> Ledger:
        """Return the ledger with the players that its totals eliminate, and any outcome."""
        target = self.target if self.game_format.eliminates else None
        eliminated = {
            seat: max(ledger.rounds, 1)
            for seat in present
            if target is not None and ledger.totals[(seat,)] >= target
        }
        ledger = replace(ledger, eliminated={**ledger.eliminated, **eliminated})
        # Missing or ignored hands could change whether the game has ended.
        if ledger.is_unsure:
            return ledger
        sides = self.game_format.sides(present)
        outcome = self.game_format.outcome(ledger, sides, self.target, self.scoring)
        if sides and not outcome and self.limit and ledger.rounds >= self.limit:
            is_highest_first, reason = self.scoring.is_highest_first, Termination.ROUNDS_PLAYED
            outcome = best(ledger, sides, reason, is_highest_first=is_highest_first)
        return replace(ledger, outcome=outcome)

    def is_over(self, ledger: Ledger, rounds: int) -> bool:
        return ledger.outcome is not None or (self.stop is not None and rounds >= self.stop)


Step = Adjustment | tuple[Round, tuple[Seat, ...]]
"""Adjustment, or round with its roster (joined, not left)."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Scored rounds and adjustments, and the ledger after them.

    `present`: seats in when the last of them that counts was made.
    """

    rules: Rules
    played: tuple[ScoredRound, ...]
    ledger: Ledger
    adjusted: tuple[ScoredAdjustment, ...] = ()
    present: tuple[Seat, ...] = ()

    @property
    def adjustments(self) -> tuple[ScoredAdjustment, ...]:
        """What was adjusted, without the totals that players returned with."""
        return tuple(each for each in self.adjusted if not each.adjustment.is_return)

    @property
    def is_over(self) -> bool:
        return self.rules.is_over(self.ledger, len(self.played))

    def add(self, steps: Iterable[Step]) -> "Tally":
        """Return the tally after more rounds and adjustments, in the order they were made."""
        ledger, present = self.ledger, self.present
        played, adjusted = [*self.played], [*self.adjusted]
        for step in steps:
            if isinstance(step, Adjustment):
                side = next(side for side in ledger.totals if step.seat in side)
                after_end = step.is_stopped or ledger.outcome is not None
                points = step.points - ledger.totals[side] * step.is_return
                adjusted.append(ScoredAdjustment(step, side, points, after_end))
                if not after_end:
                    ledger = self.rules.adjust(ledger, adjusted[-1])
                if not (after_end or step.is_return):
                    present = tuple(seat for seat in step.roster if seat not in ledger.eliminated)
                    ledger = self.rules.judge(ledger, present)
                continue
            round_, roster = step
            number = len(played) + 1
            if self.rules.is_over(ledger, len(played)):
                # Retained: a correction or a new target may make it count.
                played.append(ScoredRound(number, round_, round_.present, after_end=True))
                continue
            # Eliminated players are not in.
            present = tuple(seat for seat in roster if seat not in ledger.eliminated)
            scored = self.rules.score(number, round_, present)
            ledger = self.rules.enter(ledger, scored)
            played.append(scored)
        return Tally(self.rules, tuple(played), ledger, tuple(adjusted), present)
