"""Groups in SQLite: people who play together, and where each game belongs."""

from collections.abc import Sequence
from dataclasses import replace

from sqlite_utils import Database

from companion.keys import new_key
from companion.store.checksums import Row
from companion.store.errors import UnknownGameError, UnknownGroupError
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
from companion.store.sqlite.connections import Connections
from companion.store.sqlite.games import get_game

_MEMBERS = """SELECT games.id, games.version, created, changed, deleted, heading,
                     "group", follows, is_counted, places.seal
              FROM places JOIN games ON games.number = places.game
              WHERE "group" = ? ORDER BY games.number"""

_FOLLOWING = """SELECT games.id, created, changed, deleted, heading,
                       "group", follows, is_counted, places.seal
                FROM places JOIN games ON games.number = places.game
                WHERE follows = ? ORDER BY games.number"""

# One line for each game: cheaper than to read and check them all.
_STATE = """SELECT group_concat(games.number || '.' || games.version || '.' || is_counted
                                || iif(deleted IS NULL, '', '-'))
            FROM places JOIN games ON games.number = places.game WHERE "group" = ?"""


class SqliteGroups:
    """The `Groups` of one file."""

    def __init__(self, file: Connections) -> None:
        self._file = file

    def begin(self, game: str, like: Group | None = None) -> Group:
        with self._file.writing() as db:
            like = like or Group(new_key(), new_key())
            row = _row(db, "id", like.id)
            if row is None:
                is_taken = _row(db, '"key"', like.key) is not None
                key = new_key() if is_taken else like.key
                db.table("groups").insert(group_row(replace(like, key=key)))
            _put(db, game, replace(_place(db, game), group=like.id, is_counted=True))
            return _group(db, like.id)

    def find(self, key: str) -> Group | None:
        if not key.isascii():  # SQLite could not even be asked for half of a surrogate pair
            return None
        with self._file.reading() as db:
            row = _row(db, '"key"', key)
        return group_of(row) if row else None

    def get(self, group: str) -> Group:
        with self._file.reading() as db:
            return _group(db, group)

    def write(self, group: str, at_version: int, text: str) -> Group:
        text.encode()
        with self._file.writing() as db:
            found = _group(db, group)
            check_version(at_version, found.version)
            return _update(db, replace(found, version=found.version + 1, text=text))

    def renew(self, group: str, key: str | None = None) -> Group:
        with self._file.writing() as db:
            return _update(db, replace(_group(db, group), key=key or new_key()))

    def delete(self, group: str) -> None:
        with self._file.writing() as db:
            _group(db, group)
            for row in _members(db, group):
                _put(db, row["id"], Place(follows=row["follows"]))
            # Where a row is damaged it belonged nowhere already.
            db.table("places").delete_where('"group" = ?', [group])
            db.table("groups").delete_where("id = ?", [group])

    def games(self, group: str) -> list[Member]:
        with self._file.reading() as db:
            _group(db, group)
            return [member_of(row) for row in _members(db, group)]

    def state(self, group: str) -> str:
        with self._file.reading() as db:
            row = _row(db, "id", group)
            if row is None:
                raise UnknownGroupError(group)
            (games,) = db.execute(_STATE, [group]).fetchone()
        return f"{row['version']} {games}"

    def place(self, game: str) -> Place:
        with self._file.reading() as db:
            return _place(db, game)

    def put(self, game: str, place: Place) -> None:
        with self._file.writing() as db:
            if place.group is not None:
                _group(db, place.group)
            _put(db, game, place)

    def following(self, game: str) -> str | None:
        with self._file.reading() as db:
            if is_deleted(_known(db, game)):
                raise UnknownGameError(game)
            rows = db.execute(_FOLLOWING, [game])
            later = (row for row in rows if is_intact_place(row) and not is_deleted(row))
            found = next(later, None)
        return found and str(found["id"])


def remove_empty_groups(db: Database, groups: Sequence[str]) -> None:
    """Remove those of these groups that no game is in."""
    for group in groups:
        db.execute(
            """DELETE FROM groups WHERE id = ?
               AND NOT EXISTS (SELECT 1 FROM places WHERE "group" = groups.id)""",
            [group],
        )


def _row(db: Database, column: str, value: str) -> Row | None:
    # Every page of a group begins with this, and `query()` would add a savepoint to each.
    found: Row | None = db.execute(
        f'SELECT id, "key", version, text, seal FROM groups WHERE {column} = ?',  # noqa: S608
        [value],
    ).fetchone()
    return found


def _group(db: Database, group: str) -> Group:
    row = _row(db, "id", group)
    if row is None:
        raise UnknownGroupError(group)
    return group_of(row)


def _update(db: Database, group: Group) -> Group:
    db.table("groups").update(group.id, group_row(group))
    return group


def _members(db: Database, group: str) -> list[Row]:
    """Return the games of a group; one whose row is damaged has left it."""
    return [row for row in db.execute(_MEMBERS, [group]) if is_intact_place(row)]


def _known(db: Database, game: str) -> Row:
    row = get_game(db, game)
    if row is None:
        raise UnknownGameError(game)
    return row


def _place(db: Database, game: str) -> Place:
    number = _known(db, game)["number"]
    row = db.execute(
        'SELECT ? AS id, "group", follows, is_counted, seal FROM places WHERE game = ?',
        [game, number],
    ).fetchone()
    if row is None or not is_intact_place(row):
        return Place()
    return place_of(row)


def _put(db: Database, game: str, place: Place) -> None:
    number = _known(db, game)["number"]
    before = _place(db, game).group
    db.table("places").insert({"game": number, **place_row(game, place)}, replace=True)
    if before not in (None, place.group):
        remove_empty_groups(db, [str(before)])
