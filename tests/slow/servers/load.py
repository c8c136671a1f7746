"""Two servers over one database, under load: `python -m tests.slow.servers.load 100 4`.

So many tables, each with so many phones, half of them at either server; rounds are saved at
either in turn. A phone keeps its connection and asks as `static/polling.js` does, after the seconds
it is told. From a save to the last byte of the new board on a phone is one update. A read was
behind where it was asked for after that save was answered, and did not show it.
"""

import asyncio
import os
import re
import secrets
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion.services.caches import TRUSTED_FOR
from tests.serving import COMPANION, Served, serving
from tests.slow.benchmarks.connection import Connection, post
from tests.slow.benchmarks.watchers import cpu_of
from tests.slow.servers.database import database

WARM_UP, MEASURED = 10.0, 60.0  # seconds
A_SAVE_EVERY = 20.0
FIRST = 2.0  # seconds after which a phone asks that was told nothing else yet
GAME = {"edition": "hello-kitty", "players": [*"ABCD"], "target": 10_000}
ROUND = {"went_out": "A", "hands": {name: {"points": 5} for name in "BCD"}}
MARK = re.compile(rb'"since": "(\d+)"')


@dataclass
class Hall:
    """All that is measured; times are of `perf_counter`, in seconds."""

    ports: Sequence[int]
    luck: Random
    saves: list[float] = field(default_factory=list)
    updates: list[float] = field(default_factory=list)
    reads: Counter[str] = field(default_factory=Counter)
    begun: dict[tuple[str, int], float] = field(default_factory=dict)
    acknowledged: dict[str, tuple[int, float]] = field(default_factory=dict)
    is_measured: bool = False

    async def save(self, table: dict[str, str]) -> None:
        """Save a round every few seconds at either server in turn, for ever."""
        lines = [Connection(port) for port in self.ports]
        await asyncio.sleep(self.luck.random() * A_SAVE_EVERY)
        for version in range(2, sys.maxsize):
            begun = time.perf_counter()
            self.begun[table["watch_key"], version] = begun
            path = f"/api/games/{table['score_key']}/rounds"
            status, _, _ = await lines[version % 2].ask(path, ROUND)
            assert status == 201
            end = time.perf_counter()
            self.acknowledged[table["watch_key"]] = version, end
            if self.is_measured:
                self.saves.append(end - begun)
            await asyncio.sleep(A_SAVE_EVERY * (0.5 + self.luck.random()))

    async def watch(self, key: str, port: int) -> None:
        """Watch on one phone, for ever."""
        line, version, every = Connection(port), 1, FIRST
        asked = time.perf_counter()
        await asyncio.sleep(self.luck.random() * FIRST)
        while True:
            last, asked = asked, time.perf_counter()
            expected, at = self.acknowledged.get(key, (1, 0.0))
            path = f"/watch/{key}?since={version}&every={asked - last:.3f}&lang=en"
            status, headers, body = await line.ask(path)
            every = float(headers[b"ask-again-in"])
            found = MARK.search(body)
            now = int(found[1]) if found else version
            seen = time.perf_counter()
            if self.is_measured:
                self.reads[str(status)] += 1
                self.reads["behind"] += now < expected and asked > at + TRUSTED_FOR
                saved = (self.begun.get((key, each)) for each in range(version + 1, now + 1))
                self.updates += [seen - begun for begun in saved if begun]
            version = now
            await asyncio.sleep(every * (0.9 + 0.2 * self.luck.random()))


async def measured(hall: Hall, tables: int, phones: int, servers: Sequence[Served]) -> list[float]:
    """Measure; give also the share of a core that each server needed."""
    games = [await post(hall.ports[n % 2], "/api/games", GAME) for n in range(tables)]
    tasks = [asyncio.create_task(hall.save(game)) for game in games]
    for game in games:
        for number in range(phones):
            watching = hall.watch(game["watch_key"], hall.ports[number % 2])
            tasks.append(asyncio.create_task(watching))
    await asyncio.sleep(WARM_UP)
    used, begun = [cpu_of(each.process.pid) for each in servers], time.perf_counter()
    hall.is_measured = True
    await asyncio.sleep(MEASURED)
    hall.is_measured = False
    seconds = time.perf_counter() - begun
    for task in tasks:
        task.cancel()
    for found in await asyncio.gather(*tasks, return_exceptions=True):
        assert isinstance(found, asyncio.CancelledError), found
    return [
        (cpu_of(each.process.pid) - before) / seconds
        for each, before in zip(servers, used, strict=True)
    ]


def told(times: list[float]) -> str:
    """Say what the middle one and the slowest in a hundred took."""
    times = sorted(times)
    at = [times[int((len(times) - 1) * part)] * 1000 for part in (0.5, 0.99)]
    return f"p50 {at[0]:.0f} ms, p99 {at[1]:.0f} ms, most {times[-1] * 1000:.0f} ms"


def main(tables: int, phones: int) -> int:
    """Run two servers over one database, and tell how they did."""
    with database() as store, tempfile.TemporaryDirectory() as data, ExitStack() as stack:
        variables: dict[str, Any] = {
            "COMPANION_STORE": store.url(),
            "COMPANION_SECRET": secrets.token_hex(32),
        }
        command = (*COMPANION, "--host=127.0.0.1", "--port=0", f"--data={data}")
        servers = [stack.enter_context(serving(*command, **variables)) for _ in range(2)]
        hall = Hall([each.port for each in servers], Random(tables))
        shares = asyncio.run(measured(hall, tables, phones, servers))
    print(  # noqa: T201
        f"{tables} tables, {tables * phones} phones, two servers over one database:\n"
        f"  {len(hall.saves)} saves: {told(hall.saves)}\n"
        f"  {len(hall.updates)} updates: {told(hall.updates)}\n"
        f"  {hall.reads.pop('behind')} reads behind of {hall.reads.total()}: {dict(hall.reads)}\n"
        f"  {' and '.join(f'{share:.0%}' for share in shares)} of a core;"
        f" the machine had a load of {os.getloadavg()[0]:.1f}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:3] or (100, 4))))
