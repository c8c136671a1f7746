"""Replayed games, at hand for the next request.

A game held here is never the truth: every reading asks the store for what came since.
"""

import json
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from threading import RLock
from typing import NamedTuple

from companion.game.entries import Entry, from_values
from companion.game.game import Game
from companion.game.replay import Versioned, fold, replay
from companion.services.caches import BoundedCache
from companion.store.errors import DamagedGameError
from companion.store.rows.keys import AccessKey
from companion.store.rows.lines import Change, Line
from companion.store.store import Store

MOST_AT_EASE, MOST_AT_ONCE = 200, 2000  # entries, see `turn`
_ONE_BY_ONE, _LONG_ONE_BY_ONE = RLock(), RLock()
MOST_HELD = 4_000_000
"""Characters of journals, of which a game in memory takes some eight bytes each."""

Turn = Callable[[], AbstractContextManager[object]]
"""Where one waits for one's turn; the server says how, by default nobody waits."""


def turn(entries: int, queue: Turn) -> AbstractContextManager[object]:
    """Go inside this through so many entries of games: as others do, one by one, or in a `queue`.

    Eight at once that take a second each would all be ready after eight, and hold every thread
    until then; one by one they are ready after one, two, three. More than the longest evening has
    is a stranger's game: of those few may wait at all.
    """
    if entries > MOST_AT_ONCE:
        return queue()
    return _ONE_BY_ONE if entries > MOST_AT_EASE else nullcontext()


def page_turn(entries: int) -> AbstractContextManager[object]:
    """Go inside this through what is drawn of a game with so many entries, see `turn`.

    Whoever waits for a `queue` inside leaves this first: no board waits for that.
    """
    return turn(entries, lambda: _LONG_ONE_BY_ONE)


class _Held(NamedTuple):
    """A game at hand, and how many characters its journal has."""

    game: Game
    size: int


class ReplayedGames:
    """All games of a store, the last used ones held as they were replayed."""

    def __init__(self, store: Store, most_held: int = MOST_HELD) -> None:
        self.store = store
        # The last one is held always: however long a game is, it is not replayed for each page.
        self._held: BoundedCache[str, _Held] = BoundedCache(most_held, lambda h: h.size, least=1)
        self.queue: Turn = nullcontext

    def game(self, game_id: str) -> Game:
        held = self._held.get(game_id)
        if held:
            lines = self.store.journals.read(game_id, held.game.version)
            game: Game | None = held.game
            for entry in _entries(lines):
                game = game and fold(game, entry)
            if game:
                self._hold(game_id, game, held.size + _size(lines))
                return game
        # It is not at hand, or something was taken back.
        lines = self.store.journals.read(game_id)
        game = replay(_entries(lines))
        self._hold(game_id, game, _size(lines))
        return game

    def game_at(self, found: AccessKey) -> Game:
        """Return the game of a key that the store has just found, with the version it then had."""
        held = self._held.get(found.game)
        if held and held.game.version == found.version:
            return held.game
        new = (found.version or 0) - (held.game.version if held else 0)
        with turn(new, self.queue):
            return self.game(found.game)

    def held(self, game_id: str) -> Game | None:
        """Return the game as it was last read, without asking the store; None if not at hand."""
        held = self._held.get(game_id)
        return held and held.game

    def append(self, game_id: str, game: Game, entry: Entry, change: Change) -> Game:
        """Append an entry, and return the game after it; raises what `Journals.append` does."""
        line = self.store.journals.append(game_id, game.version, change)
        after = fold(game, (line.version, entry))
        if after is None:
            return self.game(game_id)
        held = self._held.get(game_id)
        if held:  # else it would be too large to be held
            self._hold(game_id, after, held.size + len(line.body))
        return after

    def _hold(self, game_id: str, game: Game, size: int) -> None:
        held = self._held.get(game_id)
        # Two requests may come back in the wrong order: the later version stays.
        if held is None or held.game.version <= game.version:
            self._held.put(game_id, _Held(game, size))


def sound_part(damage: DamagedGameError) -> Game | None:
    """Return a damaged game as far as it is sound; None where not even its start is."""
    return replay(_entries(damage.lines)) if damage.lines else None


def entry_of(line: Change) -> Entry:
    return from_values(json.loads(line.body))


def _entries(lines: Iterable[Line]) -> list[Versioned]:
    return [(line.version, entry_of(line)) for line in lines]


def _size(lines: Iterable[Line]) -> int:
    return sum(len(line.body) for line in lines)
