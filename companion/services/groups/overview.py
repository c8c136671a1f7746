"""A group in one season: which days those are, its games, and what they come to."""

import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from companion.game.faults import FaultCode
from companion.game.formats import FORMATS
from companion.game.replay import replay
from companion.game.reports.rivalry import People, Result, Rivalry, result_of
from companion.game.requests.reader import RequestReader
from companion.keys import public_id
from companion.services.clock import ONE_EVENING, last_played
from companion.services.groups.people import Names
from companion.services.replays import entry_of
from companion.store.errors import DamagedGameError
from companion.store.store import Store

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_LONGEST_ZONE = 60


@dataclass(frozen=True, slots=True)
class Season:
    """The days `first` to `last` (both included, None: no limit), by the clock of `zone`.

    `edition`: the box, empty for all. `zone`: None for that of the server.
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
        """Return whether a game belongs to it; one that is still played has no day yet."""
        if self.edition not in {"", edition}:
            return False
        if finished is None:
            return not self.has_days
        day = self.day(finished)
        return (self.first or day) <= day <= (self.last or day)


def read_season(values: Mapping[str, str]) -> Season:
    """Return what `from`, `to`, `edition` and `tz` ask for; raises `ValidationError`."""
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
        if _DAY.fullmatch(text):  # Python also reads weeks, and days without hyphens
            return date.fromisoformat(text)
    reader.add_fault(FaultCode.NOT_A_DAY, name)
    return None


def _read_zone(reader: RequestReader) -> tzinfo | None:
    name = reader.values.get("tz")
    if not name:
        return None
    # A name may lead out of the folder of zones (ValueError) or to a folder in it (OSError).
    with suppress(ZoneInfoNotFoundError, ValueError, OSError):
        if len(name) <= _LONGEST_ZONE:
            return ZoneInfo(name)
    reader.add_fault(FaultCode.NOT_A_TIME_ZONE, "tz")
    return None


@dataclass(frozen=True, slots=True)
class GroupGame:
    """A game of a group: when it was started and finished (None: it is being played)."""

    game_id: str
    started: datetime
    finished: datetime | None
    result: Result

    @property
    def public_id(self) -> str:
        return public_id(self.game_id)

    @property
    def ended(self) -> datetime:
        """When it ended, or else began: games are told in this order."""
        return self.finished or self.started

    @property
    def next_round(self) -> int | None:
        """The number of the round that is played next; None where several tables play."""
        game_format = FORMATS[self.result.game_format]
        return None if game_format.has_several_tables else self.result.rounds + 1


def read_result(store: Store, game_id: str) -> GroupGame | None:
    """Return a game as it stands, also one in the trash; None where it is damaged."""
    try:
        lines = store.trash.read(game_id)
    except DamagedGameError:
        return None
    game = replay((line.version, entry_of(line)) for line in lines)
    result = result_of(game)
    finished = last_played(game, lines) if result.is_over else None
    return GroupGame(game_id, lines[0].at, finished, result)


ALL_TIME = Season()


@dataclass(frozen=True, slots=True)
class Overview:
    """A group in one season: its games in the order they ended, and what they come to.

    `counted` are the finished ones, at the places that the figures name. `left_out` and `deleted`
    lie beside, whatever the season; `damaged`: so many games cannot be read.
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
        """The games of the latest evening that nobody has finished, the latest first."""
        latest = max((game.started for game in self.games), default=None)
        return [
            game
            for game in reversed(self.games)
            if latest and not game.result.is_over and latest - game.started < ONE_EVENING
        ]

    @property
    def everybody(self) -> list[str]:
        """Everybody who ever played here, those of the latest game first."""
        people = self.people
        latest_first = (people.players(game.result) for game in reversed(self.games))
        persons = dict.fromkeys(person for players in latest_first for person in players)
        return [self.labels[person] for person in persons]

    @property
    def met(self) -> Mapping[str, Collection[str]]:
        """With whom everybody ever sat in a game: these are not the same person."""
        met: dict[str, set[str]] = {}
        for game in self.games:
            names = [self.labels[person] for person in self.people.players(game.result)]
            for name in names:
                met.setdefault(name, set()).update(names)
        return met

    def is_guest(self, name: str) -> bool:
        return self.people.person(name) in self.names.guests

    def with_people(self, names: Sequence[str]) -> list[GroupGame]:
        """Return the finished games in which all of these people played, the latest first."""
        people = self.people
        wanted = {people.person(name) for name in names}
        return [
            game for game in reversed(self.counted) if wanted <= people.players(game.result).keys()
        ]

    def person_names(self, game: GroupGame, *, is_winner: bool = False) -> list[str]:
        """Return who played a game, or who won it, as persons; nobody by the name of the seat."""
        people = self.people
        return [
            self.labels.get(people.person(player.name) or "", player.name)
            for player in game.result.players.values()
            if player.is_winner or not is_winner
        ]
