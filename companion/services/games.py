"""The games this server keeps at hand: read from the store, replayed, changed one entry at a time.

The kept game is never the truth: every reading asks the store for what came since.
"""

import hashlib
import json
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from typing import Any

from companion.game.entries import Entry, GameStarted, RoundRecorded, as_values, from_values
from companion.game.formats import FORMATS
from companion.game.replay import Game, Versioned, fold, replay
from companion.store.errors import (
    RepeatedRequestError,
    RequestIdTakenError,
    StoreError,
    VersionConflictError,
)
from companion.store.protocols import AccessKey, Change, Kind, Line, Store

MOST_KEPT = 500
MOST_TRIES = 100  # each time somebody else was quicker, and nobody is that often
MOST_TABLES = max(each.most for each in FORMATS.values() if each.is_planned) // 4
_CONTENT = json.JSONEncoder(sort_keys=True, ensure_ascii=False, default=str).encode
_BODY = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_FIRST_KEYS: tuple[tuple[Kind, int | None], ...] = (("score", None), ("watch", None))


@dataclass(frozen=True, slots=True)
class Write:
    """How a change was asked for.

    `version`: what the asker had seen (None: whatever there is). `request_id` and `content` make a
    repeated request one change. `by`: which phone.
    """

    request_id: str | None = None
    version: int | None = None
    content: Any = None
    by: str | None = None

    @property
    def fingerprint(self) -> str:
        """A short digest of what was asked for."""
        return hashlib.blake2b(_CONTENT(self.content).encode(), digest_size=16).hexdigest()


@dataclass(frozen=True, slots=True)
class Opened:
    """A game that was just started, and the keys to it."""

    game_id: str
    score_key: str
    watch_key: str


@dataclass(frozen=True, slots=True)
class Changed:
    """What a request came to: the game before and after, and the entry (None: done already)."""

    before: Game
    game: Game
    entry: Entry | None = None


class ConflictError(Exception):
    """A change that does not fit the game as it stands: `code` says why, `game` how it stands."""

    code: str

    def __init__(self, game: Game) -> None:
        self.game = game
        super().__init__(self.code)


class StaleVersionError(ConflictError):
    """The asker had seen another version."""

    code = "stale"


class GameFinishedError(ConflictError):
    """A finished game takes no new round."""

    code = "finished"


class RequestIdReusedError(ConflictError):
    """The request id was already used for something else."""

    code = "request-id-reused"


class GameService:
    """All games of a store, the last used ones kept replayed."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self.store = store
        self.now = now
        self._kept: OrderedDict[str, Game] = OrderedDict()
        self._lock = Lock()

    def start(self, start: GameStarted, by: str | None = None) -> Opened:
        """Start a game and make its two keys."""
        return self.bring([(self.now(), start)], by)

    def bring(self, entries: Sequence[tuple[datetime, Entry]], by: str | None = None) -> Opened:
        """Take in a whole journal under new keys."""
        first, *more = [_change(at, entry, Write(by=by)) for at, entry in entries]
        game_id = self.store.journals.create(
            first, *more, keys=(*_FIRST_KEYS, *_table_keys(entries[0][1]))
        )
        keys = {found.kind: found.key for found in self.store.keys.of_game(game_id)}
        return Opened(game_id, keys["score"], keys["watch"])

    def access_key(self, key: str) -> AccessKey | None:
        """Find what a key opens."""
        return self.store.keys.find(key)

    def table_keys(self, game_id: str, game: Game) -> list[tuple[int, str]]:
        """List the tables that a tournament now has, and the key to each."""
        most = max((len(r.tables) for r in game.seating), default=0)
        keys = self.store.keys.of_game(game_id)
        return [(k.table, k.key) for k in keys if k.table is not None and k.table <= most]

    def journal(self, game_id: str) -> list[tuple[Line, Entry]]:
        """Read every change with its time and who made it."""
        return [(line, entry_of(line)) for line in self.store.journals.read(game_id)]

    def behind(self, access_key: AccessKey) -> Game:
        """Return the game of an access key that was found just now."""
        kept = self._kept.get(access_key.game)
        if kept is None or kept.version != access_key.version:
            return self.game(access_key.game)
        self._keep(access_key.game, kept)
        return kept

    def game(self, game_id: str) -> Game:
        """Give the game as it stands."""
        kept = self._kept.get(game_id)
        new = self._entries(game_id, kept.version if kept else 0)
        game = _folded(kept, new) if kept else replay(new)
        if game is None:  # something was taken back
            game = replay(self._entries(game_id))
        self._keep(game_id, game)
        return game

    def kept_version(self, game_id: str) -> int | None:
        """Give the version of a game as far as it is at hand, without asking the store."""
        kept = self._kept.get(game_id)
        return kept.version if kept else None

    def _entries(self, game_id: str, since: int = 0) -> list[Versioned]:
        lines = self.store.journals.read(game_id, since)
        return [(line.version, entry_of(line)) for line in lines]

    def change(self, game_id: str, write: Write, make: Callable[[Game], Entry]) -> Changed:
        """Make one change.

        `make` says what changes, from the game as it stands; whatever it raises is passed on and
        nothing is changed. A request that was already done gives the game as it stands. Raises
        `StaleVersionError` or `RequestIdReusedError`.
        """
        game = self._kept.get(game_id) or self.game(game_id)  # read when the asker was let in
        for _ in range(MOST_TRIES):
            try:
                return self._appended(game_id, game, self._made(game_id, game, write, make), write)
            except RepeatedRequestError:
                game = self.game(game_id)
                return Changed(game, game)
            except RequestIdTakenError:
                raise RequestIdReusedError(self.game(game_id)) from None
            except (
                VersionConflictError
            ):  # somebody was quicker: look again, and tell who gave a version
                game = self.game(game_id)
        raise StaleVersionError(self.game(game_id))

    def _made(self, game_id: str, game: Game, write: Write, make: Callable[[Game], Entry]) -> Entry:
        """Make the entry; where it cannot be, a request id that is known has the first word.

        Where it can be, the store looks at the request id before it appends.
        """
        try:
            return _checked(game, write, make)
        except Exception:
            known = write.request_id and self.store.journals.request(game_id, write.request_id)
            if known:
                repeat = known.fingerprint == write.fingerprint
                raise (RepeatedRequestError if repeat else RequestIdTakenError)(known) from None
            raise

    def _appended(self, game_id: str, game: Game, entry: Entry, write: Write) -> Changed:
        change = _change(self.now(), entry, write)
        line = self.store.journals.append(game_id, game.version, change)
        after = fold(game, (line.version, entry)) or self.game(game_id)
        self._keep(game_id, after)
        if isinstance(entry, RoundRecorded):
            self._forget_drafts(game_id, entry.round.table)
        return Changed(game, after, entry)

    def _forget_drafts(self, game_id: str, table: int) -> None:
        """Empty the hands that were counted for the round that is now recorded.

        Where that fails they are out of date all the same: they name the round they were for.
        """
        with suppress(StoreError):
            if any(draft.text for draft in self.store.drafts.read(game_id, table)):
                self.store.drafts.clear(game_id, table)

    def _keep(self, game_id: str, game: Game) -> None:
        with self._lock:
            kept = self._kept.get(game_id)
            if kept is None or kept.version <= game.version:
                self._kept[game_id] = game
            self._kept.move_to_end(game_id)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)


def _checked(game: Game, write: Write, make: Callable[[Game], Entry]) -> Entry:
    if write.version not in {None, game.version}:
        raise StaleVersionError(game)
    return make(game)


def _folded(game: Game | None, entries: Iterable[Versioned]) -> Game | None:
    for entry in entries:
        game = game and fold(game, entry)
    return game


def _table_keys(start: Entry) -> list[tuple[Kind, int | None]]:
    """Make a key for as many tables as a tournament can ever have: people may still join."""
    is_planned = isinstance(start, GameStarted) and FORMATS[start.game_format].is_planned
    return [("table", table) for table in range(1, MOST_TABLES + 1)] if is_planned else []


def _change(at: datetime, entry: Entry, write: Write) -> Change:
    return Change(
        at=at,
        body=_BODY(as_values(entry)),
        request_id=write.request_id,
        fingerprint=None if write.request_id is None else write.fingerprint,
        by=write.by,
    )


def entry_of(line: Line) -> Entry:
    """Read what a stored line says."""
    return from_values(json.loads(line.body))
