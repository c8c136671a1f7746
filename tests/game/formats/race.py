"""A format of these tests' own, which no file of the program knows: first to win three rounds."""

from collections.abc import Mapping

import pytest

from companion.game.cards.hand import Hand
from companion.game.formats import FORMATS, GameFormat
from companion.game.rounds import Round, Seat, Side
from companion.game.scoring import Credit, ScoringMethod


class Race(GameFormat):
    """Whoever goes out is credited with one point, whatever the others hold."""

    name = "race"
    least = 3
    most = 6
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
    """Let games be played as a race while the test runs."""
    monkeypatch.setitem(FORMATS, Race.name, Race())
    return FORMATS[Race.name]
