"""Simulated servers over one store, which can be killed between any two statements."""

from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask

from companion import keys
from companion.services.caches import PollCache, PollInterval
from companion.services.games import GameService
from companion.services.trash import Sweeper
from companion.store.errors import NotSavedError
from companion.store.postgres import leases
from companion.store.postgres.connections import Connections
from companion.store.postgres.database import PostgresDatabase
from companion.store.sqlite.database import SqliteDatabase, SqliteEngine
from companion.store.store import Store
from companion.store.urls import open_store
from companion.web.http.rate_limits import Limit, Limits, Queue
from tests.web.running import registry_of, replace_services
from tests.world.network import Answer, Request, Time

EVENING = datetime(2026, 1, 1, 20, tzinfo=UTC)
STATEMENTS = ("rows", "write", "insert", "put_drafts")
SLOWEST = 1.0  # maximum seconds of a request, during which other requests arrive


class Killed(BaseException):
    """Raised to end a request in which the simulated server process is killed."""


@dataclass
class Work:
    """A request in progress, killed after `moments` more steps (None for never)."""

    server: "Server"
    moments: int | None


class FaultInjector:
    """Faults injected into requests: concurrent requests, kills and full disks."""

    def __init__(self, luck: Random, time: Time) -> None:
        self.luck, self.time = luck, time
        self.killing = luck.choice((0.0, 0.01, 0.05))
        self.racing = luck.choice((0.0, 0.02, 0.1))
        self.full_until = 0.0  # time until which saves fail, as the disk is full
        self._at_work: list[Work] = []

    def calm(self) -> None:
        self.killing = self.racing = self.full_until = 0.0

    @contextmanager
    def at_work(self, server: "Server") -> Iterator[None]:
        is_killed = self.luck.random() < self.killing
        self._at_work.append(Work(server, self.luck.randint(1, 40) if is_killed else None))
        try:
            yield
        finally:
            self._at_work.pop()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Inject no faults while the block reads the store."""
        held, self._at_work = self._at_work, []
        try:
            yield
        finally:
            self._at_work = held

    def moment(self) -> None:
        """Count a step before or after a statement, and perhaps kill the server."""
        if self._at_work and (work := self._at_work[-1]).moments is not None:
            work.moments -= 1
            if work.moments == 0:
                raise Killed

    def between(self) -> None:
        """Count a step without locks, in which a concurrent request may also run."""
        self.moment()
        if self._at_work and self.luck.random() < self.racing:
            server = self._at_work[-1].server
            self.time.arrive_meanwhile(SLOWEST)
            if server.store is None:
                raise Killed

    def save(self) -> None:
        self.between()
        if self.time.now < self.full_until and self._at_work:
            msg = "the disk is full"
            raise NotSavedError(msg)

    @contextmanager
    def patched(self) -> Iterator[None]:
        """Patch the engines to inject faults, keys to depend on the seed, and waits to end."""
        with pytest.MonkeyPatch.context() as patch:
            for kind in (SqliteDatabase, PostgresDatabase):
                for name in STATEMENTS:
                    patch.setattr(kind, name, _with_hooks(getattr(kind, name), self.moment))
            for engine in (SqliteEngine, Connections):
                for name in ("reading", "snapshot"):
                    patch.setattr(engine, name, _with_hooks(getattr(engine, name), self.between))
                patch.setattr(
                    engine, "writing", _with_hooks(engine.writing, self.save, self.between)
                )
            seeded = SimpleNamespace(token_urlsafe=self.key)
            patch.setattr(keys, "secrets", seeded)
            patch.setattr(Queue, "PATIENCE", 0)  # one thread: no slot frees while it waits
            patch.setattr(leases, "RENEWED_EVERY", 3600.0)  # so that no thread renews the lease
            yield

    def key(self, size: int = 16) -> str:
        return urlsafe_b64encode(self.luck.randbytes(size)).decode().rstrip("=")


def _with_hooks(
    method: Callable[..., Any],
    before: Callable[[], None],
    after: Callable[[], None] | None = None,
) -> Callable[..., Any]:
    def call(*of: object, **more: object) -> Any:  # noqa: ANN401 - as the method
        before()
        found = method(*of, **more)
        (after or before)()
        return found

    return call


class Server:
    """A simulated server process, which loses its caches but not its store when it stops."""

    def __init__(self, name: str, app: Flask, url: str, injector: FaultInjector) -> None:
        self.name, self.url = name, url
        self.ahead = timedelta()  # how far this server's clock is ahead of the simulated time
        self.store: Store | None = None
        self.judge: Callable[[Server, Request, Answer | None], None]
        self._app, self._injector, self._time = app, injector, injector.time
        self.start()

    def start(self) -> None:
        if self.store is not None:
            return
        self.store = open_store(self.url)
        clock = self._clock
        unlimited = Limit(10**6, 60, clock)  # rate limits are tested elsewhere
        limits = Limits(wrong_keys=unlimited, new_games=unlimited)
        games = GameService(
            self.store, registry_of(self._app).rulebook, self._utc_now, Sweeper(clock)
        )
        queues = limits.queues
        games.replays.queue = queues.long_replays.slot
        games.changes.queue = queues.long_changes.slot
        remembered = {"polls": PollCache(clock), "poll_interval": PollInterval(clock)}
        replace_services(self._app, games=games, limits=limits, **remembered)
        registry_of(self._app).tags.clear()
        registry_of(self._app).fragments.clear()

    def stop(self) -> None:
        if self.store is not None:
            self.store.close()
            self.store = None

    def answer(self, request: Request) -> Answer | None:
        """Answer a request, or return None if the process is killed by it or is not running."""
        if self.store is None:
            return None
        answer = None
        try:
            with self._injector.at_work(self):
                answer = self.respond(request)
        except Killed:
            self.stop()
        with self._injector.paused():
            self.judge(self, request, answer)
        return answer

    def respond(self, request: Request) -> Answer:
        found = self._app.test_client(use_cookies=False).open(
            request.path,
            method=request.method,
            json=request.values,
            data=request.form,
            headers={"If-None-Match": request.known} if request.known else {},
        )
        text = "" if found.is_json else found.text
        return Answer(
            found.status_code, found.json if found.is_json else None, text, dict(found.headers)
        )

    def _clock(self) -> float:
        return self._time.now

    def _utc_now(self) -> datetime:
        return EVENING + timedelta(seconds=self._time.now) + self.ahead
