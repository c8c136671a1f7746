"""Naive model of heats, used as an oracle, which recomputes all from a log each time.

Written only from the specification, without entries, folding or ledger. The next stage is found by
trying every draw in order of preference until one parts all players of one table.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from tests.game.naive import NaivePages, cached_per_page

Line = dict[str, Any]  # a round, a draw, players who left, points beside, or the end


def sizes(players: int, most: int) -> list[int]:
    """Return the sizes of tables: try more and more of them until they are not too large."""
    tables = 1
    while tables * most < players:
        tables += 1
    while tables > 1:
        filled = [0] * tables
        for player in range(players):
            filled[player % tables] += 1
        if min(filled) >= 3:
            return filled
        tables -= 1
    return [players]


def draws(order: Sequence[int], former: Mapping[int, int], most: int) -> Iterator[list[list[int]]]:
    """Yield all draws that part players of one table, the preferred ones first."""
    full = sizes(len(order), most)
    route: list[int] = []
    ahead = True
    while len(route) < len(order):
        turn = list(range(len(full)))
        route += [t for t in (turn if ahead else turn[::-1]) if route.count(t) < full[t]]
        ahead = not ahead

    def place(number: int, left: list[int], tables: list[list[int]]) -> Iterator[list[list[int]]]:
        if number == len(order):
            yield [list(table) for table in tables]
            return
        for table in dict.fromkeys(left):
            if any(former[other] == former[order[number]] for other in tables[table]):
                continue
            rest = list(left)
            rest.remove(table)
            tables[table].append(order[number])
            yield from place(number + 1, rest, tables)
            tables[table].pop()

    yield from place(0, route, [[] for _ in full])


def dealt(order: Sequence[int], former: Mapping[int, int], most: int) -> list[list[int]]:
    """Return the first draw that parts players of one table, or any if none can."""
    alone = {seat: seat for seat in order}
    found = next(draws(order, former, most), None)
    return found or next(draws(order, alone, most))


@dataclass
class Page:
    """State of naive heats at one moment; undo restores an earlier one."""

    names: list[str]
    present: set[int]
    plan: list[list[list[int]]] = field(default_factory=list)
    log: list[Line] = field(default_factory=list)


class NaiveHeats(NaivePages[Page]):
    """Naive heats, where seats are numbers and hands are points."""

    def __init__(self, names: Sequence[str], options: Mapping[str, Any]) -> None:
        self.options = options
        self.is_lowest = options["scoring"] == "keep-own"
        super().__init__(Page([*names], set(range(1, len(names) + 1))))
        self.seat_first(self.page)

    def seat_first(self, page: Page) -> None:
        seats = sorted(page.present)
        tables = []
        for size in sizes(len(seats), self.options["table_size"]):
            tables.append(seats[:size])
            seats = seats[size:]
        page.plan = [tables]

    # actions

    def record(self, line: Line) -> None:
        self.change(lambda page: page.log.append(line | self.late))

    def correct(self, number: int, new: Line) -> None:
        def change(page: Page) -> None:
            old = [line for line in page.log if "went_out" in line][number - 1]
            old.update(went_out=new["went_out"], hands=new["hands"])

        self.change(change)

    def remove(self, number: int) -> None:
        def change(page: Page) -> None:
            line = [line for line in page.log if "went_out" in line][number - 1]
            page.log = [each for each in page.log if each is not line]

        self.change(change)

    def leave(self, seats: Sequence[int]) -> None:
        def change(page: Page) -> None:
            page.present.difference_update(seats)
            if self.is_begun(page):
                page.log.append({"left": seats})
            else:
                self.seat_first(page)

        self.change(change)

    def join(self, name: str, total: int = 0, *, waits: bool = False) -> None:
        del total, waits  # there are no opening totals, and the first stage is seated again

        def change(page: Page) -> None:
            page.names.append(name)
            page.present.add(len(page.names))
            self.seat_first(page)

        self.change(change)

    def finish(self) -> None:
        self.change(lambda page: page.log.append({"finished": True}))

    def resume(self) -> None:
        def change(page: Page) -> None:
            page.log = [line for line in page.log if "finished" not in line]
            for line in page.log:
                line.pop("late", None)

        self.change(change)

    def rename(self, names: list[str]) -> None:
        self.change(lambda page: setattr(page, "names", names))

    def draw(self, *, by_time: bool) -> None:
        def change(page: Page) -> None:
            line = {"draw": len(page.plan) + 1, "by_time": by_time}
            page.log.append(line)
            self.cache.clear()  # of a stage that the clock has ended just now
            order, former = self.going_on()
            page.plan.append(dealt(order, former, self.options["table_size"]))

        self.change(change)

    def adjust(self, seat: int, points: int) -> None:
        line = {"adjusted": seat, "points": points, **self.late}
        self.change(lambda page: page.log.append(line))

    def undraw(self) -> None:
        def change(page: Page) -> None:
            page.log = [line for line in page.log if line.get("draw") != len(page.plan)]
            page.plan.pop()

        self.change(change)

    def redraw(self, *, ended: bool) -> bool:
        """Draw the last stage again as one change, unless a table of the one before is not done."""
        stage, undone = len(self.page.plan) - 1, [*self.redo_stack]
        self.undraw()
        waiting = [table for table, at, _ in self.open if at == stage]
        is_possible = all(ended and self.at(stage, table) for table in waiting)
        if is_possible:
            self.draw(by_time=bool(waiting))
            self.undo_stack.pop()
        else:
            self.undo()
            self.redo_stack[:] = undone
        return is_possible

    # expected results

    @staticmethod
    def is_begun(page: Page) -> bool:
        return any("went_out" in line or "draw" in line for line in page.log)

    @property
    def rounds(self) -> list[Line]:
        return [line for line in self.page.log if "went_out" in line]

    def each(self, stage: int) -> int:
        is_final = len(self.page.plan[stage - 1]) == 1
        return int(self.options["final_rounds" if is_final else "rounds_per_table"])

    @cached_per_page
    def unplaced(self, stage: int) -> set[int]:
        """Return players who left before a stage was over."""
        gone: set[int] = set()
        reached = 1
        for at, line in enumerate(self.page.log):
            reached = line.get("draw", reached)
            if "left" in line and reached <= stage:
                before = [each for each in self.page.log[:at] if each.get("rotation") == stage]
                is_over = reached == stage and all(
                    sum(each["table"] == number for each in before) >= self.each(stage)
                    or len(set(seats) - gone) < 2
                    for number, seats in enumerate(self.page.plan[stage - 1], start=1)
                )
                if not is_over:
                    gone.update(line["left"])
        return gone

    @cached_per_page
    def left(self, stage: int, table: int) -> int:
        """Return the rounds left at a table."""
        seats = set(self.page.plan[stage - 1][table - 1]) - self.unplaced(stage)
        is_closed = any(e.get("draw") == stage + 1 and e["by_time"] for e in self.page.log)
        if is_closed or len(seats) < 2:
            return 0
        return max(self.each(stage) - len(self.at(stage, table)), 0)

    @property
    def late(self) -> Line:
        """Flag of what comes after the agreement to stop, and counts only once it is resumed."""
        return {"late": True} if {"finished": True} in self.page.log else {}

    def at(self, stage: int, table: int) -> list[Line]:
        return [r for r in self.rounds if (r["rotation"], r["table"]) == (stage, table)]

    @cached_per_page
    def figures(self, stage: int, table: int, seat: int) -> tuple[int, int, int]:
        """Return a player's points, rounds won, and points of own hands at a table."""
        here = [line for line in self.at(stage, table) if "late" not in line]
        held = sum(line["hands"].get(seat, 0) for line in here)
        won = [line for line in here if line["went_out"] == seat]
        points = held if self.is_lowest else sum(sum(line["hands"].values()) for line in won)
        return points + self.beside(stage, seat), len(won), held

    def beside(self, stage: int, seat: int) -> int:
        """Return the points that a player was given beside the rounds while in a stage."""
        drawn, total = 1, 0
        for line in self.page.log:
            drawn = line.get("draw", drawn)
            if "late" not in line and line.get("adjusted") == seat:
                reached = [n for n in range(1, drawn + 1) if self.is_in(n, seat)]
                total += line["points"] if reached[-1] == stage else 0
        return total

    def is_in(self, stage: int, seat: int) -> bool:
        return any(seat in seats for seats in self.page.plan[stage - 1])

    def worse(self, stage: int, table: int, seat: int) -> tuple[int, int, int]:
        points, won, held = self.figures(stage, table, seat)
        return (points if self.is_lowest else -points), -won, held

    def lot(self, stage: int, seat: int) -> bytes:
        return sha256(f"{self.options['lot']} {stage} {seat}".encode()).digest()

    @cached_per_page
    def places(self, stage: int, table: int) -> list[list[int]]:
        gone = self.unplaced(stage)
        seats = [seat for seat in self.page.plan[stage - 1][table - 1] if seat not in gone]
        if self.left(stage, table):
            keys = sorted({self.worse(stage, table, seat) for seat in seats})
            return [[s for s in seats if self.worse(stage, table, s) == key] for key in keys]
        seats.sort(key=lambda seat: self.ranked(stage, table, seat))
        return [[seat] for seat in seats]

    def by_lot(self, stage: int, table: int) -> set[int]:
        """Return who has no points, rounds won and hands of their own at a table that is done."""
        seats = [] if self.left(stage, table) else self.playing(stage, table)
        keys = [self.worse(stage, table, seat) for seat in seats]
        return {seat for seat, key in zip(seats, keys, strict=True) if keys.count(key) > 1}

    def is_outdated(self, stage: int) -> bool:
        """Return whether others than now would have gone on from a stage before the last."""
        if stage == len(self.page.plan):
            return False
        now = [
            sorted(self.playing(stage, table), key=lambda s: self.ranked(stage, table, s))
            for table in range(1, len(self.page.plan[stage - 1]) + 1)
        ]
        best = {seat for seats in now for seat in seats[: self.options["advance"]]}
        return best != {seat for seats in self.page.plan[stage] for seat in seats}

    def ranked(self, stage: int, table: int, seat: int) -> tuple[tuple[int, int, int], bytes]:
        return self.worse(stage, table, seat), self.lot(stage, seat)

    def going_on(self) -> tuple[list[int], dict[int, int]]:
        """Return who goes on from the last stage, in the order in which they are dealt."""
        stage, found = len(self.page.plan), []
        for table in range(1, len(self.page.plan[-1]) + 1):
            best = [seat for place in self.places(stage, table) for seat in place]
            for place, seat in enumerate(best[: self.options["advance"]]):
                key = place, self.worse(stage, table, seat), self.lot(stage, seat)
                found.append((key, seat, table))
        found.sort()
        return [seat for _, seat, _ in found], {seat: table for _, seat, table in found}

    @property
    def stages(self) -> list[dict[str, Any]]:
        return [
            {
                "stage": stage,
                "final": len(tables) == 1,
                "tables": [
                    {
                        "table": table,
                        "seats": self.named(seats),
                        "places": [self.named(place) for place in self.places(stage, table)],
                        "advanced": self.named(self.advanced(stage, table)),
                    }
                    for table, seats in enumerate(tables, start=1)
                ],
            }
            for stage, tables in enumerate(self.page.plan, start=1)
        ]

    def advanced(self, stage: int, table: int) -> list[int]:
        if len(self.page.plan[stage - 1]) == 1:
            return []
        best = [seat for place in self.places(stage, table) for seat in place]
        if stage == len(self.page.plan):
            return [] if self.left(stage, table) else best[: self.options["advance"]]
        best += [seat for seat in self.page.plan[stage - 1][table - 1] if seat not in best]
        return [seat for seat in best if any(seat in each for each in self.page.plan[stage])]

    def named(self, seats: Sequence[int]) -> list[str]:
        return [self.page.names[seat - 1] for seat in seats]

    @property
    def open(self) -> list[tuple[int, int, int]]:
        found = [
            (table, stage, self.left(stage, table))
            for stage, tables in enumerate(self.page.plan, start=1)
            for table in range(1, len(tables) + 1)
        ]
        return [each for each in found if each[2]]

    def playing(self, stage: int, table: int) -> list[int]:
        gone = self.unplaced(stage)
        return [seat for seat in self.page.plan[stage - 1][table - 1] if seat not in gone]

    @property
    def rivals(self) -> set[int]:
        """Return players who have not left and of whom one will win, as it is now."""
        last = len(self.page.plan)
        is_over = not any(stage == last for _, stage, _ in self.open)
        if is_over and len(self.page.plan[-1]) > 1:
            return {*self.going_on()[0]} & self.page.present
        tables = range(1, len(self.page.plan[-1]) + 1)
        return {seat for table in tables for seat in self.playing(last, table)} & self.page.present

    @property
    def outcome(self) -> dict[str, Any] | None:
        last = len(self.page.plan)
        if len(self.page.plan[-1]) == 1 and not self.left(last, 1) and self.places(last, 1):
            return {"winners": self.named(self.places(last, 1)[0]), "termination": "final-played"}
        if not self.late:
            return None
        first = [name for rank, name, *_ in self.standings if rank == 1]
        return {"winners": first, "termination": "by-agreement"}

    @property
    def standings(self) -> list[tuple[int, str, int, int]]:
        """Return rank, name, points and rounds played of each player, best first."""
        rows = []
        for seat, name in enumerate(self.page.names, start=1):
            key: tuple[float, float, float] = (0, 0, 0)
            points = 0
            for stage, tables in enumerate(self.page.plan, start=1):
                for table, seats in enumerate(tables, start=1):
                    if seat in seats:
                        points = self.figures(stage, table, seat)[0]
                        ahead = self.ahead(stage, table, seat)
                        key = -stage, ahead, points if self.is_lowest else -points
            counted = (line for line in self.rounds if "late" not in line)
            played = sum(seat in {line["went_out"], *line["hands"]} for line in counted)
            rows.append((key, seat, name, points, played))
        rows.sort()
        return [
            (1 + sum(other[0] < row[0] for other in rows), row[2], row[3], row[4]) for row in rows
        ]

    def ahead(self, stage: int, table: int, seat: int) -> float:
        """Return how many have a better place at a table, without end for players without one."""
        better = 0
        for place in self.places(stage, table):
            if seat in place:
                return better
            better += len(place)
        return float("inf")
