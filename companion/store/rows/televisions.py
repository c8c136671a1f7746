"""Televisions, with the codes they show or the boards sent to them."""

import secrets
from collections.abc import Container, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import IPv6Network
from typing import Any

from companion.store.checksums import DbTable, Row
from companion.store.database import Database, OvertakenError, Rows, quoted
from companion.store.errors import NoCodeLeftError
from companion.store.rows.games import to_datetime, to_microseconds

CODE_CHARACTERS = "ACDEFGHJKLMNPQRTVWXY23456789"
"""Letters and digits that are not confused when read from across a room."""

CODE_LENGTH = 4
CODE_LIFETIME = timedelta(minutes=10)
MOST_CODES = 1000
MOST_CODES_AN_ADDRESS = 5
MOST_CODES_A_SITE = 20

BOARD_LIFETIME = timedelta(days=30)
"""How long a television with a board is remembered, though most are off that same evening."""

_COVERED = ("television", "code", "address", "key", "at")
TELEVISIONS = DbTable("televisions", (*_COVERED, "seal"), ("television",), _COVERED, "code")

_SELECT = f"SELECT {quoted(TELEVISIONS.columns)} FROM televisions"
_BY_NAME = f"{_SELECT} WHERE television = :television"
_BY_CODE = f"{_SELECT} WHERE code = :code"
_BY_KEY = f'{_SELECT} WHERE "key" = :key ORDER BY at, television'
_WITH_CODE = f"{_SELECT} WHERE code IS NOT NULL OR television = :television"

_REMOVE_OLD = """DELETE FROM televisions WHERE (code IS NOT NULL) = :has_code
                 AND (at <= :begin OR at >= :end)"""
_REMOVE = "DELETE FROM televisions WHERE television = :television AND seal = :seal"


@dataclass(frozen=True, slots=True)
class Television:
    """What a television shows, either a `code` that is valid `until` a time or a key's board."""

    code: str | None = None
    until: datetime | None = None
    key: str | None = None


class Televisions(Rows):
    """The televisions that show a code or a board, each identified by its own secret."""

    def offer_code(self, television: str, address: str, now: datetime) -> Television:
        """Return a television's board or code, or give it a new one (limited by IP address).

        Raises `NoCodeLeftError`.
        """

        def work(db: Database) -> Television:
            # A row from the future was written before the clock was set back.
            for has_code, lifetime in ((True, CODE_LIFETIME), (False, BOARD_LIFETIME)):
                begin, end = to_microseconds(now - lifetime), to_microseconds(now + lifetime)
                db.write(_REMOVE_OLD, has_code=has_code, begin=begin, end=end)
            # All codes that remain in the table are valid.
            shown = []
            for found in db.rows(_WITH_CODE, television=television):
                if not TELEVISIONS.is_intact(found):
                    db.write(_REMOVE, **found)
                elif found["television"] == television:
                    return _television_of(found)
                else:
                    shown.append(found)
            _check_limits(shown, address)
            code = draw_code({row["code"] for row in shown})
            row = {"television": television, "code": code, "address": address, "key": None}
            row = TELEVISIONS.with_checksum({**row, "at": to_microseconds(now)})
            if not db.insert("televisions", [row]):  # another television got this code meanwhile
                raise OvertakenError(television)
            return _television_of(row)

        return self._engine.writing(work)

    def find(self, television: str) -> Television | None:
        rows = self._engine.reading(lambda db: _rows(db, _BY_NAME, television=television))
        return _television_of(rows[0]) if rows else None

    def find_code(self, code: str, now: datetime) -> bool:
        return bool(self._engine.reading(lambda db: _rows_with_code(db, code, now)))

    def send(self, code: str, key: str, now: datetime) -> bool:
        """Send a key's board to the television that shows a code, or return False if none does."""
        # The IP address is cleared, as it is needed only to limit codes.
        sent = {"code": None, "address": None, "key": key, "at": to_microseconds(now)}
        tried: list[Row] = []

        def work(db: Database) -> bool:
            # The previous attempt may have been saved, though its answer was lost.
            if tried and tried[0] in _rows(db, _BY_NAME, television=tried[0]["television"]):
                return True
            for row in _rows_with_code(db, code, now):
                tried[:] = [TELEVISIONS.with_checksum(row | sent)]
                db.update("televisions", row, tried[0], by="television")
                return True
            return False

        return self._engine.writing(work, is_single=True)

    def show(self, television: str, key: str, now: datetime) -> None:
        """Switch a television to the board of another key, unless it shows no board."""

        def work(db: Database) -> None:
            for row in _rows(db, _BY_NAME, television=television):
                if row["key"] is not None:
                    new = TELEVISIONS.with_checksum(row | {"key": key, "at": to_microseconds(now)})
                    db.update("televisions", row, new, by="television")

        self._engine.writing(work, is_single=True)

    def showing(self, key: str) -> list[str]:
        """Return the televisions that show a key's board, in the order in which it was sent."""
        rows = self._engine.reading(lambda db: _rows(db, _BY_KEY, key=key))
        return [row["television"] for row in rows]

    def forget(self, television: str) -> None:
        def work(db: Database) -> None:
            for row in db.rows(_BY_NAME, television=television):
                db.write(_REMOVE, **row)

        self._engine.writing(work, is_single=True)


def _rows(db: Database, sql: str, **values: str) -> list[dict[str, Any]]:
    """Return the televisions found, except damaged ones, which will ask for a code again."""
    return [dict(row) for row in db.rows(sql, **values) if TELEVISIONS.is_intact(row)]


def _rows_with_code(db: Database, code: str, now: datetime) -> list[dict[str, Any]]:
    rows = _rows(db, _BY_CODE, code=code)
    # The absolute difference, as the clock may have been set back meanwhile.
    return [row for row in rows if abs(now - to_datetime(row["at"])) < CODE_LIFETIME]


def _television_of(row: Row) -> Television:
    if row["code"] is None:
        return Television(key=row["key"])
    return Television(row["code"], to_datetime(row["at"]) + CODE_LIFETIME)


def draw_code(taken: Container[str]) -> str:
    """Return a random free code with a letter and a digit, so that it is no word or number."""
    while True:
        code = "".join(secrets.choice(CODE_CHARACTERS) for _ in range(CODE_LENGTH))
        if code not in taken and not code.isalpha() and not code.isdecimal():
            return code


def site_of(address: str) -> str:
    """Return the /56 network of an IPv6 address (one home or hall), or any other text as it is."""
    try:
        network = IPv6Network(address)
    except ValueError:
        return address
    return str(network.supernet(new_prefix=min(56, network.prefixlen)))


def _check_limits(shown: Sequence[Row], address: str) -> None:
    """Raise `NoCodeLeftError` at the limit of codes in all, of an address or of its site."""
    site = site_of(address)
    here = [row for row in shown if row["address"] == address]
    there = [row for row in shown if site_of(row["address"]) == site]
    limits = (shown, MOST_CODES), (here, MOST_CODES_AN_ADDRESS), (there, MOST_CODES_A_SITE)
    for rows, most in limits:
        if len(rows) >= most:
            free_at = min(to_datetime(row["at"]) for row in rows) + CODE_LIFETIME
            raise NoCodeLeftError(free_at, is_everywhere=rows is shown)
