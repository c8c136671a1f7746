"""A group in one season: its games, and what they come to."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from companion.game.reports.rivalry import People, Rivalry
from companion.services.clock import ONE_EVENING
from companion.services.groups.people import Names
from companion.services.groups.results import GroupGame
from companion.services.groups.season import Season

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
