"""How long it takes from the command to the first answer."""

import time
from pathlib import Path

from tests.slow.benchmarks.figures import Figure
from tests.slow.benchmarks.games import four_play, laid
from tests.slow.benchmarks.server import companion

REPEATS = 9


def measured(folder: Path) -> list[Figure]:
    """Start the companion again and again, and open a game as soon as it says it serves."""
    path = f"/games/{laid(folder, four_play(10))['score']}"
    return [
        Figure(
            "cold start to the first answer, the quickest of nine",
            min(_start(folder, path) for _ in range(REPEATS)),
            1.5,
            "s",
        )
    ]


def _start(data: Path, path: str) -> float:
    begun = time.perf_counter()
    with companion(data) as server:
        assert server.ask(path)[0] == 200
        return time.perf_counter() - begun
