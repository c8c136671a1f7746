"""Benchmark of phones that restore their games all at once, after a computer lost its disk."""

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.client import HTTPConnection
from pathlib import Path

from tests.slow.benchmarks.figures import Figure
from tests.slow.benchmarks.games import four_play, store_game
from tests.slow.benchmarks.server import companion

ROUNDS, PHONES = 200, 12
LONGEST_WAIT = 2.0  # seconds until a phone has its game back


def measure(folder: Path, engine: str = "sqlite") -> Iterator[Figure]:
    """Yield the seconds until the last phone is served, of one game and of a game for each."""
    keys = [store_game(folder, four_play(ROUNDS))["score"] for _ in range(PHONES)]
    with companion(folder) as server:
        copies = [server.ask(f"/api/games/{key}/journal?keys=1")[1].encode() for key in keys]
    for what, kept in ("one game", copies[:1] * PHONES), (f"{PHONES} games", copies):
        with companion(folder / what, engine) as server, ThreadPoolExecutor(PHONES) as phones:
            waits = [*phones.map(partial(_restore, server.line.port), kept)]
            back = [server.ask(f"/api/games/{json.loads(each)['score_key']}")[1] for each in kept]
            assert all(len(json.loads(each)["game"]["rounds"]) == ROUNDS for each in back)
        asked = f"{PHONES} phones restore {what} of {ROUNDS} rounds"
        yield Figure(f"{asked}: the last waits", max(waits), LONGEST_WAIT, "s")


def _restore(port: int, kept: bytes) -> float:
    """Restore a game as a page does, which comes again when told, and return the seconds."""
    line, begun = HTTPConnection("127.0.0.1", port), time.perf_counter()
    while True:
        line.request("POST", "/api/games/restore", kept, {"Content-Type": "application/json"})
        answer = line.getresponse()
        answer.read()
        if answer.status != 503:
            assert answer.status in {200, 201}, answer.status
            return time.perf_counter() - begun
        time.sleep(float(answer.headers["Retry-After"]))
