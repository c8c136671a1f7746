"""Game format only for tests, won by the first player with three rounds won."""

from collections.abc import Mapping

import pytest

from companion.game.cards.hand import Hand
from companion.game.formats import FORMATS, GameFormat
from companion.game.rounds import Round, Seat, Side
from companion.game.scoring import Credit, ScoringMethod


class Race(GameFormat):
    """Game format in which the winner of a round gets one point."""

    name = "race"
    min_players = 3
    max_players = 6
    scorings = ("winner-collects",)
    default_target = 3
    allows_resting = False

    def credits(
        self,
        scoring: ScoringMethod,
        round_: Round,
        hands: Mapping[Seat, Hand],
        sides: tuple[Side, ...],
    ) -> tuple[Credit, ...]:
        del scoring, hands
        return tuple(Credit(side, 1) for side in sides if round_.went_out in side)


@pytest.fixture
def race(monkeypatch: pytest.MonkeyPatch) -> GameFormat:
    """Register the race format for one test, and return it."""
    monkeypatch.setitem(FORMATS, Race.name, Race())
    return FORMATS[Race.name]
