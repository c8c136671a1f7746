"""Benchmark of starting the server, and of the first requests after the start."""

import time
from pathlib import Path
from statistics import median

from tests.slow.benchmarks.figures import Figure
from tests.slow.benchmarks.games import four_play, store_game
from tests.slow.benchmarks.server import Server, companion

REPEATS = 9
AFTER = 1.5  # seconds from the first answer to the first page opened by a player

FIRST = {
    "page of a box": "/box/classic-108",
    "ruling": "/rules/classic-108/stack-draw-two",
    "question": "/rules/classic-108/search?q=can+I+stack",
}


def measure(folder: Path) -> list[Figure]:
    """Return the seconds from start to first answer, and how much first requests are slower."""
    path = f"/games/{store_game(folder, four_play(10))['score']}"
    starts: list[float] = []
    waits: dict[str, list[float]] = {name: [] for name in FIRST}
    for _ in range(REPEATS):
        begun = time.perf_counter()
        with companion(folder) as server:
            _time_of(server, path)
            starts.append(time.perf_counter() - begun)
            time.sleep(AFTER)
            for name, asked in FIRST.items():
                *first, tenth = [_time_of(server, asked) for _ in range(10)]
                waits[name].append(first[0] - tenth)
    return [
        Figure("cold start to the first answer, the quickest of nine", min(starts), 1.0, "s"),
        *(
            Figure(f"first {name}, beyond the tenth", 1000 * median(waits[name]), 50, "ms")
            for name in FIRST
        ),
    ]


def _time_of(server: Server, path: str) -> float:
    begun = time.perf_counter()
    assert server.ask(path)[0] == 200
    return time.perf_counter() - begun
