"""Direct access to a SQLite file without the store."""

import sqlite3
from contextlib import closing
from pathlib import Path

from companion.store.checksums import START
from companion.store.rows.games import heading_checksum
from companion.store.rows.lines import line_checksum
from companion.store.sqlite.connections import connect
from companion.store.sqlite.migrations import MIGRATIONS


def run_untyped(file: Path, table: str, column: str, sql: str) -> None:
    """Execute a statement with the type check of a column disabled."""
    (declared,) = run(file, "SELECT sql FROM sqlite_master WHERE name = ?", table)[0]
    lax = str(declared).replace(" STRICT", "").replace(f"{column} INTEGER NOT NULL", column)
    for description, then in ((lax, sql), (declared, "SELECT 1")):
        with closing(sqlite3.connect(file)) as connection, connection:
            connection.execute("PRAGMA writable_schema = ON")
            described = "UPDATE sqlite_master SET sql = ? WHERE name = ?"
            connection.execute(described, (description, table))
        run(file, then)


def create_old_schema(file: Path, stop_before: str) -> None:
    """Create a file with the schema as it was before the migration `stop_before`."""
    file.touch()
    with connect(file) as db:
        MIGRATIONS.apply(db, stop_before=stop_before)


def insert_old_game(file: Path, number: int = 1) -> str:
    """Insert a game with one line into a file with any version of the schema; return its id."""
    game = f"old {number}"
    line = {"version": 1, "at": 0, "body": "sit down", "request_id": None, "fingerprint": None}
    seal = line_checksum(game, START, {**line, "by": None})
    row = {"number": number, "id": game, "version": 1, "seal": seal, "created": 0, "changed": 0}
    if run(file, "SELECT 1 FROM pragma_table_info('games') WHERE name = 'heading'"):
        row["heading"] = heading_checksum(game, 0, 0, None)
    columns, values = ", ".join(row), ", ".join("?" * len(row))
    run(file, f"INSERT INTO games ({columns}) VALUES ({values})", *row.values())
    run(file, "INSERT INTO lines VALUES (?, 1, 0, 'sit down', NULL, NULL, NULL, ?)", number, seal)
    return game


def run(file: Path, sql: str, *values: object) -> list[tuple[object, ...]]:
    """Execute one statement on a SQLite file, bypassing the store, and return the rows found."""
    with closing(sqlite3.connect(file)) as connection, connection:
        return connection.execute(sql, values).fetchall()


def corrupt_page(file: Path, name: str, *, is_lost: bool = False) -> None:
    """Damage the root page of a table or index: halve its entry count, or zero it if `is_lost`."""
    ((page, size),) = run(
        file, "SELECT rootpage, page_size FROM sqlite_master, pragma_page_size WHERE name = ?", name
    )
    assert isinstance(page, int)
    assert isinstance(size, int)
    content, start = bytearray(file.read_bytes()), (page - 1) * size
    if is_lost:
        content[start : start + size] = bytes(size)
    else:
        entries = int.from_bytes(content[start + 3 : start + 5], "big")
        content[start + 3 : start + 5] = (entries // 2).to_bytes(2, "big")
    file.write_bytes(content)
