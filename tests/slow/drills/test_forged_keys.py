"""Thirty thousand keys that are nearly right open nothing."""

import random
import string
from collections.abc import Iterator

from flask import Flask

from companion.web.http.rate_limits import Limit, Limits
from tests.web.places import every_key
from tests.web.running import exchange
from tests.web.script import after_a_round

KEYS = 30_000
SIGNS = string.ascii_letters + string.digits + "-_"
PATHS = ("/games/{}", "/api/games/{}", "/watch/{}", "/tables/{}", "/games/{}/share")


def forged(key: str, luck: random.Random) -> Iterator[str]:
    """Yield all that differs from a key in one place, and then what differs in more, for ever."""
    for place in range(len(key)):
        yield from (key[:place] + sign + key[place + 1 :] for sign in SIGNS if sign != key[place])
        yield key[:place] + key[place + 1 :]
        yield key[:place] + key[place].swapcase() + key[place + 1 :] + "="
    yield from (key[:length] for length in range(1, len(key)))
    yield from (key.upper(), key.lower(), key.swapcase(), key[::-1], key * 2)
    yield from (key + end for end in ("%00", "%20", "%2f%2f", "%0a", "=", ".", "..", ";", "_", "*"))
    yield from ("%", "_" * len(key), "*", f"{key[:-1]}%25", f"{key[:-1]}_", f"%00{key}")
    while True:
        signs = list(key)
        for _ in range(luck.randrange(2, 6)):
            signs[luck.randrange(len(signs))] = luck.choice(SIGNS)
        yield "".join(signs)


def test_no_key_that_is_nearly_right_opens_anything(app: Flask) -> None:
    exchange(app, limits=Limits(wrong_keys=Limit(10**9, 60)))
    script, luck = after_a_round(app), random.Random(3)
    keys = every_key(script)
    tries = [forged(key, luck) for key in keys]
    before, tried = script.state, 0
    while tried < KEYS:
        for each in tries:
            key = next(each)
            if key in keys:
                continue
            tried += 1
            path = luck.choice(PATHS).format(key)
            answer = script.client.get(path, buffered=True)
            assert answer.status_code in {301, 302, 308, 404, 405}, path
            answer = script.client.post(f"/api/games/{key}/undo")
            assert answer.status_code in {308, 404, 405}, key
    assert script.state == before
