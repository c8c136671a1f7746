"""A game as it stands, and all that can be told of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from companion.game.entries import DealerSet, GameFinished, GameStarted, PlayerJoined, RulingSettled
from companion.game.formats import FORMATS, GameFormat
from companion.game.outcome import Outcome
from companion.game.players import key
from companion.game.roster import RosterChange, first_from, still_in
from companion.game.rounds import Round, Seat, Side
from companion.game.scoring import SCORINGS, ScoringMethod
from companion.game.tally import Rules, Tally
from companion.game.tournament.seating import Fairness, Rotation, fairness
from companion.game.tournament.tables import OpenTable, open_tables


@dataclass(frozen=True)
class Game:
    """A game as it stands after the entries that nobody has taken back.

    `version` counts all entries. `founders`: the seats that were there from the start. `between`:
    what was said between rounds, in order. `changes`: versions that undo would take back, the
    next one last; `undone`: versions of takings back that redo would take back, the next one last.
    In a tournament there is no `target`, but a `plan`, of which so many `rotations` are played
    (None: all), and for each seat with a stand-in the names of both (`stand_ins`).
    """

    start: GameStarted
    version: int
    names: tuple[str, ...]
    target: int | None
    founders: tuple[Seat, ...]
    rounds: tuple[Round, ...] = ()
    between: tuple[RosterChange, ...] = ()
    settled: tuple[RulingSettled, ...] = ()
    changes: tuple[int, ...] = ()
    undone: tuple[int, ...] = ()
    plan: tuple[Rotation, ...] = ()
    rotations: int | None = None
    stand_ins: Mapping[Seat, tuple[str, str]] = field(default_factory=dict)

    @property
    def game_format(self) -> GameFormat:
        """The format it is played in."""
        return FORMATS[self.start.game_format]

    @property
    def scoring(self) -> ScoringMethod:
        """The way it is scored."""
        return SCORINGS[self.start.scoring]

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats there ever were, in order."""
        return tuple(range(1, len(self.names) + 1))

    def name(self, seat: Seat) -> str:
        """Give the label of a seat."""
        return self.names[seat - 1]

    def seat(self, name: str) -> Seat | None:
        """Find the seat with this name, compared by NFKC and case folding.

        A stand-in and whoever they stand in for are also found by their own names.
        """
        return self._by_name.get(key(name))

    def is_stand_in(self, name: str) -> bool:
        """Tell whether somebody of this name stands in for a seat, or is stood in for."""
        return key(name) in {key(each) for both in self.stand_ins.values() for each in both}

    @cached_property
    def _by_name(self) -> Mapping[str, Seat]:
        both = {key(name): seat for seat, two in self.stand_ins.items() for name in two}
        return both | {key(name): seat for seat, name in enumerate(self.names, start=1)}

    @cached_property
    def openings(self) -> Mapping[Seat, int]:
        """What seats that joined with a total started from, when they first came."""
        joined = [each.said for each in self.between if isinstance(each.said, PlayerJoined)]
        return {said.seat: said.total for said in reversed(joined)}

    @cached_property
    def agreement(self) -> RosterChange | None:
        """When the table agreed to stop, if it did."""
        return next((each for each in self.between if isinstance(each.said, GameFinished)), None)

    @cached_property
    def course(self) -> Tally:
        """What the rounds come to."""
        course = self._beginning
        for number, round_ in enumerate(self.rounds, start=1):
            course = course.then(round_, self.who_may_play(round_, number))
        return course

    def who_may_play(self, round_: Round, number: int) -> tuple[Seat, ...]:
        """Give the seats that a round is for: those at its table, or all that have come."""
        return round_.seated if self.game_format.is_planned else self.roster(number)

    @property
    def _beginning(self) -> Tally:
        stop = self.agreement.number - 1 if self.agreement else None
        target = self.target or self.rounds_planned
        rules = Rules(self.game_format, self.scoring, target, stop)
        sides = self.game_format.sides(self.seats)
        return Tally.begin(rules, ((s, sum(self.openings.get(p, 0) for p in s)) for s in sides))

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended by play, if it has."""
        return self.course.ledger.outcome

    def roster(self, number: int) -> tuple[Seat, ...]:
        """Give the seats that have come and not left when round `number` begins."""
        return still_in(self.founders, (each for each in self.between if each.number <= number))

    @property
    def company(self) -> tuple[Seat, ...]:
        """The seats that have come and not left by now, those sent off by the format too."""
        return self.roster(len(self.rounds) + 1)

    @cached_property
    def present(self) -> tuple[Seat, ...]:
        """The seats that are in when the next round begins."""
        return self._standing(self.company)

    def present_in(self, number: int) -> tuple[Seat, ...]:
        """Give the seats that were in when round `number` began (the next one too)."""
        played = self.course.played
        return played[number - 1].present if number <= len(played) else self.present

    @cached_property
    def contenders(self) -> tuple[Seat, ...]:
        """The seats that are in, or were when the game was over."""
        if self.outcome:
            return next(p.present for p in reversed(self.course.played) if not p.after_end)
        if self.agreement:
            before = self.between[: self.between.index(self.agreement)]
            return self._standing(still_in(self.founders, before))
        return self.present

    def _standing(self, roster: tuple[Seat, ...]) -> tuple[Seat, ...]:
        fallen = self.course.ledger.fallen
        return tuple(seat for seat in roster if seat not in fallen)

    @property
    def next_sides(self) -> tuple[Side, ...]:
        """The sides that sit down for the next round, where there is a single table."""
        return self.game_format.sides(self.present)

    @property
    def seating(self) -> tuple[Rotation, ...]:
        """The rotations of a tournament that are played, those already played among them."""
        return self.plan[: self.rotations]

    @property
    def rounds_each(self) -> int:
        """How many rounds each table plays in each rotation of a tournament."""
        return self.start.rounds_per_partnership or 0

    @property
    def rounds_planned(self) -> int:
        """How many rounds a tournament has in all."""
        return self.rounds_each * sum(len(rotation.tables) for rotation in self.seating)

    @cached_property
    def tables_open(self) -> tuple[OpenTable, ...]:
        """The tables that may record their next round."""
        if self.game_format.is_planned:
            return open_tables(self.seating, self.rounds, self.rounds_each)
        return (OpenTable(self.next_sides),)

    def table_of(self, number: int) -> OpenTable:
        """Give the table of round `number`, as its sides now are."""
        round_ = self.rounds[number - 1]
        if self.game_format.is_planned:
            return OpenTable(round_.sides, round_.table, round_.rotation)
        return OpenTable(self.game_format.sides(self.present_in(number)))

    @property
    def resting_now(self) -> tuple[Seat, ...]:
        """Who sits out the rotation that is being played."""
        latest = max((table.rotation for table in self.tables_open), default=0)
        return self.seating[latest - 1].resting if self.seating and latest else ()

    @cached_property
    def fairness(self) -> Fairness:
        """How evenly the rotations of a tournament mix those who are in."""
        return fairness(self.seating, self.present)

    @property
    def dealer(self) -> Seat | None:
        """Who deals the next round: custom passes the deal to the left, over those who play."""
        marks = [(b.number, b.said.dealer) for b in self.between if isinstance(b.said, DealerSet)]
        if not marks or not self.present:
            return None
        first, dealer = marks[-1]
        for number, round_ in enumerate(self.rounds[first - 1 :], start=first):
            playing = tuple(s for s in self.present_in(number) if s not in round_.resting)
            dealer = first_from(dealer, playing) + 1 if playing else dealer
        return first_from(dealer, self.present)
