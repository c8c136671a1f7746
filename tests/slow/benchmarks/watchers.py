"""How many phones may watch: `python -m tests.slow.benchmarks.watchers 200 1000 2000`.

The companion runs as people start it, held to one core; the phones run on the other. Each phone
keeps its line open and asks as `static/polling.js` does, after the seconds it is told. A round is
saved every few seconds; from there to the last byte of the new board on a phone is one update.
"""

import asyncio
import os
import re
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.serving import COMPANION, Served, serving
from tests.slow.benchmarks.connection import Connection, post

SERVER_CORE, PHONES_CORE = 0, 1
WARM_UP, MEASURED = 12.0, 30.0  # seconds; the first is for the server to find its pace
A_SAVE_EVERY = 5.0
FIRST = 2.0  # seconds after which a phone asks that was told nothing else yet
GAME = {"edition": "hello-kitty", "players": [*"ABCDEFGHIJ"], "target": 10_000}
MARK = re.compile(rb'"since": "(\d+)"')
MOST_SECONDS, MOST_OF_A_CORE = 4.0, 0.7


@dataclass
class Hall:
    """All that is measured: when each version was saved, and how long phones waited for it."""

    saved: dict[int, float] = field(default_factory=dict)
    waits: list[float] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    is_measured: bool = False

    def seen(self, was: int, now: int, at: float) -> None:
        """Note that a phone shows a newer version."""
        if self.is_measured:
            self.waits += [at - self.saved[v] for v in range(was + 1, now + 1) if v in self.saved]

    def answered(self, what: str, seconds: float) -> None:
        if self.is_measured:
            self.answers[what] += 1
            self.seconds.append(seconds)


async def watch(hall: Hall, port: int, key: str, luck: Random) -> None:
    """Watch on one phone, for ever."""
    version, every = 1, FIRST
    asked = time.perf_counter()
    await asyncio.sleep(luck.random() * FIRST)
    line = Connection(port)
    while True:
        asked, gap = time.perf_counter(), time.perf_counter() - asked
        try:
            path = f"/watch/{key}?since={version}&every={gap:.3f}&lang=en"
            status, headers, body = await line.ask(path)
        except OSError as error:
            hall.answered(type(error).__name__, gap)
        else:
            hall.answered(str(status), gap)
            every = float(headers[b"ask-again-in"])
            if found := MARK.search(body):
                now = int(found[1])
                hall.seen(version, now, time.perf_counter())
                version = now
        await asyncio.sleep(every * (0.9 + 0.2 * luck.random()))


async def save(hall: Hall, port: int, key: str) -> None:
    """Save a round every few seconds, for ever."""
    line = Connection(port)
    for version in range(2, sys.maxsize):
        hands = {name: {"points": 5} for name in GAME["players"][1:]}  # type: ignore[index]
        asked = time.perf_counter()
        await line.ask(f"/api/games/{key}/rounds", {"went_out": "A", "hands": hands})
        hall.saved[version] = asked
        await asyncio.sleep(A_SAVE_EVERY)


@asynccontextmanager
async def full_of(phones: int, hall: Hall, port: int) -> AsyncIterator[None]:
    """Fill the hall, until the block ends."""
    keys = await post(port, "/api/games", GAME)
    luck = Random(phones)
    tasks = [asyncio.create_task(save(hall, port, keys["score_key"]))]
    tasks += [
        asyncio.create_task(watch(hall, port, keys["watch_key"], luck)) for _ in range(phones)
    ]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def measured(phones: int, served: Served) -> tuple[Hall, float]:
    """Measure a full hall; gives also the share of a core that the server needed."""
    hall = Hall()
    async with full_of(phones, hall, served.port):
        await asyncio.sleep(WARM_UP)
        hall.is_measured, begun, used = True, time.perf_counter(), cpu_of(served.process.pid)
        await asyncio.sleep(MEASURED)
        share = (cpu_of(served.process.pid) - used) / (time.perf_counter() - begun)
        hall.is_measured = False
    return hall, share


def cpu_of(process: int) -> float:
    """Read the seconds of a core that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def is_quick_enough(phones: int, hall: Hall, share: float) -> bool:
    """Say how it went, and tell whether that is well."""
    waits = sorted(hall.waits)
    at = {part: waits[min(int(len(waits) * part), len(waits) - 1)] for part in (0.5, 0.99)}
    refused = sum(number for what, number in hall.answers.items() if what not in {"200", "204"})
    every = sum(hall.seconds) / len(hall.seconds)
    print(  # noqa: T201 - told to whoever ran this
        f"{phones:5} phones: update {at[0.5]:.2f} s, p99 {at[0.99]:.2f} s, worst {waits[-1]:.2f} s;"
        f" {share:.0%} of a core; asked every {every:.1f} s; {dict(hall.answers)}"
    )
    return at[0.99] < MOST_SECONDS and share <= MOST_OF_A_CORE and not refused


def main(halls: list[int]) -> int:
    """Measure halls of so many phones, the server alone on its core."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(20_000, hard), hard))
    os.sched_setaffinity(0, {PHONES_CORE})
    well = True
    for phones in halls:
        with tempfile.TemporaryDirectory() as data:
            command = (*COMPANION, "--host=127.0.0.1", "--port=0", f"--data={data}")
            with serving("taskset", "--cpu-list", str(SERVER_CORE), *command) as served:
                well &= is_quick_enough(phones, *asyncio.run(measured(phones, served)))
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main([int(each) for each in sys.argv[1:]] or [200, 1000, 2000]))
