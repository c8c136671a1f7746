"""Groups in PostgreSQL: people who play together, and where each game belongs.

Whoever puts a game into a group or takes one out locks the group first, so that none is removed
as empty while a game is on its way into it.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.keys import new_key
from companion.store.checksums import Row
from companion.store.errors import UnknownGameError, UnknownGroupError
from companion.store.postgres.connections import Connections, Database, OvertakenError
from companion.store.postgres.games import (
    COLUMNS,
    SELECTED,
    find_game,
    game_of,
    get_game,
    is_name,
)
from companion.store.postgres.texts import from_bytes, to_bytes
from companion.store.preconditions import check_version
from companion.store.protocols import Group, Member, Place
from companion.store.rows.games import is_deleted
from companion.store.rows.groups import (
    group_of,
    group_row,
    is_intact_place,
    member_of,
    place_of,
    place_row,
)

_GROUP_COLUMNS = ("id", "key", "version", "text", "seal")
_PLACE_COLUMNS = ("group", "follows", "is_counted", "seal")

_GROUP = 'SELECT id, "key", version, text, seal FROM groups'
_BY_ID = f"{_GROUP} WHERE id = %s"
_BY_KEY = f'{_GROUP} WHERE "key" = %s'
_LOCKED = f"{_BY_ID} FOR UPDATE"

_INSERT = """INSERT INTO groups (id, "key", version, text, seal)
             VALUES (%(id)s, %(key)s, %(version)s, %(text)s, %(seal)s) ON CONFLICT DO NOTHING"""
_UPDATE = """UPDATE groups SET "key" = %(key)s, version = %(version)s, text = %(text)s,
                               seal = %(seal)s
             WHERE id = %(id)s AND seal = %(old_seal)s"""
_REMOVE_EMPTY = """DELETE FROM groups WHERE id = %(id)s
                   AND NOT EXISTS (SELECT FROM places WHERE "group" = %(id)s)"""

_PLACES = f"""SELECT {SELECTED}, "group", follows, is_counted, places.seal
              FROM places JOIN games ON games.id = places.game"""
_MEMBERS = f'{_PLACES} WHERE "group" = %s ORDER BY games.number'
_FOLLOWING = f"{_PLACES} WHERE follows = %s ORDER BY games.number"
_PLACE = 'SELECT "group", follows, is_counted, seal FROM places WHERE game = %s'
_PUT = """INSERT INTO places (game, "group", follows, is_counted, seal)
          VALUES (%(game)s, %(group)s, %(follows)s, %(is_counted)s, %(seal)s)
          ON CONFLICT (game) DO UPDATE
          SET "group" = excluded."group", follows = excluded.follows,
              is_counted = excluded.is_counted, seal = excluded.seal"""

# One line for each game: cheaper than to read and check them all.
_STATE = """SELECT version, (
                SELECT string_agg(games.number || '.' || games.version || '.' || is_counted
                                  || CASE WHEN deleted IS NULL THEN '' ELSE '-' END, ','
                                  ORDER BY games.number)
                FROM places JOIN games ON games.id = places.game WHERE "group" = %(id)s)
            FROM groups WHERE id = %(id)s"""


class PostgresGroups:
    """The `Groups` of one database."""

    def __init__(self, server: Connections) -> None:
        self._server = server

    def begin(self, game: str, like: Group | None = None) -> Group:
        wanted, spare = like or Group(new_key(), new_key()), new_key()

        def work(db: Database) -> Group:
            with db.transaction():
                # One with this id may be here already; one with its key is another.
                if not _insert(db, wanted) and _row(db, _BY_ID, wanted.id) is None:
                    _insert(db, replace(wanted, key=spare))
                _put(db, game, replace(_place(db, game), group=wanted.id, is_counted=True))
                return _group(db, wanted.id)

        return self._server.run(work)

    def find(self, key: str) -> Group | None:
        row = self._server.run(lambda db: _row(db, _BY_KEY, key))
        return group_of(row) if row else None

    def get(self, group: str) -> Group:
        return self._server.run(lambda db: _group(db, group))

    def write(self, group: str, at_version: int, text: str) -> Group:
        text.encode()
        tried: list[Group] = []

        def work(db: Database) -> Group:
            found = _group(db, group)
            if found in tried:  # saved by the last try, though no answer came
                return found
            check_version(at_version, found.version)
            tried[:] = [replace(found, version=found.version + 1, text=text)]
            return _update(db, found, tried[0])

        return self._server.run(work)

    def renew(self, group: str, key: str | None = None) -> Group:
        fresh = key or new_key()

        def work(db: Database) -> Group:
            found = _group(db, group)
            return _update(db, found, replace(found, key=fresh))

        return self._server.run(work)

    def delete(self, group: str) -> None:
        tried: list[str] = []

        def work(db: Database) -> None:
            with db.transaction():
                if _row(db, _LOCKED, group) is None and tried:
                    return  # deleted by the last try, though no answer came
                _group(db, group)
                tried.append(group)
                for row in _members(db, group):
                    _put_row(db, row["id"], Place(follows=row["follows"]))
                # Where a row is damaged it belonged nowhere already.
                db.write('DELETE FROM places WHERE "group" = %s', [group])
                db.write("DELETE FROM groups WHERE id = %s", [group])

        self._server.run(work)

    def games(self, group: str) -> list[Member]:
        def work(db: Database) -> list[Member]:
            _group(db, group)
            return [member_of(row) for row in _members(db, group)]

        return self._server.run(work)

    def state(self, group: str) -> str:
        def work(db: Database) -> str:
            found = db.row(_STATE, {"id": group}) if is_name(group) else None
            if found is None:
                raise UnknownGroupError(group)
            version, games = found
            return f"{version} {games}"

        return self._server.run(work)

    def place(self, game: str) -> Place:
        return self._server.run(lambda db: _place(db, game))

    def put(self, game: str, place: Place) -> None:
        def work(db: Database) -> None:
            with db.transaction():
                if place.group is not None:
                    _group(db, place.group)
                _put(db, game, place)

        self._server.run(work)

    def following(self, game: str) -> str | None:
        def work(db: Database) -> str | None:
            find_game(db, game)
            rows = (_member_row(selected) for selected in db.rows(_FOLLOWING, [game]))
            later = (row for row in rows if is_intact_place(row) and not is_deleted(row))
            found = next(later, None)
            return str(found["id"]) if found else None

        return self._server.run(work)


def remove_if_empty(db: Database, group: str) -> None:
    """Remove a group, locked by this transaction, if no game is in it."""
    db.write(_REMOVE_EMPTY, {"id": group})


def lock_group(db: Database, group: str) -> None:
    """Have nobody put a game into a group, or take one out, before this transaction ends."""
    db.rows(_LOCKED, [group])


def _row(db: Database, sql: str, value: str) -> Row | None:
    found = db.row(sql, [value]) if is_name(value) else None
    if found is None:
        return None
    row = dict(zip(_GROUP_COLUMNS, found, strict=True))
    return row | {"text": from_bytes(row["text"])}


def _group(db: Database, group: str) -> Group:
    row = _row(db, _BY_ID, group)
    if row is None:
        raise UnknownGroupError(group)
    return group_of(row)


def _insert(db: Database, group: Group) -> int:
    row = group_row(group)
    return db.write(_INSERT, row | {"text": to_bytes(group.text)})


def _update(db: Database, old: Group, new: Group) -> Group:
    values = group_row(new) | {"text": to_bytes(new.text), "old_seal": group_row(old)["seal"]}
    if not db.write(_UPDATE, values):
        raise OvertakenError
    return new


def _members(db: Database, group: str) -> list[Row]:
    """Return the games of a group; one whose row is damaged has left it."""
    rows = (_member_row(selected) for selected in db.rows(_MEMBERS, [group]))
    return [row for row in rows if is_intact_place(row)]


def _member_row(selected: Sequence[Any]) -> Row:
    """Return the row of a game together with that of its place; the seal is that of the place."""
    place = dict(zip(_PLACE_COLUMNS, selected[len(COLUMNS) :], strict=True))
    return {**game_of(selected), **place}


def _place(db: Database, game: str) -> Place:
    if get_game(db, game) is None:
        raise UnknownGameError(game)
    found = db.row(_PLACE, [game])
    row = {"id": game, **dict(zip(_PLACE_COLUMNS, found or (), strict=False))}
    return place_of(row) if found and is_intact_place(row) else Place()


def _put(db: Database, game: str, place: Place) -> None:
    """Put a game where it belongs, and remove the group it leaves if it was the last there."""
    if get_game(db, game, is_locked=True) is None:
        raise UnknownGameError(game)
    before = _place(db, game).group
    # In one order, whoever does it, so that no two wait for each other.
    for group in sorted({before, place.group} - {None}, key=str):
        lock_group(db, str(group))
    if place.group is not None:
        _group(db, place.group)  # it may have been removed before it was locked
    _put_row(db, game, place)
    if before not in (None, place.group):
        remove_if_empty(db, str(before))


def _put_row(db: Database, game: str, place: Place) -> None:
    db.write(_PUT, {"game": game, **place_row(game, place)})
