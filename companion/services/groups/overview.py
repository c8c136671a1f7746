"""Overview of a group's games and statistics in one season."""

import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from companion.game.faults import FaultCode
from companion.game.formats import FORMATS
from companion.game.reports.rivalry import People, Result, Rivalry, result_of
from companion.game.requests.reader import RequestReader
from companion.keys import public_id
from companion.services.clock import ONE_EVENING, last_played
from companion.services.groups.people import Names
from companion.services.replays import replay_lines
from companion.store.errors import DamagedGameError
from companion.store.store import Store

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_LONGEST_ZONE = 60


@dataclass(frozen=True, slots=True)
class Season:
    """The days `first` to `last` (inclusive, None for no limit) in the time zone `zone`.

    `edition` is a box, or empty for all. `zone` is None for the server's time zone.
    """

    first: date | None = None
    last: date | None = None
    edition: str = ""
    zone: tzinfo | None = None

    @property
    def has_days(self) -> bool:
        return self.first is not None or self.last is not None

    def day(self, at: datetime) -> date:
        return at.astimezone(self.zone).date()

    def has(self, edition: str, finished: datetime | None) -> bool:
        """Return whether a game belongs to the season, for which an unfinished game has no day."""
        if self.edition not in {"", edition}:
            return False
        if finished is None:
            return not self.has_days
        day = self.day(finished)
        return (self.first or day) <= day <= (self.last or day)


def read_season(values: Mapping[str, str]) -> Season:
    """Read a season from `from`, `to`, `edition` and `tz`, or raise `ValidationError`."""
    reader = RequestReader(values)
    first, last = (_read_day(reader, name) for name in ("from", "to"))
    zone = _read_zone(reader)
    reader.raise_faults()
    return Season(first, last, values.get("edition", ""), zone)


def _read_day(reader: RequestReader, name: str) -> date | None:
    text = reader.values.get(name)
    if not text:
        return None
    with suppress(ValueError):
        if _DAY.fullmatch(text):  # because Python also accepts weeks and dates without hyphens
            return date.fromisoformat(text)
    reader.add_fault(FaultCode.NOT_A_DAY, name)
    return None


def _read_zone(reader: RequestReader) -> tzinfo | None:
    name = reader.values.get("tz")
    if not name:
        return None
    # A name may be a path outside the zone folder (ValueError) or a folder inside it (OSError).
    with suppress(ZoneInfoNotFoundError, ValueError, OSError):
        if len(name) <= _LONGEST_ZONE:
            return ZoneInfo(name)
    reader.add_fault(FaultCode.NOT_A_TIME_ZONE, "tz")
    return None


@dataclass(frozen=True, slots=True)
class GroupGame:
    """A game of a group, with its start, its finish (None if unfinished) and its result."""

    game_id: str
    started: datetime
    finished: datetime | None
    result: Result

    @property
    def public_id(self) -> str:
        return public_id(self.game_id)

    @property
    def ended(self) -> datetime:
        """Time of the finish or, if unfinished, of the start, by which games are sorted."""
        return self.finished or self.started

    @property
    def next_round(self) -> int | None:
        """Number of the next round, or None if several tables play."""
        game_format = FORMATS[self.result.game_format]
        return None if game_format.has_several_tables else self.result.rounds + 1


def read_result(store: Store, game_id: str) -> GroupGame | None:
    """Return a game's current result, even if in the trash, or None if it is damaged."""
    try:
        lines = store.trash.read(game_id)
        game = replay_lines(game_id, lines)
    except DamagedGameError:
        return None
    result = result_of(game)
    finished = last_played(game, lines) if result.is_over else None
    return GroupGame(game_id, lines[0].at, finished, result)


ALL_TIME = Season()


@dataclass(frozen=True, slots=True)
class Overview:
    """Games of a group in one season, in the order they ended, and their statistics.

    `counted` are the finished games, to which the statistics refer by index. `left_out` and
    `deleted` are the games of all seasons that do not count. `damaged` is a number of games.
    """

    names: Names
    season: Season
    games: tuple[GroupGame, ...]
    counted: tuple[GroupGame, ...]
    rivalry: Rivalry
    labels: Mapping[str, str]
    left_out: tuple[GroupGame, ...] = ()
    deleted: tuple[tuple[GroupGame, datetime], ...] = ()
    damaged: int = 0

    @property
    def people(self) -> People:
        return self.names.people

    @property
    def running(self) -> list[GroupGame]:
        """Unfinished games of the latest evening, the latest first."""
        latest = max((game.started for game in self.games), default=None)
        return [
            game
            for game in reversed(self.games)
            if latest and not game.result.is_over and latest - game.started < ONE_EVENING
        ]

    @property
    def everybody(self) -> list[str]:
        """All players of the season, those of the latest game first."""
        people = self.people
        latest_first = (people.players(game.result) for game in reversed(self.games))
        persons = dict.fromkeys(person for players in latest_first for person in players)
        return [self.labels[person] for person in persons]

    @property
    def met(self) -> Mapping[str, Collection[str]]:
        """For each player all names from the same games, which cannot be the same person."""
        met: dict[str, set[str]] = {}
        for game in self.games:
            names = [self.labels[person] for person in self.people.players(game.result)]
            for name in names:
                met.setdefault(name, set()).update(names)
        return met

    def is_guest(self, name: str) -> bool:
        return self.people.person(name) in self.names.guests

    def with_people(self, names: Sequence[str]) -> list[GroupGame]:
        """Return the finished games in which all these people played, the latest first."""
        people = self.people
        wanted = {people.person(name) for name in names}
        return [
            game for game in reversed(self.counted) if wanted <= people.players(game.result).keys()
        ]

    def person_names(self, game: GroupGame, *, is_winner: bool = False) -> list[str]:
        """Return the labels of a game's players or winners, with default names unchanged."""
        people = self.people
        return [
            self.labels.get(people.person(player.name) or "", player.name)
            for player in game.result.players.values()
            if player.is_winner or not is_winner
        ]
