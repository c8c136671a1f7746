"""Direct access to a SQLite file without the store."""

import sqlite3
from contextlib import closing
from pathlib import Path


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
