"""Strangers ask for the longest games there are, eight at once: another table goes on saving."""

import json
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from time import perf_counter
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from flask import Flask

from companion.services.transfer import MOST_ENTRIES, MOST_RESTORED
from tests.serving import COMPANION, Served, serving
from tests.web.script import Script
from tests.web.trouble.test_long_games import lengthened

AT_ONCE, SAVES, LONGEST_WAIT = 8, 25, 1.0
DEAR = (
    "/games/{watch}/history",
    "/games/{watch}/history?until=2000",
    "/games/{watch}/story",
    "/games/{score}?all=1",
    "/games/{score}?since=5",
    "/watch/{watch}?since=5",
    "/api/games/{watch}/score-sheet.txt",
    "/api/games/{watch}.csv",
    "/api/games/{score}/journal?keys=1",
)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with serving(*COMPANION, "--port", "0", "--data", str(tmp_path / "served")) as served:
        yield served


def asked(url: str, values: object = None) -> bytes:
    """Ask for something, or send JSON; whoever is told to come again has an answer too."""
    body = None if values is None else json.dumps(values).encode()
    request = Request(url, body, {"Content-Type": "application/json"} if body else {})
    try:
        with urlopen(request, timeout=60) as answer:
            read: bytes = answer.read()
            return read
    except HTTPError as refused:
        if refused.code not in {422, 503}:
            raise
        return b"{}"


def longest_wait(save: str, strangers: Iterable[str]) -> float:
    """Return the longest of many saves, while each of the strangers asks on and on."""
    over = Event()

    def ask_on(url: str) -> None:
        while not over.is_set():
            asked(url)

    waits = []
    with ThreadPoolExecutor(AT_ONCE) as crowd:
        asking = [crowd.submit(ask_on, url) for url in strangers]
        try:
            for _ in range(SAVES):
                begun = perf_counter()
                asked(save, {"went_out": "Ana", "hands": {"Bo": {"points": 1}}})
                waits.append(perf_counter() - begun)
        finally:
            over.set()
        for each in asking:
            each.result()
    return max(waits)


@pytest.mark.parametrize("entries", [MOST_ENTRIES, MOST_RESTORED])
def test_a_table_saves_while_strangers_ask_for_the_dearest(
    app: Flask, server: Served, entries: int
) -> None:
    games = []
    for _ in range(AT_ONCE):
        kept = lengthened(Script(app, "203.0.113.1").start(target=10_000), entries - 1)
        asked(f"{server.url}/api/games/restore", kept)
        games.append({"score": kept["score_key"], "watch": kept["watch_key"]})
    start = {"edition": "classic-108", "players": ["Ana", "Bo"], "target": 10_000}
    table = json.loads(asked(f"{server.url}/api/games", start))
    save = f"{server.url}/api/games/{table['score_key']}/rounds"
    waits = {
        address: longest_wait(save, (server.url + address.format(**keys) for keys in games))
        for address in DEAR
    }
    print({address: round(wait, 2) for address, wait in waits.items()})  # noqa: T201
    assert max(waits.values()) < LONGEST_WAIT
