"""Game format only for tests, which has no target and ends when the players agree."""

import pytest

from companion.game.formats import FORMATS, GameFormat


class Endless(GameFormat):
    """Game format with neither a target nor a planned number of rounds."""

    name = "endless"
    options = frozenset({"dealer"})


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> GameFormat:
    """Register the endless format for one test, and return it."""
    monkeypatch.setitem(FORMATS, Endless.name, Endless())
    return FORMATS[Endless.name]
