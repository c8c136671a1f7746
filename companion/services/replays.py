"""Cache of replayed games.

Every read asks the store for newer entries, so a cached game is never returned stale.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from sys import intern
from threading import RLock
from typing import Any, NamedTuple

from companion.game import journal_format
from companion.game.entries import Entry, from_values
from companion.game.faults import Fault, FaultCode, ValidationError
from companion.game.game import Game
from companion.game.replay import fold, replay
from companion.services.caches import BoundedCache
from companion.store.errors import DamagedGameError
from companion.store.rows.keys import AccessKey
from companion.store.rows.lines import Change, Line
from companion.store.store import Store

MOST_PARALLEL = 200  # entries; longer games are replayed and drawn one at a time
_ONE_BY_ONE = RLock()
MOST_HELD = 4_000_000
"""Journal characters of one game, and of all cached games. Each needs some eight bytes of memory.

As many as in ten thousand rounds of ten players.
"""
LINE = 500  # characters of an ordinary entry; a larger one counts as several

_MALFORMED = (KeyError, TypeError, ValueError, AttributeError)

Slot = Callable[[], AbstractContextManager[object]]
"""Factory of a context in which a long replay waits for others, set by the web layer."""


def replay_slot(entries: int, queue: Slot) -> AbstractContextManager[object]:
    """Return the context for replaying `entries` entries: `queue` if they are many.

    Eight replays of a second each would run at once for eight seconds and block every thread. One
    at a time, they finish after one, two, three seconds, and only a few may wait.
    """
    return queue() if entries > MOST_PARALLEL else nullcontext()


def render_slot(entries: int) -> AbstractContextManager[object]:
    """Return the context for rendering a game of `entries` entries, one long game at a time.

    Code that waits for a `queue` leaves this context first, so boards need not wait for it.
    """
    return _ONE_BY_ONE if entries > MOST_PARALLEL else nullcontext()


class NewerGameError(DamagedGameError):
    """A game with an entry of a newer version, with the `lines` before it."""


class _Held(NamedTuple):
    """A cached game and its journal's length in characters."""

    game: Game
    size: int


class ReplayedGames:
    """All games of a store, with a cache of the last used ones."""

    def __init__(self, store: Store, most_held: int = MOST_HELD) -> None:
        self.store = store
        # The last game is always cached, so a long one is not replayed for each page.
        self._held: BoundedCache[str, _Held] = BoundedCache(most_held, lambda h: h.size, least=1)
        self.queue: Slot = nullcontext

    def game(self, game_id: str) -> Game:
        held = self._held.get(game_id)
        if held:
            lines = self.store.journals.read(game_id, held.game.version)
            game: Game | None = held.game
            for line, entry in readable(lines):
                game = game and fold(game, (line.version, entry))
            if game and game.version == held.game.version + len(lines):
                self._hold(game_id, game, held.size + _size(lines))
                return game
        # The game is not cached, or an entry undoes or changes an earlier one.
        lines = self.store.journals.read(game_id)
        game = replay_lines(game_id, lines)
        self._hold(game_id, game, _size(lines))
        return game

    def game_at(self, found: AccessKey) -> Game:
        """Return the game of a key just read from the store, from the cache if still current."""
        held = self._held.get(found.game)
        if held and held.game.version == found.version:
            return held.game
        since = held.game.version if held else 0
        with replay_slot(self.work(found.game, found.version or 0, since), self.queue):
            return self.game(found.game)

    def work(self, game_id: str, version: int, since: int = 0) -> int:
        """Return how many ordinary entries are to be read after `since`."""
        if not 1 < version - since <= MOST_PARALLEL:  # one entry is short, and many wait anyway
            return version - since
        return max(version - since, self.store.journals.size(game_id, since) // LINE)

    def held_work(self, game_id: str, entries: int) -> int:
        """Return how many ordinary entries `entries` of a game are, which was just opened."""
        held = self._held.get(game_id)
        return max(entries, held.size // LINE) if held else entries

    def cached_game(self, game_id: str) -> Game | None:
        """Return the cached game without asking the store, or None."""
        held = self._held.get(game_id)
        return held and held.game

    def append(self, game_id: str, game: Game, entry: Entry, change: Change) -> Game:
        """Append an entry and return the new game, or raise an error of `Journals.append`.

        Raises `ValidationError` if the journal would become longer than `MOST_HELD`.
        """
        full = self._held.get(game_id)
        if full and full.size + len(change.body) > MOST_HELD:
            raise ValidationError([Fault(FaultCode.GAME_TOO_LONG)])
        line = self.store.journals.append(game_id, game.version, change)
        after = fold(game, (line.version, entry))
        if after is None:
            return self.game(game_id)
        held = self._held.get(game_id)
        if held:  # a game that is not cached may be too large for the cache
            self._hold(game_id, after, held.size + len(line.body))
        return after

    def _hold(self, game_id: str, game: Game, size: int) -> None:
        held = self._held.get(game_id)
        # Requests may finish in the wrong order, so only a later version replaces the cached one.
        if held is None or held.game.version <= game.version:
            self._held.put(game_id, _Held(game, size))


def intact_game(damage: DamagedGameError) -> Game | None:
    """Return the intact part of a damaged game, or None if its start is damaged."""
    sound = list(readable(damage.lines))
    return replay((line.version, entry) for line, entry in sound) if sound else None


def entry_of(line: Change) -> Entry:
    """Return the entry of a line; one of `_MALFORMED` if only a newer version can read it."""
    values = json.loads(line.body, object_hook=_with_shared_cards)
    words = journal_format.newer(values)
    if words and not words <= journal_format.known():
        raise ValueError(words)
    return from_values(values)


def _with_shared_cards(values: dict[str, Any]) -> dict[str, Any]:
    # A journal repeats few card ids in thousands of hands, so each is in memory once.
    if "cards" in values:
        values["cards"] = [intern(c) if isinstance(c, str) else c for c in values["cards"]]
    return values


def readable(lines: Iterable[Line]) -> Iterator[tuple[Line, Entry]]:
    """Yield lines with their entries, up to the first one of a newer version."""
    with suppress(*_MALFORMED):
        for line in lines:
            yield line, entry_of(line)


def replay_lines(game_id: str, lines: Sequence[Line]) -> Game:
    """Replay all lines of a game, or raise `NewerGameError`."""
    read = list(readable(lines))
    if len(read) < len(lines):
        raise NewerGameError(game_id, lines[: len(read)])
    return replay((line.version, entry) for line, entry in read)


def _size(lines: Iterable[Line]) -> int:
    return sum(len(line.body) for line in lines)
