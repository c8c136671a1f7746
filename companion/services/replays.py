"""Replayed games, at hand for the next request.

A game held here is never the truth: every reading asks the store for what came since.
"""

import json
from collections import OrderedDict
from collections.abc import Iterable
from threading import Lock

from companion.game.entries import Entry, from_values
from companion.game.game import Game
from companion.game.replay import Versioned, fold, replay
from companion.store.protocols import AccessKey, Change, Line, Store

MOST_HELD = 500


class ReplayedGames:
    """All games of a store, the last used ones held as they were replayed."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._held: OrderedDict[str, Game] = OrderedDict()
        self._lock = Lock()

    def game(self, game_id: str) -> Game:
        """Return the game as it stands in the store."""
        held = self._held.get(game_id)
        game = _folded(held, self._entries(game_id, held.version)) if held else None
        if game is None:  # it is not at hand, or something was taken back
            game = replay(self._entries(game_id))
        self._hold(game_id, game)
        return game

    def game_at(self, found: AccessKey) -> Game:
        """Return the game of a key that the store has just found, with the version it then had."""
        held = self._held.get(found.game)
        if held is None or held.version != found.version:
            return self.game(found.game)
        self._hold(found.game, held)
        return held

    def held(self, game_id: str) -> Game | None:
        """Return the game as it was last read, without asking the store; None if not at hand."""
        return self._held.get(game_id)

    def append(self, game_id: str, game: Game, entry: Entry, change: Change) -> Game:
        """Append an entry to the game as somebody has read it, and return the game after it.

        Raises what `Journals.append` does; `VersionConflictError` where the game has moved on.
        """
        line = self.store.journals.append(game_id, game.version, change)
        after = fold(game, (line.version, entry))
        if after is None:
            return self.game(game_id)
        self._hold(game_id, after)
        return after

    def _entries(self, game_id: str, since: int = 0) -> list[Versioned]:
        lines = self.store.journals.read(game_id, since)
        return [(line.version, entry_of(line)) for line in lines]

    def _hold(self, game_id: str, game: Game) -> None:
        with self._lock:
            held = self._held.get(game_id)
            # Two requests may come back in the wrong order: the later version stays.
            if held is None or held.version <= game.version:
                self._held[game_id] = game
            self._held.move_to_end(game_id)
            while len(self._held) > MOST_HELD:
                self._held.popitem(last=False)


def entry_of(line: Line) -> Entry:
    """Return the entry that a stored line holds."""
    return from_values(json.loads(line.body))


def _folded(game: Game, entries: Iterable[Versioned]) -> Game | None:
    """Return the game with these entries folded onto it; None where it must be replayed."""
    after: Game | None = game
    for entry in entries:
        after = after and fold(after, entry)
    return after
