"""A phone at the table, as it is promised: up to five rounds wait on it, and it keeps a copy."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tests.world.network import Answer, Network, Request
from tests.world.servers import Server

MOST_WAITING = 5  # rounds
PATIENCE = 4.0  # seconds for an answer; what comes later is no longer heard
SHORT_OF = {429, 503, 507}  # what is to be asked for again later
Entries = Sequence[dict[str, Any]]


@dataclass
class Copy:
    """The keys of a game, and its journal."""

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
        return len(entries) <= self.last and all(mark(one) == mark(other) for one, other in pairs)


def typed_in(entries: Entries) -> set[str]:
    """Return by what rounds and newcomers of a journal were known when they were typed."""
    kept = (each["round"] for each in entries if each["kind"] == "round-recorded")
    came = {each["name"] for each in entries if each["kind"] == "player-joined"}
    return came | {note["text"] for each in kept for note in each.get("notes", ())}


def mark(entry: dict[str, Any]) -> object:
    """Return by what an entry is known; a server may have set its time right."""
    return entry.get("request_id") or {**entry, "at": 0}


@dataclass
class Wish:
    """What somebody wants changed, asked for until it is answered; `told`: what becomes of it."""

    request: Request
    told: Callable[[Answer], None] = lambda _: None
    place: int | None = None  # which round it was when it was typed


@dataclass
class Phone:
    """One phone with a key, by default for scoring; `is_out`: it opens nothing any more."""

    name: str
    servers: Sequence[Server]
    network: Network
    told_forgotten: Callable[["Phone", Answer], None]
    key: str
    room: str = "games"  # what the key is for: `games`, `tables`, or `join`
    is_out: bool = False
    shown: dict[str, Any] | None = None  # the game, as the page shows it
    copy: Copy | None = None
    aside: list[Copy] = field(default_factory=list)  # what parted from what the server has
    waiting: list[Wish] = field(default_factory=list)
    _etag: str | None = None
    _is_new: bool = False  # what is shown is not kept yet
    _is_lost: bool = False  # the server lacks what is kept here
    _is_brought: bool = False  # this phone has tried to bring it back
    _is_away: bool = False  # an answer did not come, and nothing was compared since
    _asked_until: float = 0.0  # seconds; 0 where nothing is waited for

    @property
    def kept(self) -> set[str]:
        """Return by what all is known that this phone could still show."""
        copies = (self.copy, *self.aside)
        return {typed for copy in copies if copy for typed in typed_in(copy.entries)}

    def learn(self, key: str) -> None:
        """Open a link that somebody at the table has shown."""
        self.key, self._etag = key, None
        self.is_out = self._is_lost = self._is_brought = False

    def wish(self, wish: Wish) -> None:
        if len(self.waiting) < MOST_WAITING:
            self.waiting.append(wish)

    @property
    def is_busy(self) -> bool:
        """Whether there is more to do at once than to ask for news."""
        return not self.is_out and bool(self._is_lost or self.waiting or self._is_new)

    def wake(self) -> None:
        """Go on with what is to be done next, unless an answer is still waited for."""
        if self.is_out or self.network.time.now < self._asked_until:
            return
        if self._is_lost and self.copy:
            kept = {**self.copy.keys, "entries": self.copy.entries}
            self._ask("POST", "/api/games/restore", self._restored, values=kept)
        elif self.waiting:
            self._send(self.waiting[0])
        elif self._is_new:
            # The last entry that is kept comes once more: it shows whether both are still one.
            since = self.copy.last - 1 if self.copy else 0
            self._ask("GET", self._journal(since), self._kept)
        elif self.room != "join":
            self._ask("GET", f"/api/{self.room}/{self.key}", self._polled, known=self._etag)

    def _ask(self, method: str, path: str, then: Callable[[Answer], None], **more: Any) -> None:  # noqa: ANN401 - fields of Request
        self._is_away |= self._asked_until > 0.0
        until = self._asked_until = self.network.time.now + PATIENCE

        def heard(answer: Answer) -> None:
            if self._asked_until == until and self.network.time.now <= until:
                self._asked_until = 0.0
                if answer.status not in SHORT_OF:
                    then(answer)
                    if self.is_busy:
                        self.network.time.after(0.05, self.wake)

        server = self.network.luck.choice(self.servers)
        self.network.send(Request(self.name, method, path, **more), server, heard)

    def _send(self, wish: Wish) -> None:
        asked = wish.request
        if wish.place and self.shown and "version" not in (asked.values or {}):
            # Where another round has taken its place both are shown: no game is at version 0.
            is_taken = self.shown["rounds_total"] >= wish.place
            version = 0 if is_taken else self.shown["version"]
            values = {**(asked.values or {}), "version": version}
            asked = wish.request = replace(asked, values=values)
        path = asked.path.format(key=self.key)
        self._ask(asked.method, path, self._answered, values=asked.values, form=asked.form)

    def _answered(self, answer: Answer) -> None:
        if answer.status == 404 and self.waiting[0].place:
            self._opened_nothing(answer)
        else:
            self._show(answer)
            self.waiting.pop(0).told(answer)

    def _polled(self, answer: Answer) -> None:
        if answer.status == 404:
            self._opened_nothing(answer)
        self._show(answer)

    def _show(self, answer: Answer) -> None:
        if answer.game:
            self.shown, self._etag = answer.game, answer.headers.get("ETag")
        is_kept = self.copy and self.shown and self.copy.last == self.shown["version"]
        # Who was away may have missed that the game went on otherwise, to the same length.
        self._is_new = self.room == "games" and (self._is_away or not is_kept)

    # what is kept

    def _journal(self, since: int) -> str:
        return f"/api/games/{self.key}/journal?keys=1&since={since}"

    def _kept(self, answer: Answer) -> None:
        if answer.status != 200:
            self._opened_nothing(answer)
            return
        self._is_new = self._is_away = False
        new = Copy.of(answer.values)
        if self.copy is None:
            self.copy = new
        elif not new.entries or mark(new.entries[0]) != mark(self.copy.entries[-1]):
            self._ask("GET", self._journal(0), self._compared)
        else:
            self.copy = Copy(new.keys, [*self.copy.entries, *new.entries[1:]])
            self._is_brought = False

    def _compared(self, answer: Answer) -> None:
        """Keep both where the server has other entries; where it has fewer, bring it the rest."""
        if answer.status == 200 and self.copy:
            here = Copy.of(answer.values)
            self._is_lost = self.copy.begins_with(here.entries)
            if not self._is_lost:
                self.aside.append(self.copy)
                self.copy = here

    def _opened_nothing(self, answer: Answer) -> None:
        """Bring the game back, or let go of it where the server knows that this is over."""
        self._is_lost = bool(self.copy) and not answer.why and not self._is_brought
        # Who says so may know nothing: what is kept stays, and who keeps nothing asks again.
        self.is_out = not self._is_lost and (self.room == "games" or bool(answer.why))
        if answer.why in {"renewed", "deleted"}:
            self.told_forgotten(self, answer)
            self.copy = None
            self.waiting.clear()

    def _restored(self, answer: Answer) -> None:
        self._is_lost, self._is_brought = False, True
        if answer.status in {200, 201}:
            self.key, self._etag, self.is_out = answer.values["score_key"], None, False
            self._show(answer)
        elif answer.status == 409 and self.copy:
            self.aside.append(self.copy)
            self.copy, self._is_new = None, True
        else:
            self._opened_nothing(answer)
