"""Journals and drafts in plain dictionaries, as an oracle for the engines' own statements.

Nothing is stored, and every lookup is a linear search.
"""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime

from companion.store.errors import (
    RepeatedRequestError,
    RequestIdTakenError,
    UnknownGameError,
    VersionConflictError,
)
from companion.store.rows.drafts import Draft, Drafts
from companion.store.rows.games import GameSummary
from companion.store.rows.journals import Journals
from companion.store.rows.keys import Kind
from companion.store.rows.lines import Change, Line
from companion.store.rows.trash import Trash


@dataclass
class Game:
    lines: list[Line] = field(default_factory=list)
    drafts: dict[tuple[int, int], Draft] = field(default_factory=dict)
    deleted: datetime | None = None

    def request(self, request_id: str | None) -> Line | None:
        found = (line for line in self.lines if request_id and line.request_id == request_id)
        return next(found, None)

    def write(self, change: Change) -> Line:
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

    def count(self, table: int) -> int:
        counts = (draft.count for draft in self.drafts.values() if draft.table == table)
        return max(counts, default=0)


Games = dict[str, Game]


def find(games: Games, game: str) -> Game:
    found = games.get(game)
    if found is None or found.deleted:
        raise UnknownGameError(game)
    return found


@dataclass(frozen=True)
class NaiveJournals(Journals):
    games: Games

    def create(
        self, first: Change, *more: Change, keys: Iterable[tuple[Kind, int | None]] = ()
    ) -> str:
        game, new = secrets.token_urlsafe(16), Game()
        for change in (first, *more):
            new.write(change)
        assert not list(keys)
        self.games[game] = new
        return game

    def append(self, game: str, at_version: int, change: Change) -> Line:
        found = find(self.games, game)
        if at_version != len(found.lines) and not found.request(change.request_id):
            raise VersionConflictError(len(found.lines))
        return found.write(change)

    def request(self, game: str, request_id: str) -> Line | None:
        return find(self.games, game).request(request_id)

    def read(self, game: str, since: int = 0) -> list[Line]:
        return find(self.games, game).lines[max(since, 0) :]

    def latest(self, limit: int) -> list[GameSummary]:
        summaries = [
            GameSummary(name, game.lines[0].at, game.lines[-1].at, len(game.lines))
            for name, game in reversed(self.games.items())
            if not game.deleted
        ]
        return sorted(summaries, key=lambda summary: str(summary.changed), reverse=True)[:limit]


@dataclass(frozen=True)
class NaiveDrafts(Drafts):
    games: Games

    def put(self, game: str, draft: Draft) -> int:
        found = find(self.games, game)
        count = found.count(draft.table) + 1
        found.drafts[draft.table, draft.seat] = replace(draft, count=count)
        return count

    def read(self, game: str, table: int, since: int = 0) -> list[Draft]:
        drafts = find(self.games, game).drafts.values()
        new = [draft for draft in drafts if draft.table == table and draft.count > since]
        return sorted(new, key=lambda draft: (draft.count, draft.seat))

    def clear(self, game: str, table: int) -> int:
        found = find(self.games, game)
        count = found.count(table) + 1
        for place, draft in found.drafts.items():
            if draft.table == table and draft.text:
                found.drafts[place] = replace(draft, text="", by=None, count=count)
        return found.count(table)


@dataclass(frozen=True)
class NaiveTrash(Trash):
    games: Games

    def delete(self, game: str, at: datetime) -> None:
        found = self._found(game)
        found.deleted = found.deleted or at

    def undelete(self, game: str) -> None:
        self._found(game).deleted = None

    def _found(self, game: str) -> Game:
        if game not in self.games:
            raise UnknownGameError(game)
        return self.games[game]


class NaiveStore:
    """A store in memory, with the calls that the tests compare."""

    def __init__(self) -> None:
        games: Games = {}
        self.journals: Journals = NaiveJournals(games)
        self.drafts: Drafts = NaiveDrafts(games)
        self.trash: Trash = NaiveTrash(games)
