"""Service for games: opening by key, starting, rematches, renewing keys, deleting, restoring."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import islice
from random import SystemRandom
from time import monotonic, sleep
from typing import Any

from companion.game.entries import Entry, GameStarted, StopSet
from companion.game.formats import FORMATS
from companion.game.game import Game
from companion.game.requests.start import MOST_LOTS, read_start, same_again
from companion.keys import derived_key, new_key
from companion.rulebook import Rulebook
from companion.services.access import (
    Access,
    FormerKeyError,
    UnknownKeyError,
    WrongKindError,
    keys_needed,
    watch_key,
)
from companion.services.caches import MOST_REMEMBERED, BoundedCache, FormerReason
from companion.services.changes import GameChanges, Write, shuffled, stored_change
from companion.services.clock import GameClock, last_played
from companion.services.errors import NotInGameError
from companion.services.replays import ReplayedGames, entry_of, replay_slot
from companion.services.trash import Sweeper
from companion.store import errors
from companion.store.rows.drafts import Draft
from companion.store.rows.groups import Group, GroupMembership
from companion.store.rows.keys import AccessKey, Kind
from companion.store.rows.lines import Line
from companion.store.store import Store

Start = Mapping[str, Any]
"""Request to start a game, as read by `read_start`."""

UNGROUPED = GroupMembership()
"""Group membership of a new game that belongs to no group yet."""

_REMATCH_IDS = 3  # ids tried, as an earlier rematch may be deleted or have a renewed link
_PATIENCE = 2.0  # seconds to wait for a game that another request is creating
_REPEATED = timedelta(hours=1)  # how long a repeated request to start a game finds that game


@dataclass(frozen=True, slots=True)
class NewGame:
    """Keys of a new game and of its group, with a `join_key` if seats are open."""

    game_id: str
    score_key: str
    watch_key: str
    group_key: str
    join_key: str | None = None


class GameService:
    """All games of a store, with `changes` as the service for changing them."""

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
        # Recently invalidated keys, whose users must not count as guessing keys.
        self.former: BoundedCache[str, FormerReason] = BoundedCache(MOST_REMEMBERED)
        self.sweeper = sweeper or Sweeper()

    def open_game(self, key: str, *kinds: Kind) -> Access:
        """Open a game by a key of one of `kinds`, or raise `UnknownKeyError` or a subclass."""
        found = self.access_key(key)
        if found is None:
            deleted = self.store.keys.find(key, in_trash=True)
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
        """Purge expired games from the trash, at most once an hour."""
        # Checked without a lock first, as every request calls this. The sweeper checks it again.
        if self.sweeper.clock() >= self.sweeper.due:
            self.sweeper.sweep(self.store, self.now())

    def access_keys(self, keys: Iterable[str]) -> Iterator[AccessKey]:
        """Yield the access keys that exist, skipping damaged ones."""
        for key in keys:
            with suppress(errors.DamagedRowError):
                if found := self.access_key(key):
                    yield found

    def accesses(self, keys: Iterable[str], most: int) -> list[Access]:
        """Return the first `most` games that these keys open, without damaged ones."""
        found = list(islice(self.access_keys(keys), most))
        new = sum(each.version or 0 for each in found if not self.replays.cached_game(each.game))
        games = []
        with replay_slot(new, self.changes.queue):
            for each in found:
                with suppress(errors.DamagedGameError, errors.DamagedRowError):
                    games.append(self.access(each))
        return games

    def game_before(self, access: Access, keys: Iterable[str]) -> Access | None:
        """Open the first of these keys that has the same kind and group, or return None."""
        group = self.store.groups.membership(access.game_id).group
        known = self.access_keys(keys if group else ())
        for found in (each for each in known if each.kind == access.kind):
            if self.store.groups.membership(found.game).group == group:
                with suppress(errors.DamagedGameError):
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
        """Return the times at which a game was started and last played."""
        lines = self.store.journals.read(access.game_id)
        return lines[0].at, last_played(access.game, lines)

    def keys(self, game_id: str) -> list[AccessKey]:
        """Return all intact keys of a game, sorted by kind and table."""
        return self.store.keys.of_game(game_id)

    def key_of(self, game_id: str, kind: Kind) -> str | None:
        return next((found.key for found in self.store.keys.of_game(game_id, kind)), None)

    def watch_key(self, game_id: str) -> str:
        """Return the key to watch a game, or raise `DamagedRowError` if it cannot be read."""
        return watch_key(self.keys(game_id))

    def table_keys(self, game_id: str, game: Game) -> list[tuple[int, str]]:
        """Return numbers and keys of the tables that a tournament's seating plan uses."""
        most = max((len(r.tables) for r in game.seating), default=0)
        keys = self.store.keys.of_game(game_id, "table")
        return [(k.table, k.key) for k in keys if k.table is not None and k.table <= most]

    def drafts(self, game_id: str, table: int, since: int = 0) -> list[Draft]:
        """Return the draft hands of a table with a number after `since`."""
        return self.store.drafts.read(game_id, table, since)

    def store_draft(self, game_id: str, draft: Draft) -> None:
        """Store a draft hand for the other phones, or raise ValueError beyond `DRAFT_LIMIT`."""
        self.store.drafts.put(game_id, draft)

    def is_empty(self) -> bool:
        """Return whether the store has no games, including the trash."""
        return not (self.store.journals.latest(1) or self.store.trash.latest(1))

    def check(self) -> None:
        """Raise `StoreUnavailableError` unless games can be read."""
        self.store.check()

    def start(
        self,
        start: GameStarted,
        by: str | None = None,
        *,
        is_drawn: bool = False,
        membership: GroupMembership = UNGROUPED,
        score_key: str | None = None,
    ) -> NewGame:
        """Start a game, shuffled if `is_drawn`, or return the unplayed one begun with this key."""
        start = _with_lot(start)
        if is_drawn and not start.open_seats:
            start = replace(start, names=tuple(shuffled(start.names)))
        entries = [(self.now(), start)]
        if score_key:
            game_id = derived_key(f"started with {score_key}")
            with suppress(errors.UnknownGameError, errors.GameExistsError):
                return self.create_from_journal(entries, by, membership, game_id, score_key)
            # The key no longer opens a game that was deleted, or whose link was renewed.
            if self.access_key(score_key) and not self.game(game_id).rounds:
                line, group = self.journal(game_id)[0][0], self._wait_for_group(game_id).group
                if group is not None and abs(self.now() - line.at) < _REPEATED:
                    return self._new_game(game_id, self.store.groups.get(group))
        return self.create_from_journal(entries, by, membership)

    def create_from_journal(
        self,
        entries: Sequence[tuple[datetime, Entry]],
        by: str | None = None,
        membership: GroupMembership = UNGROUPED,
        game_id: str | None = None,
        score_key: str | None = None,
    ) -> NewGame:
        """Create a game from a whole journal under new keys, by default in a new group.

        A tournament gets keys for its maximum number of tables, as more players may join. With a
        `game_id` this raises the errors of `Journals.revive`, and the game may have a `score_key`.
        """
        needed = keys_needed(entries[0][1])
        changes = [stored_change(at, entry, Write(by=by)) for at, entry in entries]
        if game_id is None:
            game_id = self.store.journals.create(*changes, keys=needed)
        else:
            made = {"score": score_key or new_key()}
            fresh = [AccessKey(made.get(each[0]) or new_key(), game_id, *each) for each in needed]
            self.store.journals.revive(game_id, changes, fresh)
        return self._new_game(game_id, self._put(game_id, membership))

    def import_game(
        self, entries: Sequence[tuple[datetime, Entry]], by: str | None, score_key: str | None
    ) -> str:
        """Create a game and return its scoring key, `score_key` if that opens no other game.

        Requests for one `score_key` create one game, also at the same time, unless it was deleted.
        """
        if score_key:
            game_id = derived_key(f"imported with {score_key}")
            with suppress(errors.UnknownGameError, errors.GameExistsError):
                self.create_from_journal(entries, by, game_id=game_id, score_key=score_key)
            if self.access_key(score_key):
                self._wait_for_group(game_id)
                return score_key
        return self.create_from_journal(entries, by).score_key

    def _new_game(self, game_id: str, group: Group) -> NewGame:
        made = {found.kind: found.key for found in self.keys(game_id)}
        return NewGame(game_id, made["score"], made["watch"], group.key, made.get("join"))

    def _put(self, game_id: str, membership: GroupMembership) -> Group:
        groups = self.store.groups
        if membership.group is not None:
            # If the group was just deleted or is damaged, a new one is begun below.
            with suppress(errors.UnknownGroupError, errors.DamagedRowError):
                groups.put(game_id, membership)
                return groups.get(membership.group)
        group = groups.begin(game_id)
        if membership.follows is not None:
            groups.put(game_id, replace(membership, group=group.id))
        return group

    def rematch(self, access: Access, by: str | None = None) -> str:
        """Start a rematch with the same settings and house rules, and return its scoring key.

        Several phones may ask at once, even at several servers, and must get one game. So its id
        is derived from this game's, and later requests find the game created by the first.
        """
        game = access.game
        names = {seat: game.name(seat) for seat in game.current_roster}
        dealer = names.get(game.dealer) if game.dealer else None
        again = same_again(game, [*names.values()], dealer, self.rulebook.playable)
        membership = self.store.groups.membership(access.game_id)
        group = membership.group or self.store.groups.begin(access.game_id).id
        now = self.now()
        start = _with_lot(read_start(again, self.rulebook.playable))
        entries: list[tuple[datetime, Entry]] = [(now, start)]
        # The time to stop still applies, as it is the same evening.
        if game.stop_at and datetime.fromisoformat(game.stop_at) > now:
            entries.append((now, StopSet(game.stop_at)))
        # The house rules still apply, as it is the same table.
        entries += [(now, replace(each, from_round=1)) for each in game.settled]
        membership = GroupMembership(group, follows=access.game_id)
        for attempt in range(_REMATCH_IDS):
            game_id = derived_key(f"rematch {attempt} of {access.game_id}")
            try:
                return self.create_from_journal(entries, by, membership, game_id).score_key
            except errors.UnknownGameError:
                continue  # the rematch with this id was deleted
            except errors.GameExistsError:
                # A rematch whose link was renewed has no key here, so another one is started.
                self._wait_for_group(game_id)
                if key := self.rematch_key(access):
                    return key
        return self.create_from_journal(entries, by, membership).score_key

    def _wait_for_group(self, game_id: str) -> GroupMembership:
        """Wait until another request has put the game that it creates into a group."""
        end = monotonic() + _PATIENCE
        while (found := self.store.groups.membership(game_id)) == UNGROUPED and monotonic() < end:
            sleep(_PATIENCE / 20)
        return found

    def following(self, game_id: str) -> str | None:
        return self.store.groups.following(game_id)

    def rematch_key(self, access: Access) -> str | None:
        """Return the rematch's key of the kind of `access`, or None (always for a table's key)."""
        following = self.following(access.game_id)
        if following is None or access.kind == "table":
            return None
        return self.key_of(following, access.kind)

    def renew_key(self, access: Access, kind: object, table: object, new: str | None = None) -> str:
        """Replace the keys of a kind and table by `new`, return it, or raise `NotInGameError`."""
        keys = self.keys(access.game_id)
        old = [found for found in keys if (found.kind, found.table) == (kind, table)]
        if not old:
            raise NotInGameError(kind, table)
        new = self.store.keys.renew(access.game_id, old[0].kind, old[0].table, new)
        # Unlink the previous game, whose keys would otherwise lead to this game's new key.
        membership = self.store.groups.membership(access.game_id)
        if membership.follows is not None and kind != "join":
            self.store.groups.put(access.game_id, replace(membership, follows=None))
        for found in old:
            self.former.put(found.key, "renewed")
        return new

    def delete(self, game_id: str) -> None:
        """Move a game to the trash, from which it can be restored with all its keys."""
        keys = self.keys(game_id)
        self.store.trash.delete(game_id, self.now())
        for found in keys:
            self.former.put(found.key, "deleted")

    def can_restore(self, key: str) -> bool:
        return self._deleted(key) is not None

    def restore(self, key: str) -> None:
        """Restore a deleted game by its scoring key, or raise `UnknownKeyError` for other keys."""
        deleted = self._deleted(key)
        if deleted is None:
            raise UnknownKeyError
        self.undelete(deleted.game)

    def undelete(self, game_id: str) -> None:
        self.store.trash.undelete(game_id)
        for found in self.keys(game_id):
            self.former.drop(found.key)

    def _deleted(self, key: str) -> AccessKey | None:
        """Return what a key opens if it is a scoring key of a game in the trash, else None."""
        self.sweep_trash()
        found = self.store.keys.find(key, in_trash=True)
        return found if found and found.kind == "score" else None


def _with_lot(start: GameStarted) -> GameStarted:
    """Return the start of heats with a lot, drawn once and stored, between equal players."""
    if not FORMATS[start.game_format].has_stages or start.lot is not None:
        return start
    return replace(start, lot=SystemRandom().randrange(MOST_LOTS))
