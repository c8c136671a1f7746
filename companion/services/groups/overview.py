"""Overview of a group's games and statistics in one season."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date, datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from companion.game.faults import FaultCode
from companion.game.formats import FORMATS
from companion.game.players import key
from companion.game.reports.rivalry import (
    People,
    Person,
    Played,
    Result,
    Rivalry,
    result_of,
    rivalry_of,
)
from companion.game.requests.reader import RequestReader
from companion.keys import public_id
from companion.services.clock import ONE_EVENING, last_played
from companion.services.groups.people import Names
from companion.services.replays import replay_lines
from companion.store.errors import DamagedGameError
from companion.store.store import Store

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_LONGEST_ZONE, _LONGEST_EDITION = 60, 64


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
    zone = zone_named(values.get("tz", ""))
    if values.get("tz") and zone is None:
        reader.add_fault(FaultCode.NOT_A_TIME_ZONE, "tz")
    reader.raise_faults()
    return Season(first, last, values.get("edition", "")[:_LONGEST_EDITION], zone)


def _read_day(reader: RequestReader, name: str) -> date | None:
    text = reader.values.get(name)
    if not text:
        return None
    with suppress(ValueError):
        if _DAY.fullmatch(text):  # because Python also accepts weeks and dates without hyphens
            return date.fromisoformat(text)
    reader.add_fault(FaultCode.NOT_A_DAY, name)
    return None


def zone_named(name: str) -> ZoneInfo | None:
    """Return a time zone, or None for a name that this computer does not know."""
    # A name may be a path outside the zone folder (ValueError) or a folder inside it (OSError).
    with suppress(ZoneInfoNotFoundError, ValueError, OSError):
        if name and len(name) <= _LONGEST_ZONE:
            return ZoneInfo(name)
    return None


@dataclass(frozen=True, slots=True)
class GroupGame:
    """A game of a group, with its start, its finish (None if unfinished) and its result."""

    game_id: str
    version: int
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
    result = result_of(game, game_id)
    finished = last_played(game, lines) if result.is_over else None
    return GroupGame(game_id, game.version, lines[0].at, finished, result)


ALL_TIME = Season()


@dataclass(frozen=True, slots=True)
class Overview:
    """Games of a group in one season, in the order they ended, and their statistics.

    `state` is the group's when this was made. `counted` are the finished games. `order` numbers the
    players of the season from 1, those of the latest game first. `played` has every game by its id.
    `left_out` and `deleted` are the games of all seasons that do not count. `damaged` is a number
    of games.
    """

    state: str
    names: Names
    games: Sequence[GroupGame]
    left_out: Sequence[GroupGame]
    deleted: Sequence[tuple[GroupGame, datetime]]
    damaged: int
    season: Season = ALL_TIME
    counted: Sequence[GroupGame] = ()
    played: Mapping[str, Played] = field(default_factory=dict)
    labels: Mapping[Person, str] = field(default_factory=dict)
    order: Mapping[Person, int] = field(default_factory=dict)
    rivalry: Rivalry = Rivalry()  # noqa: RUF009 - frozen

    def assigned(self, before: "Overview | None") -> "Overview":
        """Return the overview with the persons of all games, as `before` where known."""
        people = self.people
        known = before.played if before and before.names == self.names else {}
        played = {}
        for game in self.known.values():
            found = known.get(game.game_id)
            is_same = found and found.result is game.result
            played[game.game_id] = found if found and is_same else people.played(game.result)
        labels = people.labels(played[game.game_id] for game in self.games)
        return replace(self, played=played, labels=labels)

    def within(self, season: Season, before: "Overview | None") -> "Overview":
        """Return the overview of one season, with statistics that start from those `before`."""
        here = (game for game in self.games if season.has(game.result.edition, game.finished))
        games = sorted(here, key=lambda game: game.ended)
        counted = [game for game in games if game.result.is_over]
        known = before.rivalry if before and before.names == self.names else None
        latest_first = (self.played[game.game_id].players for game in reversed(games))
        persons = dict.fromkeys(person for players in latest_first for person in players)
        return replace(
            self,
            season=season,
            games=games,
            counted=counted,
            rivalry=rivalry_of([self.played[g.game_id] for g in counted], self.people, known),
            order={person: number for number, person in enumerate(persons, start=1)},
        )

    @property
    def known(self) -> Mapping[tuple[str, int], GroupGame]:
        """All games of the group by id and version."""
        deleted = (game for game, _ in self.deleted)
        every = (*self.games, *self.left_out, *deleted)
        return {(game.game_id, game.version): game for game in every}

    @property
    def weight(self) -> int:
        """Memory that the overview needs, in units of about 100 bytes."""
        figures = self.rivalry.figures.values()
        people = sum(12 + len(each.caught) for each in figures) + 2 * len(self.rivalry.pairs)
        return people + sum(game.result.weight for game in self.known.values())

    @property
    def work(self) -> int:
        """Work that a page about the overview is, in units of an entry to replay."""
        return sum(len(game.result.players) for game in self.known.values()) // 2

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
    def player_names(self) -> list[str]:
        """All players of the season, those of the latest game first."""
        return [self.labels[person] for person in self.order]

    def person(self, name: str) -> Person | None:
        """Return the person of a label, or of a name that counts as somebody else's."""
        own = key(name)
        return own if own in self.order else self.people.person_of(own)

    def number(self, name: str) -> int | None:
        """Return a player's number in `order`, or None for other names."""
        return self.order.get(self.person(name) or "")

    def is_guest(self, name: str) -> bool:
        return bool(self.names.guests) and self.person(name) in self.names.guests

    def with_people(self, names: Sequence[str]) -> list[GroupGame]:
        """Return the finished games in which all these people played, the latest first."""
        wanted = {*map(self.person, names)}
        latest_first = reversed(self.counted)
        return [g for g in latest_first if wanted <= self.played[g.game_id].players.keys()]

    def person_names(self, game: GroupGame, *, is_winner: bool = False) -> list[str]:
        """Return the labels of a game's players or winners, with default names unchanged."""
        seats = self.played[game.game_id].seats
        return [
            self.labels.get(seats[seat] or "", player.name)
            for seat, player in game.result.players.items()
            if player.is_winner or not is_winner
        ]
