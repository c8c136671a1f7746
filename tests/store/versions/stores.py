"""Stores written by earlier versions, stores from before each released step, and what is in them.

`kept/` has what these commits wrote while `play.py` ran, and as JSON what each link showed then.

    first        d4080fe8   the first release
    series       b51fb2ec   with rematches and hands being counted
    televisions  55352bb1   the last with series instead of groups
    groups       6a07ba80   the first over PostgreSQL, without leases
    own-boxes    c8b6209e   with boxes of a table's own

A `.sql` is a dump (`pg_dump --inserts --no-owner`) without comments, settings, commands of psql and
the name of the schema. Before a new step is released, the version before it plays once more.
"""

import json
import lzma
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import psycopg

from companion.store.archives import OTHER_TABLES, Archive
from companion.store.errors import DamagedGameError, DamagedRowError
from companion.store.rows.groups import GROUPS
from companion.store.sqlite.connections import connect
from companion.store.sqlite.migrations import MIGRATIONS
from companion.store.urls import is_file, open_archive, path_of
from tests.store.sqlite import raw

KEPT = Path(__file__).parent / "kept"
NAMES = sorted(path.name.removesuffix(".json") for path in KEPT.glob("*.json"))

# Step: the kept store from which the one before this step is made, and the tables to drop in it.
_FILES = {
    "doors": ("first", "drafts", "doors"),
    "drafts": ("first", "drafts"),
    "series": ("first",),
    **dict.fromkeys(("checksums", "purged", "televisions"), ("series",)),
    "groups": ("televisions",),
}
_DATABASE_TABLES = {
    "keys": ("keys",),
    "drafts": ("drafts", "counts"),
    "groups": ("groups", "places"),
    "televisions": ("televisions",),
    "leases": (),  # no table to drop, as the kept store has no leases
}


def restore(kept: str, url: str) -> str:
    """Write a store from the folder `kept` to the URL of an empty store, and return the URL."""
    content = lzma.decompress((KEPT / f"{kept}.xz").read_bytes())
    if is_file(url):
        path_of(url).parent.mkdir(parents=True, exist_ok=True)
        path_of(url).write_bytes(content)
    else:
        execute(url, content.decode())
    return url


def restore_before(step: str, url: str) -> str:
    """Write a store as it was before a migration step to an empty store's URL, and return that."""
    if step == "journals":
        return url
    if is_file(url):
        kept, *dropped = _FILES.get(step, ("own-boxes",))
        restore(f"{kept}.sqlite", url)
        for table in dropped:
            execute(url, f"DROP TABLE {table}")
            execute(url, f"DELETE FROM _sqlite_migrations WHERE name = '{table}'")
        with connect(path_of(url)) as db:
            MIGRATIONS.apply(db, stop_before=step)
    else:
        steps = list(_DATABASE_TABLES)
        restore("groups.sql" if step in steps else "own-boxes.sql", url)
        for later in steps[steps.index(step) :] if step in steps else ():
            for table in _DATABASE_TABLES[later]:
                execute(url, f"DROP TABLE {table}")
            execute(url, f"DELETE FROM companion_migrations WHERE name = '{later}'")
    return url


def execute(url: str, sql: str) -> None:
    """Execute a statement on a store's file or database, bypassing the code of the store."""
    if is_file(url):
        raw.run(path_of(url), sql)
    else:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(sql)


def contents_at(url: str) -> list[str]:
    with open_archive(url) as archive:
        return contents(archive)


def contents(archive: Archive) -> list[str]:
    """Return all rows of a store as sorted texts without checksums, with errors of damaged games.

    A group that a step has made has a random id and key, so groups are named by their first game.
    """
    rows = [*_rows(archive)]
    keys = {row["id"]: row["key"] for row in archive.rows(GROUPS)}
    text = "\n".join(f"{table} {json.dumps(row, default=bytes.hex)}" for table, row in rows)
    firsts = {row["group"]: row["id"] for table, row in reversed(rows) if table == "places"}
    for group, game in firsts.items():
        if group is not None:
            text = text.replace(group, f"group of {game}").replace(keys[group], f"key of {game}")
    return sorted(text.splitlines())


def _rows(archive: Archive) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for game in archive.games():
        try:
            stored = archive.read(game)
        except (DamagedGameError, DamagedRowError) as error:
            yield "damaged", {"id": game, "error": str(error)}
            continue
        assert stored
        yield "games", _plain(stored.row)
        for table, related in stored.related.items():
            yield from ((table, {"id": game, **_plain(row)}) for row in related)
    for other in OTHER_TABLES:
        for row in archive.rows(other):
            yield other.name, {**_plain(row), "is_intact": other.is_intact(row)}


def _plain(row: Mapping[str, Any]) -> dict[str, Any]:
    left_out = {"seal", "heading", "colour", "tint"}  # the last two are added by `later.py`
    return {name: value for name, value in row.items() if name not in left_out}
