"""What a poll, a page and a save cost: `python -m tests.slow.servers.costs`.

In milliseconds of processor time: of the companion, and of the database where there is one. Each
figure is the middle one of several turns.
"""

import json
import os
import secrets
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Any

from tests.serving import COMPANION, serving
from tests.slow.benchmarks.server import Server
from tests.slow.benchmarks.watchers import cpu_of
from tests.slow.servers.database import database

TABLES = 100  # so that a poll of each asks the store
TIMES, REPEATS = 50, 7
GAME = {"edition": "hello-kitty", "players": [*"ABCD"], "target": 10_000}
ROUND = {"went_out": "A", "hands": {name: {"points": 5} for name in "BCD"}}


def sent(server: Server, path: str, values: object) -> Any:  # noqa: ANN401 - whatever is answered
    """Send values as JSON, and give the answer."""
    server.line.request("POST", path, json.dumps(values), {"Content-Type": "application/json"})
    answer = server.line.getresponse()
    assert answer.status == 201
    return json.loads(answer.read())


def of_backends(user: str = "companion") -> float:
    """Give the seconds of processor time of the processes that serve a user of the database."""
    used = 0.0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if (folder / "cmdline").read_text().startswith(f"postgres: {user} "):
                used += cpu_of(int(folder.name))
        except OSError:  # it has ended
            continue
    return used


def cost(do: Callable[[], object], clocks: list[Callable[[], float]]) -> list[float]:
    """Give the milliseconds that one costs by each clock."""
    do()
    turns = []
    for _ in range(REPEATS):
        before = [clock() for clock in clocks]
        for _ in range(TIMES):
            do()
        turns.append([clock() - was for clock, was in zip(clocks, before, strict=True)])
    return [median(each) / TIMES * 1000 for each in zip(*turns, strict=True)]


def main() -> None:
    """Measure over a file and over a database server."""
    with tempfile.TemporaryDirectory() as data, ExitStack() as stack:
        store = stack.enter_context(database())
        variables: dict[str, dict[str, Any]] = {
            "a file": {},
            "a database": {
                "COMPANION_STORE": store.url(),
                "COMPANION_SECRET": secrets.token_hex(32),
            },
        }
        for name, settings in variables.items():
            command = (*COMPANION, "--host=127.0.0.1", "--port=0", f"--data={data}/{len(name)}")
            server = Server(stack.enter_context(serving(*command, **settings)))
            clocks = [server.cpu]
            if settings:
                clocks.append(of_backends)
            keys = [sent(server, "/api/games", GAME)["score_key"] for _ in range(TABLES)]
            for key in keys:  # before its first round a page draws the codes to scan
                sent(server, f"/api/games/{key}/rounds", ROUND)
                server.ask(f"/games/{key}")
            measure(name, server, keys, clocks)


def measure(name: str, server: Server, keys: list[str], clocks: list[Callable[[], float]]) -> None:
    """Print what each costs, in one line; each table is asked for in turn."""
    turn = cycle(keys)

    def open_page() -> None:
        server.cookies.clear()  # on a phone that knows no other game
        server.ask(f"/games/{next(turn)}")

    things: dict[str, Callable[[], object]] = {
        "a poll": lambda: server.ask(f"/games/{next(turn)}?since=2&every=2&lang=en"),
        "a page": open_page,
        "a save": lambda: sent(server, f"/api/games/{next(turn)}/rounds", ROUND),
    }
    for thing, do in things.items():
        found = " + ".join(f"{each:.2f}" for each in cost(do, clocks))
        print(f"{thing} over {name}: {found} ms (load {os.getloadavg()[0]:.1f})")  # noqa: T201


if __name__ == "__main__":
    main()
