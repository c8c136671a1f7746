"""Benchmark of the store used by many threads, as ratio to plain SQL by one thread.

Each thread appends rounds to its own game. A poll finds an access key, new lines of its game, and
the drafts of hands.
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
from tests.postgres import serving
from tests.slow.benchmarks.figures import Figure

TIMES, TURNS = 240, 7
ROUND = Change(at=datetime(2026, 1, 1, tzinfo=UTC), body="x" * 300)

# Maximum ratios by number of threads, 20 % above those before both engines shared SQL, on two
# busy cores. Figures that depend on a shared disk vary by a factor of two.
MOST: Mapping[tuple[str, str], Mapping[int, float]] = {
    ("sqlite", "append"): {8: 1.7, 40: 1.6},
    ("sqlite", "poll"): {8: 240, 40: 240},
    ("postgresql", "append"): {8: 3.2, 40: 1.7},
    ("postgresql", "poll"): {8: 13.7, 40: 10.4},
}

Work = Callable[[], object]


class Cursor(Protocol):
    def fetchone(self) -> object: ...


def measure(folder: Path) -> Iterator[Figure]:
    """Yield the ratios of appends and polls, by 8 and 40 threads, in SQLite and PostgreSQL."""
    file = sqlite3.connect(folder / "bare.sqlite", isolation_level=None)
    file.execute("PRAGMA synchronous = EXTRA")
    yield from _compared("sqlite", f"sqlite:///{folder}/games.sqlite", _plain(file.execute))
    with serving({}) as server:  # by default it flushes each save to the disk
        connection = psycopg.connect(server.url("template1"), autocommit=True)
        plain = _plain(lambda sql: connection.execute(sql.encode()))
        yield from _compared("postgresql", server.url(), plain)


def _compared(engine: str, url: str, plain: Mapping[str, Work]) -> Iterator[Figure]:
    with closing(open_store(url)) as store:
        for crowd in (8, 40):
            for name, work in _threads_work(store, crowd).items():
                turns = [_time_of(work) / _time_of(plain[name]) for _ in range(TURNS)]
                what = f"{engine}: {name} by {crowd} threads, to bare statements"
                yield Figure(what, median(turns), MOST[engine, name][crowd])


def _threads_work(store: Store, crowd: int) -> dict[str, Work]:
    """Return functions that append or poll in `crowd` threads, each in its own game."""
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


def _plain(execute: Callable[[str], Cursor]) -> dict[str, Work]:
    """Return functions that run as many inserts or selects as bare SQL in one thread."""
    execute("CREATE TABLE bare (body TEXT)")
    insert = f"INSERT INTO bare VALUES ('{ROUND.body}')"
    return {
        "append": lambda: [execute(insert) for _ in range(TIMES)],
        "poll": lambda: [execute("SELECT 1").fetchone() for _ in range(10 * TIMES)],
    }


def _time_of(work: Work) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun
