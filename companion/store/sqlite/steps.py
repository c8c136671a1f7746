"""The released steps of a file's schema, each frozen with all that it needs.

A step runs on files of any age, long after the row classes have changed. So a released step is
never changed, and imports nothing of the store. It has its own statements, and its own `_checksum`
over the columns that a row had then. A step that has to compute checksums again does so only for
rows that have the right one, because a damaged row must stay damaged.

A file is migrated while no other process has it open, so a step may change anything.

A time is stored as whole microseconds since 1970 in UTC. `games.number` identifies a game within
the file, because the id would be repeated in every line.
"""

import json
import secrets
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

from sqlite_utils import Database

_SERIES = "SELECT series.*, games.id FROM series JOIN games ON number = game ORDER BY number"


def _checksum(*parts: object) -> bytes:
    return blake2b(json.dumps(parts, default=bytes.hex).encode(), digest_size=16).digest()


def journals(db: Database) -> None:
    """Create games and their lines, with a game's lines next to each other in the file."""
    db.executescript("""
        CREATE TABLE games (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            version INTEGER NOT NULL,
            seal BLOB NOT NULL,
            created INTEGER NOT NULL,
            changed INTEGER NOT NULL,
            deleted INTEGER
        ) STRICT;
        CREATE INDEX games_by_change ON games (changed) WHERE deleted IS NULL;
        CREATE INDEX games_by_deletion ON games (deleted) WHERE deleted IS NOT NULL;
        CREATE TABLE lines (
            game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
            version INTEGER NOT NULL,
            at INTEGER NOT NULL,
            body TEXT NOT NULL,
            request_id TEXT,
            fingerprint TEXT,
            "by" TEXT,
            seal BLOB NOT NULL,
            PRIMARY KEY (game, version)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX lines_by_request ON lines (game, request_id)
            WHERE request_id IS NOT NULL;
    """)


def doors(db: Database) -> None:
    db.executescript("""
        CREATE TABLE doors (
            "key" TEXT PRIMARY KEY,
            game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
            kind TEXT NOT NULL,
            "table" INTEGER,
            seal BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX doors_by_game ON doors (game);
    """)


def drafts(db: Database) -> None:
    db.executescript("""
        CREATE TABLE drafts (
            game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
            "table" INTEGER NOT NULL,
            seat INTEGER NOT NULL,
            round INTEGER NOT NULL,
            text TEXT NOT NULL,
            "by" TEXT,
            count INTEGER NOT NULL,
            PRIMARY KEY (game, "table", seat)
        ) STRICT, WITHOUT ROWID;
    """)


def series(db: Database) -> None:
    db.executescript("""
        CREATE TABLE series (
            game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE,
            series TEXT NOT NULL,
            leads INTEGER NOT NULL,
            seal BLOB NOT NULL
        ) STRICT;
        CREATE INDEX series_by_series ON series (series);
    """)


def checksums(db: Database) -> None:
    """Add checksums to the times of games and to drafts."""
    db.execute("ALTER TABLE games ADD COLUMN heading BLOB NOT NULL DEFAULT x''")
    for row in list(db.execute("SELECT number, id, created, changed, deleted FROM games")):
        number, *covered = row
        heading = _checksum("heading", *covered)
        db.execute("UPDATE games SET heading = ? WHERE number = ?", (heading, number))
    hands = list(db.query("SELECT drafts.*, games.id FROM drafts JOIN games ON number = game"))
    db.execute("DROP TABLE drafts")
    db.execute("""
        CREATE TABLE drafts (
            game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
            "table" INTEGER NOT NULL,
            seat INTEGER NOT NULL,
            round INTEGER NOT NULL,
            text TEXT NOT NULL,
            "by" TEXT,
            count INTEGER NOT NULL,
            seal BLOB NOT NULL,
            PRIMARY KEY (game, "table", seat)
        ) STRICT, WITHOUT ROWID
    """)
    for hand in hands:
        covered = [hand[name] for name in ("id", "table", "seat", "round", "text", "by", "count")]
        del hand["id"]
        db.table("drafts").insert({**hand, "seal": _checksum("draft", *covered)})


def purged(db: Database) -> None:
    db.execute("CREATE TABLE purged (digest BLOB PRIMARY KEY) STRICT, WITHOUT ROWID")


def televisions(db: Database) -> None:
    db.executescript("""
        CREATE TABLE televisions (
            television TEXT PRIMARY KEY,
            code TEXT UNIQUE,
            address TEXT,
            "key" TEXT,
            at INTEGER NOT NULL,
            seal BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX televisions_by_key ON televisions ("key") WHERE "key" IS NOT NULL;
    """)


def groups(db: Database) -> None:
    """Turn every series into a group, where each game follows the same one as before."""
    db.executescript("""
        CREATE TABLE groups (
            id TEXT PRIMARY KEY,
            "key" TEXT NOT NULL UNIQUE,
            version INTEGER NOT NULL,
            text TEXT NOT NULL,
            seal BLOB NOT NULL
        ) STRICT;
        CREATE TABLE places (
            game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE,
            "group" TEXT,
            follows TEXT,
            is_counted INTEGER NOT NULL,
            seal BLOB NOT NULL
        ) STRICT;
        CREATE INDEX places_by_group ON places ("group");
        CREATE INDEX places_by_follows ON places (follows);
    """)
    before: dict[str, str] = {}  # the latest game of a series so far
    made: dict[str, str] = {}
    for row in list(db.query(_SERIES)):
        game, name = row["id"], row["series"]
        if not _is_intact(row):
            continue  # a damaged row counts as not in the series
        if name not in made:
            group = (secrets.token_urlsafe(16), secrets.token_urlsafe(16), 0, "")
            seal = _checksum("group", *group)
            db.execute("INSERT INTO groups VALUES (?, ?, ?, ?, ?)", (*group, seal))
            made[name] = group[0]
        place = (made[name], before.get(name) if row["leads"] else None, 1)
        seal = _checksum("place", game, *place)
        db.execute("INSERT INTO places VALUES (?, ?, ?, ?, ?)", (row["game"], *place, seal))
        before[name] = game
    db.execute("DROP TABLE series")


def has_damaged_series(db: Database) -> bool:
    """Return whether a file from before `groups` has a row that this step would leave out."""
    return db.table("series").exists() and not all(map(_is_intact, db.query(_SERIES)))


def _is_intact(row: Mapping[str, Any]) -> bool:
    return bool(row["seal"] == _checksum(row["id"], row["series"], row["leads"]))


# Every database records these names, so they never change.
STEPS = (journals, doors, drafts, series, checksums, purged, televisions, groups)
