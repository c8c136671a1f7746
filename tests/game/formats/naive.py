"""Naive models of teams and elimination games, used as oracles in random tests."""

from tests.game.naive import NaiveTable, cached_per_page


class NaiveTeams(NaiveTable):
    """Naive teams game of seats 1 and 3 against 2 and 4; a team's id is its lower seat."""

    allows_leaving = False

    def sides(self, seats: list[int]) -> list[list[int]]:
        sides = [[s for s in seats if s % 2 == 1], [s for s in seats if s % 2 == 0]]
        return sorted(side for side in sides if side)

    def holders(self, out: int | None, playing: list[int]) -> list[int]:
        if self.scoring == "each-scores":
            return playing
        assert out
        return [seat for seat in playing if seat % 2 != out % 2]

    def points(self, number: int) -> dict[int, int]:
        """Return the points of a round by team: the opponents' hands for the winning team."""
        if self.scoring == "each-scores":
            own = super().points(number)
            return {1: own[1] + own[3], 2: own[2] + own[4]}
        ((seat, points),) = super().points(number).items()
        return {2 - seat % 2: points}

    def account(self, seat: int) -> int:
        return 2 - seat % 2

    def totals_after(self, place: int) -> dict[int, int]:
        """Return the total of each seat, which is that of its team."""
        totals = super().totals_after(place)
        return {seat: totals[2 - seat % 2] for seat in totals}


class NaiveChallenge(NaiveTable):
    """Naive elimination: players at the target are out from the next round; the last wins."""

    @cached_per_page
    def present_in(self, number: int) -> list[int]:
        """Return the seats in the game in this round; after the end, those the round names."""
        if self.last < number <= len(self.rounds):
            round_ = self.rounds[number - 1]
            return sorted({round_["went_out"], *round_["hands"], *round_["resting"]})
        return self._in(number, self.end)

    def _in(self, number: int, end: int) -> list[int]:
        """Return the seats present in this round that were not out before it, or at the end."""
        is_next = number > len(self.rounds)
        place = len(self.page.lines) if is_next else self._place(number)
        reached = self._reached(min(place, end))
        return [seat for seat in super().present_in(number) if seat not in reached]

    @cached_per_page
    def _reached(self, place: int) -> dict[int, int]:
        """Map each seat that is out after these lines to the round in which it was eliminated."""
        reached: dict[int, int] = {}
        totals, number = dict(self.page.openings), 0
        for at, line in enumerate(self.page.lines[:place], start=1):
            before = self._present_after(self.page.lines[: at - 1])
            there = [seat for seat in before if seat not in reached]
            if "went_out" in line:
                number += 1
                for seat, points in self._credited(number, there).items():
                    totals[seat] += points
            if "adjusts" in line:
                totals[line["adjusts"]] += line["points"]
            if "total" in line:
                totals[line["came"]] = line["total"]
                reached.pop(line["came"], None)
            if self._decides(at):
                assert self.page.target is not None
                over = [seat for seat in there if totals[seat] >= self.page.target]
                reached |= dict.fromkeys(over, max(number, 1))
        return reached

    def _credited(self, number: int, present: list[int]) -> dict[int, int]:
        round_ = self.rounds[number - 1]
        playing = [seat for seat in present if seat not in round_["resting"]]
        if round_["went_out"] not in playing:
            return {}
        return {seat: round_["hands"].get(seat, 0) for seat in playing}

    def points(self, number: int) -> dict[int, int]:
        """Return each playing seat's own hand as its points; empty if the winner was out."""
        return self._credited(number, self.present_in(number))

    def recount(self, number: int) -> list[int]:
        """Return the seats whose hand is missing in this round, or should not be in it."""
        return [] if number > self.last else self._recount(number, self.present_in(number))

    def _recount(self, number: int, present: list[int]) -> list[int]:
        round_ = self.rounds[number - 1]
        asked = set(present) - {round_["went_out"], *round_["resting"]}
        return sorted(asked ^ set(round_["hands"]))

    def contradicts(self, number: int) -> bool:
        """Return whether a counting round has missing or surplus hands, or an eliminated winner."""
        there = self.rounds[number - 1]["went_out"] in self.present_in(number)
        return number <= self.last and (bool(self.recount(number)) or not there)

    def recordable_seats(self) -> list[int]:
        """Return the seats that may be in a new round; after the end, all that have not left."""
        is_over = self._finish() is not None or self._winners_after(self.end)
        return self.roster() if is_over else super().recordable_seats()

    def eliminated_in(self, seat: int) -> int | None:
        return self._reached(self.end).get(seat)

    @property
    def contenders(self) -> list[int]:
        """Seats present now, or when the game ended, that are not eliminated."""
        return [seat for seat in super().contenders if self.eliminated_in(seat) is None]

    def _winners_after(self, place: int) -> list[int]:
        """Return the only seat left after these lines, [] while a hand must be recounted."""
        reached = self._reached(place)
        number = sum("went_out" in line for line in self.page.lines[:place])
        if any(self._recount(n, self._in(n, place)) for n in range(1, number + 1)):
            return []
        there = self._present_after(self.page.lines[: place - 1]) if self._decides(place) else []
        left = [seat for seat in there if seat not in reached]
        return left if len(left) == 1 else []

    def outcome(self) -> tuple[list[int], str] | None:
        """Return winners and reason of the end, None if not over or a hand must be recounted."""
        if any(self.recount(number) for number in range(1, self.last + 1)):
            return None
        won = self._winners_after(self.end)
        return (won, "last-survivor") if won else super().outcome()
