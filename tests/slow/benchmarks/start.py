"""How long it takes from the command to the first answer, and what whoever asks first waits."""

import time
from pathlib import Path
from statistics import median

from tests.slow.benchmarks.figures import Figure
from tests.slow.benchmarks.games import four_play, laid
from tests.slow.benchmarks.server import Server, companion

REPEATS = 9
AFTER = 1.5  # seconds: nobody opens a page sooner after the start

FIRST = {
    "page of a box": "/box/classic-108",
    "ruling": "/rules/classic-108/stack-draw-two",
    "question": "/rules/classic-108/search?q=can+I+stack",
}


def measured(folder: Path) -> list[Figure]:
    """Start the companion again and again, open a game as soon as it says it serves, then ask."""
    path = f"/games/{laid(folder, four_play(10))['score']}"
    starts: list[float] = []
    waits: dict[str, list[float]] = {name: [] for name in FIRST}
    for _ in range(REPEATS):
        begun = time.perf_counter()
        with companion(folder) as server:
            _answered(server, path)
            starts.append(time.perf_counter() - begun)
            time.sleep(AFTER)
            for name, asked in FIRST.items():
                *first, tenth = [_answered(server, asked) for _ in range(10)]
                waits[name].append(first[0] - tenth)
    return [
        Figure("cold start to the first answer, the quickest of nine", min(starts), 1.0, "s"),
        *(
            Figure(f"first {name}, beyond the tenth", 1000 * median(waits[name]), 50, "ms")
            for name in FIRST
        ),
    ]


def _answered(server: Server, path: str) -> float:
    begun = time.perf_counter()
    assert server.ask(path)[0] == 200
    return time.perf_counter() - begun
