"""A second model of a tournament, worked out anew each time, to judge the product by.

Written from the promises alone: no entries, no folding, no ledger. Only who sits where is taken
from the designs, which have tests of their own.
"""

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from companion.game.tournament.seating import Rotation, plan, replanned


@dataclass
class Page:
    """All there is to a tournament at one moment."""

    names: dict[int, str]
    present: set[int]
    rotations: list[Rotation]  # the whole plan
    wish: int | None  # how many are played
    openings: dict[int, int]
    rounds: list[dict[str, Any]] = field(default_factory=list)
    stand_ins: dict[int, str] = field(default_factory=dict)
    stopped_after: int | None = None


class NaiveTournament:
    """Seats are numbers, hands are points."""

    def __init__(self, names: list[str], each: int, wish: int | None) -> None:
        self.each = each
        seats = range(1, len(names) + 1)
        whole = list(plan(len(names)).rotations)
        labels = dict(zip(seats, names, strict=True))
        self.page = Page(labels, set(seats), whole, wish, dict.fromkeys(seats, 0))
        self.before: list[Page] = []
        self.behind: list[Page] = []

    # what people do

    def change(self, change: Callable[[Page], None]) -> None:
        self.before.append(deepcopy(self.page))
        self.behind = []
        change(self.page)

    def undo(self) -> None:
        self.behind.append(self.page)
        self.page = self.before.pop()

    def redo(self) -> None:
        self.before.append(self.page)
        self.page = self.behind.pop()

    def record(self, line: Mapping[str, Any]) -> None:
        """Write a round down: table, rotation, who went out, and the hands of the opponents."""
        round_ = self.round_of(line)
        self.change(lambda page: page.rounds.append(round_))

    def round_of(self, line: Mapping[str, Any]) -> dict[str, Any]:
        """Work out for whom a round counts; who sits there is what the plan says of its table."""
        sides = self.seating[line["rotation"] - 1].tables[line["table"] - 1]
        winners = [seat for side in sides if line["went_out"] in side for seat in side]
        losers = [seat for side in sides for seat in side if seat not in winners]
        points = sum(line["hands"].values())
        return {**line, "winners": winners, "losers": losers, "points": points}

    def correct(self, number: int, line: Mapping[str, Any]) -> None:
        def change(page: Page) -> None:
            page.rounds[number - 1] = round_

        old = self.page.rounds[number - 1]
        round_ = self.round_of({**line, "table": old["table"], "rotation": old["rotation"]})
        self.change(change)

    def remove(self, number: int) -> None:
        def change(page: Page) -> None:
            del page.rounds[number - 1]
            if page.stopped_after is not None and number <= page.stopped_after:
                page.stopped_after -= 1

        self.change(change)

    def finish(self) -> None:
        self.change(lambda page: setattr(page, "stopped_after", len(page.rounds)))

    def go_on(self) -> None:
        self.change(lambda page: setattr(page, "stopped_after", None))

    def rename(self, names: list[str]) -> None:
        """Call the seats otherwise; nobody moves."""
        self.change(lambda page: setattr(page, "names", dict(enumerate(names, start=1))))

    def join(self, name: str, total: int, *, waits: bool = False) -> None:
        """Give somebody a seat; who `waits` plays from the second rotation on at the earliest."""

        def change(page: Page) -> None:
            seat = len(page.names) + 1
            page.names[seat] = name
            page.openings[seat] = total
            page.present.add(seat)
            self.reseat(page, shown=int(waits))

        self.change(change)

    def reseat(self, page: Page, shown: int = 0) -> None:
        """Let what has begun, or was shown, stand, and seat those who are there anew."""
        begun = max(self.begun_of(page), shown)
        stands = self.seating_of(page)[:begun]
        if begun and page.wish is None:
            page.wish = len(self.seating_of(page))
        page.rotations = [*stands, *replanned(tuple(sorted(page.present)), stands)]

    # what must be shown

    @staticmethod
    def seating_of(page: Page) -> list[Rotation]:
        return page.rotations if page.wish is None else page.rotations[: page.wish]

    @staticmethod
    def begun_of(page: Page) -> int:
        return max([each["rotation"] for each in page.rounds], default=0)

    @property
    def seating(self) -> list[Rotation]:
        return self.seating_of(self.page)

    def recorded(self, rotation: int, table: int) -> int:
        here = [r for r in self.page.rounds if (r["rotation"], r["table"]) == (rotation, table)]
        return len(here)

    def is_done(self, rotation: int) -> bool:
        tables = range(1, len(self.seating[rotation - 1].tables) + 1)
        return all(self.recorded(rotation, table) >= self.each for table in tables)

    @property
    def open(self) -> list[tuple[int, int, int]]:
        """All tables that may record: table, rotation, rounds left."""
        found = []
        for rotation in range(1, len(self.seating) + 1):
            is_reached = rotation <= max(1, self.begun_of(self.page))
            if not is_reached and not all(self.is_done(r) for r in range(1, rotation)):
                continue
            for table in range(1, len(self.seating[rotation - 1].tables) + 1):
                left = self.each - self.recorded(rotation, table)
                if left > 0:
                    found.append((table, rotation, left))
        return found

    @property
    def needed(self) -> int:
        return sum(self.each for rotation in self.seating for _ in rotation.tables)

    @property
    def counting(self) -> list[dict[str, Any]]:
        """The rounds that count: none after the last one needed, none after it was stopped."""
        last = min(self.needed, len(self.page.rounds))
        if self.page.stopped_after is not None:
            last = min(last, self.page.stopped_after)
        return self.page.rounds[:last]

    @property
    def totals(self) -> dict[str, int]:
        totals = dict(self.page.openings)
        for each in self.counting:
            for seat in each["winners"]:
                totals[seat] += each["points"]
        return {self.label(seat): total for seat, total in totals.items()}

    @property
    def played(self) -> dict[str, int]:
        return {
            self.label(seat): sum(seat in r["winners"] + r["losers"] for r in self.counting)
            for seat in self.page.names
        }

    def label(self, seat: int) -> str:
        name = self.page.names[seat]
        return f"{name} / {self.page.stand_ins[seat]}" if seat in self.page.stand_ins else name

    @property
    def outcome(self) -> dict[str, Any] | None:
        if len(self.counting) >= self.needed:
            why = "all-rotations-played"
        elif self.page.stopped_after is not None:
            why = "by-agreement"
        else:
            return None
        best = max(self.totals.values())
        return {"winners": [n for n, t in self.totals.items() if t == best], "termination": why}
