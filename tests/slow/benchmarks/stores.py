"""What it costs over PostgreSQL, against the same over the file, both on this machine."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import cycle
from pathlib import Path
from statistics import median

from companion.store.urls import open_store
from tests.postgres import home, lay_out, require_binaries, started
from tests.slow.benchmarks.figures import Figure
from tests.slow.benchmarks.games import four_play, laid
from tests.slow.benchmarks.ratio import Clock, Cost, ratios
from tests.slow.benchmarks.saves import saving
from tests.slow.benchmarks.server import Server, companion

MANY, TEN = 100_000, 10
KEYS = 200  # with which one game is watched; what was asked a moment ago is not asked again
TURNS = 7

# Games that nobody opens; every table as long as it would be.
_FILL = f"""
    INSERT INTO games (id, version, seal, created, changed, heading)
    SELECT md5(n::text), 1, '\\x00', n, n, '\\x00' FROM generate_series(1, {MANY}) AS n;
    INSERT INTO lines (game, version, at, body, seal)
    SELECT md5(n::text), 1, n, convert_to(repeat('x', 300), 'UTF8'), '\\x00'
    FROM generate_series(1, {MANY}) AS n;
    INSERT INTO keys ("key", game, kind, seal)
    SELECT md5(kind || n), md5(n::text), kind, '\\x00'
    FROM generate_series(1, {MANY}) AS n, unnest(ARRAY['score', 'watch']) AS kind;
    ANALYZE"""


def measured(folder: Path) -> list[Figure]:
    """Save, poll and open games over both stores in turn."""
    with database() as (url, many_url, fill):
        return [*_used(folder, url), *_opened(folder, url, many_url, fill)]


@contextmanager
def database() -> Iterator[tuple[str, str, Callable[[], None]]]:
    """Run a server that flushes each save to the disk; give two stores and what fills one."""
    binaries = require_binaries()
    with home() as folder:
        lay_out(binaries, folder)
        with started(binaries, folder, shared_buffers="128MB") as server:
            for name in ("few", "many"):
                server.run(f"CREATE DATABASE {name}")
            yield server.url("few"), server.url("many"), lambda: server.run(_FILL, "many")


def _used(folder: Path, url: str) -> Iterator[Figure]:
    laid_in = {None: laid(folder / "file", four_play(10)), url: laid(folder, four_play(10), url)}
    watching = {at: _watchers(folder, at, keys["watch"]) for at, keys in laid_in.items()}
    with companion(folder / "file") as file, companion(folder / "data", url) as database:
        servers = {None: file, url: database}
        clocks: dict[str, Clock] = {"processor time": None, "time": time.perf_counter}
        for name, clock in clocks.items():
            saves = [
                saving(servers[at], f"/games/{keys['score']}", clock=clock)
                for at, keys in laid_in.items()
            ]
            (save,) = ratios(saves, 4, 40)
            yield Figure(f"PostgreSQL: saving a round, {name}", save, 2.5)
            for page in ("games", "watch"):
                polls = [_poll(servers[at], page, watching[at], clock) for at in laid_in]
                (poll,) = ratios(polls, KEYS, 12)
                yield Figure(f"PostgreSQL: a poll of {page} with no news, {name}", poll, 1.5)


def _watchers(folder: Path, url: str | None, key: str) -> dict[str, list[str]]:
    """Let many scorers and watchers into a game."""
    with closing(open_store(url or f"sqlite:///{folder}/file/companion.sqlite")) as store:
        found = store.keys.find(key)
        assert found
        return {
            "games": [store.keys.add(found.game, "score") for _ in range(KEYS)],
            "watch": [store.keys.add(found.game, "watch") for _ in range(KEYS)],
        }


def _poll(server: Server, page: str, keys: dict[str, list[str]], clock: Clock) -> Cost:
    """Ask with one key after the other what is new."""
    turn = cycle(keys[page])
    _, shown = server.ask(f"/{page}/{keys[page][0]}")
    version = shown.partition('"since": "')[2].partition('"')[0]
    assert version, shown[:2000]
    more = "&counted=0" if page == "games" else ""

    def ask() -> None:
        status, _ = server.ask(f"/{page}/{next(turn)}?since={version}&every=2{more}")
        assert status == 204, status

    return Cost(server, ask, clock=clock)


def _opened(folder: Path, url: str, many_url: str, fill: Callable[[], None]) -> Iterator[Figure]:
    """Open games for the first time since the server was started."""
    some, more = (
        [laid(folder, four_play(10), at)["score"] for _ in range(TEN)] for at in (url, many_url)
    )
    fill()
    found, memory = [], 0.0
    for _ in range(TURNS):
        with companion(folder / "one", url) as one, companion(folder / "two", many_url) as two:
            costs = [0.0, 0.0]
            for place, (server, keys) in enumerate(((one, some), (two, more))):
                server.ask(f"/games/{keys[0]}")
                before = time.perf_counter()
                for key in keys[1:]:
                    assert server.ask(f"/games/{key}")[0] == 200
                costs[place] = time.perf_counter() - before
            found.append(costs[1] / costs[0])
            memory = max(memory, two.memory())
    yield Figure("PostgreSQL: opening a game among 100,000, to ten", median(found), 1.5)
    yield Figure("PostgreSQL: resident memory of the companion then", memory, 90, "MB")
