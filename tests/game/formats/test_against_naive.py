"""Tests of random actions in teams and elimination games against naive models."""

from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from tests.game.formats.naive import NaiveChallenge, NaiveTeams
from tests.game.test_against_naive import SETTINGS, TARGETS, IndividualGameMachine


class TeamsMachine(IndividualGameMachine):
    """State machine that compares a random teams game with its naive model."""

    box = "classic-112"
    allows_replacing = False

    @initialize(data=st.data(), number=TARGETS)
    def start(self, data: st.DataObject, number: int) -> None:
        options = {"scoring": "winner-collects", "format": "teams"}
        self.start_both(data, 4, NaiveTeams, number, **options)


class EliminationMachine(IndividualGameMachine):
    """State machine that compares a random elimination game with its naive model."""

    box = "toy-story-3"
    allows_replacing = False
    allows_limits = False

    @initialize(data=st.data(), players=st.integers(3, 6), number=st.sampled_from((50, 100, 150)))
    def start(self, data: st.DataObject, players: int, number: int) -> None:
        options = {"scoring": "keep-own", "format": "challenge"}
        self.start_both(data, players, NaiveChallenge, number, **options)

    @precondition(lambda self: not self.naive.undo_stack)
    @rule(data=st.data())
    def play_some_rounds(self, data: st.DataObject) -> None:
        """Record three rounds at first, so that corrections can change who is eliminated."""
        for _ in range(3):
            if self.naive.outcome() is None:
                self.record(data)

    @precondition(lambda self: len(self.naive.rounds) > 1 and len(self.naive.present_in(1)) > 1)
    @rule(data=st.data())
    def correct_an_early_round(self, data: st.DataObject) -> None:
        """Correct the first round, which affects the scoring of all later ones."""
        request, line = self.draw_round(data, self.naive.present_in(1))
        self.table.correct(1, **request)
        self.naive.correct(1, line)


TestTeamsMatchNaiveModel = TeamsMachine.TestCase
TestTeamsMatchNaiveModel.settings = SETTINGS
TestEliminationMatchesNaiveModel = EliminationMachine.TestCase
TestEliminationMatchesNaiveModel.settings = SETTINGS
