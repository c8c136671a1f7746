"""Stages of heats: places at each table, who goes on, and the outcome of the final."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import chain, groupby
from operator import add
from typing import NamedTuple

from companion.game import entries as e
from companion.game.outcome import Outcome, Termination
from companion.game.roster import RosterChange
from companion.game.rounds import FEWEST_PLAYERS, Round, Seat
from companion.game.tournament.heats import deal, seats_of, stage_reached
from companion.game.tournament.seating import Rotation

Played = tuple[Round, Mapping[Seat, int] | None]
"""A round with the points that it credits, None after the end of the game."""


class Score(NamedTuple):
    """Points of a player in a stage, rounds won, and points of the own hands."""

    points: int = 0
    won: int = 0
    held: int = 0


@dataclass(frozen=True, slots=True)
class StageTable:
    """Table of a stage.

    - `seats`: as drawn; `placed`: without players who left before the stage was over
    - `places`: players by place, together if equal; once the table is done, a lot decides
    - `best`: players who would go on if the table was done now
    - `advanced`: players who go on, or who did when the next stage was drawn
    - `by_lot`: players whose place a lot has decided
    """

    table: int
    seats: tuple[Seat, ...]
    placed: tuple[Seat, ...]
    scores: Mapping[Seat, Score]
    places: tuple[tuple[Seat, ...], ...]
    best: tuple[Seat, ...]
    advanced: tuple[Seat, ...]
    by_lot: tuple[Seat, ...]
    rounds_left: int
    rounds_played: int

    def place(self, seat: Seat) -> int | None:
        """Return a place, from 1 and with equal players sharing it, or None without one."""
        ahead = 0
        for equal in self.places:
            if seat in equal:
                return ahead + 1
            ahead += len(equal)
        return None


@dataclass(frozen=True, slots=True)
class Stage:
    """Stage of heats; `is_outdated` if others would go on since a correction."""

    number: int
    is_final: bool
    tables: tuple[StageTable, ...]
    is_outdated: bool

    @property
    def unfinished(self) -> tuple[StageTable, ...]:
        return tuple(table for table in self.tables if table.rounds_left)

    @property
    def rivals(self) -> frozenset[Seat]:
        """Players of whom one will win: all with a place, later those who go on."""
        is_over = not (self.is_final or self.unfinished)
        return frozenset(s for t in self.tables for s in (t.advanced if is_over else t.placed))

    @property
    def outcome(self) -> Outcome | None:
        """The win of the first player of the final, or None before its last round."""
        if not self.is_final or self.unfinished or not self.tables[0].places:
            return None
        return Outcome(self.tables[0].places[0], Termination.FINAL_PLAYED)


@dataclass(frozen=True, slots=True)
class StageRules:
    """Options of heats: rounds at a table, players who go on, scoring, and the stored lot."""

    table_size: int
    rounds: int
    final_rounds: int
    advance: int
    is_highest_first: bool
    lot: int

    def rounds_in(self, rotation: Rotation) -> int:
        return self.final_rounds if len(rotation.tables) == 1 else self.rounds

    def order(self, score: Score) -> tuple[int, int, int]:
        points = -score.points if self.is_highest_first else score.points
        return points, -score.won, score.held

    def drawn(self, stage: int, seat: Seat) -> bytes:
        """Return a value that orders equal players by lot."""
        return sha256(f"{self.lot} {stage} {seat}".encode()).digest()

    def draw(self, stage: Stage) -> Rotation:
        """Return the next stage: first all who came first, by points, then the others."""
        players = sorted(
            (place, self.order(table.scores[seat]), self.drawn(stage.number, seat), seat)
            for table in stage.tables
            for place, seat in enumerate(table.best)
        )
        former = {seat: table.table for table in stage.tables for seat in table.best}
        return deal([seat for *_, seat in players], former, self.table_size)


def read_stages(
    rules: StageRules,
    plan: Sequence[Rotation],
    played: Sequence[Played],
    changes: Iterable[RosterChange],
) -> tuple[Stage, ...]:
    """Return all stages drawn so far, with the places after the rounds played."""
    course, taken = _Course(rules, plan), 0
    for change in changes:
        course.take_rounds(played[taken : change.number - 1])
        course.take_change(change.entry)
        taken = change.number - 1
    course.take_rounds(played[taken:])
    return tuple(course.read_stage(number) for number in range(1, len(plan) + 1))


@dataclass(slots=True)
class _Course:
    """Course of heats so far: rounds played, players who left, and stages ended by the clock."""

    rules: StageRules
    plan: Sequence[Rotation]
    stage: int = 1
    is_finished: bool = False
    rounds: Counter[tuple[int, int]] = field(default_factory=Counter)  # by stage and table
    scores: defaultdict[tuple[int, Seat], Score] = field(default_factory=lambda: defaultdict(Score))
    away: dict[Seat, int] = field(default_factory=dict)  # seat: first stage without a place
    ended: set[int] = field(default_factory=set)

    def take_rounds(self, played: Iterable[Played]) -> None:
        for round_, points in played:
            self.rounds[round_.rotation, round_.table] += 1
            if points is None:
                continue
            for seat in round_.seated:
                held = round_.hands[seat].points if seat in round_.hands else 0
                score = Score(points.get(seat, 0), seat == round_.went_out, held)
                self._add(round_.rotation, seat, score)

    def take_change(self, entry: e.Entry) -> None:
        match entry:
            case e.StageDrawn(stage, _, by_time):
                self.stage = stage
                self.ended |= {stage - 1} if by_time else set()
            case e.PlayerJoined(seat):
                self.away.pop(seat, None)
            case e.PlayersLeft(seats):
                is_over = not any(
                    self._rounds_left(self.stage, t) for t in self._tables(self.stage)
                )
                self.away = dict.fromkeys(seats, self.stage + is_over) | self.away
            case e.GameFinished():
                self.is_finished = True
            case e.AdjustmentMade(seat, points) if not self.is_finished:
                self._add(stage_reached(self.plan[: self.stage], seat), seat, Score(points))
            case _:
                pass

    def _add(self, stage: int, seat: Seat, more: Score) -> None:
        self.scores[stage, seat] = Score(*map(add, self.scores[stage, seat], more))

    def _tables(self, stage: int) -> range:
        return range(1, len(self.plan[stage - 1].tables) + 1)

    def _seats(self, stage: int, table: int) -> tuple[Seat, ...]:
        return seats_of(self.plan[stage - 1])[table - 1]

    def _placed(self, stage: int, table: int) -> tuple[Seat, ...]:
        seats = self._seats(stage, table)
        return tuple(seat for seat in seats if self.away.get(seat, stage + 1) > stage)

    def _rounds_left(self, stage: int, table: int) -> int:
        """Return the rounds left at a table, none if one player or none is left."""
        if stage in self.ended or len(self._placed(stage, table)) < FEWEST_PLAYERS:
            return 0
        return max(self.rules.rounds_in(self.plan[stage - 1]) - self.rounds[stage, table], 0)

    def read_stage(self, number: int) -> Stage:
        tables = tuple(self._read_table(number, table) for table in self._tables(number))
        is_last = number == len(self.plan)
        is_outdated = not is_last and any({*t.advanced} != {*t.best} for t in tables)
        return Stage(number, len(tables) == 1, tables, is_outdated)

    def _read_table(self, stage: int, table: int) -> StageTable:
        seats, placed = self._seats(stage, table), self._placed(stage, table)
        scores = {seat: self.scores[stage, seat] for seat in seats}
        left = self._rounds_left(stage, table)

        def order(seat: Seat) -> tuple[int, int, int]:
            return self.rules.order(scores[seat])

        ranked = sorted(placed, key=lambda seat: (order(seat), self.rules.drawn(stage, seat)))
        equal = groupby(sorted(placed, key=order), order) if left else groupby(ranked)
        places = tuple(tuple(each) for _, each in equal)
        best = tuple(ranked[: self.rules.advance])
        advanced = best if not left and len(self._tables(stage)) > 1 else ()
        if stage < len(self.plan):
            in_order = dict.fromkeys([*chain(*places), *seats])
            advanced = tuple(seat for seat in in_order if seat in self.plan[stage].seated)
        shared = Counter(map(order, placed))
        return StageTable(
            table=table,
            seats=seats,
            placed=placed,
            scores=scores,
            places=places,
            best=best,
            advanced=advanced,
            by_lot=tuple(s for s in placed if shared[order(s)] > 1 and not left),
            rounds_left=left,
            rounds_played=self.rounds[stage, table],
        )
