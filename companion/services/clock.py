"""Clock of a table: the length of its rounds, and the time left until it wants to stop.

It is computed from the times in the journal at which rounds were recorded.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from companion.game.entries import Combined, GameFinished, RoundRecorded, SeatsClosed
from companion.game.game import Game
from companion.game.reports.clock import Span, pace, rounds_to_go
from companion.game.requests.change import WALL_PATTERN
from companion.game.standings import ending
from companion.services.caches import BoundedCache
from companion.services.replays import entry_of
from companion.store.rows.lines import Line
from companion.store.store import Store

MOST_HELD = 1000  # games whose times are cached
MOST_TIMED = 1000  # last entries of a game that are read for their times
ONE_EVENING = timedelta(hours=12)
"""Maximum time from the start of one game to the start of the next in the same evening."""
_CHANGE_OF_SEATS = 5  # minutes that forty people need to change seats after a rotation

# Seconds per round, start of the rotation, and rounds to go.
_Pace = tuple[float | None, datetime | None, Span | None]


class Phase(StrEnum):
    """Time left before the table wants to stop (`OPEN` also without a time to stop)."""

    OPEN = "open"
    LAST = "last"  # there is time for one more round
    OVER = "over"


class _Recorded(NamedTuple):
    """A recorded round: its version, time, table and rotation."""

    version: int
    at: datetime
    table: int
    rotation: int


@dataclass(frozen=True)
class TableClock:
    """Times of a game at one moment, equal to others if pages show both alike.

    `rounds_left` is the number of rounds for which there is time (None if unknown or without a time
    to stop). `rotation_minutes` is the age of the current rotation. `pace` is in seconds per round.
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
        """Range of minutes until the game ends, or None if unknown."""
        return self.rounds_to_go.times(self.pace / 60) if self.rounds_to_go and self.pace else None

    @property
    def minutes_left(self) -> float:
        """Minutes that the rounds still possible before the stop time will take, 0 if unknown."""
        return (self.rounds_left or 0) * (self.pace or 0) / 60

    @property
    def is_changing(self) -> bool:
        """Whether the rotation has just begun and players are still changing seats."""
        return self.rotation_minutes is not None and self.rotation_minutes < _CHANGE_OF_SEATS

    @property
    def rotation_takes(self) -> float | None:
        """Minutes per rotation, or None if unknown."""
        return self.pace * self.game.rounds_each / 60 if self.pace else None


def last_played(game: Game, lines: Sequence[Line]) -> datetime:
    """Return the time of the last round or of the finish, or by default of the last entry.

    Later corrections and undone rounds do not count.
    """
    in_effect = {*game.changes}
    latest_first = (line for line in reversed(lines) if line.version in in_effect)
    played = (x for x in latest_first if isinstance(entry_of(x), RoundRecorded | GameFinished))
    return next((line.at for line in played), lines[-1].at)


class GameClock:
    """Clocks of all games, computed from their journals and cached."""

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
        # `of` caches the result for each version, since a tournament has hundreds of times.
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
        """Return in ISO format when a clock `offset` ahead of UTC next shows `hour`:`minute`."""
        # The table's date may differ from the server's, so it is computed from the table's clock.
        wall = self.now().replace(tzinfo=None) - (self.now().utcoffset() or timedelta()) + offset
        stop = wall.replace(hour=hour, minute=minute, second=0, microsecond=0)
        if stop <= wall:
            stop += timedelta(days=1)
        sign, minutes = "-" if offset < timedelta() else "+", abs(offset) // timedelta(minutes=1)
        return f"{stop:%Y-%m-%dT%H:%M}{sign}{minutes // 60:02}:{minutes % 60:02}"

    @staticmethod
    def with_offset(typed: str) -> str:
        """Add the server's UTC offset to a time without one, and return any other text as it is."""
        if not re.fullmatch(WALL_PATTERN, typed):
            return typed
        with suppress(ValueError):  # a date that does not exist is refused when the game reads it
            return datetime.fromisoformat(typed).astimezone().isoformat(timespec="minutes")
        return typed

    def _until_stop(self, game: Game, found: float | None) -> tuple[Phase, int | None]:
        """Return the phase, and for how many rounds there is time (None if below 2 or unknown)."""
        if game.stop_at is None or ending(game):
            return Phase.OPEN, None
        left = (datetime.fromisoformat(game.stop_at) - self.now()).total_seconds()
        if left <= 0:
            return Phase.OVER, None
        if found is None:
            return Phase.OPEN, None
        # A round is still played if half of it fits before the stop.
        rounds = int(left / found + 0.5)
        return (Phase.OPEN, rounds) if rounds > 1 else (Phase.LAST, None)

    def _times(self, game_id: str, game: Game) -> tuple[datetime, list[_Recorded]]:
        """Return a game's start time, and its recorded rounds that are in effect."""
        version, started, recorded = self._held.get(game_id) or (0, self.now(), ())
        if version < game.version:
            # The last `MOST_TIMED` entries are enough to compute the length of a round.
            since = max(version, game.version - MOST_TIMED)
            lines = self.store.journals.read(game_id, since)
            if lines and not version:
                started = lines[0].at
            new = []
            for line in lines:
                entry = entry_of(line)
                # An entry may combine closing the seats with drawing them or setting the dealer.
                parts = entry.parts if isinstance(entry, Combined) else (entry,)
                if any(isinstance(part, SeatsClosed) for part in parts):
                    started = line.at  # not before, as joining may take twenty minutes
                if isinstance(entry, RoundRecorded):
                    where = entry.round.table, entry.round.rotation
                    new.append(_Recorded(line.version, line.at, *where))
            recorded = (*recorded, *new)
            # Not `game.version`: the lines may include entries added since the game was read.
            read = lines[-1].version if lines else game.version
            self._held.put(game_id, (read, started, recorded))
        in_effect = {*game.changes}
        return started, [each for each in recorded if each.version in in_effect]
