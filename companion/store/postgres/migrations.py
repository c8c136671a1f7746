"""Migration of a database to the current schema, by the steps that it lacks."""

from companion.game import journal_format
from companion.store.errors import NewerSchemaError, StoreUnavailableError
from companion.store.postgres.database import PostgresDatabase
from companion.store.postgres.leases import require_none
from companion.store.postgres.steps import STEPS

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

    Raises `NewerSchemaError`, and `StoreUnavailableError` for another application's database, or if
    a step needs the database alone and a server has it open.
    """
    if STEPS.keys() <= _applied(db, name):
        return
    with db.transaction():
        # This migration, or that of another server, may take long.
        db.write("SET LOCAL statement_timeout = 0")
        db.write("SET LOCAL idle_in_transaction_session_timeout = 0")
        db.write(_ONE_AT_A_TIME)
        applied = _applied(db, name)
        db.write(_LAY_OUT_RECORD)
        for step, change in STEPS.items():
            if step in applied:
                continue
            if isinstance(change, str):
                db.connection.execute(change)
            else:
                require_none(db, name)
                change(db.connection)
            db.write(f"INSERT INTO {_RECORD} (name) VALUES (:step)", step=step)


def check_schema(db: PostgresDatabase, name: str) -> None:
    """Raise `NewerSchemaError` or `StoreUnavailableError` unless the schema is current."""
    if not STEPS.keys() <= _applied(db, name):
        msg = (
            f"{name} holds no games, or is of an older version, which `companion games` brings up"
            " to date"
        )
        raise StoreUnavailableError(msg)


def check_not_newer(db: PostgresDatabase, name: str) -> None:
    """Raise `StoreUnavailableError` if a newer version has changed the schema meanwhile."""
    try:
        _applied(db, name)
    except NewerSchemaError as error:
        raise StoreUnavailableError(str(error)) from error


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
