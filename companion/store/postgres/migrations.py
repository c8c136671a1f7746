"""The schema as named migrations, which are never changed after their release.

Servers of the previous version go on working during and after a step, so a step only adds what they
do not query. Every table of a game has a primary key that starts with the game. A time is stored
as whole microseconds since 1970 in UTC.
"""

from companion.game import journal_format
from companion.store.errors import NewerSchemaError, StoreUnavailableError
from companion.store.postgres.database import PostgresDatabase

# Every database records these names, so they never change.
STEPS = {
    "journals": """
    CREATE TABLE games (
        id text COLLATE "C" PRIMARY KEY,
        number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
        version integer NOT NULL,
        seal bytea NOT NULL,
        created bigint NOT NULL,
        changed bigint NOT NULL,
        deleted bigint,
        heading bytea NOT NULL
    );
    CREATE INDEX games_by_change ON games (changed DESC, number DESC) WHERE deleted IS NULL;
    CREATE INDEX games_by_deletion ON games (deleted, id) WHERE deleted IS NOT NULL;
    CREATE TABLE lines (
        game text COLLATE "C" NOT NULL REFERENCES games ON DELETE CASCADE,
        version integer NOT NULL,
        at bigint NOT NULL,
        body bytea NOT NULL,
        request_id bytea,
        fingerprint bytea,
        "by" bytea,
        seal bytea NOT NULL,
        request bytea,
        PRIMARY KEY (game, version)
    );
    CREATE UNIQUE INDEX lines_by_request ON lines (game, request) WHERE request IS NOT NULL;
    CREATE TABLE purged (digest bytea PRIMARY KEY);
""",
    "keys": """
    CREATE TABLE keys (
        "key" text COLLATE "C" PRIMARY KEY,
        game text COLLATE "C" NOT NULL,
        kind text COLLATE "C" NOT NULL,
        "table" integer,
        seal bytea NOT NULL
    );
    CREATE INDEX keys_by_game ON keys (game);
""",
    "drafts": """
    CREATE TABLE counts (
        game text COLLATE "C" NOT NULL REFERENCES games ON DELETE CASCADE,
        "table" integer NOT NULL,
        count integer NOT NULL,
        PRIMARY KEY (game, "table")
    );
    CREATE TABLE drafts (
        game text COLLATE "C" NOT NULL REFERENCES games ON DELETE CASCADE,
        "table" integer NOT NULL,
        seat integer NOT NULL,
        round integer NOT NULL,
        text bytea NOT NULL,
        "by" bytea,
        count integer NOT NULL,
        seal bytea NOT NULL,
        PRIMARY KEY (game, "table", seat)
    );
""",
    "groups": """
    CREATE TABLE groups (
        id text COLLATE "C" PRIMARY KEY,
        "key" text COLLATE "C" NOT NULL UNIQUE,
        version integer NOT NULL,
        text bytea NOT NULL,
        seal bytea NOT NULL
    );
    CREATE TABLE places (
        game text COLLATE "C" PRIMARY KEY REFERENCES games ON DELETE CASCADE,
        "group" text COLLATE "C",
        follows text COLLATE "C",
        is_counted integer NOT NULL,
        seal bytea NOT NULL
    );
    CREATE INDEX places_by_group ON places ("group") WHERE "group" IS NOT NULL;
    CREATE INDEX places_by_follows ON places (follows) WHERE follows IS NOT NULL;
""",
    "televisions": """
    CREATE TABLE televisions (
        television text COLLATE "C" PRIMARY KEY,
        code text COLLATE "C" UNIQUE,
        address text,
        "key" text COLLATE "C",
        at bigint NOT NULL,
        seal bytea NOT NULL
    );
    CREATE INDEX televisions_by_key ON televisions ("key") WHERE "key" IS NOT NULL;
""",
    "leases": """
    CREATE TABLE leases (
        holder text COLLATE "C" PRIMARY KEY,
        host text NOT NULL,
        is_exclusive boolean NOT NULL,
        renewed timestamptz NOT NULL
    );
""",
}

_RECORD = "companion_migrations"
_LAY_OUT_RECORD = f"""CREATE TABLE IF NOT EXISTS {_RECORD} (
                          name text PRIMARY KEY, applied timestamptz NOT NULL DEFAULT now())"""
_HAS_RECORD = f"SELECT 1 WHERE to_regclass('{_RECORD}') IS NOT NULL"
_APPLIED = f"SELECT name FROM {_RECORD}"
_HAS_TABLES = "SELECT 1 FROM pg_tables WHERE schemaname = current_schema() LIMIT 1"
# Held only as long as the steps take. The number is arbitrary.
_ONE_AT_A_TIME = "SELECT pg_advisory_xact_lock(5060428931157743)"


def migrate(db: PostgresDatabase, name: str) -> None:
    """Migrate a database to the current schema, which several servers may do at once.

    Raises `NewerSchemaError`, and `StoreUnavailableError` for another application's database.
    """
    if STEPS.keys() <= _applied(db, name):
        return
    with db.transaction():
        db.write("SET LOCAL statement_timeout = 0")  # another server's migration may take long
        db.write(_ONE_AT_A_TIME)
        applied = _applied(db, name)
        db.write(_LAY_OUT_RECORD)
        for step, sql in STEPS.items():
            if step not in applied:
                db.write(sql)
                db.write(f"INSERT INTO {_RECORD} (name) VALUES (:step)", step=step)


def check_schema(db: PostgresDatabase, name: str) -> None:
    """Raise `NewerSchemaError` or `StoreUnavailableError` unless the schema is current."""
    if not STEPS.keys() <= _applied(db, name):
        msg = (
            f"{name} holds no games, or is of an older version, which `companion games` brings up"
            " to date"
        )
        raise StoreUnavailableError(msg)


def _applied(db: PostgresDatabase, name: str) -> set[str]:
    # Checked in this order, because another server may be creating the tables meanwhile.
    has_tables = db.row(_HAS_TABLES) is not None
    if db.row(_HAS_RECORD) is None:
        if has_tables:
            msg = f"{name} is a database of something else"
            raise StoreUnavailableError(msg)
        return set()
    applied = {str(row["name"]) for row in db.rows(_APPLIED)}
    if applied - STEPS.keys() - journal_format.NEWER:
        msg = f"{name} was written by a newer version: update, or use the version that wrote it"
        raise NewerSchemaError(msg)
    return applied
