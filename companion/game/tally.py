"""Scoring of rounds one by one into running totals."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.game.formats import GameFormat
from companion.game.outcome import Ledger
from companion.game.rounds import Round, Seat
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
class Rules:
    """Format, scoring and target by which rounds are scored.

    `stop`: rounds after which the table agreed to stop. `bonus`: points per player knocked out.
    """

    game_format: GameFormat
    scoring: ScoringMethod
    target: int | None
    stop: int | None = None
    bonus: int = 0

    def score(self, number: int, round_: Round, present: tuple[Seat, ...]) -> ScoredRound:
        """Return a round scored for `present`, the players in by the current journal."""
        playing = tuple(seat for seat in present if seat not in round_.resting)
        sides = self.game_format.sides_of(round_, playing)
        hands = {seat: hand for seat, hand in round_.hands.items() if seat in playing}
        credited: tuple[Credit, ...] = ()
        # A player who was not in cannot win, even if the page showed otherwise when recording.
        if round_.went_out in playing:
            credited = self.game_format.credits(self.scoring, round_, hands, sides)
        # Knock-outs only occur with scorings that credit the winner's side alone.
        knocked_out = set(round_.knocked_out) & set(playing)
        if bonus := self.bonus * len(knocked_out):
            credited = tuple(Credit(each.side, each.points + bonus) for each in credited)
        # Hands of players who were not in are ignored, missing ones count 0; report both.
        struck = (round_.hands.keys() - hands.keys()) | (set(round_.knocked_out) - knocked_out)
        opponents = {seat for side in sides if round_.went_out not in side for seat in side}
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
        sides = self.game_format.sides(scored.present)
        for side in sides:
            played[side] += not set(side) <= set(scored.round.resting)
        target = self.target if self.game_format.eliminates else None
        eliminated = {
            seat: scored.number
            for seat in scored.present
            if target is not None and totals[(seat,)] >= target
        }
        entered = Ledger(
            totals=totals,
            played=played,
            eliminated={**ledger.eliminated, **eliminated},
            rounds=scored.number,
            is_unsure=ledger.is_unsure or bool(scored.recount),
            by_average=ledger.by_average,
        )
        # Missing or ignored hands could change whether the game has ended.
        if entered.is_unsure:
            return entered
        outcome = self.game_format.outcome(entered, sides, self.target, self.scoring)
        return replace(entered, outcome=outcome)

    def is_over(self, ledger: Ledger, rounds: int) -> bool:
        return ledger.outcome is not None or (self.stop is not None and rounds >= self.stop)


@dataclass(frozen=True, slots=True)
class Tally:
    """Scored rounds and the ledger after them."""

    rules: Rules
    played: tuple[ScoredRound, ...]
    ledger: Ledger

    @property
    def is_over(self) -> bool:
        return self.rules.is_over(self.ledger, len(self.played))

    def add(self, rounds: Iterable[tuple[Round, tuple[Seat, ...]]]) -> "Tally":
        """Return the tally after more rounds, each given with its roster (joined, not left)."""
        ledger, played = self.ledger, [*self.played]
        for round_, roster in rounds:
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
        return Tally(self.rules, tuple(played), ledger)
