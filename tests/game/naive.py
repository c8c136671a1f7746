"""The second model: a table written down as one plain list, everything worked out anew each time.

Written from the promises alone, and as simply as can be, to judge the product by: no entries, no
folding, no ledger. What happened stands in `lines` in its order; a change changes that list;
taking back puts the whole list of before in its place.
"""

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, ParamSpec, TypeVar

Of = ParamSpec("Of")
Found = TypeVar("Found")
Line = dict[str, Any]  # one of: a round, who left, who came, who was set to deal


@dataclass
class Page:
    """All there is to a game at one moment."""

    target: int
    names: dict[int, str]  # seat: label
    founders: tuple[int, ...]
    openings: dict[int, int]  # seat: what it started from
    lines: list[Line] = field(default_factory=list)
    settled: dict[str, tuple[str, int]] = field(default_factory=dict)  # rule: text, from round


def once_a_page(method: Callable[Of, Found]) -> Callable[Of, Found]:
    """Work out once for each page what nearly everything hangs on."""

    def found(*of: Of.args, **more: Of.kwargs) -> Found:
        table, *rest = of
        assert isinstance(table, NaiveTable)
        key = (method.__qualname__, *rest)
        if key not in table.known:
            table.known[key] = method(*of, **more)
        answer: Found = table.known[key]
        return answer

    return found


class NaiveTable:
    """A game of everyone for themselves; seats are numbers, hands are points."""

    allows_leaving = True
    bonus = 0  # for everybody knocked out of a round

    def __init__(
        self, scoring: str, target: int, names: tuple[str, ...], dealer: int | None
    ) -> None:
        self.scoring = scoring
        seats = tuple(range(1, len(names) + 1))
        labels = dict(zip(seats, names, strict=True))
        self.page = Page(target, labels, seats, dict.fromkeys(seats, 0))
        if dealer:
            self.page.lines.append({"deals": dealer})
        self.before: list[Page] = []
        self.behind: list[Page] = []
        self.known: dict[tuple[object, ...], Any] = {}

    # what people do

    def _change(self, change: Callable[[Page], None]) -> None:
        self.before.append(deepcopy(self.page))
        self.behind = []
        change(self.page)
        self.known.clear()

    def record(self, round_: Line) -> None:
        self._change(lambda page: page.lines.append(round_))

    def correct(self, number: int, round_: Line) -> None:
        def change(page: Page) -> None:
            page.lines[self._place(number)] = round_

        self._change(change)

    def remove(self, number: int) -> None:
        def change(page: Page) -> None:
            del page.lines[self._place(number)]
            for rule, (text, first) in page.settled.items():
                page.settled[rule] = (text, first - 1 if first > number else first)

        self._change(change)

    def move_target(self, target: int) -> None:
        def change(page: Page) -> None:
            page.target = target

        self._change(change)

    def finish(self) -> None:
        self._change(lambda page: page.lines.append({"finish": True}))

    def go_on(self) -> None:
        def change(page: Page) -> None:
            page.lines = [line for line in page.lines if "finish" not in line]

        self._change(change)

    def leave(self, seats: list[int]) -> None:
        self._change(lambda page: page.lines.append({"left": seats}))

    def join(self, name: str, total: int) -> None:
        def change(page: Page) -> None:
            seat = len(page.names) + 1
            page.names[seat] = name
            page.openings[seat] = total
            page.lines.append({"came": seat})

        self._change(change)

    def come_back(self, seat: int) -> None:
        self._change(lambda page: page.lines.append({"came": seat}))

    def set_dealer(self, seat: int) -> None:
        self._change(lambda page: page.lines.append({"deals": seat}))

    def rename(self, names: list[str]) -> None:
        """Label the seats anew; before the first round whoever keeps a name moves to its seat."""

        def change(page: Page) -> None:
            if not self.rounds:
                now = _moves(list(page.names.values()), names)
                page.openings = {now[seat]: total for seat, total in page.openings.items()}
                page.lines = [_moved(line, now) for line in page.lines]
                page.founders = tuple(now[seat] for seat in page.founders)
            page.names = dict(enumerate(names, start=1))

        self._change(change)

    def settle(self, rule: str, text: str, first: int) -> None:
        def change(page: Page) -> None:
            page.settled[rule] = (text, first)

        self._change(change)

    def unsettle(self, rule: str) -> None:
        def change(page: Page) -> None:
            del page.settled[rule]

        self._change(change)

    def at_once(self, *acts: Callable[[], None]) -> None:
        """Several changes that are taken back as one."""
        already = len(self.before)
        for act in acts:
            act()
        del self.before[already + 1 :]

    def undo(self) -> None:
        self.behind.append(self.page)
        self.page = self.before.pop()
        self.known.clear()

    def redo(self) -> None:
        self.before.append(self.page)
        self.page = self.behind.pop()
        self.known.clear()

    # what it comes to

    @property
    def rounds(self) -> list[Line]:
        return [line for line in self.page.lines if "went_out" in line]

    def _place(self, number: int) -> int:
        places = [i for i, line in enumerate(self.page.lines) if "went_out" in line]
        return places[number - 1]

    @once_a_page
    def inside(self, number: int) -> list[int]:
        """Who was in when this round began (or would be in the next one)."""
        before: list[Line] = []
        rounds = 0
        for line in self.page.lines:
            rounds += "went_out" in line
            if rounds == number:
                break
            before.append(line)
        return self._inside_after(before)

    def around(self) -> list[int]:
        """Who has come and not left."""
        return self._inside_after(self.page.lines)

    def may_sit(self) -> list[int]:
        """Who may be named in one more round."""
        return self.inside(len(self.rounds) + 1)

    def caught(self, out: int, playing: list[int]) -> list[int]:
        """Who is caught with a hand that counts."""
        return [seat for seat in playing if seat != out]

    def sides(self, seats: list[int]) -> list[list[int]]:
        """Who sits with whom."""
        return [[seat] for seat in seats]

    def recount(self, number: int) -> list[int]:
        """Whose hand in this round must be asked for or struck out: here nobody's."""
        del number
        return []

    def contradicts(self, number: int) -> bool:
        """Tell a round that can not have been so."""
        return bool(self.recount(number))

    def fell(self, seat: int) -> int | None:
        """In which round this seat was sent off: here nobody is."""
        del seat
        return None

    def _inside_after(self, lines: list[Line]) -> list[int]:
        seats = set(self.page.founders)
        for line in lines:
            seats -= set(line.get("left", []))
            seats |= {line["came"]} if "came" in line else set()
        return sorted(seats)

    def playing(self, number: int) -> list[int]:
        resting = self.rounds[number - 1]["resting"] if number <= len(self.rounds) else []
        return [seat for seat in self.inside(number) if seat not in resting]

    def points(self, number: int) -> dict[int, int]:
        """Who is credited with what for one round, were it to count."""
        round_ = self.rounds[number - 1]
        hands = round_["hands"]
        if self.scoring == "rounds-won":
            return {round_["went_out"]: 1}
        if self.scoring == "winner-collects":
            caught = round_["pile"] if hands is None else sum(hands.values())
            return {round_["went_out"]: caught + self.bonus * len(round_.get("knocked_out", ()))}
        return {seat: hands.get(seat, 0) for seat in self.playing(number)}

    def totals_after(self, number: int) -> dict[int, int]:
        totals = dict(self.page.openings)
        for each in range(1, number + 1):
            for seat, points in self.points(each).items():
                totals[seat] += points
        return totals

    def _winners_after(self, number: int) -> list[int]:
        """Who has won with this round; nobody if the game goes on."""
        totals = self.totals_after(number)
        inside = self.inside(number) if number else []
        if all(totals[seat] < self.page.target for seat in inside):
            return []
        best = min if self.scoring == "keep-own" else max
        wanted = best(totals[seat] for seat in inside)
        return [seat for seat in inside if totals[seat] == wanted]

    def _finish(self) -> int | None:
        """The place of the line where the table first agreed to stop."""
        return next((i for i, line in enumerate(self.page.lines) if "finish" in line), None)

    @property
    @once_a_page
    def last(self) -> int:
        """The last round that counts."""
        finish = self._finish()
        before = self.page.lines[:finish]
        rounds = sum("went_out" in line for line in before)
        return next((n for n in range(1, rounds + 1) if self._winners_after(n)), rounds)

    @property
    def contenders(self) -> list[int]:
        """Who is in the game, or was when it was over."""
        if self._winners_after(self.last):
            return self.inside(self.last)
        return self._inside_after(self.page.lines[: self._finish()])

    def rounds_played(self, seat: int) -> int:
        return sum(seat in self.playing(number) for number in range(1, self.last + 1))

    def ranking(self) -> list[tuple[int, list[int], int, int, int | None]]:
        """Rank, side, total, rounds played, fallen when: best first, equals in seat order."""
        totals = self.totals_after(self.last)
        sides = self.sides(list(self.page.names))
        rows = [(self._worse(side[0], totals), side) for side in sides]
        return [
            (
                1 + sum(other < mine for other, _ in rows),
                side,
                totals[side[0]],
                self.rounds_played(side[0]),
                self.fell(side[0]),
            )
            for mine, side in sorted(rows)
        ]

    def _worse(self, seat: int, totals: Mapping[int, int]) -> tuple[int, ...]:
        """What to sort by; where the lowest is best, who is out of the game comes behind."""
        if self.scoring != "keep-own":
            return (-totals[seat],)
        if seat in self.contenders:
            return (0, 0, totals[seat])
        lasted = [n for n in range(1, self.last + 1) if seat in self.inside(n)]
        return (1, -max(lasted, default=0), totals[seat])

    def outcome(self) -> tuple[list[int], str] | None:
        winners = self._winners_after(self.last)
        if winners:
            by = "lowest-at-target" if self.scoring == "keep-own" else "target-reached"
            return winners, by
        if self._finish() is not None:
            first = [side for rank, side, *_ in self.ranking() if rank == 1]
            return sorted(seat for side in first for seat in side), "by-agreement"
        return None

    def dealer(self) -> int | None:
        """Who deals next: from whoever was set, to the left over those who play."""
        deals: int | None = None
        number = 0
        for line in self.page.lines:
            deals = line.get("deals", deals)
            if "went_out" in line:
                number += 1
                if deals and self.playing(number):  # else nobody has dealt
                    deals = _at_or_left_of(deals, self.playing(number)) + 1
        inside = self.inside(number + 1)
        return _at_or_left_of(deals, inside) if deals and inside else None


def _moves(old: list[str], new: list[str]) -> dict[int, int]:
    """From old seats to new ones: to one's own name, and the others to the seats left over."""
    moves = {old.index(name) + 1: new.index(name) + 1 for name in old if name in new}
    seats = range(1, len(old) + 1)
    others = [seat for seat in seats if seat not in moves]
    places = [seat for seat in seats if seat not in moves.values()]
    return moves | dict(zip(others, places, strict=True))


def _moved(line: Line, now: Mapping[int, int]) -> Line:
    moved = dict(line)
    for key in ("deals", "came"):
        moved |= {key: now[line[key]]} if key in line else {}
    return moved | ({"left": [now[s] for s in line["left"]]} if "left" in line else {})


def _left_of(seat: int, seats: list[int]) -> int:
    return min((s for s in seats if s > seat), default=min(seats))


def _at_or_left_of(seat: int, seats: list[int]) -> int:
    return seat if seat in seats else _left_of(seat, seats)
