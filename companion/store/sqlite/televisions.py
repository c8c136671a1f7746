"""Televisions in SQLite: the codes they show, and the boards they were sent."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlite_utils import Database

from companion.store.checksums import Row
from companion.store.codes import (
    BOARD_LIFETIME,
    LIFETIME,
    check_codes,
    draw_code,
    is_holding,
)
from companion.store.protocols import Television
from companion.store.rows.games import to_datetime, to_microseconds
from companion.store.rows.televisions import (
    is_intact_television,
    television_checksum,
    television_of,
)
from companion.store.sqlite.connections import Connections


class SqliteTelevisions:
    """The `Televisions` of one file."""

    def __init__(self, file: Connections) -> None:
        self._file = file

    def offer_code(self, television: str, address: str, now: datetime) -> Television:
        with self._file.writing() as db:
            _remove_old(db, now)
            # What is left of codes holds.
            row = next(iter(_rows(db, "television = ?", [television])), None)
            if row is None:
                shown = _rows(db, "code IS NOT NULL")
                since = [to_datetime(each["at"]) for each in shown]
                here = [to_datetime(each["at"]) for each in shown if each["address"] == address]
                check_codes(since, here)
                code = draw_code({each["code"] for each in shown})
                at = to_microseconds(now)
                row = {"television": television, "code": code, "address": address, "at": at}
                row["key"] = None
                _put(db, row)
        return television_of(row)

    def find(self, television: str) -> Television | None:
        with self._file.reading() as db:
            rows = _rows(db, "television = ?", [television])
        return television_of(rows[0]) if rows else None

    def find_code(self, code: str, now: datetime) -> bool:
        with self._file.reading() as db:
            return bool(_holding(db, code, now))

    def send(self, code: str, key: str, now: datetime) -> bool:
        with self._file.writing() as db:
            rows = _holding(db, code, now)
            for row in rows:
                # Where it asked from was of use only as long as it had a code.
                sent = {"code": None, "address": None, "key": key, "at": to_microseconds(now)}
                _put(db, row | sent)
        return bool(rows)

    def show(self, television: str, key: str, now: datetime) -> None:
        with self._file.writing() as db:
            for row in _rows(db, 'television = ? AND "key" IS NOT NULL', [television]):
                _put(db, row | {"key": key, "at": to_microseconds(now)})

    def showing(self, key: str) -> list[str]:
        with self._file.reading() as db:
            rows = _rows(db, '"key" = ? ORDER BY at, television', [key])
        return [row["television"] for row in rows]

    def forget(self, television: str) -> None:
        with self._file.writing() as db:
            db.table("televisions").delete_where("television = ?", [television])


def _rows(db: Database, where: str, values: Sequence[object] = ()) -> list[dict[str, Any]]:
    """Return the televisions of which this is true; a damaged one is none, it asks again."""
    if not all(str(value).isascii() for value in values):  # no name, code or key of ours
        return []
    rows = db.table("televisions").rows_where(where, values)
    return [row for row in rows if is_intact_television(row)]


def _holding(db: Database, code: str, now: datetime) -> list[dict[str, Any]]:
    rows = _rows(db, "code = ?", [code])
    return [row for row in rows if is_holding(to_datetime(row["at"]), now)]


def _put(db: Database, row: Row) -> None:
    db.table("televisions").insert({**row, "seal": television_checksum(row)}, replace=True)


def _remove_old(db: Database, now: datetime) -> None:
    """Remove codes that no longer hold and boards sent long ago, and damaged codes.

    What lies in the future was written before the clock was set.
    """
    for where, lifetime in (("code IS NOT NULL", LIFETIME), ("code IS NULL", BOARD_LIFETIME)):
        span = [to_microseconds(now - lifetime), to_microseconds(now + lifetime)]
        outside = f"{where} AND NOT (at > ? AND at < ?)"
        db.table("televisions").delete_where(outside, span)
    for row in list(db.table("televisions").rows_where("code IS NOT NULL")):
        if not is_intact_television(row):
            db.table("televisions").delete(row["television"])
