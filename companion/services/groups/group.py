"""Groups of people: their games, their names and the settings of the next game."""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from itertools import pairwise

from companion.game.faults import Fault, FaultCode, ValidationError
from companion.game.formats import DEFAULT_FORMAT, FORMATS
from companion.game.game import Game
from companion.game.players import clean, faults_of, key
from companion.game.reports.rivalry import People, Played, Record, rivalry_of
from companion.game.requests.start import same_again
from companion.keys import digest_of, public_id
from companion.services import changes, clock, replays
from companion.services.access import FormerKeyError, UnknownKeyError
from companion.services.caches import BoundedCache
from companion.services.errors import NotInGameError
from companion.services.games import GameService, Start
from companion.services.groups.overview import ALL_TIME, GroupGame, Overview, Season, read_result
from companion.services.groups.people import MOST_NAMES, Names, SamePlayersError, labels_without
from companion.store import errors
from companion.store.rows.groups import Group as StoredGroup
from companion.store.rows.groups import GroupMembership, Member
from companion.store.rows.keys import AccessKey

LONGEST_LABEL = 40  # characters of a group's own name
_ONE_DAY = timedelta(days=1)
_NAMING, _RECENT = 10, 20  # latest games that name the group, and that identify it
_MOST_RESULTS, _MOST_OVERVIEWS = 200_000, 400_000  # cached, in units of about 100 bytes
_MOST_MEMBERS = 100_000  # cached games of groups, of about 200 bytes
_NOTHING: Mapping[tuple[str, int], GroupGame] = {}


@dataclass(frozen=True, slots=True)
class Group:
    """A group, as it was `stored` when it was looked up."""

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
        """Version tag that changes with anything a page of the group shows."""
        self.games.sweep_trash()
        # A digest, because the text of years of games would be a part of every cache key.
        return digest_of(f"{self.key} {self.games.store.groups.state(self.id)}")

    # games

    @property
    def members(self) -> Sequence[Member]:
        """All games including the trash, in order of creation."""
        # Cached for each state of the group, because years of games take long to read.
        read = partial(self.games.store.groups.games, self.id)
        return self.groups.members.get_or_make((self.id, self.state), read)

    @property
    def present(self) -> Sequence[Member]:
        """Games that are not in the trash."""
        return [member for member in self.members if member.deleted is None]

    @property
    def counted(self) -> Sequence[Member]:
        return [member for member in self.present if member.is_counted]

    def results(
        self, members: Collection[Member], known: Mapping[tuple[str, int], GroupGame] = _NOTHING
    ) -> dict[str, GroupGame]:
        """Return the current results of these games by id, without damaged ones."""
        store, cached = self.games.store, self.groups.results
        found = {
            each.game: known.get(seen) or cached.get(seen)
            for each in members
            for seen in [(each.game, each.version)]
        }
        new = [each for each in members if found[each.game] is None]
        work = sum(each.version for each in new)
        if work <= replays.MOST_PARALLEL:
            work = sum(self.games.replays.work(each.game, each.version) for each in new)
        with replays.replay_slot(work, self.games.replays.queue):
            for each in new:
                seen = (each.game, each.version)
                # Another thread may have read the result while this one waited.
                found[each.game] = read = cached.get(seen) or read_result(store, each.game)
                if read:
                    cached.put(seen, read)
        return {game_id: game for game_id, game in found.items() if game}

    def overview(self, season: Season = ALL_TIME) -> Overview:
        """Return the overview of a season, brought up to date if the group has changed."""
        overviews, state = self.groups.overviews, self.state
        before = overviews.get((self.id, season))
        if before and before.state == state:
            return before
        if season == ALL_TIME:
            made = self._overview(state, before)
        elif replace(season, zone=None) == ALL_TIME:
            return replace(self.overview(), season=season)
        else:
            every = self.overview()
            with self.slot(every):
                made = every.within(season, before)
        overviews.put((self.id, season), made)
        return made

    def _overview(self, state: str, before: Overview | None) -> Overview:
        found = self.results(self.members, before.known if before else _NOTHING)
        pairs = [(each, found[each.game]) for each in self.members if each.game in found]
        counted = [game for each, game in pairs if each.deleted is None and each.is_counted]
        made = Overview(
            state=state,
            names=self.names,
            games=counted,
            left_out=[g for each, g in pairs if each.deleted is None and not each.is_counted],
            deleted=[(game, each.deleted) for each, game in pairs if each.deleted is not None],
            damaged=len(self.counted) - len(counted),
        )
        with self.slot(made):
            return made.assigned(before).within(ALL_TIME, before)

    def slot(self, overview: Overview) -> AbstractContextManager[object]:
        """Return the context for work on all of an overview."""
        return replays.replay_slot(overview.work, self.groups.queue)

    def latest_names(self) -> list[str]:
        """Return the players of the latest games without guests, the last game's first."""
        names = self.names
        latest = self._played(self.counted[-_NAMING:], names.people)
        labels = names.people.labels(latest)
        persons = dict.fromkeys(person for played in reversed(latest) for person in played.players)
        return [labels[person] for person in persons if person not in names.guests]

    def has_recent_game_of(self, names: Sequence[str]) -> bool:
        """Return whether exactly these people played one of the latest games."""
        people = self.names.people
        asked = people.persons([*map(key, names)])
        if None in asked or len(asked) < 2:  # noqa: PLR2004 - a game has two players
            return False
        recent = self._played(self.present[-_RECENT:], people)
        return any(played.players.keys() == set(asked) for played in recent)

    def _played(self, members: Collection[Member], people: People) -> Sequence[Played]:
        return [people.played(game.result) for game in self.results(members).values()]

    def is_tonight(self, game_id: str) -> bool:
        """Return whether a game is the latest one and was started less than a day ago."""
        now = self.games.now()
        return any(
            latest.game == game_id and latest.created and now - latest.created < _ONE_DAY
            for latest in self.present[-1:]
        )

    def evening(self, game_id: str) -> Sequence[Record]:
        """Return the players' records in this game's evening, empty if it had only one game."""
        begun = [(each.created, each) for each in self.counted if each.created is not None]
        evenings = [[each for _, each in begun[:1]]]
        for (before, _), (created, member) in pairwise(begun):
            if created - before > clock.ONE_EVENING:
                evenings.append([])
            evenings[-1].append(member)
        played = next((games for games in evenings if game_id in {each.game for each in games}), [])
        if len(played) < 2:  # noqa: PLR2004 - one game has its own podium
            return ()
        # Unlike in other statistics, default names count as people here.
        people = People(self.names.aliases)
        over = [each for each in self._played(played, people) if each.result.is_over]
        return rivalry_of(over, people).records

    def leave_out(self, game_id: str, *, is_counted: bool) -> None:
        membership = self._membership(game_id)
        self.games.store.groups.put(game_id, replace(membership, is_counted=is_counted))

    def restore(self, game_id: str) -> None:
        self._membership(game_id)
        self.games.undelete(game_id)

    def game_named(self, name: str) -> str:
        """Return a game's id by its public id, or by the secret id of earlier addresses."""
        ids = (member.game for member in self.members)
        found = next((each for each in ids if name in {each, public_id(each)}), None)
        if found is None:
            raise NotInGameError(name)
        return found

    def watch_key(self, game_id: str) -> str:
        self._membership(game_id)
        return self.games.watch_key(game_id)

    def _membership(self, game_id: str) -> GroupMembership:
        membership = self.games.store.groups.membership(game_id)
        if membership.group != self.id:
            raise NotInGameError(game_id)
        return membership

    # the next game

    @property
    def last_game(self) -> Game | None:
        for member in reversed(self.present):
            with suppress(errors.DamagedGameError, errors.UnknownGameError):
                return self.games.game(member.game)
        return None

    def next_start(self, present: Collection[str], guests: Sequence[str]) -> Start:
        """Return the request for the next game, with the last game's settings and these players.

        They keep the last seating order, followed by new players and guests, and the first one
        deals. If the format does not allow their number, the default format is used.
        """
        last, people = self.last_game, self.names.people
        here = dict(zip(people.persons([*map(key, present)]), present, strict=True))
        if last is None:
            return {"players": [*here.values(), *guests]}
        sat = people.persons([*map(key, last.names)])
        # Sorting is stable, so new players keep the given order.
        order = sorted(here, key=lambda person: sat.index(person) if person in sat else len(sat))
        names = [*(here[person] for person in order), *guests]
        boxes = self.games.rulebook.playable
        dealer = names[0] if names and last.game_format.has_dealer else None
        again = same_again(last, names, dealer, boxes)
        game_format = last.game_format
        if not game_format.min_players <= len(names) <= game_format.max_players:
            game_format = FORMATS[DEFAULT_FORMAT]
        scoring = last.start.scoring if last.start.scoring in game_format.scorings else None
        unknown = dict.fromkeys(last.game_format.options - game_format.options)
        return {**again, **unknown, "format": game_format.name, "scoring": scoring}

    # names

    def update_names(self, change: Callable[[Names], Names]) -> None:
        """Apply `change` to the stored names, retrying after version conflicts.

        Raises `ValidationError` for names beyond `MOST_NAMES`.
        """
        groups, stored = self.games.store.groups, self.stored
        while True:
            names = Names.read(stored.text)
            changed = change(names)
            if changed == names:
                return
            if len(changed) > max(len(names), MOST_NAMES):
                raise ValidationError([Fault(FaultCode.TOO_MANY_NAMES)])
            with suppress(errors.VersionConflictError):
                groups.write(stored.id, stored.version, changed.write())
                return
            stored = groups.get(stored.id)

    def rename(self, name: str) -> None:
        """Name the group, or raise `ValidationError`. An empty name leaves it to its players."""
        name = clean(name)
        if name and (faults := faults_of(name, LONGEST_LABEL, "")):
            raise ValidationError(faults)
        self.update_names(lambda names: replace(names, group=name))

    def label(self, name: str) -> str:
        """Return the label of a person of the group's games, or raise `ValidationError`."""
        overview = self.overview()
        person = None if faults_of(name) else overview.person(name)
        if person is None or person not in overview.order:
            raise ValidationError([Fault(FaultCode.NOT_IN_GROUP)])
        return overview.labels[person]

    def join_names(self, name: str, person: str) -> None:
        """Merge two names into one person, or raise `SamePlayersError` if they played together."""
        overview, name, person = self.overview(), self.label(name), self.label(person)
        both = {*map(overview.person, (name, person))}
        games = sum(both <= overview.played[game.game_id].players.keys() for game in overview.games)
        if games and len(both) > 1:
            raise SamePlayersError(games)
        self.update_names(lambda names: names.joined(name, person))

    def remove_person(self, person: str, placeholder: str) -> int:
        """Replace a person's name by `placeholder` in all games, and return their number."""
        people = self.names.people
        who = people.person(person)
        if who is None:
            return 0
        games, renamed = self.games, 0
        for member in self.members:
            try:
                game = games.game(member.game)
            except (errors.DamagedGameError, errors.UnknownGameError):
                continue  # the name stays in a damaged or deleted game
            labels = labels_without(who, people, game, placeholder)
            if labels != list(game.names):
                access = games.access(AccessKey("", member.game, "score"))
                games.changes.change_settings(access, changes.Write(), {"players": labels})
                renamed += 1
        self.update_names(lambda names: names.without(who))
        return renamed

    # the group itself

    def renew(self, key: str | None = None) -> "Group":
        renewed = self.games.store.groups.renew(self.id, key)
        self.games.former.put(self.key, "renewed")
        return replace(self, stored=renewed)

    def delete(self) -> None:
        """Delete the group but not its games."""
        self.games.store.groups.delete(self.id)
        self.games.former.put(self.key, "group-deleted")


class Groups:
    """All groups of a store, with caches of their games and statistics."""

    def __init__(self, games: GameService) -> None:
        self.games = games
        self.queue: replays.Slot = nullcontext
        # Results by game and version, games by group and state, statistics by group and season.
        self.results: BoundedCache[tuple[str, int], GroupGame]
        self.results = BoundedCache(_MOST_RESULTS, lambda game: game.result.weight)
        self.members: BoundedCache[tuple[str, str], Sequence[Member]]
        self.members = BoundedCache(_MOST_MEMBERS, len, least=1)
        self.overviews: BoundedCache[tuple[str, Season], Overview]
        self.overviews = BoundedCache(_MOST_OVERVIEWS, lambda each: each.weight, least=1)

    def find(self, group_key: str) -> Group | None:
        stored = self.games.store.groups.find(group_key)
        return Group(stored, self) if stored else None

    def open(self, group_key: str) -> Group:
        """Return the group of a key, or raise `UnknownKeyError`."""
        found = self.find(group_key)
        if found is None:
            why = self.games.former.get(group_key)
            raise FormerKeyError(why) if why else UnknownKeyError
        return found

    def of_game(self, game_id: str) -> Group | None:
        groups = self.games.store.groups
        group_id = groups.membership(game_id).group
        # The group may be just deleted or damaged, which does not affect the game.
        with suppress(errors.UnknownGroupError, errors.DamagedRowError):
            return Group(groups.get(group_id), self) if group_id else None
        return None

    def evening(self, game_id: str) -> Sequence[Record]:
        group = self.of_game(game_id)
        return group.evening(game_id) if group else ()

    def move(self, game_id: str, group_id: str) -> None:
        """Move a game to another group, retaining the game that it follows."""
        groups = self.games.store.groups
        groups.put(game_id, replace(groups.membership(game_id), group=group_id, is_counted=True))
