"""Naive model of a tournament, used as an oracle, which recomputes all each time.

Written only from the specification, without entries, folding or ledger. Only the seating designs
are taken from the product; they have their own tests.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.game.tournament.seating import Rotation, plan, replanned
from tests.game.naive import NaivePages


@dataclass
class Page:
    """State of the naive tournament at one moment; undo restores an earlier one."""

    names: dict[int, str]
    present: set[int]
    rotations: list[Rotation]  # whole plan
    limit: int | None  # rotations to play, or None for all
    openings: dict[int, int]
    rounds: list[dict[str, Any]] = field(default_factory=list)
    stand_ins: dict[int, str] = field(default_factory=dict)
    adjustments: list[dict[str, Any]] = field(default_factory=list)
    stopped_after: int | None = None


class NaiveTournament(NaivePages[Page]):
    """Naive tournament, where seats are numbers and hands are points."""

    def __init__(self, names: list[str], each: int, limit: int | None) -> None:
        self.each = each
        seats = range(1, len(names) + 1)
        whole = list(plan(len(names)).rotations)
        labels = dict(zip(seats, names, strict=True))
        super().__init__(Page(labels, set(seats), whole, limit, dict.fromkeys(seats, 0)))

    # actions

    def record(self, line: Mapping[str, Any]) -> None:
        """Record a round given as table, rotation, seat that went out, and hands."""
        round_ = self.round_of(line)
        self.change(lambda page: page.rounds.append(round_))

    def round_of(self, line: Mapping[str, Any]) -> dict[str, Any]:
        """Return the round with winners, losers and points added, by its table's seating."""
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
            for each in page.adjustments:
                each["after"] -= number <= each["after"]

        self.change(change)

    def finish(self) -> None:
        self.change(lambda page: setattr(page, "stopped_after", len(page.rounds)))

    def resume(self) -> None:
        def change(page: Page) -> None:
            page.stopped_after = None
            page.adjustments = [{**each, "stopped": False} for each in page.adjustments]

        self.change(change)

    def adjust(self, seat: int, points: int) -> None:
        after, stopped = len(self.page.rounds), self.page.stopped_after is not None
        line = {"seat": seat, "points": points, "after": after, "stopped": stopped}
        self.change(lambda page: page.adjustments.append(line))

    def remove_adjustment(self, number: int) -> None:
        def change(page: Page) -> None:
            del page.adjustments[number - 1]

        self.change(change)

    def rename(self, names: list[str]) -> None:
        """Change the names of all seats without changing the seating."""
        self.change(lambda page: setattr(page, "names", dict(enumerate(names, start=1))))

    def join(self, name: str, total: int, *, waits: bool = False) -> None:
        """Add a player, who plays from the next rotation (with `waits`, the second or later)."""

        def change(page: Page) -> None:
            seat = len(page.names) + 1
            page.names[seat] = name
            page.openings[seat] = total
            page.present.add(seat)
            self.reseat(page, shown=int(waits))

        self.change(change)

    def reseat(self, page: Page, shown: int = 0) -> None:
        """Plan again for the present players, but keep rotations begun or already `shown`."""
        begun = max(self.begun_of(page), shown)
        stands = self.seating_of(page)[:begun]
        if begun and page.limit is None:
            page.limit = len(self.seating_of(page))
        page.rotations = [*stands, *replanned(tuple(sorted(page.present)), stands)]

    # expected results

    @staticmethod
    def seating_of(page: Page) -> list[Rotation]:
        return page.rotations if page.limit is None else page.rotations[: page.limit]

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
        """Tables that can record a round, as (table, rotation, rounds left)."""
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
        """Recorded rounds up to the end, which comes by plan or by agreement."""
        last = min(self.needed, len(self.page.rounds))
        if self.page.stopped_after is not None:
            last = min(last, self.page.stopped_after)
        return self.page.rounds[:last]

    @property
    def totals(self) -> dict[str, int]:
        totals = dict(self.page.openings)
        for each in self.page.adjustments:
            counts = each["after"] < self.needed and not each["stopped"]
            totals[each["seat"]] += each["points"] * counts
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
