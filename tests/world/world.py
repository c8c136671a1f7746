"""Simulation of one evening from a seed: tables, phones, strangers and failures."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from datetime import timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from flask import Flask

from companion.config import SQLITE
from companion.store.backups import backup, restore
from companion.store.errors import StoreError
from companion.store.urls import is_file, path_of
from tests.world.invariants import Judge
from tests.world.network import Answer, Network, Request, Time
from tests.world.people import People
from tests.world.phones import Phone
from tests.world.servers import FaultInjector, Server

NAMES = ("Ana", "Bo", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")
TARGETS = (60, 200, 5000)
HEATS = {"format": "heats", "table_size": 3, "lot": 1}  # a given lot, so that the seed decides
# Settings of games, with their possible numbers of players and targets.
KINDS: tuple[tuple[Mapping[str, object], Sequence[int], Sequence[int]], ...] = (
    ({"format": "individual", "scoring": "winner-collects"}, (3, 4, 5), TARGETS),
    ({"format": "individual", "scoring": "keep-own"}, (3, 4, 5), TARGETS),
    ({"format": "challenge", "scoring": "keep-own"}, (3, 4, 5), TARGETS),
    ({"format": "teams", "scoring": "winner-collects"}, (4,), TARGETS),
    ({"format": "tournament", "rounds_per_partnership": 1}, (5, 8), ()),
    ({"format": "tournament", "rounds_per_partnership": 2, "rotations": 3}, (4, 8), ()),
    ({**HEATS, "rounds_per_table": 1}, (6, 7, 8), ()),
    ({**HEATS, "rounds_per_table": 2, "advance": 1, "scoring": "keep-own"}, (6, 7, 8), ()),
)
A_NIGHT = 26 * 3600.0  # seconds, after which earlier deletions are final
SHOWN_LINES = 60
TAPS_EVERY = {"games": 30.0, "tables": 60.0, "join": 120.0}  # seconds, on average
MIN_POLLS = 3  # minimum polls of every phone at the end, as the first may get no answer
DAMAGED, SECTOR = 3, 512  # number of damaged files per world, and bytes that one loses


class Disk:
    """The store of all servers, which `empty` deletes."""

    def __init__(self, url: str, folder: Path, empty: Callable[[], None]) -> None:
        self.url, self.folder, self.empty = url, folder, empty
        self.copy = folder / "copy"

    def back_up(self) -> None:
        self.copy.unlink(missing_ok=True)
        backup(self.url, self.copy)

    def restore(self) -> None:
        restore(self.copy, self.url, self.folder / "aside")

    def damaged(self, luck: Random) -> Iterator[str]:
        """Yield URLs of copies of the file that are damaged in different ways."""
        if not is_file(self.url):
            return
        sound, copy = path_of(self.url).read_bytes(), self.folder / "damaged.sqlite"
        for _ in range(DAMAGED):
            content, start = bytearray(sound), luck.randrange(len(sound))
            match luck.randrange(4):
                case 0:
                    del content[start:]
                case 1:
                    content[start : start + SECTOR] = luck.randbytes(SECTOR)
                case _:
                    content[start] ^= 1 << luck.randrange(8)
            copy.write_bytes(content)
            yield f"{SQLITE}{copy}"


class World:
    """A few games, their phones, and one or two servers over one disk."""

    def __init__(self, seed: int, apps: tuple[Flask, Flask], disk: Disk) -> None:
        self.luck = Random(seed)
        self.time = Time()
        self.trace: list[str] = []
        self.judge = Judge(self.time)
        self.injector = FaultInjector(self.luck, self.time)
        self.network = Network(self.luck, self.time)
        self.phones: list[Phone] = []
        self.servers: list[Server] = []
        self.people = People(self.network, self.judge, self.servers, self.phones, self.injector.key)
        self.people.hand_out = self._hand_out
        self._evening_ends = 0.0
        self._apps, self._disk = apps, disk
        self._losses = 0

    def live(self) -> None:
        """Run the evening, or raise `BrokenPromiseError` if an invariant is violated."""
        with self.injector.patched(), ExitStack() as stack:
            for number, app in enumerate(self._apps[: self.luck.choice((1, 1, 2))], start=1):
                server = Server(f"server {number}", app, self._disk.url, self.injector)
                server.judge = self._answered
                self.servers.append(server)
                stack.callback(server.stop)
            self._evening()
            self._calm()

    def recent_trace(self) -> str:
        """Return the last lines of the trace."""
        return "\n".join(self.trace[-SHOWN_LINES:])

    def _note(self, what: str) -> None:
        self.trace.append(f"{self.time.now:9.2f}  {what}")

    def _answered(self, server: Server, request: Request, answer: Answer | None) -> None:
        values = {**(request.values or {}), **(request.form or {})}
        asked = {k: v for k, v in values.items() if k in {"request_id", "version", "round"}}
        said = "killed" if answer is None else str(answer.status)
        version = f" version {answer.game['version']}" if answer and answer.game else ""
        what = f"{request.method} {request.path} {asked} {said}{version}"
        self._note(f"{server.name}: {request.sender} {what}")
        self.judge.answered(server, request, answer)
        if server.store is None:
            self.time.after(self.luck.uniform(0.5, 20), server.start)

    def _evening(self) -> None:
        minutes = self.luck.randint(5, 15)
        self._evening_ends = minutes * 60.0
        self._sit_down()
        if self.luck.random() < 0.3:
            self._sit_down()
        mishaps: tuple[tuple[float, Callable[[], None]], ...] = (
            (2.0, self._cut), (1.0, self._jump), (1.0, self._kill), (0.5, self._lose_disk),
            (0.5, self._copy_disk), (0.3, self._fill_disk), (0.4, self.people.renew),
            (0.5, self._delete), (0.1, self._night), (8.0, self.people.try_forbidden_request),
            (0.3, self._sit_down_again), (1.0, self._ask_group),
        )  # fmt: skip
        for often, mishap in mishaps:
            for _ in range(int(self.luck.expovariate(1 / often) + 0.5)):
                self._at_some_time(mishap)
        self.time.run(until=self._evening_ends)

    def _at_some_time(self, act: Callable[[], None]) -> None:
        self.time.after(self.luck.uniform(0, self._evening_ends - self.time.now), act)

    def _calm(self) -> None:
        """End all failures, let every phone synchronise, and check the final state."""
        self._note("all is calm")
        self.network.calm()
        self.injector.calm()
        for server in self.servers:
            server.start()
            server.ahead = timedelta()
        is_quiet = False
        for number in range(30):
            was_quiet, is_quiet = is_quiet, not any(phone.is_busy for phone in self.phones)
            if number > MIN_POLLS and was_quiet and is_quiet:
                break
            for phone in self.phones:
                phone.wake()
            self.time.run(until=self.time.now + 5)
        with self.injector.paused():
            for server in self.servers:
                server.start()  # a night, if it was the last event, has stopped the servers
            self.judge.check_end(self.servers, self.phones)
        for server in self.servers:
            server.stop()
        for damaged in self._disk.damaged(self.luck):
            self._check_damaged(damaged)

    def _check_damaged(self, damaged: str) -> None:
        """Start a server on a damaged disk, which must show games correctly or not at all."""
        with ExitStack() as stack, suppress(StoreError):
            server = Server("a damaged server", self._apps[0], damaged, self.injector)
            stack.callback(server.stop)
            for key, (_, kind) in self.judge.opens.items():
                if kind not in {"score", "watch"}:
                    continue
                request = Request("a phone", "GET", f"/api/games/{key}")
                self.judge.check_damaged(request, server.respond(request))

    def _sit_down(self, group: str | None = None) -> None:
        kind, players, targets = self.luck.choice(KINDS)
        names = NAMES[: self.luck.choice(players)]
        start: dict[str, Any] = {"edition": "classic-108", "players": names, **kind}
        if targets:
            start["target"] = self.luck.choice(targets)
        if group:
            start["group"] = group
        if is_open := self.luck.random() < 0.25:
            start |= {"open_seats": True, "players": ()}
        sit_down = Request("the table", "POST", "/api/games", start)
        while (answer := self.servers[0].answer(sit_down)) is None:  # the server was killed by it
            self.servers[0].start()
        if answer.status == 201:
            for _ in range(self.luck.randint(1, 3)):
                self._hand_out("games", answer.values["score_key"])
            for each in answer.values.get("tables", ()):
                self._hand_out("tables", each["key"])
            for _ in names if is_open else ():
                self._hand_out("join", answer.values["join_key"])

    def _hand_out(self, resource: str, key: str) -> None:
        """Give a link to a new phone, which is tapped for the rest of the evening."""
        name, forgotten = f"phone {len(self.phones) + 1}", self.judge.note_forgotten
        phone = Phone(name, self.servers, self.network, forgotten, key, resource)
        self.phones.append(phone)
        taps = max(0, self._evening_ends - self.time.now) / TAPS_EVERY[resource]
        for _ in range(int(taps)):
            self._at_some_time(partial(self.people.tap, phone))
            self._at_some_time(phone.wake)

    def _sit_down_again(self) -> None:
        """Start the next game of a random group."""
        self._sit_down(self.luck.choice([*self.judge.members]) if self.judge.members else None)

    def _ask_group(self) -> None:
        if self.judge.members:
            group = self.luck.choice([*self.judge.members])
            self.people.ask(Request("the group", "GET", f"/api/groups/{group}"))

    def _cut(self) -> None:
        phone = self.luck.choice(self.phones)
        self._note(f"{phone.name} is cut off")
        self.network.cut(phone.name, self.luck.uniform(20, 240))

    def _jump(self) -> None:
        server = self.luck.choice(self.servers)
        server.ahead = timedelta(hours=self.luck.choice((-30 * 24, -3, -0.1, 0, 2, 50, 10 * 8766)))
        self._note(f"the clock of {server.name} is {server.ahead} ahead")

    def _kill(self) -> None:
        server = self.luck.choice(self.servers)
        self._note(f"{server.name} is killed")
        server.stop()
        self.time.after(self.luck.uniform(0.5, 60), server.start)

    def _copy_disk(self) -> None:
        with self.injector.paused():
            self._disk.back_up()
        self._note("the disk is copied")

    def _lose_disk(self) -> None:
        if self._losses == 2:
            return
        self._losses += 1
        is_copied = self._disk.copy.exists() and self.luck.random() < 0.5
        self._note(f"the disk is lost{', but for a copy' * is_copied}")
        for server in self.servers:
            server.stop()
        with self.injector.paused():
            (self._disk.restore if is_copied else self._disk.empty)()
            self.servers[0].start()
            self.judge.disk_lost(self.servers[0], self.phones)
        for server in self.servers:
            self.time.after(self.luck.uniform(0.5, 20), server.start)

    def _fill_disk(self) -> None:
        self._note("the disk is full")
        self.injector.full_until = self.time.now + self.luck.uniform(10, 90)

    def _night(self) -> None:
        self._note("a night passes, and in the morning the computer is started again")
        self.time.now += A_NIGHT
        for server in self.servers:
            # The first request purges the trash, and a restart forgets why keys are invalid.
            server.answer(Request("an intruder", "GET", f"/api/games/{self.injector.key()}"))
            server.stop()
            self.time.after(1, server.start)

    def _delete(self) -> None:
        phone = self.luck.choice(self.people.scorers)
        key = phone.key
        if not phone.is_out:
            self.people.ask(Request(phone.name, "POST", f"/games/{key}/delete", form={}))
            if self.luck.random() < 0.5:  # one phone is away until the deletion is final
                self.network.cut(self.luck.choice(self.phones).name, 120)
                self.time.after(60, self._night)
