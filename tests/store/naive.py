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
    UnknownGroupError,
    VersionConflictError,
)
from companion.store.rows.drafts import DRAFT_LIMIT, Draft, Drafts
from companion.store.rows.games import Heading
from companion.store.rows.groups import Group, Groups, Member, Place
from companion.store.rows.journals import Journals
from companion.store.rows.keys import AccessKey, Keys, Kind
from companion.store.rows.lines import Change, Line
from companion.store.rows.televisions import (
    BOARD_LIFETIME,
    LIFETIME,
    Television,
    Televisions,
    check_codes,
    draw_code,
    is_holding,
)
from companion.store.rows.trash import Trash
from companion.store.store import Store


@dataclass
class Game:
    lines: list[Line] = field(default_factory=list)
    keys: list[AccessKey] = field(default_factory=list)
    drafts: dict[tuple[int, int], Draft] = field(default_factory=dict)
    deleted: datetime | None = None
    place: Place = field(default_factory=Place)

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


@dataclass
class Screen:
    since: datetime
    code: str | None = None
    address: str | None = None
    key: str | None = None

    @property
    def shown(self) -> Television:
        return Television(self.code, self.since + LIFETIME if self.code else None, self.key)

    def is_known(self, now: datetime) -> bool:
        return is_holding(self.since, now) if self.code else abs(now - self.since) < BOARD_LIFETIME


class Naive:
    """Everything there is, and one lock around it."""

    def __init__(self) -> None:
        self._games: dict[str, Game] = {}
        self.groups: dict[str, Group] = {}
        self.purged: set[str] = set()
        self.televisions: dict[str, Screen] = {}
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

    def drop_empty_groups(self) -> None:
        used = {game.place.group for game in self._games.values()}
        self.groups = {name: group for name, group in self.groups.items() if name in used}

    def check(self) -> None:
        with self.all_games():
            pass

    def close(self) -> None:
        self._is_closed = True


@dataclass(frozen=True)
class NaiveJournals(Journals):
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
class NaiveKeys(Keys):
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
class NaiveDrafts(Drafts):
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
class NaiveGroups(Groups):
    naive: Naive

    def begin(self, game: str, like: Group | None = None) -> Group:
        like = like or Group(secrets.token_urlsafe(16), secrets.token_urlsafe(16))
        with self.naive.all_games() as games:
            if game not in games:
                raise UnknownGameError(game)
            if like.id not in self.naive.groups:
                is_taken = any(like.key == group.key for group in self.naive.groups.values())
                key = secrets.token_urlsafe(16) if is_taken else like.key
                self.naive.groups[like.id] = replace(like, key=key)
        self.put(game, replace(self.place(game), group=like.id, is_counted=True))
        return self.get(like.id)

    def find(self, key: str) -> Group | None:
        with self.naive.all_games():
            groups = self.naive.groups.values()
            return next((group for group in groups if group.key == key), None)

    def get(self, group: str) -> Group:
        with self.naive.all_games():
            if group not in self.naive.groups:
                raise UnknownGroupError(group)
            return self.naive.groups[group]

    def write(self, group: str, at_version: int, text: str) -> Group:
        text.encode()
        found = self.get(group)
        if found.version != at_version:
            raise VersionConflictError(found.version)
        self.naive.groups[group] = replace(found, version=at_version + 1, text=text)
        return self.naive.groups[group]

    def renew(self, group: str, key: str | None = None) -> Group:
        new = replace(self.get(group), key=key or secrets.token_urlsafe(16))
        self.naive.groups[group] = new
        return new

    def delete(self, group: str) -> None:
        for member in self.games(group):
            self.put(member.game, Place(follows=self.place(member.game).follows))
        self.naive.groups.pop(group, None)

    def games(self, group: str) -> list[Member]:
        self.get(group)
        with self.naive.all_games() as games:
            return [
                Member(name, game.lines[0].at, len(game.lines), game.deleted, game.place.is_counted)
                for name, game in games.items()
                if game.place.group == group
            ]

    def state(self, group: str) -> str:
        return f"{self.get(group).version} {self.games(group)}"

    def place(self, game: str) -> Place:
        with self.naive.all_games() as games:
            if game not in games:
                raise UnknownGameError(game)
            return games[game].place

    def put(self, game: str, place: Place) -> None:
        if place.group is not None:
            self.get(place.group)
        self.place(game)
        with self.naive.all_games() as games:
            games[game].place = place
            self.naive.drop_empty_groups()

    def following(self, game: str) -> str | None:
        with self.naive.open_game(game):
            pass
        with self.naive.all_games() as games:
            later = (n for n, g in games.items() if g.place.follows == game and not g.deleted)
            return next(later, None)


@dataclass(frozen=True)
class NaiveTelevisions(Televisions):
    naive: Naive

    def offer_code(self, television: str, address: str, now: datetime) -> Television:
        with self.naive.all_games():
            screens = self.naive.televisions
            for name in [name for name, screen in screens.items() if not screen.is_known(now)]:
                del screens[name]
            if television not in screens:
                codes = [screen for screen in screens.values() if screen.code]
                here = [screen.since for screen in codes if screen.address == address]
                check_codes([screen.since for screen in codes], here)
                code = draw_code({screen.code or "" for screen in codes})
                screens[television] = Screen(now, code, address)
            return screens[television].shown

    def find(self, television: str) -> Television | None:
        with self.naive.all_games():
            screen = self.naive.televisions.get(television)
            return screen.shown if screen else None

    def find_code(self, code: str, now: datetime) -> bool:
        with self.naive.all_games():
            return bool(self._holding(code, now))

    def send(self, code: str, key: str, now: datetime) -> bool:
        with self.naive.all_games():
            found = self._holding(code, now)
            for television in found:
                self.naive.televisions[television] = Screen(now, key=key)
            return bool(found)

    def _holding(self, code: str, now: datetime) -> list[str]:
        screens = self.naive.televisions.items()
        return [name for name, s in screens if s.code == code and is_holding(s.since, now)]

    def show(self, television: str, key: str, now: datetime) -> None:
        with self.naive.all_games():
            screen = self.naive.televisions.get(television)
            if screen and screen.key:
                self.naive.televisions[television] = Screen(now, key=key)

    def showing(self, key: str) -> list[str]:
        with self.naive.all_games():
            screens = self.naive.televisions.items()
            return [
                name for _, name in sorted((s.since, name) for name, s in screens if s.key == key)
            ]

    def forget(self, television: str) -> None:
        with self.naive.all_games():
            self.naive.televisions.pop(television, None)


@dataclass(frozen=True)
class NaiveTrash(Trash):
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

    def purge(self, before: datetime, grouped_before: datetime | None = None) -> int:
        with self.naive.all_games() as games:
            groups = [game.place.group for game in games.values() if game.place.group]
            due = []
            for name, game in games.items():
                has_others = groups.count(str(game.place.group)) > 1
                limit = (grouped_before or before) if has_others else before
                if game.deleted and game.deleted < limit:
                    due.append(name)
            for name in due:
                del games[name]
                self.naive.purged.add(name)
            self.naive.drop_empty_groups()
        return len(due)


def naive_store() -> Store:
    """Open an empty store that is gone when it is closed."""
    naive = Naive()
    return Store(
        journals=NaiveJournals(naive),
        keys=NaiveKeys(naive),
        drafts=NaiveDrafts(naive),
        groups=NaiveGroups(naive),
        televisions=NaiveTelevisions(naive),
        trash=NaiveTrash(naive),
        check=naive.check,
        close=naive.close,
    )
