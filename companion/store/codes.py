"""The codes that televisions show: their signs, how long they hold, how many there may be."""

import secrets
from collections.abc import Container, Sequence
from datetime import datetime, timedelta

from companion.store.errors import NoCodeLeftError

SIGNS = "ACDEFGHJKLMNPQRTVWXY23456789"
"""Letters and digits that nobody takes for one another, read from across a room."""

LENGTH = 4
LIFETIME = timedelta(minutes=10)
MOST_CODES = 1000
MOST_CODES_AN_ADDRESS = 5

BOARD_LIFETIME = timedelta(days=30)
"""How long a television that was sent a board is known; most are switched off that evening."""


def draw_code(taken: Container[str]) -> str:
    """Return a code that is none of those taken.

    It has a digit and a letter, so that it is no word, and nobody takes it for a number.
    """
    while True:
        code = "".join(secrets.choice(SIGNS) for _ in range(LENGTH))
        if code not in taken and not code.isalpha() and not code.isdecimal():
            return code


def is_holding(since: datetime, now: datetime) -> bool:
    """Return whether a code shown since then holds, whichever way the clock was set meanwhile."""
    return abs(now - since) < LIFETIME


def check_codes(everywhere: Sequence[datetime], of_address: Sequence[datetime]) -> None:
    """Refuse one code more where there are too many; given is since when those there are hold."""
    for since, most in ((everywhere, MOST_CODES), (of_address, MOST_CODES_AN_ADDRESS)):
        if len(since) >= most:
            raise NoCodeLeftError(min(since) + LIFETIME, is_everywhere=since is everywhere)
