"""The games people play: what a key opens, how a game is started, renewed, deleted and restored."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from time import monotonic, sleep
from typing import Any

from companion.game.cards.box import with_known_like
from companion.game.entries import Entry, GameStarted, StopSet
from companion.game.formats import FORMATS
from companion.game.game import Game
from companion.game.requests.start import read_start
from companion.keys import derived_key, new_key
from companion.rulebook import Rulebook
from companion.services.access import (
    Access,
    FormerKeyError,
    UnknownKeyError,
    WrongKindError,
    watch_key,
)
from companion.services.caches import MOST_REMEMBERED, BoundedCache, FormerReason
from companion.services.changes import GameChanges, Write, by_lot, stored_change
from companion.services.clock import GameClock, last_played
from companion.services.errors import NotInGameError
from companion.services.replays import ReplayedGames, entry_of, turn
from companion.services.trash import Sweeper
from companion.store import errors
from companion.store.rows.drafts import Draft
from companion.store.rows.groups import Group, Place
from companion.store.rows.keys import AccessKey, Kind
from companion.store.rows.lines import Line
from companion.store.store import Store

Start = Mapping[str, Any]
"""What a game is to be, as `read_start` reads it."""

ALONE = Place()
"""The place of a new game that belongs to no group yet."""

_REMATCHES = 3  # of one game, each of which was deleted or has a new link since
_PATIENCE = 2.0  # seconds


@dataclass(frozen=True, slots=True)
class NewGame:
    """A new game, the keys to it and that of its group; `join_key` where its seats are open."""

    game_id: str
    score_key: str
    watch_key: str
    group_key: str
    join_key: str | None = None


class GameService:
    """All games of a store, played with the boxes of a rulebook; `changes` is what alters them."""

    def __init__(
        self,
        store: Store,
        rulebook: Rulebook,
        now: Callable[[], datetime],
        sweeper: Sweeper | None = None,
    ) -> None:
        self.store = store
        self.rulebook = rulebook
        self.now = now
        self.replays = ReplayedGames(store)
        self.changes = GameChanges(store, rulebook, now, self.replays)
        self.clock = GameClock(store, now)
        # Keys that opened something until a while ago: who holds one is no stranger trying keys.
        self.former: BoundedCache[str, FormerReason] = BoundedCache(MOST_REMEMBERED)
        self.sweeper = sweeper or Sweeper()

    # reading

    def open_game(self, key: str, *kinds: Kind) -> Access:
        """Return what a key opens; raises `UnknownKeyError`, `FormerKeyError`, `WrongKindError`."""
        found = self.access_key(key)
        if found is None:
            deleted = self.store.keys.find_deleted(key)
            why = "deleted" if deleted else self.former.get(key)
            if why is None:
                raise UnknownKeyError
            can_restore = deleted is not None and deleted.kind == "score"
            raise FormerKeyError(why, key if can_restore else None)
        if found.kind not in kinds:
            raise WrongKindError
        return self.access(found)

    def access_key(self, key: str) -> AccessKey | None:
        self.sweep_trash()
        return self.store.keys.find(key)

    def sweep_trash(self) -> None:
        """Remove what was deleted a day ago; whoever asks for a game sees to it."""
        # Looked up here, as every request comes by; the sweeper looks again under its lock.
        if self.sweeper.clock() >= self.sweeper.due:
            self.sweeper.sweep(self.store, self.now())

    def access_keys(self, keys: Iterable[str]) -> Iterator[AccessKey]:
        """Return what these keys open; one that opens nothing, or is damaged, is left out."""
        for key in keys:
            with suppress(errors.DamagedRowError):
                if found := self.access_key(key):
                    yield found

    def accesses(self, keys: Iterable[str], most: int) -> list[Access]:
        """Return the first games that these keys open, without damaged ones: their pages say so."""
        found = list(islice(self.access_keys(keys), most))
        new = sum(each.version or 0 for each in found if not self.replays.held(each.game))
        games = []
        with turn(new, self.changes.queue):
            for each in found:
                with suppress(errors.DamagedGameError, errors.DamagedRowError):
                    games.append(self.access(each))
        return games

    def game_before(self, access: Access, keys: Iterable[str]) -> Access | None:
        """Return another game of the group of a game, if one of these keys opens it likewise."""
        group = self.store.groups.place(access.game_id).group
        for found in self.access_keys(keys if group else ()):
            if found.kind == access.kind and self.store.groups.place(found.game).group == group:
                return self.access(found)
        return None

    def access(self, found: AccessKey) -> Access:
        game = self.replays.game_at(found)
        return Access(found.key, found.kind, found.game, game, self.rulebook.playable, found.table)

    def game(self, game_id: str) -> Game:
        return self.replays.game(game_id)

    def journal(self, game_id: str, since: int = 0) -> list[tuple[Line, Entry]]:
        return [(line, entry_of(line)) for line in self.store.journals.read(game_id, since)]

    def times(self, access: Access) -> tuple[datetime, datetime]:
        """Return when a game was started, and when it was last played."""
        lines = self.store.journals.read(access.game_id)
        return lines[0].at, last_played(access.game, lines)

    def keys(self, game_id: str) -> list[AccessKey]:
        """Return all keys to a game, by kind and table."""
        return self.store.keys.of_game(game_id)

    def key_of(self, game_id: str, kind: Kind) -> str | None:
        return next((found.key for found in self.store.keys.of_game(game_id, kind)), None)

    def watch_key(self, game_id: str) -> str:
        """Return the key to watch a game; `DamagedRowError` where it cannot be read."""
        return watch_key(self.keys(game_id))

    def table_keys(self, game_id: str, game: Game) -> list[tuple[int, str]]:
        """Return the tables that a tournament now has, and the key to each."""
        most = max((len(r.tables) for r in game.seating), default=0)
        keys = self.store.keys.of_game(game_id, "table")
        return [(k.table, k.key) for k in keys if k.table is not None and k.table <= most]

    def drafts(self, game_id: str, table: int, since: int = 0) -> list[Draft]:
        """Return the hands that were counted at a table after the count `since`."""
        return self.store.drafts.read(game_id, table, since)

    def keep_draft(self, game_id: str, draft: Draft) -> None:
        """Keep a hand for the other phones; ValueError beyond `DRAFT_LIMIT`."""
        self.store.drafts.put(game_id, draft)

    def has_none(self) -> bool:
        """Return whether there is no game at all, in the trash neither."""
        return not (self.store.journals.latest(1) or self.store.trash.latest(1))

    def check(self) -> None:
        """Raise `StoreUnavailableError` unless games can be read."""
        self.store.check()

    # starting

    def start(
        self,
        start: GameStarted,
        by: str | None = None,
        *,
        is_drawn: bool = False,
        place: Place = ALONE,
    ) -> NewGame:
        """Start a game under new keys; `is_drawn`: by lot, open seats once everybody has come."""
        if is_drawn and not start.open_seats:
            start = replace(start, names=tuple(by_lot(start.names)))
        return self.bring([(self.now(), start)], by, place)

    def bring(
        self,
        entries: Sequence[tuple[datetime, Entry]],
        by: str | None = None,
        place: Place = ALONE,
        game_id: str | None = None,
    ) -> NewGame:
        """Make a game of a whole journal, under new keys; `ALONE`, it begins a group of its own.

        A tournament is given keys for as many tables as it can ever have: people may still join.
        Where it is to have a certain `game_id`, it raises what `Journals.revive` does.
        """
        start = entries[0][1]
        opened: list[tuple[Kind, int | None]] = [("score", None), ("watch", None)]
        if isinstance(start, GameStarted):
            game_format = FORMATS[start.game_format]
            if game_format.has_several_tables:
                opened += [("table", table) for table in range(1, game_format.most_tables + 1)]
            if start.open_seats:
                opened.append(("join", None))
        changes = [stored_change(at, entry, Write(by=by)) for at, entry in entries]
        if game_id is None:
            game_id = self.store.journals.create(*changes, keys=opened)
        else:
            fresh = [AccessKey(new_key(), game_id, *each) for each in opened]
            self.store.journals.revive(game_id, changes, fresh)
        made = {found.kind: found.key for found in self.keys(game_id)}
        group = self._put(game_id, place)
        return NewGame(game_id, made["score"], made["watch"], group.key, made.get("join"))

    def _put(self, game_id: str, place: Place) -> Group:
        groups = self.store.groups
        if place.group is not None:
            # It was deleted a moment ago, or is damaged.
            with suppress(errors.UnknownGroupError, errors.DamagedRowError):
                groups.put(game_id, place)
                return groups.get(place.group)
        group = groups.begin(game_id)
        if place.follows is not None:
            groups.put(game_id, replace(place, group=group.id))
        return group

    def rematch(self, access: Access, by: str | None = None) -> str:
        """Return the scoring key of the same game again, with its house rules and the next dealer.

        The whole table may tap at once, and at several servers, and wants one game. So its id
        follows from that of this game, and whoever comes second finds it there.
        """
        game = access.game
        names = {seat: game.name(seat) for seat in game.company}
        dealer = names.get(game.dealer) if game.dealer else None
        again = same_again(game, [*names.values()], dealer, self.rulebook.playable)
        place = self.store.groups.place(access.game_id)
        group = place.group or self.store.groups.begin(access.game_id).id
        now = self.now()
        entries: list[tuple[datetime, Entry]] = [(now, read_start(again, self.rulebook.playable))]
        # The evening is the same one, so it ends when they wanted it to.
        if game.stop_at and datetime.fromisoformat(game.stop_at) > now:
            entries.append((now, StopSet(game.stop_at)))
        # So is the table: it plays by the house rules that it agreed on, from the start.
        entries += [(now, replace(each, from_round=1)) for each in game.settled]
        place = Place(group, follows=access.game_id)
        for attempt in range(_REMATCHES):
            game_id = derived_key(f"rematch {attempt} of {access.game_id}")
            try:
                return self.bring(entries, by, place, game_id).score_key
            except errors.UnknownGameError:
                continue  # it was deleted
            except errors.GameExistsError:
                # Unless its link was renewed since: to that one nobody is led from here.
                if key := self._wait_for_rematch(access, game_id):
                    return key
        return self.bring(entries, by, place).score_key

    def _wait_for_rematch(self, access: Access, game_id: str) -> str | None:
        """Return the key to a rematch that somebody has just started, once it has its place."""
        end = monotonic() + _PATIENCE
        while (key := self.rematch_key(access)) is None and monotonic() < end:
            if self.store.groups.place(game_id) != ALONE:
                return self.rematch_key(access)
            sleep(_PATIENCE / 20)
        return key

    def following(self, game_id: str) -> str | None:
        return self.store.groups.following(game_id)

    def rematch_key(self, access: Access) -> str | None:
        """Return the key of the same kind to the table's next game; a tournament table has none."""
        following = self.following(access.game_id)
        if following is None or access.kind == "table":
            return None
        return self.key_of(following, access.kind)

    # keys and the trash

    def renew_key(self, access: Access, kind: object, table: object, new: str | None = None) -> str:
        """Return a key (`new`, if given) in place of the old ones; `NotInGameError` without any."""
        keys = self.keys(access.game_id)
        old = [found for found in keys if (found.kind, found.table) == (kind, table)]
        if not old:
            raise NotInGameError(kind, table)
        new = self.store.keys.renew(access.game_id, old[0].kind, old[0].table, new)
        # Else whoever has a key to the game before would be led on to the new key of this one.
        place = self.store.groups.place(access.game_id)
        if place.follows is not None and kind != "join":
            self.store.groups.put(access.game_id, replace(place, follows=None))
        for found in old:
            self.former.put(found.key, "renewed")
        return new

    def delete(self, game_id: str) -> None:
        """Delete a game for everybody; for a day it can be restored with all its keys."""
        keys = self.keys(game_id)
        self.store.trash.delete(game_id, self.now())
        for found in keys:
            self.former.put(found.key, "deleted")

    def can_restore(self, key: str) -> bool:
        return self._deleted(key) is not None

    def restore(self, key: str) -> None:
        """Restore a deleted game with a key that could write to it; else `UnknownKeyError`."""
        deleted = self._deleted(key)
        if deleted is None:
            raise UnknownKeyError
        self.undelete(deleted.game)

    def undelete(self, game_id: str) -> None:
        self.store.trash.undelete(game_id)
        for found in self.keys(game_id):
            self.former.drop(found.key)

    def _deleted(self, key: str) -> AccessKey | None:
        """Return the key of a game in the trash, if it could write to it."""
        self.sweep_trash()
        found = self.store.keys.find_deleted(key)
        return found if found and found.kind == "score" else None


def same_again(
    game: Game, names: Sequence[str], dealer: str | None, boxes: Container[str]
) -> Start:
    start = game.start
    return {
        # The box of a table's own goes on with it.
        "edition": None if start.box else start.edition,
        "box": start.box and with_known_like(start.box, boxes),
        "format": start.game_format,
        "scoring": start.scoring,
        "target": game.target,  # what it was changed to holds for the next game too
        "players": names,
        "decks": start.decks,
        "left_out": start.left_out,
        "dealer": dealer,
        "rounds_per_partnership": start.rounds_per_partnership,
    }
