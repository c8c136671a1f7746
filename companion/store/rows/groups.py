"""The rows of groups, and of where each game belongs."""

from companion.store.checksums import Row, checksum
from companion.store.errors import DamagedRowError
from companion.store.protocols import Group, Member, Place
from companion.store.rows.games import has_intact_heading, to_datetime


def group_row(group: Group) -> dict[str, object]:
    """Return the row of a group, with its checksum."""
    seal = checksum("group", group.id, group.key, group.version, group.text)
    values = {"id": group.id, "key": group.key, "version": group.version, "text": group.text}
    return {**values, "seal": seal}


def is_intact_group(row: Row) -> bool:
    """Return whether a group is as it was written."""
    seal = checksum("group", row["id"], row["key"], row["version"], row["text"])
    return bool(row["seal"] == seal)


def place_row(game: str, place: Place) -> dict[str, object]:
    """Return the row of where a game, given by its id, belongs, without its game."""
    seal = checksum("place", game, place.group, place.follows, int(place.is_counted))
    return {
        "group": place.group,
        "follows": place.follows,
        "is_counted": int(place.is_counted),
        "seal": seal,
    }


def place_of(row: Row) -> Place:
    """Return where a game belongs by its row."""
    return Place(row["group"], row["follows"], bool(row["is_counted"]))


def is_intact_place(row: Row) -> bool:
    """Return whether the place of a game, given with the id of the game, is as it was written."""
    seal = checksum("place", row["id"], row["group"], row["follows"], row["is_counted"])
    return bool(row["seal"] == seal)


def group_of(row: Row) -> Group:
    """Return a group by its row; raises `DamagedRowError`."""
    if not is_intact_group(row):  # it might be another group's text
        msg = "a stored group is damaged"
        raise DamagedRowError(msg)
    return Group(row["id"], row["key"], row["version"], row["text"])


def member_of(row: Row) -> Member:
    """Return a game of a group, given as its row and that of its place."""
    is_intact = has_intact_heading(row)
    created, deleted = (
        to_datetime(row[name]) if is_intact and row[name] is not None else None
        for name in ("created", "deleted")
    )
    return Member(row["id"], created, row["version"], deleted, bool(row["is_counted"]))
