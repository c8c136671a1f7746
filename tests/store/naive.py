"""A store of plain dictionaries: the least an engine can be, and fast for other tests.

It forgets everything when it ends and looks through everything to find anything.
"""

import secrets
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime

from companion.store.errors import (
    GameExistsError,
    RepeatedRequestError,
    RequestIdTakenError,
    StoreUnavailableError,
    UnknownGameError,
    VersionConflictError,
)
from companion.store.protocols import (
    DRAFT_LIMIT,
    AccessKey,
    Change,
    Draft,
    Heading,
    Kind,
    Line,
    Store,
)


@dataclass
class Game:
    lines: list[Line] = field(default_factory=list)
    keys: list[AccessKey] = field(default_factory=list)
    drafts: dict[tuple[int, int], Draft] = field(default_factory=dict)
    deleted: datetime | None = None
    series: str | None = None
    is_led_to: bool = True

    def request(self, request_id: str | None) -> Line | None:
        asked = (line for line in self.lines if request_id and line.request_id == request_id)
        return next(asked, None)

    def write(self, change: Change) -> Line:
        for text in (change.body, change.request_id, change.fingerprint, change.by):
            (text or "").encode()
        done = self.request(change.request_id)
        if done:
            is_same = done.fingerprint == change.fingerprint
            raise RepeatedRequestError(done) if is_same else RequestIdTakenError(done)
        self.lines.append(
            Line(
                version=len(self.lines) + 1,
                at=change.at,
                body=change.body,
                request_id=change.request_id,
                fingerprint=change.fingerprint,
                by=change.by,
            )
        )
        return self.lines[-1]


class Naive:
    """Everything there is, and one lock around it."""

    def __init__(self) -> None:
        self._games: dict[str, Game] = {}
        self.purged: set[str] = set()
        self._lock = threading.Lock()
        self._is_closed = False

    @contextmanager
    def all_games(self) -> Iterator[dict[str, Game]]:
        with self._lock:
            if self._is_closed:
                msg = "closed"
                raise StoreUnavailableError(msg)
            yield self._games

    @contextmanager
    def open_game(self, game: str) -> Iterator[Game]:
        with self.all_games() as games:
            found = games.get(game)
            if found is None or found.deleted:
                raise UnknownGameError(game)
            yield found

    def check(self) -> None:
        with self.all_games():
            pass

    def close(self) -> None:
        self._is_closed = True


@dataclass(frozen=True)
class NaiveJournals:
    naive: Naive

    def create(
        self, first: Change, *more: Change, keys: Iterable[tuple[Kind, int | None]] = ()
    ) -> str:
        game, new = secrets.token_urlsafe(16), Game()
        for change in (first, *more):
            new.write(change)
        new.keys = [AccessKey(secrets.token_urlsafe(16), game, *wanted) for wanted in keys]
        with self.naive.all_games() as games:
            games[game] = new
        return game

    def revive(self, game: str, changes: Sequence[Change], keys: Iterable[AccessKey]) -> None:
        new = Game()
        for change in changes:
            new.write(change)
        with self.naive.all_games() as games:
            if game in self.naive.purged or (game in games and games[game].deleted):
                raise UnknownGameError(game)
            if game in games:
                raise GameExistsError(game)
            taken = {key.key for other in games.values() for key in other.keys}
            for key in keys:
                free = secrets.token_urlsafe(16) if key.key in taken else key.key
                new.keys.append(AccessKey(free, game, key.kind, key.table))
            games[game] = new

    def extend(self, game: str, at_version: int, changes: Sequence[Change]) -> None:
        with self.naive.open_game(game) as found:
            if at_version != len(found.lines):
                raise VersionConflictError(len(found.lines))
            before = list(found.lines)
            try:
                for change in changes:
                    found.write(change)
            except Exception:
                found.lines = before
                raise

    def append(self, game: str, at_version: int, change: Change) -> Line:
        with self.naive.open_game(game) as found:
            if at_version != len(found.lines) and not found.request(change.request_id):
                raise VersionConflictError(len(found.lines))
            return found.write(change)

    def request(self, game: str, request_id: str) -> Line | None:
        request_id.encode()
        with self.naive.open_game(game) as found:
            return found.request(request_id)

    def read(self, game: str, since: int = 0) -> list[Line]:
        with self.naive.open_game(game) as found:
            return found.lines[max(since, 0) :]

    def latest(self, limit: int) -> list[Heading]:
        with self.naive.all_games() as games:
            headings = [
                Heading(name, game.lines[0].at, game.lines[-1].at, len(game.lines))
                for name, game in reversed(games.items())
                if not game.deleted
            ]
        return sorted(headings, key=lambda heading: str(heading.changed), reverse=True)[:limit]


@dataclass(frozen=True)
class NaiveKeys:
    naive: Naive

    def add(self, game: str, kind: Kind, table: int | None = None) -> str:
        with self.naive.open_game(game) as found:
            found.keys.append(AccessKey(secrets.token_urlsafe(16), game, kind, table))
            return found.keys[-1].key

    def find(self, key: str) -> AccessKey | None:
        return self._find(key, in_trash=False)

    def find_deleted(self, key: str) -> AccessKey | None:
        return self._find(key, in_trash=True)

    def _find(self, key: str, *, in_trash: bool) -> AccessKey | None:
        with self.naive.all_games() as games:
            found = (
                replace(access_key, version=len(game.lines))
                for game in games.values()
                if bool(game.deleted) == in_trash
                for access_key in game.keys
            )
            return next((access_key for access_key in found if access_key.key == key), None)

    def of_game(self, game: str) -> list[AccessKey]:
        with self.naive.open_game(game) as found:
            return sorted(found.keys, key=lambda k: (k.kind, k.table or 0, k.key))

    def renew(self, game: str, kind: Kind, table: int | None = None, key: str | None = None) -> str:
        with self.naive.open_game(game) as found:
            found.keys = [k for k in found.keys if (k.kind, k.table) != (kind, table)]
            new = AccessKey(key or secrets.token_urlsafe(16), game, kind, table)
            found.keys.append(new)
        return new.key


@dataclass(frozen=True)
class NaiveDrafts:
    naive: Naive

    def put(self, game: str, draft: Draft) -> int:
        if len(draft.text.encode()) > DRAFT_LIMIT:
            msg = f"a draft has at most {DRAFT_LIMIT} bytes"
            raise ValueError(msg)
        with self.naive.open_game(game) as found:
            count = _count(found, draft.table) + 1
            found.drafts[draft.table, draft.seat] = replace(draft, count=count)
        return count

    def read(self, game: str, table: int, since: int = 0) -> list[Draft]:
        with self.naive.open_game(game) as found:
            drafts = [d for d in found.drafts.values() if d.table == table and d.count > since]
        return sorted(drafts, key=lambda draft: (draft.count, draft.seat))

    def clear(self, game: str, table: int) -> int:
        with self.naive.open_game(game) as found:
            count = _count(found, table) + 1
            for place, draft in found.drafts.items():
                if draft.table == table and draft.text:
                    found.drafts[place] = replace(draft, text="", by=None, count=count)
            return _count(found, table)


def _count(game: Game, table: int) -> int:
    return max((draft.count for draft in game.drafts.values() if draft.table == table), default=0)


@dataclass(frozen=True)
class NaiveSeries:
    naive: Naive

    def follow(self, game: str, earlier: str) -> None:
        with self.naive.open_game(earlier) as first:
            series = first.series or earlier
        with self.naive.open_game(game) as found:
            found.series, found.is_led_to = series, True
        with self.naive.open_game(earlier) as first:
            first.series = series

    def games(self, game: str) -> list[str]:
        with self.naive.open_game(game) as found:
            series = found.series
        with self.naive.all_games() as games:
            together = [n for n, g in games.items() if g.series == series and not g.deleted]
        return together if series else [game]

    def following(self, game: str) -> str | None:
        games = self.games(game)
        later = games[games.index(game) + 1 :]
        with self.naive.all_games() as every:
            return later[0] if later and every[later[0]].is_led_to else None

    def detach(self, game: str) -> None:
        with self.naive.open_game(game) as found:
            found.is_led_to = not found.series


@dataclass(frozen=True)
class NaiveTrash:
    naive: Naive

    def delete(self, game: str, at: datetime) -> None:
        found = self._found(game)
        found.deleted = found.deleted or at

    def undelete(self, game: str) -> None:
        self._found(game).deleted = None

    def _found(self, game: str) -> Game:
        with self.naive.all_games() as games:
            if game not in games:
                raise UnknownGameError(game)
            return games[game]

    def latest(self, limit: int) -> list[Heading]:
        with self.naive.all_games() as games:
            deleted = [(game.deleted, name, game) for name, game in games.items() if game.deleted]
        deleted.reverse()
        deleted.sort(key=lambda each: each[0], reverse=True)
        return [
            Heading(name, game.lines[0].at, game.lines[-1].at, len(game.lines))
            for _, name, game in deleted[:limit]
        ]

    def read(self, game: str) -> list[Line]:
        return list(self._found(game).lines)

    def purge(self, before: datetime) -> int:
        with self.naive.all_games() as games:
            swept = [name for name, g in games.items() if g.deleted and g.deleted < before]
            for name in swept:
                del games[name]
                self.naive.purged.add(name)
        return len(swept)


def naive_store() -> Store:
    """Open an empty store that is gone when it is closed."""
    naive = Naive()
    return Store(
        journals=NaiveJournals(naive),
        keys=NaiveKeys(naive),
        drafts=NaiveDrafts(naive),
        series=NaiveSeries(naive),
        trash=NaiveTrash(naive),
        check=naive.check,
        close=naive.close,
    )
