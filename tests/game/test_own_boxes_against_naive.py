"""Everything a table may do with a box of its own: two sides, a bonus, rounds that are only won."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import initialize

from tests.game.boxes import TWO_SIDED
from tests.game.formats.naive import NaiveTeams
from tests.game.naive import Line, NaiveTable
from tests.game.test_against_naive import SETTINGS, TARGETS, AtTheTable

BOX = TWO_SIDED | {"knock_out": {"bonus": 250}}
SIDES = ("light", "dark")
# What somebody was caught with, and what that is on either side; None: no card there.
CAUGHT: tuple[tuple[Any, int | None, int | None], ...] = (
    (0, 0, 0), (7, 7, 7), (-3, None, None), ("7, skip", 27, None), ("7, skip everyone", None, 37),
    ("Draw, 9", 19, 29), (["skip", "1"], 21, 31), (["draw-one"], 10, None),
    (["draw-five", "2"], None, 22), ("2 skips", 40, None), ("wild +2, 5", 55, 55),
)  # fmt: skip


class NaiveBox(NaiveTable):
    """Whoever goes out gets 250 for everybody knocked out."""

    bonus = 250


class NaivePartners(NaiveTeams):
    """The same for two against two."""

    bonus = 250


class WithAnOwnBox(AtTheTable):
    """Everyone for themselves, in every way of scoring."""

    box = None

    @initialize(
        data=st.data(),
        scoring=st.sampled_from(("winner-collects", "keep-own", "rounds-won")),
        players=st.integers(2, 6),
        number=TARGETS,
    )
    def sit_down(self, data: st.DataObject, scoring: str, players: int, number: int) -> None:
        self.highest_target = 100 if scoring == "rounds-won" else 10_000
        number = min(number, 3) if scoring == "rounds-won" else number
        self.begin(data, players, NaiveBox, number, scoring=scoring, box=BOX)

    def played(self, data: st.DataObject, inside: list[int]) -> tuple[Line, Line]:
        names, naive = self.naive.page.names, self.naive
        opponents, said, line = self.begun(data, inside)
        side = data.draw(st.sampled_from(SIDES))
        said["side"], line["hands"] = side, {}
        if naive.scoring == "rounds-won":
            return said, line
        if naive.scoring == "winner-collects":
            gone = data.draw(st.lists(st.sampled_from(opponents), unique=True))
            said["knocked_out"] = [names[seat] for seat in gone]
            line["knocked_out"] = gone
            opponents = [seat for seat in opponents if seat not in gone]
        worth = 1 + SIDES.index(side)
        choices = [each for each in CAUGHT if each[worth] is not None]
        if naive.scoring == "winner-collects" and opponents and data.draw(st.booleans()):
            pile = data.draw(st.sampled_from(choices))
            return said | {"pile": pile[0]}, line | {"hands": None, "pile": pile[worth]}
        caught = {seat: data.draw(st.sampled_from(choices)) for seat in opponents}
        said["hands"] = {names[seat]: hand[0] for seat, hand in caught.items()}
        return said, line | {"hands": {seat: hand[worth] for seat, hand in caught.items()}}


class PartnersWithAnOwnBox(WithAnOwnBox):
    """Two against two; partners are not asked for a hand, and nobody sits out."""

    everybody_is_in = False

    @initialize(
        data=st.data(), scoring=st.sampled_from(("winner-collects", "rounds-won")), number=TARGETS
    )
    def sit_down(self, data: st.DataObject, scoring: str, number: int) -> None:
        self.highest_target = 100 if scoring == "rounds-won" else 10_000
        number = min(number, self.highest_target)
        self.begin(data, 4, NaivePartners, number, scoring=scoring, box=BOX, format="teams")


TestWithAnOwnBox = WithAnOwnBox.TestCase
TestWithAnOwnBox.settings = SETTINGS
TestPartnersWithAnOwnBox = PartnersWithAnOwnBox.TestCase
TestPartnersWithAnOwnBox.settings = SETTINGS
