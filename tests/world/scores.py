"""Oracle: the score of a game at each version, computed from the journal by naive models."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from companion.game import entries as e
from companion.game.rounds import Round
from companion.services.replays import entry_of
from companion.store.rows.lines import Line
from tests.game.formats.naive import NaiveChallenge, NaiveTeams
from tests.game.naive import Line as NaiveLine
from tests.game.naive import NaiveTable
from tests.game.test_against_naive import shown_by_naive, shown_by_product
from tests.game.tournament.naive import NaiveTournament
from tests.game.tournament.naive_heats import NaiveHeats
from tests.table import Table

OPTIONS = ("scoring", "table_size", "rounds_per_table", "final_rounds", "advance", "lot")
MODELS = {"individual": NaiveTable, "teams": NaiveTeams, "challenge": NaiveChallenge}
SEATING = "seating"


class BrokenPromiseError(AssertionError):
    """A violated invariant of a simulated world."""


def require(condition: object, message: str) -> None:
    if not condition:
        raise BrokenPromiseError(message)


class Answered(Table):
    """Adapter of an answer's state to the `Table` of the naive models' tests."""

    def __init__(self, state: dict[str, Any]) -> None:
        self._state = state

    @property
    def state(self) -> dict[str, Any]:
        return self._state


class NaiveArrivals:
    """Naive model of open seats, which are names in the order of their seats."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def join(self, name: str, total: int) -> None:
        del total
        self.names.append(name)

    def leave(self, seats: Iterable[int]) -> None:
        self.names = [name for seat, name in enumerate(self.names, 1) if seat not in seats]

    def rename(self, names: list[str]) -> None:
        self.names = names


class Score:
    """State of a game at each version (`shown`), and each entry's tournament table (`tables`)."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.shown: list[dict[str, Any]] = []
        self.tables: list[int | None] = []
        self.markers = Counter[str]()  # markers of rounds and newcomers
        self._naive: Any = None  # the naive model of the game's format
        self._start: e.GameStarted
        self._done: list[tuple[int, e.Entry]] = []  # entries in effect
        self._undone: list[tuple[int, tuple[int, e.Entry]]] = []  # undo version, undone entry

    def read(self, lines: Iterable[Line]) -> None:
        for line in lines:
            entry = entry_of(line)
            self.tables.append(self._table_of(entry))
            match entry:
                case e.GameStarted():
                    self._start = entry
                    self._begin()
                case e.Undone(versions):
                    self._take_back(line.version, *versions)
                case _:
                    try:
                        self._change(entry)
                    except LookupError as error:
                        msg = f"{entry} cannot have been"
                        raise BrokenPromiseError(msg) from error
                    self._done.append((line.version, entry))
                    self._undone.clear()
            self.lines.append(line)
            self.shown.append(_shown_by(self._naive))

    def _table_of(self, entry: e.Entry) -> int | None:
        match entry:
            case e.RoundRecorded(round_):
                self.markers.update(note.text for note in round_.notes)
                return round_.table
            case e.RoundRemoved(number) if isinstance(self._naive, NaiveTournament):
                table: int = self._naive.page.rounds[number - 1]["table"]
                return table
            case e.RoundRemoved(number) if isinstance(self._naive, NaiveHeats):
                return int(self._naive.rounds[number - 1]["table"])
            case e.PlayerJoined():
                self.markers[entry.name] += 1
        return None

    def _begin(self, names: Iterable[str] = ()) -> None:
        start, names = self._start, [*(names or self._start.names)]
        if start.open_seats and not names:
            self._naive = NaiveArrivals()
        elif start.game_format == "tournament":
            each = start.rounds_per_partnership or 0
            self._naive = NaiveTournament(names, each, start.rotations)
        elif start.game_format == "heats":
            self._naive = NaiveHeats(names, {name: getattr(start, name) for name in OPTIONS})
        else:
            model = MODELS[start.game_format]
            self._naive = model(start.scoring, start.target or 0, tuple(names), start.dealer)

    def _change(self, entry: e.Entry) -> None:  # noqa: C901, PLR0912 - one table, written as a match
        naive = self._naive
        match entry:
            case e.SeatsClosed():
                self._begin(naive.names)
            case e.RoundRecorded(round_):
                naive.record(_line(round_))
            case e.RoundCorrected(number, round_):
                naive.correct(number, _line(round_))
            case e.RoundRemoved(number):
                naive.remove(number)
            case e.TargetChanged(target):
                naive.move_target(target)
            case e.PlayersRenamed(names):
                naive.rename(list(names))
            case e.PlayersLeft(seats):
                naive.leave(list(seats))
            case e.StageDrawn(stage, tables, by_time):
                _require_drawable(naive, stage, by_time=by_time is True)
                naive.draw(by_time=by_time is True)
                drawn, expected = [list(seats) for seats in tables], naive.page.plan[-1]
                require(drawn == expected, f"{drawn} are drawn, and should be {expected}")
            case e.StageRemoved(stage):
                is_begun = any(line["rotation"] == stage for line in naive.rounds)
                require(not is_begun, f"stage {stage} was begun, and its draw is removed")
                naive.undraw()
            case e.Combined((e.StageRemoved(), e.StageDrawn()) as parts):
                for part in parts:
                    self._change(part)
            case e.PlayerJoined():
                naive.join(entry.name, entry.total, **{"waits": True} if entry.waits else {})
            case e.GameFinished(is_finished):
                (naive.finish if is_finished else naive.resume)()
            case _:
                raise TypeError(entry)

    def _take_back(self, version: int, *versions: int) -> None:
        """Undo the last change in effect, or redo the last undone one."""
        if self._done and versions == (self._done[-1][0],):
            self._undone.append((version, self._done.pop()))
        else:
            require(
                self._undone and versions == (self._undone[-1][0],),
                f"version {version} takes back {versions}, which nobody asked for",
            )
            self._done.append(self._undone.pop()[1])
        self._begin()
        for _, entry in self._done:
            self._change(entry)


def _line(round_: Round) -> NaiveLine:
    hands = {seat: hand.points for seat, hand in round_.hands.items()}
    line = {"went_out": round_.went_out, "resting": list(round_.resting), "hands": hands}
    return {**line, "table": round_.table, "rotation": round_.rotation}


def _require_drawable(naive: NaiveHeats, stage: int, *, by_time: bool) -> None:
    last = len(naive.page.plan)
    require(stage == last + 1, f"stage {stage} is drawn after stage {last}")
    playing = [table for table, at, _ in naive.open if at == last]
    is_early = not (by_time and all(naive.at(last, table) for table in playing))
    require(not (playing and is_early), f"{playing} still play before stage {stage}")


def shown(game: dict[str, Any]) -> dict[str, Any]:
    """Return the state of a game in an answer, in the format of the models."""
    if game["status"] == SEATING:
        return {"status": SEATING, "names": game["players"]}
    if game["format"] not in {"tournament", "heats"}:
        return shown_by_product(Answered(game))
    tables = game["next"]["tables"] if game["next"] else []
    rows = {row["side"][0]: row for row in game["standings"]}
    plan = "stages" if game["format"] == "heats" else "rotations"
    return {
        "status": game["status"],
        "names": game["players"],
        "totals": {name: rows[name]["total"] for name in game["players"]},
        "played": {name: rows[name]["rounds_played"] for name in game["players"]},
        "ranks": {name: rows[name]["rank"] for name in game["players"]},
        "winners": game["outcome"]["winners"] if game["outcome"] else [],
        plan: game[plan],
        "tables": [(t["table"], t["rotation"], t["sides"], t["rounds_left"]) for t in tables],
    }


def _shown_by(naive: NaiveArrivals | NaiveTable | NaiveTournament | NaiveHeats) -> dict[str, Any]:
    match naive:
        case NaiveArrivals():
            return {"status": SEATING, "names": [*naive.names]}
        case NaiveTable():
            return shown_by_naive(naive)
        case NaiveHeats():
            return _heats_by(naive)
    names, outcome, totals = naive.page.names, naive.outcome, naive.totals
    tables = [(*place, naive.seating[place[1] - 1].tables[place[0] - 1]) for place in naive.open]
    return {
        "status": "finished" if outcome else "playing",
        "names": [*names.values()],
        "totals": totals,
        "played": naive.played,
        "ranks": {n: 1 + sum(other > t for other in totals.values()) for n, t in totals.items()},
        "winners": outcome["winners"] if outcome else [],
        "rotations": len(naive.seating),
        "tables": [
            (table, rotation, [[names[seat] for seat in side] for side in sides], left)
            for table, rotation, left, sides in tables
            if not outcome
        ],
    }


def _heats_by(naive: NaiveHeats) -> dict[str, Any]:
    outcome, rows = naive.outcome, naive.standings
    return {
        "status": "finished" if outcome else "playing",
        "names": naive.page.names,
        "totals": {name: points for _, name, points, _ in rows},
        "played": {name: played for *_, name, _, played in rows},
        "ranks": {name: rank for rank, name, *_ in rows},
        "winners": outcome["winners"] if outcome else [],
        "stages": naive.stages,
        "tables": [
            (table, stage, [[name] for name in naive.named(naive.playing(stage, table))], left)
            for table, stage, left in naive.open
            if not outcome
        ],
    }
