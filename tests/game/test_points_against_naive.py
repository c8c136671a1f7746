"""Tests of random actions in games without cards against the naive model."""

from hypothesis import strategies as st
from hypothesis.stateful import initialize

from tests.game.formats.naive import NaiveTeams
from tests.game.naive import Line, NaiveTable
from tests.game.test_against_naive import SETTINGS, TARGETS, IndividualGameMachine

BOX, TITLE = {"name": "Ours"}, "Rummy # 6!"
TOTALS = (-1_000_000, -30, -1, 0, 1, 8, 50, 120)


class PointsMachine(IndividualGameMachine):
    """State machine that compares a random game of points, with or without a winner per round."""

    box = None
    allows_no_winner = True
    least_total = -60

    @initialize(
        data=st.data(),
        scoring=st.sampled_from(("each-scores", "keep-own")),
        players=st.integers(2, 6),
        number=TARGETS,
    )
    def start(self, data: st.DataObject, scoring: str, players: int, number: int) -> None:
        self.start_both(data, players, NaiveTable, number, scoring=scoring, box=BOX, title=TITLE)

    def draw_round(self, data: st.DataObject, present: list[int]) -> tuple[Line, Line]:
        names = self.naive.page.names
        holding, request, line = self.draw_start(data, present)
        hands = {seat: data.draw(st.sampled_from(TOTALS)) for seat in holding}
        request["hands"] = {names[seat]: points for seat, points in hands.items()}
        return request, line | {"hands": hands}


class PointsTeamsMachine(PointsMachine):
    """State machine that compares a random teams game in which every player scores."""

    allows_replacing = False

    @initialize(data=st.data(), number=TARGETS)
    def start(self, data: st.DataObject, number: int) -> None:
        self.start_both(data, 4, NaiveTeams, number, scoring="each-scores", box=BOX, format="teams")


TestPointsMatchNaiveModel = PointsMachine.TestCase
TestPointsMatchNaiveModel.settings = SETTINGS
TestPointsOfTeamsMatchNaiveModel = PointsTeamsMachine.TestCase
TestPointsOfTeamsMatchNaiveModel.settings = SETTINGS
