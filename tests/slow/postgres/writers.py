"""Tables that play on whatever happens, as their phones do, and what became of each round."""

import http.client
import json
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

START = {"edition": "classic-108", "players": ["Ana", "Bo"], "target": 10_000}
PAUSE = 0.05  # seconds between two rounds of a table
NO_ANSWER = (OSError, http.client.HTTPException)


@dataclass
class Table:
    """A table of two, with a phone that sends a round again until it is answered."""

    ports: Sequence[int]
    key: str = ""
    acknowledged: list[tuple[str, int]] = field(default_factory=list)
    answers: Counter[int] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)
    longest_gap: float = 0.0
    _asked: int = 0

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, dict[str, str], bytes]:
        """Ask one server after the other; the status is 0 where none answers."""
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
            self._save(f"round-{number}", number)
            self.longest_gap = max(self.longest_gap, time.monotonic() - last)
            last = time.monotonic()

    def _save(self, request_id: str, points: int) -> None:
        """Send a round, the same again while the servers ask for patience."""
        hand = {"points": points % 90 + 1}
        round_ = {"went_out": "Ana", "hands": {"Bo": hand}, "request_id": request_id}
        while True:
            status, headers, body = self.ask("POST", f"/api/games/{self.key}/rounds", round_)
            self.answers[status] += 1
            if status in {200, 201}:
                self.acknowledged.append((request_id, points % 90 + 1))
                return
            if status != 503 or "Retry-After" not in headers:
                self.errors.append(f"{status} {body[:200]!r}")
                return
            time.sleep(float(headers["Retry-After"]))

    def stored(self) -> list[int]:
        """Return the points of each round that is in the game."""
        status, _, body = self.ask("GET", f"/api/games/{self.key}")
        assert status == 200, body
        rounds = json.loads(body)["game"]["rounds"]
        return [round_["hands"]["Bo"]["points"] for round_ in rounds]


@dataclass(frozen=True)
class Figures:
    """What became of the rounds of all tables."""

    acknowledged: int
    lost: int
    doubled: int
    longest_gap: float
    answers: Counter[int]
    errors: tuple[str, ...]


@contextmanager
def playing(tables: Sequence[Table]) -> Iterator[None]:
    """Let all tables play until the block ends."""
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


def figures(tables: Sequence[Table]) -> Figures:
    """Compare what was acknowledged with what is stored."""
    lost = doubled = 0
    for table in tables:
        wanted, stored = [points for _, points in table.acknowledged], table.stored()
        missing = Counter(wanted) - Counter(stored)
        lost += sum(missing.values())
        doubled += len(stored) + sum(missing.values()) - len(wanted)
    return Figures(
        sum(len(table.acknowledged) for table in tables),
        lost,
        doubled,
        max(table.longest_gap for table in tables),
        sum((table.answers for table in tables), Counter()),
        tuple(error for table in tables for error in table.errors),
    )
