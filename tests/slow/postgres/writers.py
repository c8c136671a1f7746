"""Simulated games that save rounds during failures, and a check that none is lost."""

import http.client
import json
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import click

from tests.serving import COMPANION, serving

START = {
    "edition": "classic-108",
    "players": ["Ana", "Bo", "Cy"],
    "scoring": "keep-own",
    "target": 10_000,  # never reached
}
SECRET = "two servers that know the same phones"
TABLES = 12
PAUSE = 0.05  # seconds between rounds of a table
NO_ANSWER = (OSError, http.client.HTTPException)


@dataclass
class Table:
    """Game of three, with a client that retries each round until a server answers."""

    ports: Sequence[int]
    key: str = ""
    acknowledged: list[int] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    longest_gap: float = 0.0
    _asked: int = 0

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, dict[str, str], bytes]:
        """Ask the servers in turn, and return status (0 without answer), headers and body."""
        port = self.ports[self._asked % len(self.ports)]
        self._asked += 1
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        try:
            sent = json.dumps(body) if body is not None else None
            line.request(method, path, sent, {"Content-Type": "application/json"})
            answer = line.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        except NO_ANSWER:
            return 0, {}, b""
        finally:
            line.close()

    def start(self) -> None:
        status, _, body = self.ask("POST", "/api/games", START)
        assert status == 201, body
        self.key = json.loads(body)["score_key"]

    def play_until(self, stopping: threading.Event) -> None:
        number, last = 0, time.monotonic()
        while not stopping.wait(PAUSE):
            number += 1
            self._save(number)
            self.longest_gap = max(self.longest_gap, time.monotonic() - last)
            last = time.monotonic()

    def _save(self, number: int) -> None:
        """Save a round, retry while there is no answer or a 503, and note the result."""
        # The points encode the round's number, so that `stored` can tell which rounds are stored.
        hands = {"Bo": {"points": number // 50}, "Cy": {"points": number % 50}}
        round_ = {"went_out": "Ana", "hands": hands, "request_id": f"round {number}"}
        while True:
            status, headers, body = self.ask("POST", f"/api/games/{self.key}/rounds", round_)
            if status in {200, 201}:
                self.acknowledged.append(number)
                return
            if status != 503:  # after a 503 the client waits and retries
                self.errors.append(f"{status} {body[:200]!r}")
                return
            time.sleep(float(headers.get("Retry-After", 2)))

    def stored(self) -> list[int]:
        """Return the numbers of all stored rounds, decoded from their points."""
        status, _, body = self.ask("GET", f"/api/games/{self.key}")
        assert status == 200, body
        hands = [round_["hands"] for round_ in json.loads(body)["game"]["rounds"]]
        return [each["Bo"]["points"] * 50 + each["Cy"]["points"] for each in hands]


@contextmanager
def playing(tables: Sequence[Table]) -> Iterator[None]:
    """Start all games and save their rounds in threads until the context ends."""
    stopping = threading.Event()
    threads = [threading.Thread(target=table.play_until, args=[stopping]) for table in tables]
    for table in tables:
        table.start()
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stopping.set()
        for thread in threads:
            thread.join()


@contextmanager
def evening(name: str, ports: Sequence[int]) -> Iterator[list[Table]]:
    """Yield games, and assert afterwards that acknowledged rounds are stored exactly once."""
    tables = [Table(ports) for _ in range(TABLES)]
    yield tables
    lost = doubled = 0
    for table in tables:
        wanted, stored = Counter(table.acknowledged), Counter(table.stored())
        lost += (wanted - stored).total()
        doubled += (stored - wanted).total()
    gap = max(table.longest_gap for table in tables)
    acknowledged = sum(len(table.acknowledged) for table in tables)
    click.echo(
        f"{name}: {acknowledged} acknowledged, {lost} lost, {doubled} doubled,"
        f" longest gap {gap:.1f} s"
    )
    assert [error for table in tables for error in table.errors] == []
    assert (lost, doubled) == (0, 0)


@contextmanager
def two_companions(folder: Path, url: str) -> Iterator[list[int]]:
    """Run two companions that share the database at `url`, and yield their ports."""
    with ExitStack() as stack:
        yield [
            stack.enter_context(
                serving(
                    *(*COMPANION, "--port=0", "--host=127.0.0.1", f"--data={folder / name}"),
                    COMPANION_STORE=url,
                    COMPANION_SECRET=SECRET,
                )
            ).port
            for name in ("one", "two")
        ]
