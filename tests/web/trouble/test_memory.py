"""However many requests of a kind strangers send, they leave nothing behind in memory."""

import gc
import sys
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.services import caches
from companion.services.caches import BoundedCache, PollCache, PollInterval
from companion.web.http import rate_limits
from tests.web.running import exchange

FEW = 100  # of what is remembered in a test; so the caches are full before memory is looked at
REQUESTS = 300
Way = Callable[[int], Mapping[str, Any]]  # the arguments of a request, by its number

WAYS: Mapping[str, Way] = {
    "spellings": lambda n: {
        "path": f"/static/{n}/../base.css",
        "headers": {"Accept-Encoding": "gzip"},
    },
    "addresses": lambda n: {"path": f"/nowhere-{n}", "query_string": {"x": "y" * n}},
    "cookies": lambda n: {"path": "/healthz", "headers": {"Cookie": f"session={n}; flash={n}"}},
    "hosts": lambda n: {"path": "/healthz", "headers": {"Host": f"{n}.example"}},
    "languages": lambda n: {"path": "/healthz", "headers": {"Accept-Language": f"x{n}, fr-{n}"}},
    "wrong keys": lambda n: {"path": f"/api/games/wrong-{n}"},
    "phones": lambda n: {
        "path": f"/api/games/wrong-{n}",
        "environ_base": {"REMOTE_ADDR": f"198.18.{n >> 8}.{n & 255}"},
    },
    "questions": lambda n: {
        "path": "/api/rulings/classic-108",
        "query_string": {"q": f"stack {n % 7} on {n % 11} or {n % 13}", "limit": "1"},
    },
    "journals": lambda n: {
        "path": "/api/games/import",
        "method": "POST",
        "json": {"entries": [{"kind": f"made up {n}"}]},
    },
}


@pytest.fixture
def phone(app: Flask, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    """Take a phone to a companion that remembers little, by the same rules as always."""
    monkeypatch.setattr(caches, "MOST_REMEMBERED", FEW)
    monkeypatch.setattr(rate_limits, "MOST_REMEMBERED", 60 * FEW)
    limits = rate_limits.Limits(new_games=rate_limits.Limit(FEW, 3600))
    fragments = BoundedCache[str, str](100_000, weigh=len)
    remembered = {"polls": PollCache(), "poll_interval": PollInterval(), "tags": BoundedCache(FEW)}
    exchange(app, limits=limits, **remembered, fragments=fragments)
    return app.test_client(use_cookies=False)


def blocks_left(phone: FlaskClient, way: Way, numbers: "count[int]", times: int) -> int:
    """Send so many requests, each another one, and return how many blocks of memory stay."""
    gc.collect()
    before = sys.getallocatedblocks()
    for _, number in zip(range(times), numbers, strict=False):
        phone.open(**way(number), buffered=True).close()
    gc.collect()
    return sys.getallocatedblocks() - before


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_nothing_stays_of_what_strangers_send(phone: FlaskClient, way: Way) -> None:
    numbers = count(1)
    blocks_left(phone, way, numbers, 6 * FEW)  # some caches hold 500
    # Not even one block for each of them. Looked at again and again: what is read but once, like
    # a module of the libraries, stays too, while what strangers leave stays every time.
    assert min(blocks_left(phone, way, numbers, REQUESTS) for _ in range(3)) < REQUESTS // 2
