"""Invariants of every simulated world, checked after each answer and at the end.

Saved data is identified by unique markers: a round by its note and a newcomer by the name.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.keys import public_id
from companion.store.errors import DamagedGameError, UnknownGameError
from tests.world.network import Answer, Request, Time
from tests.world.phones import Phone, markers_in
from tests.world.scores import BrokenPromiseError, Score, require, shown
from tests.world.servers import Server

COUNTED_HAND = re.compile(r'name="points-\d+"[^>]*value="(\d+)"')
# Permissions of each kind of access key: the allowed methods for each resource.
NAMED = ("score_key", "watch_key", "join_key")
ANYTHING = {"GET", "POST", "PUT", "PATCH", "DELETE"}
MAY: Mapping[str, Mapping[str, Collection[str]]] = {
    "score": {"games": ANYTHING},
    "watch": {"games": {"GET"}, "watch": {"GET"}},
    "table": {"tables": {"GET", "POST"}},
    "join": {"join": ANYTHING},
    "group": {"groups": {"GET"}},
}


@dataclass
class Judge:
    """Observer that checks all answers against the keys given out and the saves confirmed."""

    time: Time
    opens: dict[str, tuple[str, str]] = field(default_factory=dict)  # access key: game, kind
    members: dict[str, set[str]] = field(default_factory=dict)  # group key: its games
    dead: dict[str, float] = field(default_factory=dict)  # access key: when it became invalid
    deleted: set[str] = field(default_factory=set)  # games for which a deletion was requested
    gone: set[str] = field(default_factory=set)  # games deleted on the present disk
    counted: dict[str, tuple[str, int]] = field(default_factory=dict)  # unique points: game, round
    saved: dict[str, str] = field(default_factory=dict)  # marker of a confirmed save: game
    excused: set[str] = field(default_factory=set)  # markers whose every copy was lost
    has_lost: bool = False
    scores: dict[str, Score] = field(default_factory=dict)

    def score(self, server: Server, game: str) -> Score | None:
        """Return a game's score with the store's new lines, or None if the game is gone."""
        score = self.scores.setdefault(game, Score())
        assert server.store
        try:
            new = server.store.journals.read(game, max(len(score.lines) - 1, 0))
            is_same = not score.lines or new[:1] == score.lines[-1:]
            require(is_same, "a journal has other lines than before")
        except UnknownGameError:
            return None
        except DamagedGameError as damage:
            raise BrokenPromiseError(str(damage)) from damage
        score.read(new[1:] if score.lines else new)
        return score

    def answered(self, server: Server, request: Request, answer: Answer | None) -> None:
        """Check the answer of a server, which is None if it was killed during the request."""
        game, kind = self.opens.get(request.key or "", ("", ""))
        if request.path.endswith("/delete"):
            self.deleted.add(game)
        if answer is None:
            return
        require(answer.status < 500 or answer.status in {503, 507}, f"status {answer.status}")
        if answer.status >= 400:
            return
        if request.key:
            self._check_permission(request, answer, game, kind)
        elif answer.values and answer.game and server.store:
            game = self._note_new_game(server, request, answer)
        if "/hands/" in request.path and request.form:
            value = next(v for k, v in request.form.items() if k.startswith("points-"))
            self.counted[value] = (game, int(request.form["round"]))
        if server.store and (score := self.score(server, game)):
            self._check_version(score, request, answer)
            self._check_hands(game, score, answer)

    def _check_permission(self, request: Request, answer: Answer, game: str, kind: str) -> None:
        assert request.key
        path = request.path.partition("?")[0]
        require(kind, "a key that nobody was given opens something")
        # A repeated renewal gets the same new link again. A request finished before another phone
        # renewed the key is still answered.
        is_dead = self.dead.get(request.key, self.time.now) < self.time.now
        is_dead = is_dead and not path.endswith("/share")
        require(not is_dead, "a key opens something that was renewed or deleted")
        may = MAY[kind.partition(" ")[0]].get(request.resource, ())
        require(request.method in may, f"a key to {kind} may {request.method} {request.resource}")
        if "/journal" in path and kind != "score":
            names = {name for entry in answer.values["entries"] for name in entry}
            require(not names & {"request_id", "by"}, "a watcher is told of requests")
            require("id" not in answer.values, "a watcher is told the id")
        if path.endswith("/share") and request.method == "POST":
            renewed = answer.headers["Location"].split("/")[2]
            is_given = self.opens.setdefault(renewed, (game, kind)) == (game, kind)
            require(
                is_given and renewed not in self.dead, "a renewed link is led back to an old one"
            )
            self.dead.setdefault(request.key, self.time.now)
        if path.endswith("/delete"):
            self.gone.add(game)
            keys = [key for key, (of, _) in self.opens.items() if of == game]
            self.dead = {**dict.fromkeys(keys, self.time.now), **self.dead}
        if answer.values and "tables" in answer.values:
            self._note_keys(game, answer.values)

    def _note_new_game(self, server: Server, request: Request, answer: Answer) -> str:
        """Note the keys of a created or restored game, which no other game may have."""
        found = server.store and server.store.keys.find(answer.values["score_key"])
        is_restored = bool(request.values and "score_key" in request.values)
        game = str(request.values["id"] if request.values and is_restored else found and found.game)
        is_back = game in self.gone and self.score(server, game)
        require(not is_back, "a deleted game is brought back")
        if is_restored and not (found and found.game == game):
            return game  # after a renewal the answer contains only the sent entries
        self._note_keys(game, answer.values)
        if group := answer.values.get("group_key"):
            asked = (request.values or {}).get("group", group)
            require(group == asked, "the next game of a group is in another")
            self.opens[group] = group, "group"
            self.members.setdefault(group, set()).add(game)
        return game

    def _note_keys(self, game: str, values: Mapping[str, Any]) -> None:
        keys = {values[name]: name[:-4] for name in NAMED if name in values}
        keys |= {each["key"]: f"table {each['table']}" for each in values.get("tables", ())}
        for key, kind in keys.items():
            is_its = self.opens.get(key) in {None, (game, kind)} or self.has_lost
            require(is_its, f"the {kind} key of another game")
            self.opens[key] = game, kind

    def _check_version(self, score: Score, request: Request, answer: Answer) -> None:
        values = request.values or {}
        if answer.status == 304:
            tag = str(request.known).strip('"').rpartition("-")[2]
            require(int(tag) == len(score.lines), "a page that is old is said to be the latest")
        if answer.game and "entries" not in values:
            version = answer.game["version"]
            require(version <= len(score.lines), f"version {version} is not in the journal")
            here, expected = shown(answer.game), score.shown[version - 1]
            require(here == expected, f"version {version} is {here}, and should be {expected}")
        if answer.values and "request_id" in values:
            made = [line for line in score.lines if line.request_id == values["request_id"]]
            require(len(made) == 1, f"{values['request_id']} made {len(made)} entries")
            version = made[0].version
            seen = values.get("version", version - 1)
            require(version == seen + 1, f"version {seen} was no longer the latest")
            kind, _, table = self.opens[request.key or ""][1].partition(" ")
            is_there = kind != "table" or score.tables[version - 1] == int(table)
            require(is_there, f"what table {table} did is of table {score.tables[version - 1]}")
            if answer.status == 201 and (seat := answer.values.get("seat")):  # not a repeat
                names = score.shown[version - 1]["names"][seat - 1 : seat]
                require(names == [values["name"]], f"{values['name']} was given seat {seat}")

        if "draw" in (form := request.form or {}):
            again = [line.version for line in score.lines if line.request_id == form["request_id"]]
            is_next = again in ([], [int(form["version"]) + 1])
            require(is_next, f"a draw again of version {form['version']} is in {again}")

    def _check_hands(self, game: str, score: Score, answer: Answer) -> None:
        number = 1 + len(score.shown[-1].get("points", ()))
        for hand in COUNTED_HAND.findall(answer.text):
            require(
                self.counted.get(hand, (game, number)) == (game, number),
                f"{hand} was counted for another round than {number}",
            )

    def check_damaged(self, request: Request, answer: Answer) -> None:
        require(answer.status in {200, 404, 503}, f"status {answer.status} of a damaged file")
        score = self.scores.get(self.opens[request.key or ""][0])
        if answer.game and score:
            here = shown(answer.game)
            require(here == score.shown[-1], f"a damaged file says {here}")

    def note_saved(self, game: str, marker: str, answer: Answer) -> None:
        if answer.status in {200, 201}:
            self.saved[marker] = game

    def note_forgotten(self, phone: Phone, answer: Answer) -> None:
        require(answer.why in {"renewed", "deleted"}, f"{phone.name} erased its copy")
        self.excused |= phone.markers

    def disk_lost(self, server: Server, phones: Iterable[Phone]) -> None:
        """Excuse the loss of all markers that neither the remaining disk nor any phone has."""
        self.has_lost = True
        self.gone.clear()
        self.members.clear()  # simulated phones have no cookies, so they do not know their group
        self.dead.clear()  # only the phones know which link was the newest
        games = {*self.scores, *self.saved.values()}
        # The scores also have markers of saves whose answer is still under way.
        had = {marker for score in self.scores.values() for marker in score.markers} | {*self.saved}
        self.scores.clear()
        held = {marker for phone in phones for marker in phone.markers}
        left = {marker for game in games for marker in self._recorded(server, game)}
        self.excused |= had - held - left

    def _recorded(self, server: Server, game: str) -> Counter[str]:
        score = self.score(server, game)
        return score.markers if score else Counter()

    def check_end(self, servers: Iterable[Server], phones: list[Phone]) -> None:
        """Check the final state, after all failures ended and every phone has synchronised."""
        held = {marker for phone in phones for marker in phone.markers if self.has_lost}
        for server in servers:
            for game in [*self.scores]:
                recorded = self._recorded(server, game)
                require(max(recorded.values(), default=0) < 2, f"doubled: {recorded}")
                if game in self.deleted:
                    continue
                for marker in (marker for marker, of in self.saved.items() if of == game):
                    is_there = recorded[marker] or marker in held | self.excused
                    require(is_there, f"{marker} was said to be saved, and is lost")
            for group, games in self.members.items():
                self._check_group(server, group, games - self.gone)
            for phone in phones:
                self._check_phone(server, phone)

    def _check_group(self, server: Server, group: str, games: Iterable[str]) -> None:
        """Check that a group lists each of these games once, with its winners."""
        answer = server.respond(Request("the group", "GET", f"/api/groups/{group}"))
        for game in games:
            if score := self.score(server, game):
                listed = answer.values.get("games", ())  # a group is deleted with its last game
                there = [each["winners"] for each in listed if each["id"] == public_id(game)]
                won = score.shown[-1].get("winners", [])
                require(there == [won], f"{won} have won, and the group says {there}")

    def _check_phone(self, server: Server, phone: Phone) -> None:
        game, _ = self.opens.get(phone.key, ("", ""))
        score = self.score(server, game) if game and not phone.is_out else None
        if not score or not (phone.copy or phone.resource != "games"):
            require(phone.is_out or game in self.deleted or self.has_lost, "a phone has no game")
            return
        require(not phone.waiting, f"{phone.name} still has queued requests")
        if phone.resource == "tables":
            is_latest = phone.shown and phone.shown["version"] == len(score.lines)
            require(is_latest or self.has_lost, f"{phone.name} shows an old page")
        if not phone.copy:
            return
        require(not phone.diverged or self.has_lost, f"{phone.name} parted from the table")
        here = [line.request_id for line in score.lines]
        require(
            here == [each["request_id"] for each in phone.copy.entries],
            f"{phone.name} has another journal: {sorted(markers_in(phone.copy.entries))}",
        )
