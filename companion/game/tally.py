"""The course of a game: what its rounds come to, one after the other."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self

from companion.game.cards.hand import Hand
from companion.game.formats import GameFormat
from companion.game.outcome import Ledger
from companion.game.rounds import Round, Seat, Side
from companion.game.scoring import Credit, ScoringMethod


@dataclass(frozen=True, slots=True)
class ScoredRound:
    """A round as it now counts.

    `present`: the seats that were in when it began, the resting ones too. `recount`: seats whose
    hand must be asked for or struck out, because a correction changed who was in. After the end
    a round credits nobody and counts nowhere, and those were in who sat there.
    """

    number: int
    round: Round
    present: tuple[Seat, ...]
    credited: tuple[Credit, ...] = ()
    after_end: bool = False
    recount: tuple[Seat, ...] = ()

    @property
    def resting(self) -> tuple[Seat, ...]:
        """Those who sat this round out, without those who turned out not to be in at all."""
        return tuple(seat for seat in self.round.resting if seat in self.present)


@dataclass(frozen=True, slots=True)
class Rules:
    """What the rounds are judged by; `stop`: after so many rounds the table agreed to stop."""

    game_format: GameFormat
    scoring: ScoringMethod
    target: int
    stop: int | None = None

    def counts(self, number: int) -> bool:
        """Tell whether round `number` was played before the table agreed to stop."""
        return self.stop is None or number <= self.stop


@dataclass(frozen=True, slots=True)
class Tally:
    """The rounds played so far and the ledger after them."""

    rules: Rules
    played: tuple[ScoredRound, ...]
    ledger: Ledger

    @classmethod
    def begin(cls, rules: Rules, openings: Iterable[tuple[Side, int]]) -> Self:
        """Begin with every account and what it starts from."""
        totals = dict(openings)
        return cls(rules, (), Ledger(totals, dict.fromkeys(totals, 0)))

    @property
    def is_over(self) -> bool:
        """Tell whether one more round would be played after the end."""
        is_agreed = not self.rules.counts(len(self.played) + 1)
        return self.ledger.outcome is not None or is_agreed

    def then(self, round_: Round, roster: tuple[Seat, ...]) -> "Tally":
        """Play one more round; `roster` are the seats that had come and not left when it began."""
        number = len(self.played) + 1
        if self.is_over:
            late = ScoredRound(number, round_, round_.present, after_end=True)
            return replace(self, played=(*self.played, late))
        present = tuple(seat for seat in roster if seat not in self.ledger.fallen)
        played = self._judge(number, round_, present)
        return Tally(self.rules, (*self.played, played), self._entered(played))

    def _judge(self, number: int, round_: Round, present: tuple[Seat, ...]) -> ScoredRound:
        """Judge a round by who was in when it began, whoever was thought to be in at the time."""
        playing = tuple(seat for seat in present if seat not in round_.resting)
        sides = self._sides(round_, playing)
        hands = {seat: hand for seat, hand in round_.hands.items() if seat in playing}
        credited: tuple[Credit, ...] = ()
        if round_.went_out in playing:
            credited = self._each(self.rules.scoring.credits(round_, hands, sides))
        return ScoredRound(
            number, round_, present, credited, recount=_recount(round_, hands, sides)
        )

    def _sides(self, round_: Round, playing: tuple[Seat, ...]) -> tuple[Side, ...]:
        game_format = self.rules.game_format
        return round_.sides if game_format.is_planned else game_format.sides(playing)

    def _each(self, credits_: tuple[Credit, ...]) -> tuple[Credit, ...]:
        accounts = self.rules.game_format.accounts
        return tuple(Credit(each, c.points) for c in credits_ for each in accounts(c.side))

    def _entered(self, played: ScoredRound) -> Ledger:
        ledger, round_ = self.ledger, played.round
        totals, rounds = dict(ledger.totals), dict(ledger.played)
        for credit in played.credited:
            totals[credit.side] += credit.points
        present = self.rules.game_format.sides(played.present)
        for side in present:
            rounds[side] += not set(side) <= set(round_.resting)
        entered = replace(
            ledger,
            totals=totals,
            played=rounds,
            fallen=self._fallen(played, totals),
            rounds=played.number,
            unsure=ledger.unsure or bool(played.recount),
        )
        return entered if entered.unsure else self._decided(entered, present)

    def _fallen(self, played: ScoredRound, totals: dict[Side, int]) -> dict[Seat, int]:
        falls, target = self.rules.game_format.falls, self.rules.target
        new = {s: played.number for s in played.present if falls(totals.get((s,), 0), target)}
        return {**self.ledger.fallen, **new}

    def _decided(self, ledger: Ledger, present: tuple[Side, ...]) -> Ledger:
        rules = self.rules
        outcome = rules.game_format.outcome(ledger, present, rules.target, rules.scoring)
        return replace(ledger, outcome=outcome) if outcome else ledger


def _recount(round_: Round, hands: dict[Seat, Hand], sides: tuple[Side, ...]) -> tuple[Seat, ...]:
    struck = set(round_.hands) - set(hands)
    asked = {s for side in sides if round_.went_out not in side for s in side}
    missing = set() if round_.pile else asked - set(hands)
    return tuple(sorted(struck | missing))
