"""Model of a phone at the table, which queues up to five rounds and stores a copy of the game."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tests.world.network import Answer, Network, Request
from tests.world.servers import Server

MOST_WAITING = 5  # requests that a phone queues
PATIENCE = 4.0  # seconds until a request times out
RETRIED = {429, 503, 507}  # status codes after which the phone retries later
Entries = Sequence[dict[str, Any]]


@dataclass
class Copy:
    """A phone's copy of a game, with the game's keys and journal."""

    keys: dict[str, Any]
    entries: Entries

    @classmethod
    def of(cls, journal: dict[str, Any]) -> "Copy":
        keys = {**journal}
        return cls(keys, keys.pop("entries"))

    @property
    def last(self) -> int:
        return int(self.entries[-1]["version"])

    def begins_with(self, entries: Entries) -> bool:
        pairs = zip(entries, self.entries, strict=False)
        return len(entries) <= self.last and all(
            identity_of(one) == identity_of(other) for one, other in pairs
        )


def markers_in(entries: Entries) -> set[str]:
    """Return the texts of all notes and the names of newcomers, which identify each entry."""
    rounds = (each["round"] for each in entries if each["kind"] == "round-recorded")
    came = {each["name"] for each in entries if each["kind"] == "player-joined"}
    return came | {note["text"] for each in rounds for note in each.get("notes", ())}


def identity_of(entry: dict[str, Any]) -> object:
    """Return an entry's request id, or else the entry without its time (servers may correct it)."""
    return entry.get("request_id") or {**entry, "at": 0}


@dataclass
class QueuedRequest:
    """A change request that is retried until it is answered, which calls `on_answer`."""

    request: Request
    on_answer: Callable[[Answer], None] = lambda _: None
    round_number: int | None = None  # the number of the round when it was typed


@dataclass
class Phone:
    """A phone with a key, by default for scoring, `is_out` once the key opens nothing."""

    name: str
    servers: Sequence[Server]
    network: Network
    on_forgotten: Callable[["Phone", Answer], None]
    key: str
    resource: str = "games"  # path segment of the key: `games`, `tables` or `join`
    is_out: bool = False
    shown: dict[str, Any] | None = None  # the game, as the page shows it
    copy: Copy | None = None
    diverged: list[Copy] = field(default_factory=list)  # copies that diverged from the server's
    waiting: list[QueuedRequest] = field(default_factory=list)
    _etag: str | None = None
    _is_uncopied: bool = False  # the copy lacks what is shown
    _is_missing: bool = False  # the server lacks what is in the copy
    _has_restored: bool = False  # this phone has tried to restore the game
    _has_timed_out: bool = False  # a request timed out, and the journal was not compared since
    _asked_until: float = 0.0  # time of the timeout, or 0 without a pending request

    @property
    def markers(self) -> set[str]:
        """Markers of everything in this phone's copies."""
        copies = (self.copy, *self.diverged)
        return {marker for copy in copies if copy for marker in markers_in(copy.entries)}

    def learn(self, key: str) -> None:
        """Open a renewed link shown by another phone."""
        self.key, self._etag = key, None
        self.is_out = self._is_missing = self._has_restored = False

    def enqueue(self, queued: QueuedRequest) -> None:
        if len(self.waiting) < MOST_WAITING:
            self.waiting.append(queued)

    @property
    def is_busy(self) -> bool:
        """Whether there is more to do than polling."""
        return not self.is_out and bool(self._is_missing or self.waiting or self._is_uncopied)

    def wake(self) -> None:
        """Send the next request, unless one is pending."""
        if self.is_out or self.network.time.now < self._asked_until:
            return
        if self._is_missing and self.copy:
            kept = {**self.copy.keys, "entries": self.copy.entries}
            self._ask("POST", "/api/games/restore", self._restored, values=kept)
        elif self.waiting:
            self._send(self.waiting[0])
        elif self._is_uncopied:
            # Starts with the last entry of the copy, to check that the journals agree.
            since = self.copy.last - 1 if self.copy else 0
            self._ask("GET", self._journal(since), self._extend_copy)
        elif self.resource != "join":
            self._ask("GET", f"/api/{self.resource}/{self.key}", self._polled, known=self._etag)

    def _ask(self, method: str, path: str, then: Callable[[Answer], None], **more: Any) -> None:  # noqa: ANN401 - fields of Request
        self._has_timed_out |= self._asked_until > 0.0
        until = self._asked_until = self.network.time.now + PATIENCE

        def heard(answer: Answer) -> None:
            if self._asked_until == until and self.network.time.now <= until:
                self._asked_until = 0.0
                if answer.status not in RETRIED:
                    then(answer)
                    if self.is_busy:
                        self.network.time.after(0.05, self.wake)

        server = self.network.luck.choice(self.servers)
        self.network.send(Request(self.name, method, path, **more), server, heard)

    def _send(self, queued: QueuedRequest) -> None:
        asked = queued.request
        if queued.round_number and self.shown and "version" not in (asked.values or {}):
            # If another round has this number, version 0 forces a conflict, which shows both.
            is_taken = self.shown["rounds_total"] >= queued.round_number
            version = 0 if is_taken else self.shown["version"]
            values = {**(asked.values or {}), "version": version}
            asked = queued.request = replace(asked, values=values)
        path = asked.path.format(key=self.key)
        self._ask(asked.method, path, self._answered, values=asked.values, form=asked.form)

    def _answered(self, answer: Answer) -> None:
        if answer.status == 404 and self.waiting[0].round_number:
            self._opened_nothing(answer)
        else:
            self._show(answer)
            self.waiting.pop(0).on_answer(answer)

    def _polled(self, answer: Answer) -> None:
        if answer.status == 404:
            self._opened_nothing(answer)
        self._show(answer)

    def _show(self, answer: Answer) -> None:
        if answer.game:
            self.shown, self._etag = answer.game, answer.headers.get("ETag")
        is_kept = self.copy and self.shown and self.copy.last == self.shown["version"]
        # After a timeout the journal may have changed without changing its length.
        self._is_uncopied = self.resource == "games" and (self._has_timed_out or not is_kept)

    def _journal(self, since: int) -> str:
        return f"/api/games/{self.key}/journal?keys=1&since={since}"

    def _extend_copy(self, answer: Answer) -> None:
        if answer.status != 200:
            self._opened_nothing(answer)
            return
        self._is_uncopied = self._has_timed_out = False
        new = Copy.of(answer.values)
        if self.copy is None:
            self.copy = new
        elif not new.entries or identity_of(new.entries[0]) != identity_of(self.copy.entries[-1]):
            self._ask("GET", self._journal(0), self._compare_copies)
        else:
            self.copy = Copy(new.keys, [*self.copy.entries, *new.entries[1:]])
            self._has_restored = False

    def _compare_copies(self, answer: Answer) -> None:
        """Keep both copies if the server's journal diverged, or restore if it is only shorter."""
        if answer.status == 200 and self.copy:
            here = Copy.of(answer.values)
            self._is_missing = self.copy.begins_with(here.entries)
            if not self._is_missing:
                self.diverged.append(self.copy)
                self.copy = here

    def _opened_nothing(self, answer: Answer) -> None:
        """Restore the game, or delete the copy if the server says the key was invalidated."""
        self._is_missing = bool(self.copy) and not answer.why and not self._has_restored
        # Without a reason the server may have lost the game, so the copy stays.
        self.is_out = not self._is_missing and (self.resource == "games" or bool(answer.why))
        if answer.why in {"renewed", "deleted"}:
            self.on_forgotten(self, answer)
            self.copy = None
            self.waiting.clear()

    def _restored(self, answer: Answer) -> None:
        self._is_missing, self._has_restored = False, True
        if answer.status in {200, 201}:
            self.key, self._etag, self.is_out = answer.values["score_key"], None, False
            self._show(answer)
        elif answer.status == 409 and self.copy:
            self.diverged.append(self.copy)
            self.copy, self._is_uncopied = None, True
        else:
            self._opened_nothing(answer)
