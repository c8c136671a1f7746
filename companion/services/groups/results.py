"""The results of games, at hand for the next page of their group; the journals are the truth."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from companion.game.formats import FORMATS
from companion.game.replay import replay
from companion.game.reports.results import Result, result_of
from companion.services.caches import BoundedCache
from companion.services.clock import last_played
from companion.services.replays import entry_of
from companion.store.errors import DamagedGameError
from companion.store.protocols import Line, Member, Store

MOST_HELD = 3000
"""Results, of which one of five players takes some ten kilobytes."""


@dataclass(frozen=True, slots=True)
class GroupGame:
    """A game of a group: when it was started and finished (None: it is being played)."""

    game_id: str
    started: datetime
    finished: datetime | None
    result: Result

    @property
    def ended(self) -> datetime:
        """When it ended, or else began: games are told in this order."""
        return self.finished or self.started

    @property
    def next_round(self) -> int | None:
        """The number of the round that is played next; None where several tables play."""
        game_format = FORMATS[self.result.game_format]
        return None if game_format.has_several_tables else self.result.rounds + 1


class ResultCache:
    """The results that were asked for last, each of a version that the store has just named."""

    def __init__(self) -> None:
        self._held: BoundedCache[str, tuple[int, GroupGame]] = BoundedCache(MOST_HELD)
        self.forget = self._held.clear

    def games(self, store: Store, members: Iterable[Member]) -> list[GroupGame]:
        """Return these games as they stand, without those that are damaged."""
        found = (self._game(store, member) for member in members)
        return [game for game in found if game]

    def _game(self, store: Store, member: Member) -> GroupGame | None:
        held = self._held.get(member.game)
        if held and held[0] == member.version:
            return held[1]
        try:
            # Also of a game in the trash, whose names its group still shows.
            lines = store.trash.read(member.game)
        except DamagedGameError:
            return None
        game = _group_game(member.game, lines)
        self._held.put(member.game, (lines[-1].version, game))
        return game


def _group_game(game_id: str, lines: list[Line]) -> GroupGame:
    journal = [(line, entry_of(line)) for line in lines]
    game = replay((line.version, entry) for line, entry in journal)
    result = result_of(game)
    finished = last_played(game, journal) if result.is_over else None
    return GroupGame(game_id, lines[0].at, finished, result)
