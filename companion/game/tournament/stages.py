"""Stages of heats: places at each table, who goes on, and the outcome of the final."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import groupby

from companion.game import entries as e
from companion.game.outcome import Outcome, Termination
from companion.game.roster import RosterChange
from companion.game.rounds import FEWEST_PLAYERS, Round, Seat
from companion.game.tournament.heats import deal
from companion.game.tournament.seating import Rotation

Played = tuple[Round, Mapping[Seat, int] | None]
"""A round with the points that it credits, None after the end of the game."""
_Position = tuple[int, int]  # stage and table


@dataclass(frozen=True, slots=True)
class Score:
    """What a player has at a table: points, rounds won, and points of the own hands."""

    points: int = 0
    won: int = 0
    held: int = 0


@dataclass(frozen=True, slots=True)
class StageTable:
    """Table of a stage.

    - `seats`: as drawn; `placed`: without players who left before the stage was over
    - `places`: players by place, together if equal; once the table is done, a lot decides
    - `advanced`: players who go on, or who did when the next stage was drawn
    - `by_lot`: players whose place a lot has decided
    """

    table: int
    seats: tuple[Seat, ...]
    placed: tuple[Seat, ...]
    scores: Mapping[Seat, Score]
    places: tuple[tuple[Seat, ...], ...]
    by_lot: tuple[Seat, ...]
    advanced: tuple[Seat, ...]
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
    is_outdated: bool = False

    @property
    def unfinished(self) -> tuple[StageTable, ...]:
        return tuple(table for table in self.tables if table.rounds_left)

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

    def stages(
        self,
        plan: Sequence[Rotation],
        played: Sequence[Played],
        changes: Iterable[RosterChange],
    ) -> tuple[Stage, ...]:
        """Return all stages drawn so far, with the places after the rounds played."""
        changes = tuple(changes)
        closed = {
            change.entry.stage - 1
            for change in changes
            if isinstance(change.entry, e.StageDrawn) and change.entry.by_time
        }
        away = self._away(plan, played, changes)
        scores = _scores(played, _adjusted(plan, changes))
        counts = Counter((round_.rotation, round_.table) for round_, _ in played)
        found: list[Stage] = []
        for number, rotation in enumerate(plan, start=1):
            following = {*plan[number].seated} if number < len(plan) else None
            rounds = self.rounds_in(rotation)
            tables = []
            for at, sides in enumerate(rotation.tables, start=1):
                seats = tuple(seat for side in sides for seat in side)
                placed = tuple(seat for seat in seats if away.get(seat, number + 1) > number)
                left = rounds - counts[number, at] if len(placed) >= FEWEST_PLAYERS else 0
                tables.append(
                    self._table(
                        (number, at),
                        seats,
                        placed,
                        {seat: scores.get((number, at, seat), Score()) for seat in seats},
                        0 if number in closed else max(left, 0),
                        counts[number, at],
                    )
                )
            found.append(_stage(number, tables, following, self.advance))
        return tuple(found)

    def _table(  # noqa: PLR0913, PLR0917 - one table
        self,
        position: _Position,
        seats: tuple[Seat, ...],
        placed: tuple[Seat, ...],
        scores: Mapping[Seat, Score],
        left: int,
        played: int,
    ) -> StageTable:
        def order(seat: Seat) -> tuple[int, int, int]:
            return self.order(scores[seat])

        equal = [tuple(each) for _, each in groupby(sorted(placed, key=order), order)]
        by_lot: tuple[Seat, ...] = ()
        if not left:
            by_lot = tuple(seat for each in equal if len(each) > 1 for seat in each)
            drawn = {seat: self.drawn(position[0], seat) for seat in by_lot}
            equal = [
                (seat,)
                for each in equal
                for seat in (sorted(each, key=lambda s: drawn[s]) if len(each) > 1 else each)
            ]
        return StageTable(
            position[1], seats, placed, scores, tuple(equal), by_lot, (), left, played
        )

    def draw(self, stage: Stage) -> Rotation:
        """Return the next stage: first all who came first, by points, then the others."""
        players = [
            (place, self.order(table.scores[seat]), self.drawn(stage.number, seat), seat)
            for table in stage.tables
            for place, seat in enumerate(table.advanced)
        ]
        former = {seat: table.table for table in stage.tables for seat in table.advanced}
        return deal([seat for *_, seat in sorted(players)], former, self.table_size)

    def _away(
        self,
        plan: Sequence[Rotation],
        played: Sequence[Played],
        changes: Iterable[RosterChange],
    ) -> Mapping[Seat, int]:
        """Return the first stage for which each player who left gets no place."""
        away: dict[Seat, int] = {}
        number = 1
        for change in changes:
            match change.entry:
                case e.StageDrawn(stage):
                    number = stage
                case e.PlayerJoined(seat):
                    away.pop(seat, None)
                case e.PlayersLeft(seats) if number <= len(plan):
                    before = played[: change.number - 1]
                    is_over = self._is_over(number, plan[number - 1], before, away)
                    away |= {seat: number + is_over for seat in seats if seat not in away}
                case _:
                    pass
        return away

    def _is_over(
        self,
        number: int,
        rotation: Rotation,
        played: Sequence[Played],
        away: Mapping[Seat, int],
    ) -> bool:
        counts = Counter(round_.table for round_, _ in played if round_.rotation == number)
        playing = (
            sum(away.get(seat, number + 1) > number for side in sides for seat in side)
            for sides in rotation.tables
        )
        rounds = self.rounds_in(rotation)
        return all(
            counts[table] >= rounds or players < FEWEST_PLAYERS
            for table, players in enumerate(playing, start=1)
        )


def _stage(
    number: int, tables: Sequence[StageTable], following: set[Seat] | None, advance: int
) -> Stage:
    if len(tables) == 1:
        return Stage(number, is_final=True, tables=tuple(tables))
    found, is_outdated = [], False
    for table in tables:
        ranked = [seat for each in table.places for seat in each]
        best = tuple(ranked[:advance]) if not table.rounds_left else ()
        if following is not None:
            others = [seat for seat in table.seats if seat not in ranked]
            went = tuple(seat for seat in [*ranked, *others] if seat in following)
            is_outdated = is_outdated or went != best
            best = went
        found.append(replace(table, advanced=best))
    return Stage(number, is_final=False, tables=tuple(found), is_outdated=is_outdated)


def _adjusted(
    plan: Sequence[Rotation], changes: Iterable[RosterChange]
) -> Mapping[tuple[int, int, Seat], Score]:
    """Return points beside the rounds, which count in the stage that the player had reached."""
    found: dict[tuple[int, int, Seat], Score] = {}
    number = 1
    for change in changes:
        match change.entry:
            case e.GameFinished():
                break
            case e.StageDrawn(stage):
                number = stage
            case e.AdjustmentMade(seat, points):
                at = [
                    (stage, table, seat)
                    for stage, rotation in enumerate(plan[:number], start=1)
                    for table, sides in enumerate(rotation.tables, start=1)
                    if (seat,) in sides
                ]
                for key in at[-1:]:
                    found[key] = Score(found.get(key, Score()).points + points)
            case _:
                pass
    return found


def _scores(
    played: Iterable[Played], adjusted: Mapping[tuple[int, int, Seat], Score]
) -> Mapping[tuple[int, int, Seat], Score]:
    found = {**adjusted}
    for round_, points in played:
        for seat in round_.seated if points is not None else ():
            known = found.get((round_.rotation, round_.table, seat), Score())
            hand = round_.hands.get(seat)
            found[round_.rotation, round_.table, seat] = Score(
                known.points + (points or {}).get(seat, 0),
                known.won + (seat == round_.went_out),
                known.held + (hand.points if hand else 0),
            )
    return found
