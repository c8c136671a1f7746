"""Migration of a file to the current schema, by the steps that it lacks."""

from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path

from sqlite_utils import Database, Migrations

from companion.game import journal_format
from companion.store.errors import DamagedFileError, NewerSchemaError, StoreUnavailableError
from companion.store.sqlite.connections import Connections
from companion.store.sqlite.steps import STEPS

TABLES = {
    "_sqlite_migrations", "games", "lines", "doors", "drafts", "purged", "televisions",
    "groups", "places",
}  # fmt: skip
"""All tables of a file, including the record of migrations."""

MIGRATIONS = Migrations("companion")
for step in STEPS:
    MIGRATIONS()(step)


def is_older(path: Path) -> bool:
    """Return whether a file has some of the steps but not all, or raise as `migrate` does."""
    with closing(Connections(path)) as file, file.reading() as db:
        check_schema(db, path.name)
        return bool(MIGRATIONS.applied(db) and MIGRATIONS.pending(db))


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
