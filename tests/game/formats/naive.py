"""The second model of the formats in which people are more than everyone for themselves."""

from tests.game.naive import NaiveTable, once_a_page


class NaiveTeams(NaiveTable):
    """Seats 1 and 3 against 2 and 4; a team is known by its lower seat."""

    allows_leaving = False

    def sides(self, seats: list[int]) -> list[list[int]]:
        """Who sits with whom: odd seats, and even ones."""
        sides = [[s for s in seats if s % 2 == 1], [s for s in seats if s % 2 == 0]]
        return sorted(side for side in sides if side)

    def caught(self, out: int, playing: list[int]) -> list[int]:
        """The two opponents."""
        return [seat for seat in playing if seat % 2 != out % 2]

    def points(self, number: int) -> dict[int, int]:
        """The team of who went out collects both opponents' hands."""
        ((seat, points),) = super().points(number).items()
        return {2 - seat % 2: points}

    def totals_after(self, number: int) -> dict[int, int]:
        """What is a team's is both partners'."""
        totals = super().totals_after(number)
        return {seat: totals[2 - seat % 2] for seat in totals}


class NaiveChallenge(NaiveTable):
    """Whose total reaches the target is out from the next round on; the last one in has won."""

    @once_a_page
    def inside(self, number: int) -> list[int]:
        """Who was in when this round began; after the end, who sat there."""
        if self.last < number <= len(self.rounds):
            round_ = self.rounds[number - 1]
            return sorted({round_["went_out"], *round_["hands"], *round_["resting"]})
        return self._in(number, self._reached(self.last))

    def _in(self, number: int, reached: dict[int, int]) -> list[int]:
        """Those who had come and not left, but for who reached the target before."""
        return [seat for seat in super().inside(number) if reached.get(seat, number) >= number]

    @once_a_page
    def _reached(self, last: int) -> dict[int, int]:
        """Who reached the target in which of the rounds up to this one."""
        reached: dict[int, int] = {}
        totals = dict(self.page.openings)
        for number in range(1, last + 1):
            there = [seat for seat in super().inside(number) if seat not in reached]
            for seat, points in self._credited(number, there).items():
                totals[seat] += points
            reached |= {seat: number for seat in there if totals[seat] >= self.page.target}
        return reached

    def _credited(self, number: int, inside: list[int]) -> dict[int, int]:
        round_ = self.rounds[number - 1]
        playing = [seat for seat in inside if seat not in round_["resting"]]
        if round_["went_out"] not in playing:
            return {}
        return {seat: round_["hands"].get(seat, 0) for seat in playing}

    def points(self, number: int) -> dict[int, int]:
        """Everyone who was in keeps what is their own; nobody, where the winner was out."""
        return self._credited(number, self.inside(number))

    def recount(self, number: int) -> list[int]:
        """Hands of those who were out, and those missing of who was in."""
        return [] if number > self.last else self._recount(number, self.inside(number))

    def _recount(self, number: int, inside: list[int]) -> list[int]:
        round_ = self.rounds[number - 1]
        asked = set(inside) - {round_["went_out"], *round_["resting"]}
        return sorted(asked ^ set(round_["hands"]))

    def contradicts(self, number: int) -> bool:
        """Tell a round that can not have been so, also because the winner was out."""
        there = self.rounds[number - 1]["went_out"] in self.inside(number)
        return number <= self.last and (bool(self.recount(number)) or not there)

    def may_sit(self) -> list[int]:
        """Before the end those who are in; after it anybody who has come and not left."""
        is_over = self._finish() is not None or self._winners_after(self.last)
        return self.around() if is_over else super().may_sit()

    def fell(self, seat: int) -> int | None:
        """In which round this seat was sent off."""
        return self._reached(self.last).get(seat)

    @property
    def contenders(self) -> list[int]:
        """Who is in the game, or was when it was over, and did not fall."""
        return [seat for seat in super().contenders if self.fell(seat) is None]

    def _winners_after(self, number: int) -> list[int]:
        """Who alone is left of those who were in; nobody while something must be recounted."""
        reached = self._reached(number)
        if any(self._recount(n, self._in(n, reached)) for n in range(1, number + 1)):
            return []
        left = [s for s in self._in(number, reached) if s not in reached] if number else []
        return left if len(left) == 1 else []

    def outcome(self) -> tuple[list[int], str] | None:
        """Who has won and why; nobody while something must be recounted."""
        if any(self.recount(number) for number in range(1, self.last + 1)):
            return None
        won = self._winners_after(self.last)
        return (won, "last-survivor") if won else super().outcome()
