"""What the people of a group do with it: look, start, leave out, say who is who."""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from companion.game.formats import DEFAULT_FORMAT, FORMATS
from companion.game.game import Game
from companion.game.players import key
from companion.game.reports.rivalry import People, Record, rivalry_of
from companion.services.access import Access, FormerKeyError, UnknownKeyError
from companion.services.caches import BoundedCache
from companion.services.changes import Write
from companion.services.clock import ONE_EVENING
from companion.services.errors import NotInGameError
from companion.services.games import GameService
from companion.services.groups.overview import ALL_TIME, Overview
from companion.services.groups.people import Names
from companion.services.groups.results import ResultCache
from companion.services.groups.season import Season
from companion.store.errors import (
    DamagedGameError,
    DamagedRowError,
    UnknownGameError,
    UnknownGroupError,
    VersionConflictError,
)
from companion.store.protocols import AccessKey, Group, Member, Place

Start = Mapping[str, Any]
"""What a game is to be, as `read_start` reads it."""

_ONE_DAY = timedelta(days=1)
_LATEST = 10  # games, whose people a group is called after


class SamePlayersError(Exception):
    """Two names that played in the same game, and so are two people; in so many games."""

    def __init__(self, games: int) -> None:
        self.games = games
        super().__init__(games)


@dataclass
class GroupCaches:
    """What is kept of groups between requests; the store is the truth."""

    results: ResultCache = field(default_factory=ResultCache)
    overviews: BoundedCache[tuple[str, str, str, Season], Overview] = field(
        default_factory=lambda: BoundedCache(64)
    )
    members: BoundedCache[tuple[str, str], Sequence[Member]] = field(
        default_factory=lambda: BoundedCache(64)
    )


class GroupService:
    """The groups of a store."""

    def __init__(self, games: GameService, caches: GroupCaches) -> None:
        self.games = games
        self.caches = caches

    # looking

    def open(self, group_key: str) -> Group:
        """Return the group that a key opens; raises `UnknownKeyError`."""
        found = self.find(group_key)
        if found is None:
            why = self.games.former.get(group_key)
            raise FormerKeyError(why) if why else UnknownKeyError
        return found

    def find(self, group_key: str) -> Group | None:
        """Return the group that a key opens; None for a wrong one."""
        return self.games.store.groups.find(group_key)

    def of_game(self, game_id: str) -> Group | None:
        """Return the group of a game, in which it may be left out; None where it is in none."""
        groups = self.games.store.groups
        group = groups.place(game_id).group
        # Deleted a moment ago, or damaged: the game itself is there all the same.
        with suppress(UnknownGroupError, DamagedRowError):
            return groups.get(group) if group else None
        return None

    def is_tonight(self, access: Access) -> bool:
        """Return whether a game is the latest of its group, and was started today or last night."""
        group = self.of_game(access.game_id)
        if group is None:
            return True
        members = [each for each in self.members(group) if not each.deleted]
        created = members[-1].created if members else None
        is_latest = bool(members) and members[-1].game == access.game_id
        return is_latest and created is not None and self.games.now() - created < _ONE_DAY

    def state(self, group: Group) -> str:
        """Return what changes with everything that a page of a group shows."""
        self.games.sweep_trash()
        return f"{group.key} {self.games.store.groups.state(group.id)}"

    def overview(self, group: Group, season: Season = ALL_TIME) -> Overview:
        """Return a group as it stands, in one season."""
        seen = (group.id, group.key, self.state(group), season)
        return self.caches.overviews.get_or_make(seen, lambda: self._overview(group, season))

    def members(self, group: Group) -> Sequence[Member]:
        """Return all games of a group, also those in the trash, in the order they were created."""
        # Years of games are read and checked once for each state of the group.
        groups = self.games.store.groups
        seen = (group.id, groups.state(group.id))
        return self.caches.members.get_or_make(seen, lambda: groups.games(group.id))

    def _overview(self, group: Group, season: Season) -> Overview:
        store, results = self.games.store, self.caches.results
        members = self.members(group)
        played = [each for each in members if each.deleted is None and each.is_counted]
        here = results.games(store, played)
        games = sorted(
            (game for game in here if season.has(game.result.edition, game.finished)),
            key=lambda game: game.ended,
        )
        counted = tuple(game for game in games if game.result.is_over)
        names = Names.read(group.text)
        left_out = (each for each in members if each.deleted is None and not each.is_counted)
        deleted = [each for each in members if each.deleted is not None]
        return Overview(
            group=group,
            names=names,
            season=season,
            games=tuple(games),
            counted=counted,
            rivalry=rivalry_of([game.result for game in counted], names.people),
            labels=names.people.labels(game.result for game in here),
            left_out=tuple(results.games(store, left_out)),
            deleted=tuple(
                (game, each.deleted)
                for each in deleted
                for game in results.games(store, [each])
                if each.deleted is not None
            ),
            damaged=len(played) - len(here),
        )

    def latest_names(self, group: Group) -> list[str]:
        """Return the people of the latest games of a group, those of the last one first.

        Without guests: they need not stay. Of years of games only a few are read for it.
        """
        names = Names.read(group.text)
        members = [each for each in self.members(group) if each.deleted is None and each.is_counted]
        latest = self.caches.results.games(self.games.store, members[-_LATEST:])
        labels = names.people.labels(game.result for game in latest)
        played = (names.people.players(game.result) for game in reversed(latest))
        persons = dict.fromkeys(person for players in played for person in players)
        return [labels[person] for person in persons if person not in names.guests]

    def number_of_games(self, group: Group) -> int:
        """Return how many games of a group count, once they are finished."""
        return sum(each.deleted is None and each.is_counted for each in self.members(group))

    def evening(self, game_id: str) -> Sequence[Record]:
        """Return who won how many of the games that were played on one evening with this one.

        Nothing where it is the only one: then there is no score yet.
        """
        group = self.of_game(game_id)
        evenings: list[list[Member]] = []
        before: datetime | None = None
        for member in self.members(group) if group else ():
            if member.deleted is not None or not member.is_counted or member.created is None:
                continue
            if before is None or member.created - before > ONE_EVENING:
                evenings.append([])
            evenings[-1].append(member)
            before = member.created
        played = next((games for games in evenings if game_id in {each.game for each in games}), [])
        if group is None or len(played) < 2:  # noqa: PLR2004 - one game has a podium of its own
            return ()
        games = self.caches.results.games(self.games.store, played)
        # Here a name that nobody typed is somebody: they sit at the table.
        people = People(Names.read(group.text).aliases)
        return rivalry_of([game.result for game in games if game.result.is_over], people).records

    def same_people(self, group: Group, names: Sequence[str], latest: int = 20) -> bool:
        """Return whether just these people played one of the latest games of a group."""
        store = self.games.store
        people = Names.read(group.text).people
        asked = [people.person(name) for name in names]
        if None in asked or len(asked) < 2:  # noqa: PLR2004 - alone nobody plays
            return False
        members = [each for each in self.members(group) if each.deleted is None]
        games = self.caches.results.games(store, members[-latest:])
        return any(people.players(game.result).keys() == set(asked) for game in games)

    # who is who

    def join_names(self, group: Group, name: str, person: str) -> None:
        """Make two names one person; raises `SamePlayersError` where both played in one game."""
        overview = self.overview(group)
        people = overview.people
        both = {people.person(name), people.person(person)}
        if None in both:
            raise NotInGameError(name, person)
        games = sum(both <= people.players(game.result).keys() for game in overview.games)
        if games and len(both) > 1:
            raise SamePlayersError(games)
        self._write(group, lambda names: names.joined(name, person))

    def part_name(self, group: Group, name: str) -> None:
        """Make a name a person of its own again."""
        self._write(group, lambda names: names.parted(name))

    def remove_person(self, group: Group, person: str, placeholder: str) -> int:
        """Take a person out of the group and of all its games, and return of how many.

        There the seat is labelled `placeholder % {"seat": 3}` from now on, as if nobody had typed
        a name.
        """
        people = Names.read(group.text).people
        who = people.person(person)
        renamed = 0
        if who is not None:
            for member in self.members(group):
                renamed += self._unname(member, people, who, placeholder)
            self._write(group, lambda names: names.without(who))
        return renamed

    def count_everybody(self, group: Group) -> None:
        """Count everybody again who was taken out, where a game has their name (again)."""
        self._write(group, lambda names: replace(names, removed=frozenset()))

    def _unname(self, member: Member, people: People, who: str, placeholder: str) -> bool:
        """Take a person's name out of one game; it stays in one that is damaged or deleted."""
        games = self.games
        try:
            game = games.game(member.game)
        except (DamagedGameError, UnknownGameError):
            return False
        labels = list(game.names)
        for seat in game.seats:
            owner, stand_in = game.stand_ins.get(seat, (game.name(seat), None))
            if people.person(owner) == who:
                labels[seat - 1] = _free_label(placeholder, seat, labels)
            elif stand_in is not None and people.person(stand_in) == who:
                labels[seat - 1] = owner
        if labels == list(game.names):
            return False
        access = games.access(AccessKey("", member.game, "score"))
        games.changes.change_settings(access, Write(), {"players": labels})
        return True

    def set_guest(self, group: Group, person: str, *, is_guest: bool) -> None:
        """Make a person a guest, who need not stay, or count them among the others again."""
        self._write(group, lambda names: names.with_guest(person, is_guest=is_guest))

    def _write(self, group: Group, change: Callable[[Names], Names]) -> None:
        groups = self.games.store.groups
        while True:
            names = Names.read(group.text)
            changed = change(names)
            if changed == names:
                return
            try:
                groups.write(group.id, group.version, changed.write())
            except VersionConflictError:  # somebody else has just said who is who
                group = groups.get(group.id)
            else:
                return

    # games

    def next_start(self, group: Group, present: Collection[str], guests: Sequence[str]) -> Start:
        """Return what the next game is to be: as the last one, with those who are here.

        They sit as they sat then, whoever was not there after them, and the first one deals. Where
        the format is not for so many, everyone plays for themselves.
        """
        last = self.last_game(group)
        start = last.start if last else None
        names = [*self._seated(group, last, present), *guests]
        if start is None:
            return {"players": names}
        game_format = FORMATS[start.game_format]
        if not game_format.least <= len(names) <= game_format.most:
            game_format = FORMATS[DEFAULT_FORMAT]
        options = {
            "target": last.target if last else None,
            "dealer": names[0] if names else None,
            "rounds_per_partnership": start.rounds_per_partnership,
        }
        return {
            "edition": start.edition,
            "format": game_format.name,
            "scoring": start.scoring if start.scoring in game_format.scorings else None,
            "players": names,
            "decks": start.decks,
            "left_out": start.left_out,
            **{name: value for name, value in options.items() if name in game_format.options},
        }

    def last_game(self, group: Group) -> Game | None:
        """Return the game of a group that was started last and can be read."""
        for member in reversed(self.members(group)):
            if member.deleted is None:
                with suppress(DamagedGameError, UnknownGameError):
                    return self.games.game(member.game)
        return None

    def _seated(self, group: Group, last: Game | None, present: Collection[str]) -> list[str]:
        people = Names.read(group.text).people
        sat = [people.person(name) for name in last.names] if last else []
        here = {people.person(name): name for name in present}
        first = [here[person] for person in sat if person in here]
        return [*first, *(name for name in here.values() if name not in first)]

    def move(self, access: Access, group_id: str) -> None:
        """Put a game into another group; what it followed it still follows."""
        place = self.games.store.groups.place(access.game_id)
        here = replace(place, group=group_id, is_counted=True)
        self.games.store.groups.put(access.game_id, here)

    def leave_out(self, group: Group, game_id: str, *, is_counted: bool) -> None:
        """Leave a game of the group out of all figures, or count it again."""
        place = self._place_in(group, game_id)
        self.games.store.groups.put(game_id, replace(place, is_counted=is_counted))

    def restore(self, group: Group, game_id: str) -> None:
        """Restore a deleted game that lies in the group, with all its links."""
        self._place_in(group, game_id)
        self.games.undelete(game_id)

    def watch_key(self, group: Group, game_id: str) -> str:
        """Return the key by which whoever knows the group may look at one of its games."""
        self._place_in(group, game_id)
        return self.games.watch_key(game_id)

    def _place_in(self, group: Group, game_id: str) -> Place:
        place = self.games.store.groups.place(game_id)
        if place.group != group.id:
            raise NotInGameError(game_id)
        return place

    # the group itself

    def renew(self, group: Group, key: str | None = None) -> Group:
        """Give a group a new link; the old one opens nothing from now on."""
        renewed = self.games.store.groups.renew(group.id, key)
        self.games.former.put(group.key, "renewed")
        return renewed

    def delete(self, group: Group) -> None:
        """Delete a group; its games stay, each with its own links."""
        self.games.store.groups.delete(group.id)
        self.games.former.put(group.key, "group-deleted")


def _free_label(placeholder: str, seat: int, labels: Sequence[str]) -> str:
    taken = set(map(key, labels))
    numbers = (number for number in range(seat, seat + len(labels) + 1))
    tries = (placeholder % {"seat": number} for number in numbers)
    return next(label for label in tries if key(label) not in taken)
