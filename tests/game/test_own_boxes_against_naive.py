"""Tests of random actions with an own two-sided box and knock-outs, against a naive model."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import initialize

from tests.game.boxes import TWO_SIDED
from tests.game.formats.naive import NaiveTeams
from tests.game.naive import Line, NaiveTable
from tests.game.test_against_naive import SETTINGS, TARGETS, IndividualGameMachine

BOX = TWO_SIDED | {"knock_out": {"bonus": 250}}
SIDES = ("light", "dark")
# Hands as in requests, with points on light and dark card side, None if impossible there.
HANDS: tuple[tuple[Any, int | None, int | None], ...] = (
    (0, 0, 0), (7, 7, 7), (-3, None, None), ("7, skip", 27, None), ("7, skip everyone", None, 37),
    ("Draw, 9", 19, 29), (["skip", "1"], 21, 31), (["draw-one"], 10, None),
    (["draw-five", "2"], None, 22), ("2 skips", 40, None), ("wild +2, 5", 55, 55),
)  # fmt: skip


class NaiveOwnBox(NaiveTable):
    """Naive game without partners, with a bonus of 250 per player knocked out."""

    bonus = 250


class NaiveOwnBoxTeams(NaiveTeams):
    """Naive teams game with a bonus of 250 per player knocked out."""

    bonus = 250


class OwnBoxMachine(IndividualGameMachine):
    """State machine that compares an own-box game with the naive model, in each scoring."""

    box = None

    @initialize(
        data=st.data(),
        scoring=st.sampled_from(("winner-collects", "keep-own", "rounds-won")),
        players=st.integers(2, 6),
        number=TARGETS,
    )
    def start(self, data: st.DataObject, scoring: str, players: int, number: int) -> None:
        self.highest_target = 100 if scoring == "rounds-won" else 10_000
        number = min(number, 3) if scoring == "rounds-won" else number
        self.start_both(data, players, NaiveOwnBox, number, scoring=scoring, box=BOX)

    def draw_round(self, data: st.DataObject, present: list[int]) -> tuple[Line, Line]:
        names, naive = self.naive.page.names, self.naive
        opponents, request, line = self.draw_start(data, present)
        side = data.draw(st.sampled_from(SIDES))
        request["side"], line["hands"] = side, {}
        if naive.scoring == "rounds-won":
            return request, line
        if naive.scoring == "winner-collects":
            gone = data.draw(st.lists(st.sampled_from(opponents), unique=True))
            request["knocked_out"] = [names[seat] for seat in gone]
            line["knocked_out"] = gone
            opponents = [seat for seat in opponents if seat not in gone]
        worth = 1 + SIDES.index(side)
        choices = [each for each in HANDS if each[worth] is not None]
        if naive.scoring == "winner-collects" and opponents and data.draw(st.booleans()):
            pile = data.draw(st.sampled_from(choices))
            return request | {"pile": pile[0]}, line | {"hands": None, "pile": pile[worth]}
        caught = {seat: data.draw(st.sampled_from(choices)) for seat in opponents}
        request["hands"] = {names[seat]: hand[0] for seat, hand in caught.items()}
        return request, line | {"hands": {seat: hand[worth] for seat, hand in caught.items()}}


class OwnBoxTeamsMachine(OwnBoxMachine):
    """State machine that compares an own-box teams game with its naive model."""

    allows_replacing = False

    @initialize(
        data=st.data(), scoring=st.sampled_from(("winner-collects", "rounds-won")), number=TARGETS
    )
    def start(self, data: st.DataObject, scoring: str, number: int) -> None:
        self.highest_target = 100 if scoring == "rounds-won" else 10_000
        number = min(number, self.highest_target)
        self.start_both(data, 4, NaiveOwnBoxTeams, number, scoring=scoring, box=BOX, format="teams")


TestOwnBoxGameMatchesNaiveModel = OwnBoxMachine.TestCase
TestOwnBoxGameMatchesNaiveModel.settings = SETTINGS
TestOwnBoxTeamsMatchNaiveModel = OwnBoxTeamsMachine.TestCase
TestOwnBoxTeamsMatchNaiveModel.settings = SETTINGS
