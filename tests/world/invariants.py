"""What must hold in every world, whatever came in between: judged after each answer and at the end.

Totals are those of the second, naive model of the game, which adds up what the journal says.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from companion.game import entries as e
from companion.game.rounds import Round
from companion.services.replays import entry_of
from companion.store.errors import DamagedGameError, UnknownGameError
from companion.store.rows.lines import Line
from tests.game.formats.naive import NaiveChallenge, NaiveTeams
from tests.game.naive import Line as NaiveLine
from tests.game.naive import NaiveTable
from tests.game.test_against_naive import shown_by_naive, shown_by_product
from tests.table import Table
from tests.world.network import Answer, Request
from tests.world.phones import Phone, rounds_in
from tests.world.servers import Server

MODELS = {"individual": NaiveTable, "teams": NaiveTeams, "challenge": NaiveChallenge}
TYPED = re.compile(r'name="points-\d+"[^>]*value="(\d+)"')


class BrokenPromiseError(AssertionError):
    """Something happened in a world that must never happen."""


def require(is_so: object, otherwise: str) -> None:
    if not is_so:
        raise BrokenPromiseError(otherwise)


class Answered(Table):
    """A table of which only an answer is known."""

    def __init__(self, state: dict[str, Any]) -> None:
        self._state = state

    @property
    def state(self) -> dict[str, Any]:
        return self._state


class Score:
    """What a game comes to at each of its versions, by the naive model."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.shown: list[dict[str, Any]] = []
        self.rounds = Counter[str]()  # by what was typed with each
        self._naive: NaiveTable
        self._done: list[int] = []  # versions that stand
        self._undone: list[tuple[int, int]] = []  # of what took back, and what that took back

    def read(self, lines: Iterable[Line]) -> None:
        for line in lines:
            entry = entry_of(line)
            self._apply(line.version, entry)
            if isinstance(entry, e.RoundRecorded):
                self.rounds.update(note.text for note in entry.round.notes)
            self.lines.append(line)
            self.shown.append(shown_by_naive(self._naive))

    def _apply(self, version: int, entry: e.Entry) -> None:
        match entry:
            case e.GameStarted():
                model = MODELS[entry.game_format]
                self._naive = model(
                    entry.scoring, entry.target or 0, tuple(entry.names), entry.dealer
                )
                return
            case e.TakenBack(versions):
                self._take_back(version, *versions)
                return
            case e.RoundRecorded(round_):
                self._naive.record(_line(round_))
            case e.RoundCorrected(number, round_):
                self._naive.correct(number, _line(round_))
            case e.RoundRemoved(number):
                self._naive.remove(number)
            case e.TargetChanged(target):
                self._naive.move_target(target)
            case e.PlayersRenamed(names):
                self._naive.rename(list(names))
            case e.GameFinished(is_finished):
                (self._naive.finish if is_finished else self._naive.go_on)()
            case _:
                raise TypeError(entry)
        self._done.append(version)
        self._undone.clear()

    def _take_back(self, version: int, *versions: int) -> None:
        """Undo the last change that stands, or redo the last that was taken back."""
        if self._done and versions == (self._done[-1],):
            self._naive.undo()
            self._undone.append((version, self._done.pop()))
        else:
            require(
                self._undone and versions == (self._undone[-1][0],),
                f"version {version} takes back {versions}, which nobody asked for",
            )
            self._naive.redo()
            self._done.append(self._undone.pop()[1])


def _line(round_: Round) -> NaiveLine:
    hands = {seat: hand.points for seat, hand in round_.hands.items()}
    return {"went_out": round_.went_out, "resting": list(round_.resting), "hands": hands}


@dataclass
class Judge:
    """Looks on from above, and knows what people know: which key is for what, what was said."""

    opens: dict[str, tuple[str, str]] = field(default_factory=dict)  # key: game, kind
    dead: set[str] = field(default_factory=set)  # keys that were renewed, or of deleted games
    deleted: set[str] = field(default_factory=set)  # games that somebody wanted to be deleted
    gone: set[str] = field(default_factory=set)  # games that were deleted on the present disk
    counted: dict[str, tuple[str, int]] = field(default_factory=dict)  # hand: game, round
    saved: dict[str, str] = field(default_factory=dict)  # round that was said to be saved: game
    excused: set[str] = field(default_factory=set)  # rounds that a lost disk took from everybody
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
        is_dead = request.key in self.dead and not path.endswith("/share")
        require(not is_dead, "a key opens something that was renewed or deleted")
        require(kind == "score" or request.method == "GET", f"a key to {kind} may write")
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
            self.dead.add(request.key)
        if path.endswith("/delete"):
            self.gone.add(game)
            self.dead |= {key for key, (of, _) in self.opens.items() if of == game}

    def _learn(self, server: Server, request: Request, answer: Answer) -> str:
        """Note the keys that were given out; none of them may be that of another game."""
        found = server.store and server.store.keys.find(answer.values["score_key"])
        is_restored = bool(request.values and "score_key" in request.values)
        game = str(request.values["id"] if request.values and is_restored else found and found.game)
        is_back = game in self.gone and self.score(server, game)
        require(not is_back, "a deleted game is brought back")
        if is_restored and not (found and found.game == game):
            return game  # the link was renewed: what was sent is answered, and nothing changed
        for kind in ("score", "watch"):
            before = self.opens.get(answer.values[f"{kind}_key"])
            require(
                before in {None, (game, kind)} or self.has_lost, f"the {kind} key of another game"
            )
            self.opens[answer.values[f"{kind}_key"]] = game, kind
        return game

    def _is_right(self, score: Score, request: Request, answer: Answer) -> None:
        values = request.values or {}
        if answer.status == 304:
            mark = str(request.known).strip('"').rpartition("-")[2]
            require(int(mark) == len(score.lines), "a page that is old is said to be the latest")
        if answer.game and "entries" not in values:
            version = answer.game["version"]
            require(version <= len(score.lines), f"version {version} is not in the journal")
            shown = shown_by_product(Answered(answer.game))
            expected = score.shown[version - 1]
            require(shown == expected, f"version {version} is {shown}, and should be {expected}")
        if answer.game and "request_id" in values:
            made = [line for line in score.lines if line.request_id == values["request_id"]]
            require(len(made) == 1, f"{values['request_id']} made {len(made)} entries")
            seen = values.get("version", made[0].version - 1)
            require(made[0].version == seen + 1, f"version {seen} was no longer the latest")

    def _shows_hands_of_this_round(self, game: str, score: Score, answer: Answer) -> None:
        number = 1 + len(score.shown[-1]["points"])
        for hand in TYPED.findall(answer.text):
            require(
                self.counted.get(hand, (game, number)) == (game, number),
                f"{hand} was counted for another round than {number}",
            )

    def shown_from_damaged(self, request: Request, answer: Answer) -> None:
        require(answer.status in {200, 404, 503}, f"status {answer.status} of a damaged file")
        score = self.scores.get(self.opens[request.key or ""][0])
        if answer.game and score:
            shown = shown_by_product(Answered(answer.game))
            require(shown == score.shown[-1], f"a damaged file says {shown}")

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
        self.dead.clear()  # which link was the newest is known to the phones alone
        games = {*self.scores, *self.saved.values()}
        # Of some of these nobody has heard yet: the answer is still under way.
        had = {typed for score in self.scores.values() for typed in score.rounds} | {*self.saved}
        self.scores.clear()
        kept = {typed for phone in phones for typed in phone.kept}
        left = {typed for game in games for typed in self._recorded(server, game)}
        self.excused |= had - kept - left

    def _recorded(self, server: Server, game: str) -> Counter[str]:
        score = self.score(server, game)
        return score.rounds if score else Counter()

    def ended(self, servers: Iterable[Server], phones: list[Phone]) -> None:
        """Judge a world in which all is calm again, and every phone has had its say."""
        kept = {typed for phone in phones for typed in phone.kept if self.has_lost}
        for server in servers:
            for game in [*self.scores]:
                recorded = self._recorded(server, game)
                require(max(recorded.values(), default=0) < 2, f"a round is doubled: {recorded}")
                if game in self.deleted:
                    continue
                for typed in (typed for typed, of in self.saved.items() if of == game):
                    is_there = recorded[typed] or typed in kept | self.excused
                    require(is_there, f"the round {typed} was said to be saved, and is lost")
            for phone in phones:
                self._agrees(server, phone)

    def _agrees(self, server: Server, phone: Phone) -> None:
        game, _ = self.opens.get(phone.key, ("", ""))
        if phone.is_out or not phone.copy or not (score := self.score(server, game)):
            require(phone.is_out or game in self.deleted or self.has_lost, "a phone has no game")
            return
        require(not phone.waiting, f"{phone.name} never got rid of a round")
        require(not phone.aside or self.has_lost, f"{phone.name} parted from the table")
        here = [line.request_id for line in score.lines]
        require(
            here == [each["request_id"] for each in phone.copy.entries],
            f"{phone.name} has another journal: {sorted(rounds_in(phone.copy.entries))}",
        )
