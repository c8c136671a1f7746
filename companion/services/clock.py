"""The clock of a table: how long its rounds take, and how long until it wants to stop.

Nobody starts it: the times at which rounds were recorded stand in the journal.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from companion.game.entries import GameFinished, RoundRecorded, SeatsClosed, Together
from companion.game.game import Game
from companion.game.reports.clock import Span, pace, rounds_to_go
from companion.game.requests.change import WALL_PATTERN
from companion.game.standings import ending
from companion.services.caches import BoundedCache
from companion.services.replays import entry_of
from companion.store.rows.lines import Line
from companion.store.store import Store

MOST_HELD = 1000  # games whose times are at hand
MOST_TIMED = 1000  # entries of a game that are read for their times
ONE_EVENING = timedelta(hours=12)
"""From the start of one game to that of the next; a game that took longer was put aside."""
_CHANGE_OF_SEATS = 5  # minutes from the end of a rotation until even a hall of forty sits again

# How long a round takes, since when the rotation is played, and how many rounds are to go.
_Pace = tuple[float | None, datetime | None, Span | None]


class Phase(StrEnum):
    """How near the time is at which the table wants to stop."""

    OPEN = "open"
    LAST = "last"  # one more round ends about then, another would not
    OVER = "over"


class _Recorded(NamedTuple):
    """A round as it was recorded: the version that it made, when, and where."""

    version: int
    at: datetime
    table: int
    rotation: int


@dataclass(frozen=True)
class TableClock:
    """The clock of a game at one moment, equal to another where a page says the same.

    `rounds_left`: for how many there is time (None: nobody can say, or no time to stop).
    `rotation_minutes`: how long ago this rotation began. `pace`: how many seconds a round takes.
    """

    game: Game = field(compare=False, repr=False)
    phase: Phase
    rounds_left: int | None
    rotation_minutes: int | None
    pace: float | None = field(compare=False)
    rotation_since: datetime | None = field(compare=False)
    rounds_to_go: Span | None = field(compare=False)

    @property
    def to_go(self) -> Span | None:
        """How many minutes the game still takes, None before anybody can say."""
        return self.rounds_to_go.times(self.pace / 60) if self.rounds_to_go and self.pace else None

    @property
    def minutes_left(self) -> float:
        """How many minutes there are for the rounds that are left before the time to stop."""
        return (self.rounds_left or 0) * (self.pace or 0) / 60

    @property
    def is_changing(self) -> bool:
        """Whether the rotation has just begun, so that people are still looking for their seats."""
        return self.rotation_minutes is not None and self.rotation_minutes < _CHANGE_OF_SEATS

    @property
    def rotation_takes(self) -> float | None:
        """How many minutes a rotation takes, None before anybody can say."""
        return self.pace * self.game.rounds_each / 60 if self.pace else None


def last_played(game: Game, lines: Sequence[Line]) -> datetime:
    """Return when the last round was recorded or the game was finished; else when it last changed.

    A correction made the day after does not make the game longer, nor does a round taken back.
    """
    standing = {*game.changes}
    latest_first = (line for line in reversed(lines) if line.version in standing)
    played = (x for x in latest_first if isinstance(entry_of(x), RoundRecorded | GameFinished))
    return next((line.at for line in played), lines[-1].at)


class GameClock:
    """Reads the times of games from their journals, each line once."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self.store = store
        self.now = now
        self._held: BoundedCache[str, tuple[int, datetime, tuple[_Recorded, ...]]]
        self._held = BoundedCache(MOST_HELD)
        self._paces: BoundedCache[tuple[str, int], _Pace] = BoundedCache(MOST_HELD)

    def of(self, game_id: str, game: Game) -> TableClock:
        seen = (game_id, game.version)
        found, since, to_go = self._paces.get_or_make(seen, lambda: self._pace(game_id, game))
        phase, left = self._until_stop(game, found)
        minutes = max((self.now() - since) // timedelta(minutes=1), 0) if since else None
        return TableClock(game, phase, left, minutes, found, since, to_go)

    def _pace(self, game_id: str, game: Game) -> _Pace:
        # In a hall these are hundreds of times, so they are gone through once for each version.
        started, recorded = self._times(game_id, game)
        tables = defaultdict[int, list[float]](lambda: [started.timestamp()])
        for each in recorded:
            tables[each.table].append(each.at.timestamp())
        since = None
        if game.game_format.has_rotations:
            current = game.rotation_now
            since = max((r.at for r in recorded if r.rotation < current), default=started)
        found = pace(tables.values())
        return found, since, rounds_to_go(game) if found else None

    def next_time(self, hour: int, minute: int, offset: timedelta) -> str:
        """Return when it is that time next, by a table's clock that is `offset` ahead of UTC."""
        # Their day may be another one than here, so it is read from their clock.
        wall = self.now().replace(tzinfo=None) - (self.now().utcoffset() or timedelta()) + offset
        stop = wall.replace(hour=hour, minute=minute, second=0, microsecond=0)
        if stop <= wall:
            stop += timedelta(days=1)
        sign, minutes = "-" if offset < timedelta() else "+", abs(offset) // timedelta(minutes=1)
        return f"{stop:%Y-%m-%dT%H:%M}{sign}{minutes // 60:02}:{minutes % 60:02}"

    @staticmethod
    def with_offset(typed: str) -> str:
        """Return a time with the offset of the server's clock where it says none."""
        if not re.fullmatch(WALL_PATTERN, typed):
            return typed
        with suppress(ValueError):  # a day that the month does not have is told by the game
            return datetime.fromisoformat(typed).astimezone().isoformat(timespec="minutes")
        return typed

    def _until_stop(self, game: Game, found: float | None) -> tuple[Phase, int | None]:
        """Return how near the time to stop is, and for how many rounds there is time."""
        if game.stop_at is None or ending(game):
            return Phase.OPEN, None
        left = (datetime.fromisoformat(game.stop_at) - self.now()).total_seconds()
        if left <= 0:
            return Phase.OVER, None
        if found is None:
            return Phase.OPEN, None
        # A round that has half its time before the stop is still played.
        rounds = int(left / found + 0.5)
        return (Phase.OPEN, rounds) if rounds > 1 else (Phase.LAST, None)

    def _times(self, game_id: str, game: Game) -> tuple[datetime, list[_Recorded]]:
        """Return since when a game is played, and when the rounds were recorded that stand."""
        version, started, recorded = self._held.get(game_id) or (0, self.now(), ())
        if version < game.version:
            # However long a game is, how long its rounds take is told by the last of them.
            since = max(version, game.version - MOST_TIMED)
            lines = self.store.journals.read(game_id, since)
            if lines and not version:
                started = lines[0].at
            new = []
            for line in lines:
                entry = entry_of(line)
                # Seats drawn by lot, or a dealer, come along with the closing.
                parts = entry.parts if isinstance(entry, Together) else (entry,)
                if any(isinstance(part, SeatsClosed) for part in parts):
                    started = line.at  # a hall may gather for twenty minutes before
                if isinstance(entry, RoundRecorded):
                    where = entry.round.table, entry.round.rotation
                    new.append(_Recorded(line.version, line.at, *where))
            recorded = (*recorded, *new)
            # Another phone may have gone on since the game was read.
            read = lines[-1].version if lines else game.version
            self._held.put(game_id, (read, started, recorded))
        standing = {*game.changes}
        return started, [each for each in recorded if each.version in standing]
