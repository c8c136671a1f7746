"""Benchmark of attacks by unauthenticated clients: memory used, and time of a save meanwhile.

Each attack uses eight connections or sixty, and a different address for each request as if from a
trusted proxy, so limits by address do not apply. A table saves rounds all the time.
"""

import json
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import click

from companion.services.transfer import MOST_ENTRIES
from tests.slow.benchmarks.figures import Figure
from tests.slow.benchmarks.server import Server, companion

LINES = 8
AT_ONCE = 60  # connections of the attacks on long games and groups
LONGEST_WAIT = 1.0  # seconds that a save may take during an attack
MOST_MEMORY = 100.0  # MB still used after an attack
A_SAVE_EVERY = 0.05  # seconds
GAME = {"edition": "hello-kitty", "players": ["Ana", "Bo", "Cy"], "target": 10_000}
TEN = {**GAME, "players": [*"ABCDEFGHIJ"]}
ROUND = {"went_out": "Ana", "hands": {"Bo": {"points": 1}, "Cy": {"points": 0}}}
NOTES = [{"rule": "uno.must", "text": "x" * 200}]
JSON, FORM = "application/json", "application/x-www-form-urlencoded"

# Addresses of the most expensive pages of a game of maximum length.
EXPENSIVE = (
    "/games/{watch_key}/history",
    "/games/{watch_key}/history?until=1000",
    "/games/{watch_key}/story",
    "/games/{score_key}?all=1",
    "/games/{score_key}?since=5",
    "/watch/{watch_key}?since=5",
    "/api/games/{watch_key}/score-sheet.txt",
    "/api/games/{watch_key}.csv",
    "/api/games/{score_key}/journal?keys=1",
)


@dataclass(frozen=True)
class Request:
    """Attack's HTTP request, a POST if it has a body, else a GET."""

    path: str
    body: bytes | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    method: str = "POST"  # of a request with a body


def _json(path: str, values: object) -> Request:
    return Request(path, json.dumps(values).encode(), {"Content-Type": JSON})


def _form(path: str, **values: str) -> Request:
    return Request(path, urlencode(values).encode(), {"Content-Type": FORM})


@dataclass(frozen=True)
class Attack:
    """Kind of request that is sent `times` times; `request` makes each from its number."""

    name: str
    times: int
    request: Callable[[int], Request]
    at_once: int = LINES


class Client:
    """Unauthenticated client with one kept-alive HTTP connection."""

    def __init__(self, port: int) -> None:
        self._line = HTTPConnection("127.0.0.1", port, timeout=60)

    def send(self, asked: Request) -> tuple[int, bytes]:
        """Send a request as if from a random IP address; return status (0: no answer) and body."""
        address = ".".join(str(random.randrange(1, 255)) for _ in range(4))
        headers = {"X-Forwarded-For": address, "Accept-Encoding": "gzip", **asked.headers}
        method = "GET" if asked.body is None else asked.method
        try:
            self._line.request(method, asked.path, asked.body, headers)
            answer = self._line.getresponse()
            return answer.status, answer.read()
        except (OSError, HTTPException):
            self._line.close()
            return 0, b""

    def read(self, asked: Request) -> Any:  # noqa: ANN401 - any JSON
        """Send a request and return the answer's parsed JSON."""
        plain = {**asked.headers, "Accept-Encoding": "identity"}
        return json.loads(self.send(replace(asked, headers=plain))[1])


class Table:
    """Players who save rounds during an attack, with the seconds each save took."""

    def __init__(self, port: int) -> None:
        self._phone, self._stopping = Client(port), threading.Event()
        self.waits: list[float] = []
        self.refused = 0

    @contextmanager
    def playing(self) -> Iterator[None]:
        """Start a game and save rounds of it in a thread until the context ends."""
        thread = threading.Thread(target=self._play)
        thread.start()
        try:
            yield
        finally:
            self._stopping.set()
            thread.join()

    def _play(self) -> None:
        path = f"/api/games/{_start_game(self._phone, GAME)}/rounds"
        while not self._stopping.wait(A_SAVE_EVERY):
            begun = time.perf_counter()
            status, _ = self._phone.send(_json(path, ROUND))
            self.waits.append(time.perf_counter() - begun)
            self.refused += status != 201


def measure(folder: Path, engine: str = "sqlite") -> Iterator[Figure]:
    """Run every attack on one server, print results, and yield figures with their limits."""
    with companion(folder, engine, "--host=127.0.0.1", "--proxy=1", "--keep-copies=0") as server:
        _run(server, Attack("before", 200, lambda _: Request("/")))
        for attack in _attacks(Client(server.line.port)):
            yield from _run(server, attack)
        yield Figure("memory, the most at any time", server.memory("VmHWM"), 200, "MB")


def _run(server: Server, attack: Attack) -> list[Figure]:
    """Run one attack, print its results, and return the figures that have a limit."""
    port, table = server.line.port, Table(server.line.port)
    before, size, begun = server.memory(), server.disk(), time.perf_counter()
    lines = threading.local()

    def send(number: int) -> int:
        if not hasattr(lines, "client"):
            lines.client = Client(port)
        status, _ = lines.client.send(attack.request(number))
        return int(status)

    with table.playing(), ThreadPoolExecutor(attack.at_once) as clients:
        statuses = Counter(clients.map(send, range(attack.times)))
    took, grown = time.perf_counter() - begun, server.disk() - size
    after, waits = server.memory(), sorted(table.waits)
    click.echo(
        f"| {attack.name} | {dict(statuses)} {took:.0f} s, {grown:.1f} MB on disk"
        f" | {before:.0f} → {after:.0f} MB | {len(waits)} saves, {table.refused} refused:"
        f" {1000 * waits[len(waits) // 2]:.0f} ms, at most {1000 * waits[-1]:.0f} |"
    )
    return [
        Figure(f"{attack.name}: a save waits", waits[-1], LONGEST_WAIT, "s"),
        Figure(f"{attack.name}: memory stays", after - before, MOST_MEMORY, "MB"),
    ]


def _attacks(client: Client) -> Iterator[Attack]:
    """Yield all attacks, which try to fill the memory or to keep the processor busy."""
    rounds, share = (f"/{room}/{_start_game(client, GAME)}" for room in ("api/games", "games"))
    rounds, share = f"{rounds}/rounds", f"{share}/share"
    three, ten = _journal(client, GAME), _journal(client, TEN)
    # Large requests are encoded only once, as encoding would delay the thread that saves rounds.
    long, corrected, short = _long(ten, 9900, 0), _long(three, 400, 480), _long(three, 200, 140)
    no_json = Request("/api/games/import", b"x" * 4_000_000, {"Content-Type": JSON})
    notes = {number: _json(rounds, {**ROUND, "notes": NOTES * number}) for number in (20, 300)}
    x = "x" * 60_000
    up = f"/static/{'x/../' * 6_000}"
    yield Attack("spellings of 30 kB", 200, lambda n: Request(f"{up}{n}/../base.css"))
    yield Attack("decks of 90 made-up cards", 60, lambda n: _import_made_up(three, 90, n))
    yield Attack("decks of 900 made-up cards", 60, lambda n: _import_made_up(three, 900, n))
    yield Attack("pages of such games", 120, _pages_of(client, three))
    yield Attack("journals of 9,900 rounds of ten", 6, lambda _: long)
    yield Attack("journals with 480 corrections", 48, lambda _: corrected)
    yield Attack("journals just short enough", 24, lambda _: short)
    yield Attack("four megabytes that are no JSON", 48, lambda _: no_json)
    yield Attack("rounds with 300 notes", 300, lambda _: notes[300])
    yield Attack("rounds with 20 notes", 300, lambda _: notes[20])
    yield Attack(
        "request ids of 60 kB", 300, lambda n: _form(share, kind="watch", request_id=f"{n}{x}")
    )
    yield Attack("sheets of twelve copies", 100, lambda _: Request("/stickers?copies=12"))
    yield Attack(
        "sheets for other addresses",
        100,
        lambda n: Request("/stickers?copies=12", None, {"Host": f"10.0.0.{n}"}),
    )
    yield Attack("televisions", 2000, lambda _: Request("/tv"))
    yield Attack("games", 400, lambda _: _json("/api/games", GAME))
    games = [client.read(_long(three, MOST_ENTRIES - 1, 0)) for _ in range(LINES)]
    for address in EXPENSIVE:
        yield Attack(address, 15 * LINES, partial(_of_each, games, address), AT_ONCE)
    yield from _attacks_on_groups(client)


def _attacks_on_groups(client: Client) -> Iterator[Attack]:
    """Yield attacks on the pages of a group of many people, and on its text."""
    group: dict[str, str] = {}
    for number in range(60):
        names = [f"guest {number} of {seat}" for seat in range(40)]
        hall = {"edition": "classic-108", "players": names, "format": "tournament", **group}
        started = client.read(_json("/api/games", hall))
        ended = _json(f"/api/games/{started['score_key']}", {"finish": True})
        client.send(replace(ended, method="PATCH"))
        group = {"group": started["group_key"]}
    page = f"/groups/{group['group']}"
    for path in (page, f"{page}/people", f"{page}/games", f"/api{page}"):
        yield Attack(
            f"{path.replace(group['group'], '…')} of 2,400 people", 120, _same(path), AT_ONCE
        )
    yield Attack(
        "seasons of that group", 240, lambda n: Request(f"{page}?to=2{n:03}-01-01"), AT_ONCE
    )
    text = "x" * 24_000
    yield Attack(
        "names of 24 kB", 600, lambda n: _form(f"{page}/people", change="guest", name=f"{n}{text}")
    )
    table = _start_game(client, TEN)
    hands = {name: {"cards": ["7"] * 55} for name in "BCDEFGHIJ"}
    counted = {"went_out": "A", "hands": hands, "keep_anyway": True}
    client.send(_json(f"/api/games/{table}/rounds", counted))
    corrected = replace(_json(f"/api/games/{table}/rounds/1", counted), method="PUT")
    yield Attack("corrections of 495 cards", 1500, lambda _: corrected)
    for path in (f"/games/{table}/history", f"/api/games/{table}/journal?keys=1"):
        yield Attack(path.replace(table, "…"), 60, _same(path), AT_ONCE)


def _same(path: str) -> Callable[[int], Request]:
    return lambda _: Request(path)


def _start_game(client: Client, game: Mapping[str, object]) -> str:
    return str(client.read(_json("/api/games", game))["score_key"])


def _journal(client: Client, game: Mapping[str, Any]) -> list[Any]:
    """Start a game, play one round, and return its two journal entries."""
    path = f"/api/games/{_start_game(client, game)}"
    out, *others = game["players"]
    hands = {name: {"points": 0} for name in others}
    client.send(_json(f"{path}/rounds", {"went_out": out, "hands": hands}))
    entries: list[Any] = client.read(Request(f"{path}/journal"))["entries"]
    return entries


def _import_made_up(journal: list[Any], cards: int, number: int) -> Request:
    """Return a request that imports a game with a deck of `cards` made-up kinds of cards."""
    deck = {"cards": [[f"made-up-{n}-{number}", n % 50, 1] for n in range(cards)], "lots": []}
    start = journal[0] | {"deck": journal[0]["deck"] | deck}
    return _json("/api/games/import", {"entries": [start]})


def _pages_of(client: Client, journal: list[Any]) -> Callable[[int], Request]:
    """Import sixty games with made-up decks; return a maker of requests for their pages."""
    answers = [client.read(_import_made_up(journal, 90, number)) for number in range(60)]
    keys = [answer.get("score_key", "refused") for answer in answers]
    return lambda n: Request(f"/games/{keys[n // 2]}?lang={('en', 'fr')[n % 2]}")


def _of_each(games: Sequence[Mapping[str, str]], address: str, number: int) -> Request:
    return Request(address.format(**games[number % len(games)]))


def _long(journal: list[Any], rounds: int, corrections: int) -> Request:
    start, recorded = journal
    corrected = {**recorded, "kind": "round-corrected", "number": 1}
    entries = [start, *[recorded] * rounds, *[corrected] * corrections]
    return _json("/api/games/import", {"entries": entries})
