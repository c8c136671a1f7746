"""Simulated time and an unreliable network between phones and servers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

RESOURCES = {"games", "watch", "tables", "join", "groups"}


@dataclass(frozen=True)
class Request:
    """A request with JSON `values` or an HTML `form`."""

    sender: str
    method: str
    path: str
    values: Mapping[str, Any] | None = None
    form: Mapping[str, str] | None = None
    known: str | None = None  # the ETag that the sender has, for `If-None-Match`

    @property
    def key(self) -> str | None:
        """The access key in the path, or None."""
        _, *rest = self._parts
        is_key = self.resource in RESOURCES and rest and rest[0] not in {"import", "restore"}
        return rest[0] if is_key else None

    @property
    def resource(self) -> str:
        """The first segment of the path, such as `games`."""
        return self._parts[0]

    @property
    def _parts(self) -> list[str]:
        return self.path.partition("?")[0].removeprefix("/api").strip("/").split("/")


@dataclass(frozen=True)
class Answer:
    """An answer with JSON `values`, or None and the `text` of a page."""

    status: int
    values: Any
    text: str
    headers: Mapping[str, str]

    @property
    def why(self) -> str | None:
        """The reason why a key no longer opens anything, if the server knows it."""
        why: str | None = ((self.values or {}).get("error") or {}).get("why")
        return why

    @property
    def game(self) -> dict[str, Any] | None:
        """The current state of the game, if the answer has it."""
        found: dict[str, Any] | None = (self.values or {}).get("game")
        return found


class Answering(Protocol):
    def answer(self, request: Request) -> Answer | None: ...


@dataclass(order=True)
class _Event:
    at: float
    number: int
    act: Callable[[], None] = field(compare=False)
    is_arrival: bool = field(compare=False)


class Time:
    """Simulated seconds since the start, with a queue of events (FIFO at equal times)."""

    def __init__(self) -> None:
        self.now = 0.0
        self._events: list[_Event] = []
        self._said = 0

    def after(self, seconds: float, act: Callable[[], None], *, is_arrival: bool = False) -> None:
        self._said += 1
        self._events.append(_Event(self.now + seconds, self._said, act, is_arrival))

    def run(self, until: float) -> None:
        while self._events and (event := min(self._events)).at <= until:
            self._events.remove(event)
            self.now = max(self.now, event.at)  # an event may have moved `now` ahead
            event.act()
        self.now = max(self.now, until)

    def arrive_meanwhile(self, within: float) -> None:
        """Let the next request due `within` seconds arrive now, during the current one."""
        arriving = [e for e in self._events if e.is_arrival and e.at <= self.now + within]
        if arriving:
            event = min(arriving)
            self._events.remove(event)
            event.act()


class Network:
    """Delivers requests and answers late, twice, in another order, or not at all."""

    def __init__(self, luck: Random, time: Time) -> None:
        self.luck, self.time = luck, time
        self.loss = luck.choice((0.0, 0.02, 0.15))
        self.doubling = luck.choice((0.0, 0.02, 0.2))
        self.slowest = luck.choice((0.05, 1.0, 6.0))  # longest delay in seconds
        self._cut_until: dict[str, float] = {}

    def cut(self, sender: str, seconds: float) -> None:
        self._cut_until[sender] = self.time.now + seconds

    def calm(self) -> None:
        self.loss = self.doubling = 0.0
        self.slowest = 0.05
        self._cut_until.clear()

    def send(
        self, request: Request, server: Answering, heard: Callable[[Answer], None] = lambda _: None
    ) -> None:
        """Send a request that may be lost, late or doubled; call `heard` with each answer."""

        def arrive() -> None:
            answer = server.answer(request)
            if answer is not None and self._comes_through(request.sender):
                self.time.after(self._delay(), lambda: heard(answer))

        for _ in range(1 + (self.luck.random() < self.doubling)):
            if self._comes_through(request.sender):
                self.time.after(self._delay(), arrive, is_arrival=True)

    def _comes_through(self, sender: str) -> bool:
        is_cut = self._cut_until.get(sender, 0.0) > self.time.now
        return not is_cut and self.luck.random() >= self.loss

    def _delay(self) -> float:
        return 0.01 + self.slowest * self.luck.random() ** 3
