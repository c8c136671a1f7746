"""Televisions in PostgreSQL: the codes they show, and the boards they were sent."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from companion.store.checksums import Row
from companion.store.codes import BOARD_LIFETIME, LIFETIME, check_codes, draw_code, is_holding
from companion.store.postgres.connections import Connections, Database, OvertakenError
from companion.store.postgres.games import is_name
from companion.store.protocols import Television
from companion.store.rows.games import to_datetime, to_microseconds
from companion.store.rows.televisions import (
    is_intact_television,
    television_checksum,
    television_of,
)

_COLUMNS = ("television", "code", "address", "key", "at", "seal")
_SELECT = 'SELECT television, code, address, "key", at, seal FROM televisions'

_SHOWN = "SELECT code, at, address FROM televisions WHERE code IS NOT NULL"

_INSERT = """INSERT INTO televisions (television, code, address, "key", at, seal)
             VALUES (%(television)s, %(code)s, %(address)s, %(key)s, %(at)s, %(seal)s)"""
_UPDATE = """UPDATE televisions SET code = %(code)s, address = %(address)s, "key" = %(key)s,
                                    at = %(at)s, seal = %(seal)s
             WHERE television = %(television)s AND seal = %(old_seal)s"""

_REMOVE_DAMAGED = "DELETE FROM televisions WHERE television = %s AND seal = %s"

# What lies in the future was written before the clock was set.
_REMOVE_OLD = """DELETE FROM televisions
                 WHERE code IS NOT NULL AND (at <= %s OR at >= %s)
                    OR code IS NULL AND (at <= %s OR at >= %s)"""


class PostgresTelevisions:
    """The `Televisions` of one database."""

    def __init__(self, server: Connections) -> None:
        self._server = server

    def offer_code(self, television: str, address: str, now: datetime) -> Television:
        def work(db: Database) -> Television:
            _remove_old(db, now)
            # What is left of codes holds.
            for found in _selected(db, "television = %s", [television]):
                if is_intact_television(found):
                    return television_of(found)
                db.write(_REMOVE_DAMAGED, [television, found["seal"]])
            shown = db.rows(_SHOWN)
            since = [to_datetime(at) for _, at, _ in shown]
            here = [to_datetime(at) for _, at, by in shown if by == address]
            check_codes(since, here)
            row = {
                "television": television,
                "code": draw_code({code for code, _, _ in shown}),
                "address": address,
                "key": None,
                "at": to_microseconds(now),
            }
            # If another television is given this code at this moment, this one is given another.
            db.write(_INSERT, row | {"seal": television_checksum(row)})
            return television_of(row)

        return self._server.run(work)

    def find(self, television: str) -> Television | None:
        rows = self._server.run(lambda db: _rows(db, "television = %s", [television]))
        return television_of(rows[0]) if rows else None

    def find_code(self, code: str, now: datetime) -> bool:
        return bool(self._server.run(lambda db: _holding(db, code, now)))

    def send(self, code: str, key: str, now: datetime) -> bool:
        # Where it asked from was of use only as long as it had a code.
        sent = {"code": None, "address": None, "key": key, "at": to_microseconds(now)}
        tried: list[Row] = []

        def work(db: Database) -> bool:
            # The last try may have been saved, though no answer came.
            if tried and tried[0] in _rows(db, "television = %s", [tried[0]["television"]]):
                return True
            for row in _holding(db, code, now):
                tried[:] = [_update(db, row, sent)]
            return bool(tried)

        return self._server.run(work)

    def show(self, television: str, key: str, now: datetime) -> None:
        def work(db: Database) -> None:
            for row in _rows(db, 'television = %s AND "key" IS NOT NULL', [television]):
                _update(db, row, {"key": key, "at": to_microseconds(now)})

        self._server.run(work)

    def showing(self, key: str) -> list[str]:
        where = '"key" = %s ORDER BY at, television'
        rows = self._server.run(lambda db: _rows(db, where, [key]))
        return [row["television"] for row in rows]

    def forget(self, television: str) -> None:
        if is_name(television):
            remove = "DELETE FROM televisions WHERE television = %s"
            self._server.run(lambda db: db.write(remove, [television]))


def _rows(db: Database, where: str, values: Sequence[str] = ()) -> list[dict[str, Any]]:
    """Return the televisions of which this is true; a damaged one is none, it asks again."""
    return [row for row in _selected(db, where, values) if is_intact_television(row)]


def _selected(db: Database, where: str, values: Sequence[str] = ()) -> list[dict[str, Any]]:
    if not all(map(is_name, values)):  # no name, code or key of ours
        return []
    found = db.rows(f"{_SELECT} WHERE {where}", values)
    return [dict(zip(_COLUMNS, selected, strict=True)) for selected in found]


def _holding(db: Database, code: str, now: datetime) -> list[dict[str, Any]]:
    rows = _rows(db, "code = %s", [code])
    return [row for row in rows if is_holding(to_datetime(row["at"]), now)]


def _update(db: Database, row: Row, changed: Row) -> Row:
    """Change what a television shows, unless somebody was quicker."""
    new = {**row, **changed}
    new["seal"] = television_checksum(new)
    if not db.write(_UPDATE, {**new, "old_seal": row["seal"]}):
        raise OvertakenError
    return new


def _remove_old(db: Database, now: datetime) -> None:
    """Remove codes that no longer hold and boards sent long ago."""
    moments = (now - LIFETIME, now + LIFETIME, now - BOARD_LIFETIME, now + BOARD_LIFETIME)
    db.write(_REMOVE_OLD, [to_microseconds(moment) for moment in moments])
