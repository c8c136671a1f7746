"""Naive model of a game, used as an oracle, which recomputes all from one plain list.

Written only from the specification, as simply as possible, without entries, folding or ledger. All
events are in `lines` in order. A change edits that list; undo restores the previous list.
"""

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, Generic, ParamSpec, TypeVar

P = TypeVar("P")
Of = ParamSpec("Of")
Found = TypeVar("Found")
Line = dict[str, Any]  # a round, adjustment, leave, join, choice of dealer or agreement to stop


@dataclass
class Page:
    """State of the naive game at one moment; undo restores an earlier one."""

    target: int | None
    names: dict[int, str]  # seat: label
    founders: tuple[int, ...]
    openings: dict[int, int]  # seat: opening total
    limit: int | None = None  # rounds after which the game ends
    lines: list[Line] = field(default_factory=list)
    settled: dict[str, tuple[str, int]] = field(default_factory=dict)  # house rules by id


def cached_per_page(method: Callable[Of, Found]) -> Callable[Of, Found]:
    """Cache a method's results by arguments until the game (its `page`) changes."""

    def found(*of: Of.args, **more: Of.kwargs) -> Found:
        table, *rest = of
        assert isinstance(table, NaivePages)
        key = (method.__qualname__, *rest)
        if key not in table.cache:
            table.cache[key] = method(*of, **more)
        answer: Found = table.cache[key]
        return answer

    return found


class NaivePages(Generic[P]):
    """Current page of a naive model, with the earlier pages for undo."""

    def __init__(self, page: P) -> None:
        self.page = page
        self.undo_stack: list[P] = []
        self.redo_stack: list[P] = []
        self.cache: dict[tuple[object, ...], Any] = {}

    def change(self, change: Callable[[P], None]) -> None:
        self.undo_stack.append(deepcopy(self.page))
        self.redo_stack = []
        change(self.page)
        self.cache.clear()

    def undo(self) -> None:
        self.redo_stack.append(self.page)
        self.page = self.undo_stack.pop()
        self.cache.clear()

    def redo(self) -> None:
        self.undo_stack.append(self.page)
        self.page = self.redo_stack.pop()
        self.cache.clear()


class NaiveTable(NaivePages[Page]):
    """Naive game without partners, where seats are numbers and hands are points."""

    allows_leaving = True
    bonus = 0  # points per player knocked out in a round

    def __init__(
        self,
        scoring: str,
        target: int | None,
        names: tuple[str, ...],
        dealer: int | None,
        limit: int | None = None,
    ) -> None:
        self.scoring = scoring
        seats = tuple(range(1, len(names) + 1))
        labels = dict(zip(seats, names, strict=True))
        super().__init__(Page(target, labels, seats, dict.fromkeys(seats, 0), limit))
        if dealer:
            self.page.lines.append({"deals": dealer})

    # actions

    def record(self, round_: Line) -> None:
        self.change(lambda page: page.lines.append(round_))

    def correct(self, number: int, round_: Line) -> None:
        def change(page: Page) -> None:
            page.lines[self._place(number)] = round_

        self.change(change)

    def remove(self, number: int) -> None:
        def change(page: Page) -> None:
            del page.lines[self._place(number)]
            for rule, (text, first) in page.settled.items():
                page.settled[rule] = (text, first - 1 if first > number else first)

        self.change(change)

    def adjust(self, seat: int, points: int, why: str) -> None:
        line = {"adjusts": seat, "points": points, "why": why}
        self.change(lambda page: page.lines.append(line))

    def remove_adjustment(self, number: int) -> None:
        place = [i for i, line in enumerate(self.page.lines) if "adjusts" in line][number - 1]

        def change(page: Page) -> None:
            del page.lines[place]

        self.change(change)

    def move_target(self, target: int) -> None:
        def change(page: Page) -> None:
            page.target = target

        self.change(change)

    def change_end(self, target: int | None, limit: int | None) -> None:
        def change(page: Page) -> None:
            page.target, page.limit = target, limit

        self.change(change)

    def finish(self) -> None:
        self.change(lambda page: page.lines.append({"finish": True}))

    def resume(self) -> None:
        def change(page: Page) -> None:
            page.lines = [line for line in page.lines if "finish" not in line]

        self.change(change)

    def leave(self, seats: list[int]) -> None:
        self.change(lambda page: page.lines.append({"left": seats}))

    def join(self, name: str, total: int) -> None:
        def change(page: Page) -> None:
            seat = len(page.names) + 1
            page.names[seat] = name
            page.openings[seat] = total
            page.lines.append({"came": seat})

        self.change(change)

    def come_back(self, seat: int, total: int | None = None) -> None:
        line = {"came": seat} | ({} if total is None else {"total": total})
        self.change(lambda page: page.lines.append(line))

    def set_dealer(self, seat: int) -> None:
        self.change(lambda page: page.lines.append({"deals": seat}))

    def rename(self, names: list[str]) -> None:
        """Set all names by seat; before the first round, players move to their names' seats."""

        def change(page: Page) -> None:
            if not self.rounds:
                now = _moves(list(page.names.values()), names)
                page.openings = {now[seat]: total for seat, total in page.openings.items()}
                page.lines = [_moved(line, now) for line in page.lines]
                page.founders = tuple(now[seat] for seat in page.founders)
            page.names = dict(enumerate(names, start=1))

        self.change(change)

    def settle(self, rule: str, text: str, first: int) -> None:
        def change(page: Page) -> None:
            page.settled[rule] = (text, first)

        self.change(change)

    def unsettle(self, rule: str) -> None:
        def change(page: Page) -> None:
            del page.settled[rule]

        self.change(change)

    def at_once(self, *acts: Callable[[], None]) -> None:
        """Make several changes that one undo takes back."""
        already = len(self.undo_stack)
        for act in acts:
            act()
        del self.undo_stack[already + 1 :]

    # results

    @property
    def rounds(self) -> list[Line]:
        return [line for line in self.page.lines if "went_out" in line]

    def _place(self, number: int) -> int:
        places = [i for i, line in enumerate(self.page.lines) if "went_out" in line]
        return places[number - 1]

    @cached_per_page
    def present_in(self, number: int) -> list[int]:
        """Return the seats present when this round began, or would begin if it is the next."""
        before: list[Line] = []
        rounds = 0
        for line in self.page.lines:
            rounds += "went_out" in line
            if rounds == number:
                break
            before.append(line)
        return self._present_after(before)

    def roster(self) -> list[int]:
        """Return the seats that have joined and not left, also eliminated ones."""
        return self._present_after(self.page.lines)

    def recordable_seats(self) -> list[int]:
        """Return the seats that may take part in the next recorded round."""
        return self.present_in(len(self.rounds) + 1)

    def holders(self, out: int | None, playing: list[int]) -> list[int]:
        """Return the seats whose hands count if `out` (None: nobody) goes out."""
        if self.scoring == "each-scores":
            return playing
        return [seat for seat in playing if seat != out]

    def sides(self, seats: list[int]) -> list[list[int]]:
        """Return the groups of seats that score together, here each seat alone."""
        return [[seat] for seat in seats]

    def recount(self, number: int) -> list[int]:
        """Return the seats whose hand is missing or surplus in this round, here none."""
        del number
        return []

    def contradicts(self, number: int) -> bool:
        """Return whether a round has hands that do not fit the players present."""
        return bool(self.recount(number))

    def eliminated_in(self, seat: int) -> int | None:
        """Return the number of the round that eliminated this seat, here None."""
        del seat
        return None

    def _present_after(self, lines: list[Line]) -> list[int]:
        seats = set(self.page.founders)
        for line in lines:
            seats -= set(line.get("left", []))
            seats |= {line["came"]} if "came" in line else set()
        return sorted(seats)

    def playing(self, number: int) -> list[int]:
        resting = self.rounds[number - 1]["resting"] if number <= len(self.rounds) else []
        return [seat for seat in self.present_in(number) if seat not in resting]

    def points(self, number: int) -> dict[int, int]:
        """Return the points of a round by seat, even if it was played after the end."""
        round_ = self.rounds[number - 1]
        hands = round_["hands"]
        if self.scoring == "rounds-won":
            return {round_["went_out"]: 1}
        if self.scoring == "each-scores":
            return {seat: hands[seat] for seat in self.playing(number)}
        if self.scoring == "winner-collects":
            caught = round_["pile"] if hands is None else sum(hands.values())
            return {round_["went_out"]: caught + self.bonus * len(round_.get("knocked_out", ()))}
        return {seat: hands.get(seat, 0) for seat in self.playing(number)}

    def account(self, seat: int) -> int:
        """Return the seat to which a seat's points are credited, here itself."""
        return seat

    def totals_after(self, place: int) -> dict[int, int]:
        """Return the totals after the first `place` lines."""
        totals, number = dict(self.page.openings), 0
        for line in self.page.lines[:place]:
            if "went_out" in line:
                number += 1
                for seat, points in self.points(number).items():
                    totals[seat] += points
            if "adjusts" in line:
                totals[self.account(line["adjusts"])] += line["points"]
            if "total" in line:
                totals[line["came"]] = line["total"]
        return totals

    def _decides(self, place: int) -> bool:
        """Return whether the line at this place, from 1, may end the game."""
        return place > 0 and bool(self.page.lines[place - 1].keys() & {"went_out", "adjusts"})

    def _winners_after(self, place: int) -> list[int]:
        """Return the winning seats if the game is over after these lines, else []."""
        totals = self.totals_after(place)
        present = self._present_after(self.page.lines[: place - 1]) if self._decides(place) else []
        if not (self._has_reached_target(present, totals) or self._is_last_round(place)):
            return []
        best = min if self.scoring == "keep-own" else max
        wanted = best(totals[seat] for seat in present)
        return [seat for seat in present if totals[seat] == wanted]

    def _has_reached_target(self, present: list[int], totals: Mapping[int, int]) -> bool:
        target = self.page.target
        return target is not None and any(totals[seat] >= target for seat in present)

    def _is_last_round(self, place: int) -> bool:
        if self.page.limit is None or not self._decides(place):
            return False
        return sum("went_out" in line for line in self.page.lines[:place]) >= self.page.limit

    def _finish(self) -> int | None:
        """Return the index of the first agreement to stop in `lines`, or None."""
        return next((i for i, line in enumerate(self.page.lines) if "finish" in line), None)

    @property
    @cached_per_page
    def end(self) -> int:
        """Number of the lines before the end, or of all if not over."""
        lines = len(self.page.lines[: self._finish()])
        return next((n for n in range(1, lines + 1) if self._winners_after(n)), lines)

    @property
    def last(self) -> int:
        """Number of the last round before the end, or of the latest if not over."""
        return sum("went_out" in line for line in self.page.lines[: self.end])

    def adjustments(self) -> list[tuple[int, int, str, int, bool]]:
        """Return (seat, points, why, number of rounds before, after the end) of each."""
        lines = self.page.lines
        return [
            (
                line["adjusts"],
                line["points"],
                line["why"],
                sum("went_out" in each for each in lines[:place]),
                place >= self.end,
            )
            for place, line in enumerate(lines)
            if "adjusts" in line
        ]

    @property
    def contenders(self) -> list[int]:
        """Seats present now, or when the game ended if it is over."""
        if self._winners_after(self.end):
            return self._present_after(self.page.lines[: self.end - 1])
        return self._present_after(self.page.lines[: self._finish()])

    def rounds_played(self, seat: int) -> int:
        return sum(seat in self.playing(number) for number in range(1, self.last + 1))

    def ranking(self) -> list[tuple[int, list[int], int, int, int | None]]:
        """Return (rank, side, total, rounds played, round of elimination) by side, best first."""
        totals = self.totals_after(self.end)
        sides = self.sides(list(self.page.names))
        rows = [(self._worse(side[0], totals), side) for side in sides]
        return [
            (
                1 + sum(other < mine for other, _ in rows),
                side,
                totals[side[0]],
                self.rounds_played(side[0]),
                self.eliminated_in(side[0]),
            )
            for mine, side in sorted(rows)
        ]

    def _worse(self, seat: int, totals: Mapping[int, int]) -> tuple[int, ...]:
        """Return a sort key (lower is better); if low totals win, seats that left come last."""
        if self.scoring != "keep-own":
            return (-totals[seat],)
        if seat in self.contenders:
            return (0, 0, totals[seat])
        lasted = [n for n in range(1, self.last + 1) if seat in self.present_in(n)]
        # Before the first round, a seat may have left, or been eliminated by an adjustment.
        last = self.eliminated_in(seat) or max(lasted, default=0)
        return (1, -last, totals[seat])

    def outcome(self) -> tuple[list[int], str] | None:
        winners = self._winners_after(self.end)
        if winners:
            by = "lowest-at-target" if self.scoring == "keep-own" else "target-reached"
            totals = self.totals_after(self.end)
            present = self._present_after(self.page.lines[: self.end - 1])
            return winners, by if self._has_reached_target(present, totals) else "rounds-played"
        if self._finish() is not None:
            first = [side for rank, side, *_ in self.ranking() if rank == 1]
            return sorted(seat for side in first for seat in side), "by-agreement"
        return None

    def dealer(self) -> int | None:
        """Return the next dealer or None: from the dealer set last, one to the left per round."""
        deals: int | None = None
        number = 0
        for line in self.page.lines:
            deals = line.get("deals", deals)
            if "went_out" in line:
                number += 1
                if deals and self.playing(number):  # without players or dealer, it does not move
                    deals = _at_or_left_of(deals, self.playing(number)) + 1
        present = self.present_in(number + 1)
        return _at_or_left_of(deals, present) if deals and present else None


def _moves(old: list[str], new: list[str]) -> dict[int, int]:
    """Map old seats to new ones by name, and renamed players to the other seats in order."""
    moves = {old.index(name) + 1: new.index(name) + 1 for name in old if name in new}
    seats = range(1, len(old) + 1)
    others = [seat for seat in seats if seat not in moves]
    places = [seat for seat in seats if seat not in moves.values()]
    return moves | dict(zip(others, places, strict=True))


def _moved(line: Line, now: Mapping[int, int]) -> Line:
    moved = dict(line)
    for key in ("deals", "came", "adjusts"):
        moved |= {key: now[line[key]]} if key in line else {}
    return moved | ({"left": [now[s] for s in line["left"]]} if "left" in line else {})


def _left_of(seat: int, seats: list[int]) -> int:
    return min((s for s in seats if s > seat), default=min(seats))


def _at_or_left_of(seat: int, seats: list[int]) -> int:
    return seat if seat in seats else _left_of(seat, seats)
