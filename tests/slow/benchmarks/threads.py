"""What many threads at once get out of a store, against bare statements by one thread.

A round is appended to a game of its own by each; a poll finds a key, what is new in its game, and
the hands that are being counted there.
"""

import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Protocol

import psycopg

from companion.store.rows.drafts import Draft
from companion.store.rows.lines import Change
from companion.store.store import Store
from companion.store.urls import open_store
from tests.postgres import home, lay_out, require_binaries, started
from tests.slow.benchmarks.figures import Figure

TIMES, TURNS = 240, 7
ROUND = Change(at=datetime(2026, 1, 1, tzinfo=UTC), body="x" * 300)

# A fifth more than when every row was written for each engine by itself, on two busy cores; by
# threads. What waits for a disk that others use as well is good to a factor of two.
MOST: Mapping[tuple[str, str], Mapping[int, float]] = {
    ("sqlite", "append"): {8: 1.7, 40: 1.6},
    ("sqlite", "poll"): {8: 240, 40: 240},
    ("postgresql", "append"): {8: 3.2, 40: 1.7},
    ("postgresql", "poll"): {8: 13.7, 40: 10.4},
}

Work = Callable[[], object]


class Cursor(Protocol):
    def fetchone(self) -> object: ...


def measured(folder: Path) -> Iterator[Figure]:
    """Append and poll in both engines, with few threads and with many."""
    binaries = require_binaries()
    with home() as place:
        lay_out(binaries, place)
        file = sqlite3.connect(folder / "bare.sqlite", isolation_level=None)
        file.execute("PRAGMA synchronous = EXTRA")
        yield from _compared("sqlite", f"sqlite:///{folder}/games.sqlite", _bare(file.execute))
        with started(binaries, place) as server:  # which flushes each save to the disk
            asked = psycopg.connect(server.url("template1"), autocommit=True)
            bare = _bare(lambda sql: asked.execute(sql.encode()))
            yield from _compared("postgresql", server.url(), bare)


def _compared(engine: str, url: str, bare: Mapping[str, Work]) -> Iterator[Figure]:
    with closing(open_store(url)) as store:
        for crowd in (8, 40):
            for name, work in _crowd(store, crowd).items():
                turns = [_taken(work) / _taken(bare[name]) for _ in range(TURNS)]
                what = f"{engine}: {name} by {crowd} threads, to bare statements"
                yield Figure(what, median(turns), MOST[engine, name][crowd])


def _crowd(store: Store, crowd: int) -> dict[str, Work]:
    """Return what a crowd does."""
    games = [store.journals.create(ROUND, ROUND, keys=[("score", None)]) for _ in range(crowd)]
    keys = [store.keys.of_game(game)[0].key for game in games]
    for game in games:
        store.drafts.put(game, Draft(1, 1, 1, "7"))
    threads = ThreadPoolExecutor(crowd)

    versions = dict.fromkeys(games, 2)

    def append(game: str) -> None:
        for _ in range(TIMES // crowd):
            versions[game] = store.journals.append(game, versions[game], ROUND).version

    def poll(key: str) -> None:
        for _ in range(10 * TIMES // crowd):
            found = store.keys.find(key)
            assert found
            assert found.version
            store.journals.read(found.game, found.version)
            store.drafts.read(found.game, 1, 1)

    return {
        "append": lambda: list(threads.map(append, games)),
        "poll": lambda: list(threads.map(poll, keys)),
    }


def _bare(execute: Callable[[str], Cursor]) -> dict[str, Work]:
    """Return what does as many bare statements."""
    execute("CREATE TABLE bare (body TEXT)")
    insert = f"INSERT INTO bare VALUES ('{ROUND.body}')"
    return {
        "append": lambda: [execute(insert) for _ in range(TIMES)],
        "poll": lambda: [execute("SELECT 1").fetchone() for _ in range(10 * TIMES)],
    }


def _taken(work: Work) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun
