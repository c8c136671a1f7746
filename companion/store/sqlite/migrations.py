"""The schema as named migrations, which are never changed after their release.

A time is stored as whole microseconds since 1970 in UTC. `games.number` identifies a game within
the file, because the id would be repeated in every line.
"""

from collections.abc import Callable
from functools import cache

from sqlite_utils import Database, Migrations

from companion.game import journal_format
from companion.keys import new_key
from companion.store.checksums import DbTable
from companion.store.errors import DamagedFileError, NewerSchemaError, StoreUnavailableError
from companion.store.rows.drafts import DRAFTS
from companion.store.rows.games import heading_checksum
from companion.store.rows.groups import Group, Place, group_row, place_row
from companion.store.sqlite.connections import Connections

SERIES = DbTable("series", ("series", "leads", "seal"), covered=("id", "series", "leads"))
_SERIES = "SELECT series.*, games.id FROM series JOIN games ON number = game ORDER BY number"


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
        heading = heading_checksum(row["id"], row["created"], row["changed"], row["deleted"])
        db.execute("UPDATE games SET heading = ? WHERE number = ?", (heading, row["number"]))
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
        game = hand.pop("id")
        db.table("drafts").insert(DRAFTS.with_checksum(hand, id=game))


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
    made: dict[str, Group] = {}
    for row in list(db.query(_SERIES)):
        game, name = row["id"], row["series"]
        if not SERIES.is_intact(row):
            continue  # a damaged row counts as not in the series
        if name not in made:
            made[name] = Group(new_key(), new_key())
            db.table("groups").insert(group_row(made[name]))
        place = Place(made[name].id, before.get(name) if row["leads"] else None)
        db.table("places").insert(place_row({"ref": row["game"], "id": game}, place))
        before[name] = game
    db.execute("DROP TABLE series")


def check_series(db: Database) -> None:
    """Raise `DamagedRowError` if an older file has a damaged series."""
    if db.table("series").exists():
        SERIES.check(db.query(_SERIES))


# Every database records these names, so they never change.
STEPS = (journals, doors, drafts, series, checksums, purged, televisions, groups)

TABLES = {
    "_sqlite_migrations", "games", "lines", "doors", "drafts", "purged", "televisions",
    "groups", "places",
}  # fmt: skip
"""All tables of a file, including the record of migrations."""

MIGRATIONS = Migrations("companion")
for step in STEPS:
    MIGRATIONS()(step)


def migrate(file: Connections, before: Callable[[str], None]) -> None:
    """Migrate a file to the current schema, which several processes may do at once.

    `before` is called with the name of the first missing step, unless the file is new. Raises
    `NewerSchemaError`, and `StoreUnavailableError` for another application's database.
    """
    with file.reading() as db:
        check_schema(db, file.path.name)
        pending = MIGRATIONS.pending(db)
        is_new = not MIGRATIONS.applied(db)
    if pending:
        if not is_new:
            before(pending[0].name)
        with file.writing() as db:
            check_schema(db, file.path.name)
            MIGRATIONS.apply(db)
    with file.reading() as db:
        # A damaged schema would otherwise show up later as missing columns.
        if not _expected() <= _columns(db):
            raise _damaged(file.path.name)


def check_schema(db: Database, name: str) -> None:
    """Refuse another application's or a newer version's database, but accept an empty one."""
    try:
        applied = {migration.name for migration in MIGRATIONS.applied(db)}
    except KeyError as error:  # the record of applied migrations lacks its columns
        raise _damaged(name) from error
    if not applied and db.table_names():
        msg = f"{name} is a database of something else"
        raise StoreUnavailableError(msg)
    if applied - {step.__name__ for step in STEPS} - journal_format.NEWER:
        msg = f"{name} was written by a newer version: update, or use the version that wrote it"
        raise NewerSchemaError(msg)


@cache
def _expected() -> set[tuple[str, str]]:
    with Database(memory=True, execute_plugins=False) as blank:
        for step in STEPS:
            step(blank)
        return _columns(blank)


def _columns(db: Database) -> set[tuple[str, str]]:
    return {(table.name, column.name) for table in db.tables for column in table.columns}


def _damaged(name: str) -> DamagedFileError:
    return DamagedFileError(f"{name}: the file is damaged")
