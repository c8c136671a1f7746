"""Groups of people who play together, and the group of each game.

Transactions that put a game into a group or take one out lock the group first. So no group is
removed as empty while a game is being added, or stays when its last two games leave at once.
"""

from dataclasses import dataclass, replace
from datetime import datetime

from companion.keys import new_key
from companion.store.checksums import DbTable, Row
from companion.store.database import Database, Rows, quoted
from companion.store.errors import UnknownGroupError, VersionConflictError
from companion.store.rows import games

_OF_GROUP = ("id", "key", "version", "text")
_OF_MEMBERSHIP = ("group", "follows", "is_counted")
GROUPS = DbTable("groups", (*_OF_GROUP, "seal"), ("group",), _OF_GROUP, "key")
MEMBERSHIPS = DbTable("places", (*_OF_MEMBERSHIP, "seal"), ("place",), ("id", *_OF_MEMBERSHIP))

_GROUP = f"SELECT {quoted(GROUPS.columns)} FROM groups"
_BY_ID = f"{_GROUP} WHERE id = :id"
_BY_KEY = f'{_GROUP} WHERE "key" = :key'
_LOCKED = f"{_BY_ID} FOR UPDATE"
_REMOVE = "DELETE FROM groups WHERE id = :id"
_REMOVE_EMPTY = f'{_REMOVE} AND NOT EXISTS (SELECT 1 FROM places WHERE "group" = :id)'

_MEMBERSHIPS = f"""SELECT {games.TIMES}, {games.VERSION}, "group", follows, is_counted,
                     places.seal AS seal
              FROM places JOIN games ON games.ref = places.game"""
_MEMBERS = f'{_MEMBERSHIPS} WHERE "group" = :group ORDER BY games.number'
_FOLLOWING = f"{_MEMBERSHIPS} WHERE follows = :game ORDER BY games.number"
_MEMBERSHIP = f"{_MEMBERSHIPS} WHERE games.id = :game"
_EMPTY = 'DELETE FROM places WHERE "group" = :group'

# One string of each game's number, version and flags is cheaper than reading all the games.
_STATE = """SELECT version, (
                SELECT string_agg(games.number || '.' || games.version || '.' || is_counted
                                  || CASE WHEN deleted IS NULL THEN '' ELSE '-' END, ','
                                  ORDER BY games.number)
                FROM places JOIN games ON games.ref = places.game WHERE "group" = :id) AS games
            FROM groups WHERE id = :id"""


@dataclass(frozen=True, slots=True)
class Group:
    """People who play together, with the `key` (128 random bits) that opens their group."""

    id: str  # identifies the group without giving access
    key: str
    version: int = 0  # how often the text was written
    text: str = ""  # what the application stores about its people


@dataclass(frozen=True, slots=True)
class GroupMembership:
    """The id of a game's group, and the game that it `follows` as a rematch."""

    group: str | None = None
    follows: str | None = None
    is_counted: bool = True  # whether the game counts in its group's figures


@dataclass(frozen=True, slots=True)
class Member:
    """A game in a group, in the trash or not, with None for damaged times."""

    game: str
    created: datetime | None
    version: int
    deleted: datetime | None
    is_counted: bool


class Groups(Rows):
    """Groups, their games, and which game follows which.

    A group is removed with its last game. Calls with an unknown id raise `UnknownGroupError`.
    """

    def begin(self, game: str, like: Group | None = None) -> Group:
        """Begin a group with this game, which leaves its previous one, and return the new group.

        `like` is a group of another store to copy, with its id, text and version, and its key if
        that is free here. If this store has a group with that id, the game is put into that one.
        If it was deleted here, or its key was replaced, this raises `UnknownGroupError`.
        """
        wanted, spare_key = like or Group(new_key(), new_key()), new_key()

        def work(db: Database) -> Group:
            if like and (games.is_purged(db, like.id) or games.is_purged(db, like.key)):
                raise UnknownGroupError(like.id)
            # A group with this id is the same one, but a group with only this key is another.
            is_new = db.insert("groups", [group_row(wanted)])
            if not is_new and db.row(_BY_ID, id=wanted.id) is None:
                db.insert("groups", [group_row(replace(wanted, key=spare_key))])
            _put(db, game, replace(_membership(db, game), group=wanted.id, is_counted=True))
            return _group(db, wanted.id)

        return self._engine.writing(work)

    def find(self, key: str) -> Group | None:
        row = self._engine.reading(lambda db: db.row(_BY_KEY, key=key))
        return _group_of(row) if row else None

    def get(self, group: str) -> Group:
        return self._engine.reading(lambda db: _group(db, group))

    def write(self, group: str, at_version: int, text: str) -> Group:
        """Store the text of a group at `at_version`, or raise `VersionConflictError`."""
        text.encode()
        tried: list[Group] = []

        def work(db: Database) -> Group:
            found = _group(db, group)
            if found in tried:  # saved by the previous attempt, though its answer was lost
                return found
            if found.version != at_version:
                raise VersionConflictError(found.version)
            tried[:] = [replace(found, version=found.version + 1, text=text)]
            return _update(db, found, tried[0])

        return self._engine.writing(work, is_single=True)

    def renew(self, group: str, key: str | None = None) -> Group:
        """Replace the key of a group by a new one (default: random)."""
        renewed = key or new_key()

        def work(db: Database) -> Group:
            found = _group(db, group)
            if found.key == renewed:  # saved by the previous attempt, though its answer was lost
                return found
            games.purge(db, found.key)
            return _update(db, found, replace(found, key=renewed))

        return self._engine.writing(work)

    def delete(self, group: str) -> None:
        """Remove a group with its text, while its games stay and follow each other as before."""
        tried: list[str] = []

        def work(db: Database) -> None:
            if db.row(_LOCKED, id=group) is None and tried:
                return  # deleted by the previous attempt, though its answer was lost
            found = _group(db, group)
            tried.append(group)
            for row in _memberships(db, _MEMBERS, group=group):
                left = GroupMembership(follows=row["follows"])
                db.upsert("places", membership_row(row, left), by="game")
            # Remove the damaged rows as well, whose games already count as ungrouped.
            db.write(_EMPTY, group=group)
            db.write(_REMOVE, id=group)
            games.purge(db, found.id, found.key)

        self._engine.writing(work)

    def games(self, group: str) -> list[Member]:
        """Return all games of a group, in the trash or not, in order of creation."""

        def work(db: Database) -> list[Member]:
            _group(db, group)
            return [_member_of(row) for row in _memberships(db, _MEMBERS, group=group)]

        return self._engine.reading(work)

    def state(self, group: str) -> str:
        """Return a version tag that changes with the group or any of its games, at a low cost."""
        found = self._engine.reading(lambda db: db.row(_STATE, id=group))
        if found is None:
            raise UnknownGroupError(group)
        return f"{found['version']} {found['games']}"

    def membership(self, game: str) -> GroupMembership:
        return self._engine.reading(lambda db: _membership(db, game))

    def put(self, game: str, membership: GroupMembership) -> None:
        def work(db: Database) -> None:
            if membership.group is not None:
                _group(db, membership.group)
            _put(db, game, membership)

        self._engine.writing(work)

    def following(self, game: str) -> str | None:
        """Return the first game that follows this one and is not in the trash, or None."""

        def work(db: Database) -> str | None:
            games.find_game(db, game)
            rows = _memberships(db, _FOLLOWING, game=game)
            return next((str(row["id"]) for row in rows if not games.is_deleted(row)), None)

        return self._engine.reading(work)


def lock_group(db: Database, group: str) -> None:
    """Lock a group until the save, so that no other transaction adds or removes its games."""
    db.row(_LOCKED, id=group)


def remove_if_empty(db: Database, group: str) -> None:
    """Remove a locked group if it has no games."""
    db.write(_REMOVE_EMPTY, id=group)


def _group(db: Database, group: str) -> Group:
    row = db.row(_BY_ID, id=group)
    if row is None:
        raise UnknownGroupError(group)
    return _group_of(row)


def _update(db: Database, old: Group, new: Group) -> Group:
    db.update("groups", group_row(old), group_row(new))
    return new


def _memberships(db: Database, sql: str, **values: str) -> list[Row]:
    """Return the games found with their groups, except those with a damaged row."""
    return [row for row in db.rows(sql, **values) if MEMBERSHIPS.is_intact(row)]


def _membership(db: Database, game: str) -> GroupMembership:
    games.require_game(game, games.get_game(db, game), in_trash=True)
    for row in _memberships(db, _MEMBERSHIP, game=game):
        return GroupMembership(row["group"], row["follows"], bool(row["is_counted"]))
    return GroupMembership()


def _put(db: Database, game: str, membership: GroupMembership) -> None:
    """Set a game's group and predecessor, and remove the group it leaves if that becomes empty."""
    row = games.require_game(game, games.get_game(db, game, is_locked=True), in_trash=True)
    before = _membership(db, game).group
    # Both groups are locked in sorted order, to avoid deadlocks.
    for group in sorted(filter(None, {before, membership.group})):
        lock_group(db, group)
    if membership.group is not None:
        _group(db, membership.group)  # raises if it was removed before it was locked
    db.upsert("places", membership_row(row, membership), by="game")
    if before not in {None, membership.group}:
        remove_if_empty(db, str(before))


def group_row(group: Group) -> dict[str, object]:
    return GROUPS.with_checksum({column: getattr(group, column) for column in _OF_GROUP})


def _group_of(row: Row) -> Group:
    GROUPS.check([row])  # a damaged row might hold another group's text
    return Group(row["id"], row["key"], row["version"], row["text"])


def membership_row(game: Row, membership: GroupMembership) -> dict[str, object]:
    row = {
        "group": membership.group,
        "follows": membership.follows,
        "is_counted": int(membership.is_counted),
    }
    return MEMBERSHIPS.with_checksum({"game": game["ref"], **row}, id=game["id"])


def _member_of(row: Row) -> Member:
    created, deleted = (games.time_of(row, name) for name in ("created", "deleted"))
    return Member(row["id"], created, row["version"], deleted, bool(row["is_counted"]))
