"""What must hold in every world, whatever came in between: judged after each answer and at the end.

Whatever was said to be saved is known by what was typed: a round by its note, a newcomer by name.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.keys import public_id
from companion.store.errors import DamagedGameError, UnknownGameError
from tests.world.network import Answer, Request, Time
from tests.world.phones import Phone, typed_in
from tests.world.scores import BrokenPromiseError, Score, require, shown
from tests.world.servers import Server

TYPED = re.compile(r'name="points-\d+"[^>]*value="(\d+)"')
# What the keys of each kind may do: the methods for each room that they open.
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
    """Looks on from above, and knows what people know: which key is for what, what was said."""

    time: Time
    opens: dict[str, tuple[str, str]] = field(default_factory=dict)  # key: game, kind and table
    members: dict[str, set[str]] = field(default_factory=dict)  # key of a group: games of this disk
    dead: dict[str, float] = field(default_factory=dict)  # key: when renewed, or its game deleted
    deleted: set[str] = field(default_factory=set)  # games that somebody wanted to be deleted
    gone: set[str] = field(default_factory=set)  # games that were deleted on the present disk
    counted: dict[str, tuple[str, int]] = field(default_factory=dict)  # hand: game, round
    saved: dict[str, str] = field(default_factory=dict)  # what was said to be saved: game
    excused: set[str] = field(default_factory=set)  # what a lost disk took from everybody
    has_lost: bool = False
    scores: dict[str, Score] = field(default_factory=dict)

    def score(self, server: Server, game: str) -> Score | None:
        """Return what the store now has of a game; None for one that is gone."""
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
        """Judge what a server has answered, or that it was killed over it."""
        game, kind = self.opens.get(request.key or "", ("", ""))
        if request.path.endswith("/delete"):
            self.deleted.add(game)
        if answer is None:
            return
        require(answer.status < 500 or answer.status in {503, 507}, f"status {answer.status}")
        if answer.status >= 400:
            return
        if request.key:
            self._may(request, answer, game, kind)
        elif answer.values and answer.game and server.store:
            game = self._learn(server, request, answer)
        if "/hands/" in request.path and request.form:
            value = next(v for k, v in request.form.items() if k.startswith("points-"))
            self.counted[value] = (game, int(request.form["round"]))
        if server.store and (score := self.score(server, game)):
            self._is_right(score, request, answer)
            self._shows_hands_of_this_round(game, score, answer)

    def _may(self, request: Request, answer: Answer, game: str, kind: str) -> None:
        assert request.key
        path = request.path.partition("?")[0]
        require(kind, "a key that nobody was given opens something")
        # Whoever sends the same tap once more is led to the same new link.
        # What was done already when another took the key away is answered all the same.
        is_dead = self.dead.get(request.key, self.time.now) < self.time.now
        is_dead = is_dead and not path.endswith("/share")
        require(not is_dead, "a key opens something that was renewed or deleted")
        may = MAY[kind.partition(" ")[0]].get(request.room, ())
        require(request.method in may, f"a key to {kind} may {request.method} {request.room}")
        if "/journal" in path and kind != "score":
            told = {name for entry in answer.values["entries"] for name in entry}
            require(not told & {"request_id", "by"}, "a watcher is told of requests")
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

    def _learn(self, server: Server, request: Request, answer: Answer) -> str:
        """Note the keys that were given out; none of them may be that of another game."""
        found = server.store and server.store.keys.find(answer.values["score_key"])
        is_restored = bool(request.values and "score_key" in request.values)
        game = str(request.values["id"] if request.values and is_restored else found and found.game)
        is_back = game in self.gone and self.score(server, game)
        require(not is_back, "a deleted game is brought back")
        if is_restored and not (found and found.game == game):
            return game  # the link was renewed: what was sent is answered, and nothing changed
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

    def _is_right(self, score: Score, request: Request, answer: Answer) -> None:
        values = request.values or {}
        if answer.status == 304:
            mark = str(request.known).strip('"').rpartition("-")[2]
            require(int(mark) == len(score.lines), "a page that is old is said to be the latest")
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
            if answer.status == 201 and (seat := answer.values.get("seat")):  # others may move it
                names = score.shown[version - 1]["names"][seat - 1 : seat]
                require(names == [values["name"]], f"{values['name']} was given seat {seat}")

    def _shows_hands_of_this_round(self, game: str, score: Score, answer: Answer) -> None:
        number = 1 + len(score.shown[-1].get("points", ()))
        for hand in TYPED.findall(answer.text):
            require(
                self.counted.get(hand, (game, number)) == (game, number),
                f"{hand} was counted for another round than {number}",
            )

    def shown_from_damaged(self, request: Request, answer: Answer) -> None:
        require(answer.status in {200, 404, 503}, f"status {answer.status} of a damaged file")
        score = self.scores.get(self.opens[request.key or ""][0])
        if answer.game and score:
            here = shown(answer.game)
            require(here == score.shown[-1], f"a damaged file says {here}")

    # what people were told

    def told_saved(self, game: str, typed: str, answer: Answer) -> None:
        if answer.status in {200, 201}:
            self.saved[typed] = game

    def told_forgotten(self, phone: Phone, answer: Answer) -> None:
        require(answer.why in {"renewed", "deleted"}, f"{phone.name} erased its copy")
        self.excused |= phone.kept

    def disk_lost(self, server: Server, phones: Iterable[Phone]) -> None:
        """Note what nobody can bring back: neither what is left nor any phone has it."""
        self.has_lost = True
        self.gone.clear()
        self.members.clear()  # a phone that knows its group is a browser, and has its cookies
        self.dead.clear()  # which link was the newest is known to the phones alone
        games = {*self.scores, *self.saved.values()}
        # Of some of these nobody has heard yet: the answer is still under way.
        had = {typed for score in self.scores.values() for typed in score.typed} | {*self.saved}
        self.scores.clear()
        kept = {typed for phone in phones for typed in phone.kept}
        left = {typed for game in games for typed in self._recorded(server, game)}
        self.excused |= had - kept - left

    def _recorded(self, server: Server, game: str) -> Counter[str]:
        score = self.score(server, game)
        return score.typed if score else Counter()

    def ended(self, servers: Iterable[Server], phones: list[Phone]) -> None:
        """Judge a world in which all is calm again, and every phone has had its say."""
        kept = {typed for phone in phones for typed in phone.kept if self.has_lost}
        for server in servers:
            for game in [*self.scores]:
                recorded = self._recorded(server, game)
                require(max(recorded.values(), default=0) < 2, f"doubled: {recorded}")
                if game in self.deleted:
                    continue
                for typed in (typed for typed, of in self.saved.items() if of == game):
                    is_there = recorded[typed] or typed in kept | self.excused
                    require(is_there, f"{typed} was said to be saved, and is lost")
            for group, games in self.members.items():
                self._lists(server, group, games - self.gone)
            for phone in phones:
                self._agrees(server, phone)

    def _lists(self, server: Server, group: str, games: Iterable[str]) -> None:
        """Judge what a group shows of these games: each is listed once, and says who has won."""
        answer = server.asked(Request("the group", "GET", f"/api/groups/{group}"))
        for game in games:
            if score := self.score(server, game):
                listed = answer.values.get("games", ())  # a group goes with the last of its games
                there = [each["winners"] for each in listed if each["id"] == public_id(game)]
                won = score.shown[-1].get("winners", [])
                require(there == [won], f"{won} have won, and the group says {there}")

    def _agrees(self, server: Server, phone: Phone) -> None:
        game, _ = self.opens.get(phone.key, ("", ""))
        score = self.score(server, game) if game and not phone.is_out else None
        if not score or not (phone.copy or phone.room != "games"):
            require(phone.is_out or game in self.deleted or self.has_lost, "a phone has no game")
            return
        require(not phone.waiting, f"{phone.name} never got rid of a wish")
        if phone.room == "tables":
            is_latest = phone.shown and phone.shown["version"] == len(score.lines)
            require(is_latest or self.has_lost, f"{phone.name} shows an old page")
        if not phone.copy:
            return
        require(not phone.aside or self.has_lost, f"{phone.name} parted from the table")
        here = [line.request_id for line in score.lines]
        require(
            here == [each["request_id"] for each in phone.copy.entries],
            f"{phone.name} has another journal: {sorted(typed_in(phone.copy.entries))}",
        )
