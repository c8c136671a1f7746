"""Load test of phones that watch a game: `python -m tests.slow.benchmarks.watchers 200 1000`.

The companion is pinned to one core, the phones to the other. Each phone keeps its connection open
and polls like `static/polling.js`, at the interval it is given. A round is saved every few seconds;
an update lasts from there to the last byte of the new board on a phone.
"""

import asyncio
import os
import re
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from companion.services.caches import TRUSTED_FOR
from tests.serving import COMPANION, Served, serving
from tests.slow.benchmarks.connection import Connection, post

SERVER_CORE, PHONES_CORE = 0, 1
WARM_UP, MEASURED = 12.0, 30.0  # seconds; poll intervals settle during the warm-up
A_SAVE_EVERY = 5.0  # seconds
FIRST = 2.0  # seconds, within which each phone polls first
VERSION = re.compile(rb'"since": "(\d+)"')
MOST_SECONDS, MOST_OF_A_CORE = 4.0, 0.7


@dataclass
class Hall:
    """Simulated players and watching phones, with all measurements (times in seconds).

    A read is `behind` if it was requested after a save was acknowledged and does not show it.
    """

    servers: Sequence[Served]
    luck: Random
    players: str
    save_every: float
    saves: list[float] = field(default_factory=list)
    updates: list[float] = field(default_factory=list)
    gaps: list[float] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)
    behind: int = 0
    shares: list[float] = field(default_factory=list)  # share of a core used by each server
    _begun: dict[tuple[str, int], float] = field(default_factory=dict)
    _acknowledged: dict[str, tuple[int, float]] = field(default_factory=dict)
    _is_measured: bool = False

    async def save(self, table: Mapping[str, str]) -> None:
        """Save rounds of one game, every few seconds, on the servers in turn, until cancelled."""
        lines = [Connection(each.port) for each in self.servers]
        hands = {name: {"points": 5} for name in self.players[1:]}
        await asyncio.sleep(self.luck.random() * self.save_every)
        for version in range(2, sys.maxsize):
            self._begun[table["watch_key"], version] = begun = time.perf_counter()
            path = f"/api/games/{table['score_key']}/rounds"
            body = {"went_out": self.players[0], "hands": hands}
            status, _, _ = await lines[version % len(lines)].ask(path, body)
            assert status == 201
            end = time.perf_counter()
            self._acknowledged[table["watch_key"]] = version, end
            if self._is_measured:
                self.saves.append(end - begun)
            await asyncio.sleep(self.save_every * (0.5 + self.luck.random()))

    async def watch(self, key: str, port: int) -> None:
        """Poll a board like one phone, and note each answer, until cancelled."""
        line, version, every = Connection(port), 1, FIRST
        asked = time.perf_counter()
        await asyncio.sleep(self.luck.random() * FIRST)
        while True:
            last, asked = asked, time.perf_counter()
            expected, at = self._acknowledged.get(key, (1, 0.0))
            path = f"/watch/{key}?since={version}&every={asked - last:.3f}&lang=en"
            now = version
            try:
                status, headers, body = await line.ask(path)
            except OSError as error:
                what = type(error).__name__
            else:
                what, every = str(status), float(headers[b"ask-again-in"])
                found = VERSION.search(body)
                now = int(found[1]) if found else version
            if self._is_measured:
                seen = time.perf_counter()
                self.answers[what] += 1
                self.gaps.append(asked - last)
                self.behind += now < expected and asked > at + TRUSTED_FOR
                saved = (self._begun.get((key, each)) for each in range(version + 1, now + 1))
                self.updates += [seen - begun for begun in saved if begun]
            version = now
            await asyncio.sleep(every * (0.9 + 0.2 * self.luck.random()))

    async def measure(self, tables: int, phones: int, seconds: float) -> None:
        """Run games with `phones` watching phones each, and measure for `seconds`."""
        ports = [each.port for each in self.servers]
        game = {"edition": "hello-kitty", "players": [*self.players], "target": 10_000}
        games = [await post(ports[n % len(ports)], "/api/games", game) for n in range(tables)]
        tasks = [asyncio.create_task(self.save(each)) for each in games]
        for each in games:
            for number in range(phones):
                watching = self.watch(each["watch_key"], ports[number % len(ports)])
                tasks.append(asyncio.create_task(watching))
        await asyncio.sleep(WARM_UP)
        used, begun = [cpu_of(each.process.pid) for each in self.servers], time.perf_counter()
        self._is_measured = True
        await asyncio.sleep(seconds)
        self._is_measured, took = False, time.perf_counter() - begun
        for each, before in zip(self.servers, used, strict=True):
            self.shares.append((cpu_of(each.process.pid) - before) / took)
        for task in tasks:
            task.cancel()
        for found in await asyncio.gather(*tasks, return_exceptions=True):
            assert isinstance(found, asyncio.CancelledError), found


def cpu_of(process: int) -> float:
    """Return the processor time in seconds that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def quantile(part: float, times: Sequence[float]) -> float:
    """Return a quantile of the times, where `part` 0.5 gives the median."""
    return sorted(times)[int((len(times) - 1) * part)]


def is_quick_enough(phones: int, hall: Hall) -> bool:
    """Print the results of a load test and return whether they are within the limits."""
    (share,), slow = hall.shares, quantile(0.99, hall.updates)
    refused = sum(number for what, number in hall.answers.items() if what not in {"200", "204"})
    print(  # noqa: T201 - the report
        f"{phones:5} phones: update {quantile(0.5, hall.updates):.2f} s, p99 {slow:.2f} s,"
        f" worst {max(hall.updates):.2f} s; {share:.0%} of a core;"
        f" asked every {sum(hall.gaps) / len(hall.gaps):.1f} s; {dict(hall.answers)}"
    )
    return slow < MOST_SECONDS and share <= MOST_OF_A_CORE and not refused


def main(halls: list[int]) -> int:
    """Run the load test with each number of phones; return 1 if any exceeds the limits."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(20_000, hard), hard))
    os.sched_setaffinity(0, {PHONES_CORE})
    is_ok = True
    for phones in halls:
        with tempfile.TemporaryDirectory() as data:
            command = (*COMPANION, "--host=127.0.0.1", "--port=0", f"--data={data}")
            with serving("taskset", "--cpu-list", str(SERVER_CORE), *command) as served:
                hall = Hall([served], Random(phones), "ABCDEFGHIJ", A_SAVE_EVERY)
                asyncio.run(hall.measure(1, phones, MEASURED))
                is_ok &= is_quick_enough(phones, hall)
    return 0 if is_ok else 1


if __name__ == "__main__":
    sys.exit(main([int(each) for each in sys.argv[1:]] or [200, 1000, 2000]))
