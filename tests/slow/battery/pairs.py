"""A thousand pairs of phones save at the very same moment: `python -m tests.slow.battery.pairs`.

Each pair sends a round for the same version to a server as people start it, over two lines. One
must be recorded, the other be told 409; afterwards the game holds a round for every pair.
"""

import asyncio
import sys
import tempfile
from collections import Counter

from tests.serving import COMPANION, serving
from tests.slow.benchmarks.connection import Connection, post

PAIRS = 1000
GAME = {"edition": "classic-108", "players": ["Ana", "Bo"], "target": 10_000}
ROUND = {"went_out": "Ana", "hands": {"Bo": {"points": 1}}}


async def tried(port: int, pairs: int) -> tuple[Counter[tuple[int, ...]], int]:
    """Let the pairs save; gives how each pair was answered, and the rounds that were recorded."""
    key = (await post(port, "/api/games", GAME))["score_key"]
    path = f"/api/games/{key}/rounds"
    lines = Connection(port), Connection(port)
    answers: Counter[tuple[int, ...]] = Counter()
    for version in range(1, pairs + 1):
        both = (line.ask(path, {**ROUND, "version": version}) for line in lines)
        answers[tuple(sorted(status for status, _, _ in await asyncio.gather(*both)))] += 1
    _, _, body = await lines[0].ask(f"/api/games/{key}/score-sheet.txt")
    return answers, body.decode().count("Ana:")


def main(pairs: int = PAIRS) -> int:
    """Try it, say what came of it, and tell whether all went well."""
    with (
        tempfile.TemporaryDirectory() as data,
        serving(*COMPANION, "--host=127.0.0.1", "--port=0", f"--data={data}") as served,
    ):
        answers, rounds = asyncio.run(tried(served.port, pairs))
    print(f"{pairs} pairs: {dict(answers)}; {rounds} rounds recorded")  # noqa: T201
    return int(answers != {(201, 409): pairs} or rounds != pairs)


if __name__ == "__main__":
    sys.exit(main())
