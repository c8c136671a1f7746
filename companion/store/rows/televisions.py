"""Televisions: the codes they show, and the boards they were sent."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from companion.store.checksums import Row, checksum
from companion.store.codes import BOARD_LIFETIME, LIFETIME, check_codes, draw_code, is_holding
from companion.store.database import Database, Engine, OvertakenError, is_name, named
from companion.store.rows.games import to_datetime, to_microseconds

COLUMNS = ("television", "code", "address", "key", "at", "seal")

_SELECT = f"SELECT {named(COLUMNS)} FROM televisions"
_BY_NAME = f"{_SELECT} WHERE television = :television"
_BY_CODE = f"{_SELECT} WHERE code = :code"
_BY_KEY = f'{_SELECT} WHERE "key" = :key ORDER BY at, television'
_WITH_CODE = f"{_SELECT} WHERE code IS NOT NULL OR television = :television"

# What lies in the future was written before the clock was set.
_REMOVE_OLD = """DELETE FROM televisions
                 WHERE code IS NOT NULL AND (at <= :code_begin OR at >= :code_end)
                    OR code IS NULL AND (at <= :board_begin OR at >= :board_end)"""
_REMOVE_DAMAGED = "DELETE FROM televisions WHERE television = :television AND seal = :seal"
_REMOVE = "DELETE FROM televisions WHERE television = :television"


@dataclass(frozen=True, slots=True)
class Television:
    """What a television shows: a `code`, which holds `until` then, or the board of a `key`."""

    code: str | None = None
    until: datetime | None = None
    key: str | None = None


class Televisions:
    """The televisions that show a code, and those that were sent a board.

    A television is known by its own secret, as a game is by its keys. It shows either a code or,
    once a phone has sent it one, the board of a key.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def offer_code(self, television: str, address: str, now: datetime) -> Television:
        """Return a television with the code it shows, a new one where it had none that still holds.

        `address` is where it asks from. One that shows a board is returned as it is. Raises
        `NoCodeLeftError`. Whoever asks also sees to it that what is too old is removed.
        """

        def work(db: Database) -> Television:
            _remove_old(db, now)
            # What is left of codes holds.
            shown = []
            for found in db.rows(_WITH_CODE, television=television):
                if not is_intact_television(found):
                    db.write(_REMOVE_DAMAGED, **found)
                elif found["television"] == television:
                    return _television_of(found)
                else:
                    shown.append(found)
            since = [to_datetime(row["at"]) for row in shown]
            here = [to_datetime(row["at"]) for row in shown if row["address"] == address]
            check_codes(since, here)
            row = _sealed(
                television=television,
                code=draw_code({row["code"] for row in shown}),
                address=address,
                key=None,
                at=to_microseconds(now),
            )
            if not db.insert("televisions", [row]):  # another one was given this code
                raise OvertakenError(television)
            return _television_of(row)

        return self._engine.writing(work)

    def find(self, television: str) -> Television | None:
        """Return what a television shows; None for an unknown one."""
        rows = self._engine.reading(lambda db: _rows(db, _BY_NAME, television=television))
        return _television_of(rows[0]) if rows else None

    def find_code(self, code: str, now: datetime) -> bool:
        """Return whether a television shows this code, and it still holds."""
        return bool(self._engine.reading(lambda db: _holding(db, code, now)))

    def send(self, code: str, key: str, now: datetime) -> bool:
        """Send the board of a key to the television that shows this code, and use the code up.

        Returns whether there was one; of several that send at once it is true for one.
        """
        # Where it asked from was of use only as long as it had a code.
        sent = {"code": None, "address": None, "key": key, "at": to_microseconds(now)}
        tried: list[Row] = []

        def work(db: Database) -> bool:
            # The last try may have been saved, though no answer came.
            if tried and tried[0] in _rows(db, _BY_NAME, television=tried[0]["television"]):
                return True
            for row in _holding(db, code, now):
                tried[:] = [_sealed(**row | sent)]
                db.update("televisions", row, tried[0], by="television")
                return True
            return False

        return self._engine.writing(work, is_single=True)

    def show(self, television: str, key: str, now: datetime) -> None:
        """Show the board of another key on a television that shows one; any other is left alone."""

        def work(db: Database) -> None:
            for row in _rows(db, _BY_NAME, television=television):
                if row["key"] is not None:
                    new = _sealed(**row | {"key": key, "at": to_microseconds(now)})
                    db.update("televisions", row, new, by="television")

        self._engine.writing(work, is_single=True)

    def showing(self, key: str) -> list[str]:
        """Return the televisions that show the board of a key, the one sent first at the front."""
        rows = self._engine.reading(lambda db: _rows(db, _BY_KEY, key=key))
        return [row["television"] for row in rows]

    def forget(self, television: str) -> None:
        """Forget what a television shows, code or board."""
        if is_name(television):
            self._engine.writing(
                lambda db: db.write(_REMOVE, television=television), is_single=True
            )


def _rows(db: Database, sql: str, **values: str) -> list[dict[str, Any]]:
    """Return the televisions that are found; a damaged one is none, it asks again."""
    return [dict(row) for row in db.rows(sql, **values) if is_intact_television(row)]


def _holding(db: Database, code: str, now: datetime) -> list[dict[str, Any]]:
    rows = _rows(db, _BY_CODE, code=code)
    return [row for row in rows if is_holding(to_datetime(row["at"]), now)]


def _remove_old(db: Database, now: datetime) -> None:
    """Remove codes that no longer hold and boards sent long ago."""
    db.write(
        _REMOVE_OLD,
        code_begin=to_microseconds(now - LIFETIME),
        code_end=to_microseconds(now + LIFETIME),
        board_begin=to_microseconds(now - BOARD_LIFETIME),
        board_end=to_microseconds(now + BOARD_LIFETIME),
    )


def _television_of(row: Row) -> Television:
    if row["code"] is None:
        return Television(key=row["key"])
    return Television(row["code"], to_datetime(row["at"]) + LIFETIME)


def is_intact_television(row: Row) -> bool:
    """Return whether what a television shows is as it was written."""
    return bool(row["seal"] == _checksum(row))


def _sealed(**row: object) -> Row:
    """Return the row of a television with its checksum."""
    return row | {"seal": _checksum(row)}


def _checksum(row: Row) -> bytes:
    *covered, _ = COLUMNS
    return checksum("television", *(row[column] for column in covered))
