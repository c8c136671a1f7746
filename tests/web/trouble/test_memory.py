"""Repeated requests of unknown clients leave nothing behind in memory."""

import gc
import sys
import tracemalloc
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count, islice
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.test import create_environ, run_wsgi_app

from companion.services import caches
from companion.services.caches import BoundedCache, PollCache, PollInterval
from companion.web.http import rate_limits
from tests.web.routes import every_path
from tests.web.running import replace_services

FEW = 100  # size of caches in these tests, so that they are full before memory is measured
REQUESTS = 300
Way = Callable[[int], Mapping[str, Any]]  # the arguments of a request, by its number

# Where a request may have a long text: changes of its WSGI environment.
PLACES: Mapping[str, Callable[[str], Mapping[str, str]]] = {
    "path": lambda text: {"PATH_INFO": f"/{text}"},
    "access key": lambda text: {"PATH_INFO": f"/api/games/{text}"},
    "file": lambda text: {"PATH_INFO": f"/static/{text}/../base.css"},
    "host": lambda text: {"HTTP_HOST": text},
    "host of a write": lambda text: {"HTTP_HOST": text, "REQUEST_METHOD": "POST"},
    "origin": lambda text: {"HTTP_ORIGIN": f"http://{text}", "REQUEST_METHOD": "POST"},
    "earlier cookie": lambda text: {"HTTP_COOKIE": f"session={text}; lang={text}; flash={text}"},
    "languages": lambda text: {"HTTP_ACCEPT_LANGUAGE": f"fr-{text}"},
    "other headers": lambda text: dict.fromkeys(
        ("HTTP_REFERER", "HTTP_IF_NONE_MATCH", "HTTP_X_FORWARDED_FOR", "HTTP_ACCEPT_ENCODING"), text
    ),
}

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
    """Return a Flask test client without cookies, of an app whose caches are small."""
    monkeypatch.setattr(caches, "MOST_REMEMBERED", FEW)
    monkeypatch.setattr(rate_limits, "MOST_REMEMBERED", 60 * FEW)
    limits = rate_limits.Limits(new_games=rate_limits.Limit(FEW, 3600))
    fragments = BoundedCache[str, str](100_000, weigh=len)
    remembered = {"polls": PollCache(), "poll_interval": PollInterval(), "tags": BoundedCache(FEW)}
    replace_services(app, limits=limits, **remembered, fragments=fragments)
    return app.test_client(use_cookies=False)


def blocks_left(phone: FlaskClient, way: Way, numbers: "count[int]", times: int) -> int:
    """Send `times` different requests, and return by how many memory blocks Python has grown."""
    gc.collect()
    before = sys.getallocatedblocks()
    for _, number in zip(range(times), numbers, strict=False):
        phone.open(**way(number), buffered=True).close()
    gc.collect()
    return sys.getallocatedblocks() - before


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_requests_of_unknown_clients_leave_no_memory_allocated(
    phone: FlaskClient, way: Way
) -> None:
    numbers = count(1)
    blocks_left(phone, way, numbers, 6 * FEW)  # some caches hold 500
    # A leak leaves a block for each request in every measurement. What is loaded once, such as a
    # module of a library, remains too, but only in one of them.
    assert min(blocks_left(phone, way, numbers, REQUESTS) for _ in range(3)) < REQUESTS // 2


def bytes_left(app: Flask, environs: Iterable[Mapping[str, str]]) -> int:
    """Send requests below the test client, which caches addresses, and return what Python keeps."""
    gc.collect()
    tracemalloc.start()
    for environ in environs:
        run_wsgi_app(app, {**create_environ(), **environ}, buffered=True)
    gc.collect()
    left = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return left


@given(place=st.sampled_from(sorted(PLACES)), size=st.integers(8_000, 30_000))
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_long_addresses_and_headers_leave_no_memory_allocated(
    phone: FlaskClient, place: str, size: int
) -> None:
    texts = (f"{number}-{'x' * size}" for number in count())
    environs = map(PLACES[place], texts)
    bytes_left(phone.application, islice(environs, 3))  # loads what is loaded once
    assert bytes_left(phone.application, islice(environs, 12)) < 4 * size


def test_long_queries_of_all_pages_leave_no_memory_allocated(phone: FlaskClient) -> None:
    names = ("q", "cards", "since", "until", "edition", "side", "tz", "from", "lang", "player", "x")
    paths = [*every_path(phone.application)]

    def queries(sign: str) -> Iterator[Mapping[str, str]]:
        for number, path in enumerate(paths):
            query = "&".join(f"{name}={number}{sign * 2_000}" for name in names)
            yield {"PATH_INFO": path, "QUERY_STRING": query}

    bytes_left(phone.application, queries("x"))
    assert bytes_left(phone.application, queries("y")) < 100_000
