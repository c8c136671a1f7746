"""Everything that partners, and the players of an elimination, may do: judged like the others."""

from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from tests.game.formats.naive import NaiveChallenge, NaiveTeams
from tests.game.test_against_naive import SETTINGS, TARGETS, AtTheTable


class Partners(AtTheTable):
    """Two against two."""

    box = "classic-112"
    everybody_is_in = False

    @initialize(data=st.data(), number=TARGETS)
    def sit_down(self, data: st.DataObject, number: int) -> None:
        wishes = {"scoring": "winner-collects", "format": "teams"}
        self.begin(data, 4, NaiveTeams, number, **wishes)


class Elimination(AtTheTable):
    """Whoever reaches the number is out; what is corrected brings people in and sends them off."""

    box = "toy-story-3"
    everybody_is_in = False

    @initialize(data=st.data(), players=st.integers(3, 6), number=st.sampled_from((50, 100, 150)))
    def sit_down(self, data: st.DataObject, players: int, number: int) -> None:
        wishes = {"scoring": "keep-own", "format": "challenge"}
        self.begin(data, players, NaiveChallenge, number, **wishes)

    @precondition(lambda self: not self.naive.before)
    @rule(data=st.data())
    def play_some_rounds(self, data: st.DataObject) -> None:
        """Begin with enough rounds for corrections to send people off and bring them in."""
        for _ in range(3):
            if self.naive.outcome() is None:
                self.record(data)

    @precondition(lambda self: len(self.naive.rounds) > 1)
    @rule(data=st.data())
    def correct_an_early_round(self, data: st.DataObject) -> None:
        """Say anew what the first round was, by which all later ones are judged."""
        said, line = self.played(data, self.naive.inside(1))
        self.table.correct(1, **said)
        self.naive.correct(1, line)


TestPartners = Partners.TestCase
TestPartners.settings = SETTINGS
TestElimination = Elimination.TestCase
TestElimination.settings = SETTINGS
