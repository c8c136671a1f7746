"""State of a game, and everything computed from it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from companion.game import entries as e
from companion.game.formats import FORMATS, GameFormat
from companion.game.outcome import Ledger, Outcome
from companion.game.players import key
from companion.game.roster import RosterChange, next_seat, roster_after
from companion.game.rounds import OpenTable, Round, Seat, Side
from companion.game.scoring import SCORINGS, ScoringMethod
from companion.game.tally import Adjustment, Rules, Step, Tally
from companion.game.tournament.heats import outline, stage_reached
from companion.game.tournament.seating import Fairness, Rotation, fairness
from companion.game.tournament.stages import Stage, StageRules, read_stages
from companion.game.tournament.tables import open_tables


@dataclass(frozen=True)
class Game:
    """State of a game after all entries that are not undone.

    - `version`: number of all entries; `latest`: last entry in effect, the next to be undone
    - `founders`: seats at the start; `roster_changes`: entries made between rounds, in order
    - `changes`: versions of entries that can be undone, the next one last
    - `undone`: versions of `Undone` entries that can be redone, the next one last
    - `target` and `round_limit`: what ends it, whichever comes first (see also `is_open_ended`)
    - `plan`: all rotations of a tournament, of which `rotations` are played (None if all), or all
      stages of heats drawn so far
    - `stand_ins`: names of owner and substitute by seat; `stop_at`: see `StopSet`
    - `is_seating`: seats are open and no round can be recorded; `phones`: phone digests by seat
    - `earlier`: tally of the first rounds taken over from the previous version, to extend
    """

    start: e.GameStarted
    version: int
    names: tuple[str, ...]
    target: int | None
    founders: tuple[Seat, ...]
    rounds: tuple[Round, ...] = ()
    roster_changes: tuple[RosterChange, ...] = ()
    settled: tuple[e.RulingSettled, ...] = ()
    changes: tuple[int, ...] = ()
    undone: tuple[int, ...] = ()
    latest: e.Entry | None = None
    round_limit: int | None = None
    plan: tuple[Rotation, ...] = ()
    rotations: int | None = None
    stop_at: str | None = None
    stand_ins: Mapping[Seat, tuple[str, str]] = field(default_factory=dict)
    is_seating: bool = False
    phones: Mapping[Seat, str] = field(default_factory=dict)
    earlier: Tally | None = field(default=None, repr=False, compare=False)

    @property
    def game_format(self) -> GameFormat:
        return FORMATS[self.start.game_format]

    @property
    def scoring(self) -> ScoringMethod:
        return SCORINGS[self.start.scoring]

    @property
    def is_open_ended(self) -> bool:
        """Whether the game has neither target nor limit of rounds, so only an agreement ends it."""
        may_be = "open_end" in self.game_format.options
        return may_be and self.target is None and self.round_limit is None

    @property
    def pays_knock_outs(self) -> bool:
        """Whether the winner of a round gets a bonus for each player knocked out of it."""
        # Of the scorings only winner-collects has a bonus.
        return self.start.deck.knock_out is not None and self.scoring.allows_pile

    @property
    def allows_no_winner(self) -> bool:
        """Whether a round may end without a player going out: in games without cards."""
        return self.scoring.credits_own and not self.start.deck.by_id

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, including those of players who left."""
        return tuple(range(1, len(self.names) + 1))

    @property
    def entrants(self) -> tuple[Seat, ...]:
        """All seats, in heats without those of players who left before the first round."""
        return tuple(s for s in self.seats if not self.stages or stage_reached(self.plan, s))

    def name(self, seat: Seat) -> str:
        return self.names[seat - 1]

    def side_name(self, side: Side) -> str:
        return " + ".join(self.name(seat) for seat in side)

    def seat(self, name: str) -> Seat | None:
        """Return the seat with this label, owner or stand-in name (see `players.key`), or None."""
        return self._seats_by_name.get(key(name))

    def is_stand_in(self, name: str) -> bool:
        return key(name) in {key(other) for pair in self.stand_ins.values() for other in pair}

    def seat_of_phone(self, phone: str) -> Seat | None:
        return next((seat for seat, own in self.phones.items() if own == phone), None)

    @cached_property
    def _seats_by_name(self) -> Mapping[str, Seat]:
        stand_ins = {key(name): seat for seat, pair in self.stand_ins.items() for name in pair}
        # A label takes precedence over the owner and stand-in names it consists of.
        return stand_ins | {key(name): seat for seat, name in enumerate(self.names, start=1)}

    @cached_property
    def openings(self) -> Mapping[Seat, int]:
        """Opening totals of late joiners, by seat."""
        entries = [change.entry for change in self.roster_changes]
        joined = [entry for entry in entries if isinstance(entry, e.PlayerJoined)]
        # A returning player has two entries, of which the first has the total.
        return {entry.seat: entry.total for entry in reversed(joined) if not entry.sets_total}

    @cached_property
    def agreement(self) -> RosterChange | None:
        """First agreement to stop, or None."""
        stops = (c for c in self.roster_changes if isinstance(c.entry, e.GameFinished))
        return next(stops, None)

    @cached_property
    def adjustments(self) -> tuple[Adjustment, ...]:
        """Points beside the rounds, in the order they were made."""
        return tuple(each for each in self.total_changes if not each.is_return)

    @cached_property
    def total_changes(self) -> tuple[Adjustment, ...]:
        """Adjustments, and totals that players returned with, in the order they were made."""
        found, is_stopped = [], False
        for place, change in enumerate(self.roster_changes):
            match change.entry:
                case e.GameFinished():
                    is_stopped = True
                case e.AdjustmentMade(seat, points, why):
                    roster = roster_after(self.founders, self.roster_changes[:place])
                    found.append(Adjustment(change, seat, points, why, roster, is_stopped))
                case e.PlayerJoined(seat, total=total, sets_total=True):
                    made = Adjustment(change, seat, total, "", (), is_stopped, is_return=True)
                    found.append(made)
        return tuple(found)

    @cached_property
    def tally(self) -> Tally:
        stop = self.agreement.number - 1 if self.agreement else None
        target = self.target or self.rounds_planned or None
        bonus = self.start.deck.knock_out or 0
        rules = Rules(self.game_format, self.scoring, target, stop, bonus, self.round_limit)
        if self.earlier and self.earlier.rules == rules:
            tally = self.earlier
        else:  # also for a copy of the game with another target or scoring
            # During seating the sides are not known yet.
            sides = () if self.is_seating else self.game_format.sides(self.seats)
            totals = {side: sum(self.openings.get(seat, 0) for seat in side) for side in sides}
            by_average = self.start.by_average is True
            ledger = Ledger(totals, dict.fromkeys(totals, 0), by_average=by_average)
            tally = Tally(rules, (), ledger)
        return tally.add(self._steps(len(tally.played), len(tally.adjusted)))

    def _steps(self, rounds: int, adjustments: int) -> Iterator[Step]:
        """Yield all rounds and adjustments, without the first `rounds` and `adjustments`."""
        left = [*reversed(self.total_changes[adjustments:])]
        for number, round_ in enumerate(self.rounds[rounds:], start=rounds + 1):
            while left and left[-1].after_round < number:
                yield left.pop()
            yield round_, self.game_format.eligible(round_, self.roster(number))
        yield from reversed(left)

    @property
    def known_tally(self) -> Tally | None:
        """Tally of all rounds if already computed, else the one taken over, without computing."""
        return vars(self).get("tally", self.earlier)

    @property
    def outcome(self) -> Outcome | None:
        return self.stages[-1].outcome if self.stages else self.tally.ledger.outcome

    @property
    def is_begun(self) -> bool:
        """Whether a round was played or a stage drawn, so that seats no longer change."""
        drawn = (change.entry for change in self.roster_changes)
        return bool(self.rounds) or any(isinstance(entry, e.StageDrawn) for entry in drawn)

    @cached_property
    def stage_rules(self) -> StageRules:
        start = self.start
        rounds = start.rounds_per_table or 0
        return StageRules(
            table_size=start.table_size or 0,
            rounds=rounds,
            final_rounds=start.final_rounds or rounds,
            advance=start.advance or 0,
            is_highest_first=self.scoring.is_highest_first,
            lot=start.lot or 0,
        )

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """Stages of heats drawn so far, empty in other formats."""
        if not self.game_format.has_stages:
            return ()
        played = [
            (each.round, None if each.after_end else {c.side[0]: c.points for c in each.credited})
            for each in self.tally.played
        ]
        return read_stages(self.stage_rules, self.plan, played, self.roster_changes)

    @property
    def by_lot(self) -> frozenset[Seat]:
        """Players of heats whose place in the last stage that they reached a lot has decided."""
        tables = (table for stage in self.stages for table in stage.tables)
        last = {seat: table for table in tables for seat in table.seats}
        return frozenset(seat for seat, table in last.items() if seat in table.by_lot)

    def stage_of(self, made: Adjustment) -> int:
        """Return the stage in which an adjustment counts, 0 in other formats."""
        before = self.roster_changes[: self.roster_changes.index(made.change)]
        drawn = [c.entry.stage for c in before if isinstance(c.entry, e.StageDrawn)]
        return stage_reached(self.plan[: (drawn or [1])[-1]], made.seat) if self.stages else 0

    def roster(self, number: int) -> tuple[Seat, ...]:
        """Return the seats that have joined and not left before round `number`."""
        return roster_after(self.founders, (c for c in self.roster_changes if c.number <= number))

    @property
    def current_roster(self) -> tuple[Seat, ...]:
        """Seats that have joined and not left by now, including eliminated players."""
        return self.roster(len(self.rounds) + 1)

    @cached_property
    def present(self) -> tuple[Seat, ...]:
        """Seats that can play the next round: not left, not eliminated."""
        return self._without_eliminated(self.current_roster)

    def present_in(self, number: int) -> tuple[Seat, ...]:
        played = self.tally.played
        return played[number - 1].present if number <= len(played) else self.present

    @cached_property
    def contenders(self) -> tuple[Seat, ...]:
        """Seats that can play the next round, or could when the game ended."""
        if self.tally.ledger.outcome:
            # Players when the game ended; later joins and leaves do not count.
            return self.tally.present
        if self.agreement:
            before = self.roster_changes[: self.roster_changes.index(self.agreement)]
            return self._without_eliminated(roster_after(self.founders, before))
        return self.present

    def _without_eliminated(self, roster: tuple[Seat, ...]) -> tuple[Seat, ...]:
        return tuple(seat for seat in roster if seat not in self.tally.ledger.eliminated)

    @property
    def next_sides(self) -> tuple[Side, ...]:
        return () if self.is_seating else self.game_format.sides(self.present)

    @property
    def seating(self) -> tuple[Rotation, ...]:
        """Rotations of a tournament to be played in all, including past ones."""
        return self.plan[: self.rotations]

    @property
    def rounds_each(self) -> int:
        """Number of rounds per table in a rotation or in the last stage, else 0."""
        if self.game_format.has_stages:
            return self.stage_rules.rounds_in(self.plan[-1]) if self.plan else 0
        return self.start.rounds_per_partnership or 0

    @property
    def outline(self) -> tuple[int, ...]:
        """Number of tables of each stage of heats, if no more players leave."""
        rules, plan = self.stage_rules, () if self.is_seating else self.plan
        players = len(plan[-1].seated) if plan else len(self.current_roster)
        following = outline(players, rules.table_size, rules.advance) if players else ()
        return (*(len(stage.tables) for stage in plan[:-1]), *following)

    @property
    def rounds_planned(self) -> int:
        if self.game_format.has_stages:
            return 0  # the number depends on who leaves
        return self.rounds_each * sum(len(rotation.tables) for rotation in self.seating)

    @cached_property
    def tables_open(self) -> tuple[OpenTable, ...]:
        if self.is_seating:
            return ()
        if self.game_format.has_stages:
            return tuple(
                OpenTable(self.game_format.sides(t.placed), t.table, stage.number, t.rounds_left)
                for stage in self.stages
                for t in stage.unfinished
            )
        if self.game_format.has_rotations:
            return open_tables(self.seating, self.rounds, self.rounds_each)
        return (OpenTable(self.next_sides),)

    def open_table(self, table: int | None = None) -> OpenTable | None:
        return next((each for each in self.tables_open if each.table == (table or 1)), None)

    @property
    def rotation_now(self) -> int:
        """Highest rotation open at any table; other tables may still play an earlier one."""
        return max((table.rotation for table in self.tables_open), default=0)

    def rounds_at(self, table: int) -> Sequence[int]:
        """Return the numbers of the rounds played at a table."""
        return self._rounds_by_table.get(table, ())

    @cached_property
    def _rounds_by_table(self) -> Mapping[int, Sequence[int]]:
        numbers: dict[int, list[int]] = {}
        for number, round_ in enumerate(self.rounds, start=1):
            numbers.setdefault(round_.table, []).append(number)
        return numbers

    def table_of(self, number: int) -> OpenTable:
        round_ = self.rounds[number - 1]
        sides = self.game_format.sides_of(round_, self.present_in(number))
        return OpenTable(sides, round_.table, round_.rotation)

    @property
    def resting_now(self) -> tuple[Seat, ...]:
        latest = self.rotation_now
        return self.seating[latest - 1].resting if self.seating and latest else ()

    @cached_property
    def fairness(self) -> Fairness:
        return fairness(self.seating, self.present)

    @property
    def dealer(self) -> Seat | None:
        """Dealer of the next round: the next player to the left of the previous dealer."""
        settings = [
            (change.number, change.entry.dealer)
            for change in self.roster_changes
            if isinstance(change.entry, e.DealerSet)
        ]
        if not settings or not self.present:
            return None
        # Go round by round from the last `DealerSet`; resting players are skipped.
        first, dealer = settings[-1]
        for number, round_ in enumerate(self.rounds[first - 1 :], start=first):
            playing = tuple(s for s in self.present_in(number) if s not in round_.resting)
            dealer = next_seat(dealer, playing) + 1 if playing else dealer
        return next_seat(dealer, self.present)
