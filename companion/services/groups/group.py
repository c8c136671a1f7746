"""A group: its games, who is who, what the next game is to be; and the way to each group."""

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from itertools import pairwise

from companion.game.formats import DEFAULT_FORMAT, FORMATS
from companion.game.game import Game
from companion.game.reports.rivalry import People, Record, rivalry_of
from companion.keys import public_id
from companion.services import changes, clock, replays
from companion.services.access import FormerKeyError, UnknownKeyError
from companion.services.caches import BoundedCache
from companion.services.errors import NotInGameError
from companion.services.games import GameService, Start, same_again
from companion.services.groups.overview import ALL_TIME, GroupGame, Overview, Season, read_result
from companion.services.groups.people import Names, SamePlayersError, labels_without
from companion.store import errors
from companion.store.rows.groups import Group as StoredGroup
from companion.store.rows.groups import Member, Place
from companion.store.rows.keys import AccessKey

_ONE_DAY = timedelta(days=1)
_NAMING, _RECENT = 10, 20  # latest games: those a group is called after, and those people are of
_MOST_RESULTS = 3000  # of which one of five players takes some ten kilobytes
_MOST_GROUPS = 64


@dataclass(frozen=True, slots=True)
class Group:
    """People who play together, as they were `stored` when they were asked for."""

    stored: StoredGroup
    groups: "Groups"

    @property
    def games(self) -> GameService:
        return self.groups.games

    @property
    def id(self) -> str:
        return self.stored.id

    @property
    def key(self) -> str:
        return self.stored.key

    @property
    def names(self) -> Names:
        return Names.read(self.stored.text)

    @property
    def state(self) -> str:
        """What changes with everything that a page of the group shows."""
        self.games.sweep_trash()
        return f"{self.key} {self.games.store.groups.state(self.id)}"

    # games

    @property
    def members(self) -> Sequence[Member]:
        """All games, also those in the trash, in the order they were created."""
        # Years of games are read and checked once for each state of the group.
        read = partial(self.games.store.groups.games, self.id)
        return self.groups.members.get_or_make((self.id, self.state), read)

    @property
    def present(self) -> Sequence[Member]:
        """Those that are not in the trash."""
        return [member for member in self.members if member.deleted is None]

    @property
    def counted(self) -> Sequence[Member]:
        return [member for member in self.present if member.is_counted]

    def results(self, members: Iterable[Member]) -> list[GroupGame]:
        """Return these games as they stand, without those that are damaged."""
        store, results = self.games.store, self.groups.results

        def read(member: Member) -> GroupGame | None:
            with replays.turn(member.version, self.games.replays.queue):
                return read_result(store, member.game)

        found = (
            results.get_or_make((each.game, each.version), partial(read, each)) for each in members
        )
        return [game for game in found if game]

    def overview(self, season: Season = ALL_TIME) -> Overview:
        seen = (self.id, self.state, season)
        return self.groups.overviews.get_or_make(seen, lambda: self._overview(season))

    def _overview(self, season: Season) -> Overview:
        played = self.counted
        here = self.results(played)
        games = sorted(
            (game for game in here if season.has(game.result.edition, game.finished)),
            key=lambda game: game.ended,
        )
        counted = tuple(game for game in games if game.result.is_over)
        people = self.names.people
        return Overview(
            names=self.names,
            season=season,
            games=tuple(games),
            counted=counted,
            rivalry=rivalry_of([game.result for game in counted], people),
            labels=people.labels(game.result for game in here),
            left_out=tuple(self.results(each for each in self.present if not each.is_counted)),
            deleted=tuple(
                (game, each.deleted)
                for each in self.members
                if each.deleted is not None
                for game in self.results([each])
            ),
            damaged=len(played) - len(here),
        )

    def latest_names(self) -> list[str]:
        """Return who played the latest games, those of the last one first; guests need not stay."""
        names = self.names
        latest = self.results(self.counted[-_NAMING:])
        labels = names.people.labels(game.result for game in latest)
        played = (names.people.players(game.result) for game in reversed(latest))
        persons = dict.fromkeys(person for players in played for person in players)
        return [labels[person] for person in persons if person not in names.guests]

    def is_of(self, names: Sequence[str]) -> bool:
        """Return whether just these people played one of the latest games."""
        people = self.names.people
        asked = [people.person(name) for name in names]
        if None in asked or len(asked) < 2:  # noqa: PLR2004 - alone nobody plays
            return False
        games = self.results(self.present[-_RECENT:])
        return any(people.players(game.result).keys() == set(asked) for game in games)

    def is_tonight(self, game_id: str) -> bool:
        """Return whether a game is the latest one, and was started today or last night."""
        now = self.games.now()
        return any(
            latest.game == game_id and latest.created and now - latest.created < _ONE_DAY
            for latest in self.present[-1:]
        )

    def evening(self, game_id: str) -> Sequence[Record]:
        """Return who won how many games of this one's evening; nothing if it is the only one."""
        begun = [(each.created, each) for each in self.counted if each.created is not None]
        evenings = [[each for _, each in begun[:1]]]
        for (before, _), (created, member) in pairwise(begun):
            if created - before > clock.ONE_EVENING:
                evenings.append([])
            evenings[-1].append(member)
        played = next((games for games in evenings if game_id in {each.game for each in games}), [])
        if len(played) < 2:  # noqa: PLR2004 - one game has a podium of its own
            return ()
        over = [game.result for game in self.results(played) if game.result.is_over]
        # Here a name that nobody typed is somebody: they sit at the table.
        return rivalry_of(over, People(self.names.aliases)).records

    def leave_out(self, game_id: str, *, is_counted: bool) -> None:
        place = self._place(game_id)
        self.games.store.groups.put(game_id, replace(place, is_counted=is_counted))

    def restore(self, game_id: str) -> None:
        self._place(game_id)
        self.games.undelete(game_id)

    def game_named(self, name: str) -> str:
        """Return the id of a game that an address names; its own id stood in earlier ones."""
        ids = (member.game for member in self.members)
        found = next((each for each in ids if name in {each, public_id(each)}), None)
        if found is None:
            raise NotInGameError(name)
        return found

    def watch_key(self, game_id: str) -> str:
        self._place(game_id)
        return self.games.watch_key(game_id)

    def _place(self, game_id: str) -> Place:
        place = self.games.store.groups.place(game_id)
        if place.group != self.id:
            raise NotInGameError(game_id)
        return place

    # the next game

    @property
    def last_game(self) -> Game | None:
        for member in reversed(self.present):
            with suppress(errors.DamagedGameError, errors.UnknownGameError):
                return self.games.game(member.game)
        return None

    def next_start(self, present: Collection[str], guests: Sequence[str]) -> Start:
        """Return what the next game is to be: as the last one, with those who are here.

        They sit as they sat then, whoever was not there after them, and the first one deals. Where
        the format is not for so many, everyone plays for themselves.
        """
        last, people = self.last_game, self.names.people
        here = {people.person(name): name for name in present}
        if last is None:
            return {"players": [*here.values(), *guests]}
        sat = [people.person(name) for name in last.names]
        # Whoever sat earlier comes first; for everybody else the order stays.
        order = sorted(here, key=lambda person: sat.index(person) if person in sat else len(sat))
        names = [*(here[person] for person in order), *guests]
        boxes = self.games.rulebook.playable
        again = same_again(last, names, names[0] if names else None, boxes)
        game_format = last.game_format
        if not game_format.least <= len(names) <= game_format.most:
            game_format = FORMATS[DEFAULT_FORMAT]
        scoring = last.start.scoring if last.start.scoring in game_format.scorings else None
        unknown = dict.fromkeys(last.game_format.options - game_format.options)
        return {**again, **unknown, "format": game_format.name, "scoring": scoring}

    # who is who

    def rewrite(self, change: Callable[[Names], Names]) -> None:
        """Write down who is who, as `change` makes it of what is written."""
        groups, stored = self.games.store.groups, self.stored
        while True:
            names = Names.read(stored.text)
            changed = change(names)
            if changed == names:
                return
            try:
                groups.write(stored.id, stored.version, changed.write())
            except errors.VersionConflictError:  # somebody else has just said who is who
                stored = groups.get(stored.id)
            else:
                return

    def join_names(self, name: str, person: str) -> None:
        """Make two names one person; raises `SamePlayersError` where both played in one game."""
        people = self.names.people
        both = {people.person(name), people.person(person)}
        if None in both:
            raise NotInGameError(name, person)
        played = self.overview().games
        games = sum(both <= people.players(game.result).keys() for game in played)
        if games and len(both) > 1:
            raise SamePlayersError(games)
        self.rewrite(lambda names: names.joined(name, person))

    def remove_person(self, person: str, placeholder: str) -> int:
        """Take a person out of all games, and return of how many; `placeholder` labels the seat."""
        people = self.names.people
        who = people.person(person)
        if who is None:
            return 0
        games, renamed = self.games, 0
        for member in self.members:
            try:
                game = games.game(member.game)
            except (errors.DamagedGameError, errors.UnknownGameError):
                continue  # it is damaged or deleted, and the name stays
            labels = labels_without(who, people, game, placeholder)
            if labels != list(game.names):
                access = games.access(AccessKey("", member.game, "score"))
                games.changes.change_settings(access, changes.Write(), {"players": labels})
                renamed += 1
        self.rewrite(lambda names: names.without(who))
        return renamed

    # the group itself

    def renew(self, key: str | None = None) -> "Group":
        renewed = self.games.store.groups.renew(self.id, key)
        self.games.former.put(self.key, "renewed")
        return replace(self, stored=renewed)

    def delete(self) -> None:
        """Delete the group; its games stay, each with its own links."""
        self.games.store.groups.delete(self.id)
        self.games.former.put(self.key, "group-deleted")


class Groups:
    """The groups of a store, and what is kept of them between requests; the store is the truth."""

    def __init__(self, games: GameService) -> None:
        self.games = games
        # By game and version, and by group and state.
        self.results: BoundedCache[tuple[str, int], GroupGame | None] = BoundedCache(_MOST_RESULTS)
        self.members: BoundedCache[tuple[str, str], Sequence[Member]] = BoundedCache(_MOST_GROUPS)
        self.overviews: BoundedCache[tuple[str, str, Season], Overview] = BoundedCache(_MOST_GROUPS)

    def find(self, group_key: str) -> Group | None:
        stored = self.games.store.groups.find(group_key)
        return Group(stored, self) if stored else None

    def open(self, group_key: str) -> Group:
        """Return the group that a key opens; raises `UnknownKeyError`."""
        found = self.find(group_key)
        if found is None:
            why = self.games.former.get(group_key)
            raise FormerKeyError(why) if why else UnknownKeyError
        return found

    def of_game(self, game_id: str) -> Group | None:
        groups = self.games.store.groups
        group_id = groups.place(game_id).group
        # Deleted a moment ago, or damaged: the game itself is there all the same.
        with suppress(errors.UnknownGroupError, errors.DamagedRowError):
            return Group(groups.get(group_id), self) if group_id else None
        return None

    def evening(self, game_id: str) -> Sequence[Record]:
        group = self.of_game(game_id)
        return group.evening(game_id) if group else ()

    def move(self, game_id: str, group_id: str) -> None:
        """Put a game into another group; what it followed it still follows."""
        groups = self.games.store.groups
        groups.put(game_id, replace(groups.place(game_id), group=group_id, is_counted=True))
