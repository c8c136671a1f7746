"""Tests of random actions in a game without partners against the naive model."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import assume, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.game.entries import as_values, from_values
from companion.game.faults import ValidationError
from companion.game.game import Game
from companion.game.replay import fold, replay
from companion.game.reports.state import state
from companion.game.scoresheet import read_sheet, write_sheet
from tests.game.naive import Line, NaiveTable
from tests.game.scoresheet.exported import csv_of, lines_of, read_csv
from tests.table import BOXES, PlayedGame, Table, read_game

# Names, including keywords of the score sheet and prefixes of other names.
NAMES = (
    "Ana", "Bo", "Cy", "Bo 7", "Zoé", "Ana Maria", "A/n~a", "👩‍👧", "pile", "resting", "Dealer",
    "finish", "target", "leave", "players", "decks", "adjust", "adjust Ana 5", "Ana -10",
)  # fmt: skip
LATECOMERS = ("Dee", "Dee Dee", "left out", "Eve")
LABELS = ("Flo", "Gil", "Hal")

# Hands as in requests, with their points by the cards' printed values.
HANDS = (
    (0, 0), (1, 1), (8, 8), (50, 50), (120, 120), ("0", 0), ("7 skip wild", 77), ("9 9 +4", 68),
    ("two sevens and a plus two", 34), ("3x9", 27), ("reverse", 20), (["wild", "5"], 55),
)  # fmt: skip
ADJUSTMENTS = st.sampled_from((-1_000_000, -120, -10, 5, 60, 100, 500))
# Including comments of a score sheet, quotes, and what may be read as points.
REASONS = ("", "forgot UNO", "5 euros", "a # b", '"no"', 'said "# 5"', "Bo: 7; Cy = 8", "-3", "#")
RULES = ("stack.2on2", "uno.caught")
TARGETS = st.sampled_from((1, 20, 68, 100, 300, 500))
LIMITS = st.sampled_from((None, None, 1, 2, 3, 5, 8))
ENDLESS = {"target": None, "open_end": True}
COLUMNS = ("rank", "side", "total", "rounds_played", "eliminated_in_round")


class JournalMachine(RuleBasedStateMachine):
    """State machine that compares folded (incremental) and replayed games at each step."""

    table: PlayedGame
    folded_game: Game

    @invariant()
    def folded_game_equals_replayed_game(self) -> None:
        replayed = self.table.game
        for entry in self.table.journal[self.folded_game.version :]:
            folded = fold(self.folded_game, entry)
            self.folded_game = folded or replay(self.table.journal[: entry[0]])
        assert self.folded_game == replayed
        assert state(self.folded_game) == state(replayed)

    @invariant()
    def last_entry_survives_json_round_trip(self) -> None:
        for _, entry in self.table.journal[-1:]:
            assert from_values(json.loads(json.dumps(as_values(entry)))) == entry


class IndividualGameMachine(JournalMachine):
    """State machine that compares a random game without partners with its naive model."""

    allows_replacing = True  # whether a rule replaces players in one request
    least_total = 0  # of players who join
    allows_no_winner = False  # whether a round may end without a player going out
    allows_limits = True  # whether the format may end after a number of rounds, or never

    table: Table
    naive: NaiveTable
    box: str | None = "hello-kitty"
    highest_target = 10_000

    @initialize(
        data=st.data(),
        scoring=st.sampled_from(("winner-collects", "keep-own")),
        players=st.integers(2, 10),
        number=TARGETS,
    )
    def start(self, data: st.DataObject, scoring: str, players: int, number: int) -> None:
        self.start_both(data, players, NaiveTable, number, scoring=scoring)

    def start_both(
        self,
        data: st.DataObject,
        players: int,
        naive: type[NaiveTable],
        number: int,
        *,
        scoring: str,
        **options: object,
    ) -> None:
        """Start the same game, with random names and dealer, in product and naive model."""
        names = tuple(data.draw(st.permutations(NAMES))[:players])
        dealer = data.draw(st.sampled_from((None, *range(1, players + 1))))
        limit = data.draw(LIMITS) if self.allows_limits else None
        end = self.draw_end(data, number, limit)
        deals = {"dealer": names[dealer - 1]} if dealer else {}
        self.table = Table(self.box, ", ".join(names), scoring=scoring, **end, **options, **deals)
        self.naive = naive(scoring, end["target"], names, dealer, limit)
        self.folded_game = self.table.game

    # actions

    @precondition(lambda self: len(self.naive.recordable_seats()) >= 2)
    @rule(data=st.data())
    def record(self, data: st.DataObject) -> None:
        request, line = self.draw_round(data, self.naive.recordable_seats())
        self.table.round(**request)
        self.naive.record(line)

    @precondition(lambda self: self.naive.rounds)
    @rule(data=st.data())
    def correct(self, data: st.DataObject) -> None:
        number = self.draw_round_number(data)
        present = self.naive.present_in(number)
        assume(len(present) >= 2)
        request, line = self.draw_round(data, present)
        self.table.correct(number, **request)
        self.naive.correct(number, line)

    @precondition(lambda self: self.naive.rounds)
    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        number = self.draw_round_number(data)
        self.table.remove(number)
        self.naive.remove(number)

    @precondition(lambda self: self.naive.roster())
    @rule(data=st.data(), points=ADJUSTMENTS, why=st.sampled_from(REASONS))
    def adjust(self, data: st.DataObject, points: int, why: str) -> None:
        seat = data.draw(st.sampled_from(self.naive.roster()))
        self.table.adjust(self.naive.page.names[seat], points, why)
        self.naive.adjust(seat, points, why)

    @precondition(lambda self: self.naive.adjustments())
    @rule(data=st.data())
    def remove_adjustment(self, data: st.DataObject) -> None:
        number = data.draw(st.integers(1, len(self.naive.adjustments())))
        self.table.remove_adjustment(number)
        self.naive.remove_adjustment(number)

    @rule(number=TARGETS)
    def move_target(self, number: int) -> None:
        number = min(number, self.highest_target)
        self.table.target(number)
        self.naive.move_target(number)

    @precondition(lambda self: self.allows_limits)
    @rule(data=st.data(), number=TARGETS, limit=LIMITS)
    def change_end(self, data: st.DataObject, number: int, limit: int | None) -> None:
        end = self.draw_end(data, min(number, self.highest_target), limit)
        self.table.request(**({"open_end": False} | end))
        self.naive.change_end(end["target"], limit)

    @precondition(lambda self: self.allows_limits)
    @rule(limit=LIMITS.filter(bool))
    def set_limit_beside_target(self, limit: int) -> None:
        self.table.request(round_limit=limit)
        self.naive.change_end(self.naive.page.target, limit)

    @rule(what=st.sampled_from(("finish", "resume")))
    def finish_or_resume(self, what: str) -> None:
        for each in (self.table, self.naive):
            getattr(each, what)()

    @precondition(lambda self: self.naive.allows_leaving and len(self.seated) > 2)
    @rule(data=st.data())
    def leave(self, data: st.DataObject) -> None:
        some, most = st.sampled_from(self.seated), len(self.seated) - 2
        seats = data.draw(st.lists(some, min_size=1, max_size=most, unique=True))
        self.table.leave(*(self.naive.page.names[seat] for seat in seats))
        self.naive.leave(seats)

    @precondition(lambda self: self.naive.allows_leaving and len(self.naive.roster()) < 10)
    @rule(data=st.data())
    def join(self, data: st.DataObject) -> None:
        newcomers = [n for n in LATECOMERS if n not in self.naive.page.names.values()]
        if newcomers:
            name = data.draw(st.sampled_from(newcomers))
            total = data.draw(st.integers(self.least_total, 60))
            total = min(total, (self.naive.page.target or 100) - 1)
            self.table.join(**{name: total})
            self.naive.join(name, total)

    @precondition(lambda self: self.allows_replacing and len(self.naive.page.names) < 30)
    @rule(data=st.data(), number=TARGETS)
    def replace_player_and_set_dealer(self, data: st.DataObject, number: int) -> None:
        """Set the target, replace a player and set the dealer in one request."""
        number = min(number, self.highest_target)
        goes = data.draw(st.sampled_from(self.seated))
        comes = f"Newcomer {len(self.naive.page.names)}"
        self.table.request(
            target=number,
            leave=[self.naive.page.names[goes]],
            join=[{"name": comes, "total": number - 1}],
            dealer=comes,
        )
        self.naive.at_once(
            lambda: self.naive.move_target(number),
            lambda: self.naive.leave([goes]),
            lambda: self.naive.join(comes, number - 1),
            lambda: self.naive.set_dealer(len(self.naive.page.names)),
        )

    @precondition(lambda self: self.away and len(self.naive.roster()) < 10)
    @rule(data=st.data())
    def come_back(self, data: st.DataObject) -> None:
        total = data.draw(st.none() | st.integers(self.least_total, 60))
        seat = data.draw(st.sampled_from(self.away))
        name = self.naive.page.names[seat]
        if total is None:
            self.table.join(name)
        else:
            total = min(total, (self.naive.page.target or 100) - 1)
            self.table.request(join=[{"name": name, "total": total}])
        self.naive.come_back(seat, total)

    @precondition(lambda self: self.seated)
    @rule(data=st.data())
    def set_dealer(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(self.seated))
        self.table.set_dealer(self.naive.page.names[seat])
        self.naive.set_dealer(seat)

    @rule(data=st.data())
    def rename(self, data: st.DataObject) -> None:
        """Permute the players' names, and perhaps replace one by a new name."""
        names = data.draw(st.permutations(list(self.naive.page.names.values())))
        new = data.draw(st.sampled_from((None, *LABELS)))
        if new and new not in names:
            names[0] = new
        self.table.rename(", ".join(names))
        self.naive.rename(names)

    @rule(data=st.data(), rule_id=st.sampled_from(RULES))
    def settle(self, data: st.DataObject, rule_id: str) -> None:
        first = data.draw(st.integers(1, len(self.naive.rounds) + 1))
        self.table.settle(rule_id, "we stack", from_round=first)
        self.naive.settle(rule_id, "we stack", first)

    @precondition(lambda self: self.naive.page.settled)
    @rule(data=st.data())
    def unsettle(self, data: st.DataObject) -> None:
        rule_id = data.draw(st.sampled_from(sorted(self.naive.page.settled)))
        self.table.unsettle(rule_id)
        self.naive.unsettle(rule_id)

    @precondition(lambda self: self.naive.undo_stack)
    @rule()
    def undo(self) -> None:
        self.table.undo()
        self.naive.undo()

    @precondition(lambda self: self.naive.redo_stack)
    @rule()
    def redo(self) -> None:
        self.table.redo()
        self.naive.redo()

    # invariants

    @invariant()
    def product_matches_naive_model(self) -> None:
        assert shown_by_product(self.table) == shown_by_naive(self.naive)

    @invariant()
    def undo_and_redo_are_available_as_in_naive_model(self) -> None:
        assert bool(self.table.game.changes) == bool(self.naive.undo_stack)
        assert bool(self.table.game.undone) == bool(self.naive.redo_stack)

    # Each third version is enough, as an error in a score sheet stays in later ones.
    @precondition(lambda self: self.table.game.version % 3 == 0)
    @invariant()
    def written_score_sheet_reads_as_same_game(self) -> None:
        sheet = write_sheet(self.table.game)
        note(sheet)
        if wrong := [n for n in self.numbers if self.naive.contradicts(n)]:
            self.assert_sheet_refused_at_round(sheet, wrong[0])
            return
        again = read_game(sheet)
        assert as_on_score_sheet(state(again)) == as_on_score_sheet(self.table.state)
        assert write_sheet(again) == sheet

    @precondition(lambda self: self.table.game.version % 3 == 1)
    @invariant()
    def exported_csv_reads_with_same_points_and_totals(self) -> None:
        game = self.table.game
        if game.rounds and not any(map(self.naive.contradicts, self.numbers)):
            note(csv_of(game))
            assert lines_of(read_csv(csv_of(game))) == lines_of(game)

    def assert_sheet_refused_at_round(self, sheet: str, number: int) -> None:
        """Assert that reading a score sheet fails first at the line of this round."""
        with pytest.raises(ValidationError) as refused:
            read_sheet(sheet, BOXES)
        place = int(refused.value.faults[0].path.split("/")[1])
        out = self.naive.page.names[self.naive.rounds[number - 1]["went_out"]]
        assert sheet.splitlines()[place - 1].startswith(f"{out}: ")
        read_up_to = read_game("\n".join(sheet.splitlines()[: place - 1]))
        assert len(read_up_to.rounds) == number - 1

    # helpers

    @property
    def numbers(self) -> range:
        return range(1, len(self.naive.rounds) + 1)

    @property
    def seated(self) -> list[int]:
        return self.naive.present_in(len(self.naive.rounds) + 1)

    @property
    def away(self) -> list[int]:
        return [seat for seat in self.naive.page.names if seat not in self.naive.roster()]

    def draw_end(self, data: st.DataObject, target: int, limit: int | None) -> dict[str, Any]:
        """Draw a request for a game that ends at the target, after `limit` rounds, or never."""
        if not self.allows_limits or data.draw(st.booleans()):
            return {"target": target} | ({"round_limit": limit} if limit else {})
        return {"target": None, "round_limit": limit} if limit else ENDLESS

    def draw_round_number(self, data: st.DataObject) -> int:
        return data.draw(st.integers(1, len(self.naive.rounds)))

    def draw_start(self, data: st.DataObject, present: list[int]) -> tuple[list[int], Line, Line]:
        """Draw resting players and winner; return other seats, request, and naive round."""
        names = self.naive.page.names
        nobody = [None] * self.allows_no_winner
        most = min(2, len(present) - 2) if self.naive.allows_leaving else 0
        resting = data.draw(st.lists(st.sampled_from(present), max_size=most, unique=True))
        playing = [seat for seat in present if seat not in resting]
        out = data.draw(st.sampled_from([*playing, *nobody]))
        request: Line = {"out": out and names[out], "resting": [names[seat] for seat in resting]}
        request["keep_anyway"] = True  # accept hands that the deck does not allow
        request["remark"] = data.draw(st.sampled_from(REASONS))
        line = {"went_out": out, "resting": resting, "remark": request["remark"]}
        return self.naive.holders(out, playing), request, line

    def draw_round(self, data: st.DataObject, present: list[int]) -> tuple[Line, Line]:
        """Draw a random round; return it as request and as the naive model's round."""
        names = self.naive.page.names
        holding, request, line = self.draw_start(data, present)
        if self.naive.scoring == "winner-collects" and data.draw(st.booleans()):
            pile, points = data.draw(st.sampled_from(HANDS))
            return request | {"pile": pile}, line | {"hands": None, "pile": points}
        caught = {seat: data.draw(st.sampled_from(HANDS)) for seat in holding}
        request["hands"] = {names[seat]: hand for seat, (hand, _) in caught.items()}
        return request, line | {"hands": {seat: points for seat, (_, points) in caught.items()}}


def shown_by_product(table: Table) -> dict[str, Any]:
    values = table.state
    return {
        "target": values["target"],
        "limit": values["round_limit"],
        "open end": values["open_end"],
        "names": values["players"],
        "left": values["left"],
        "points": table.credited,
        "after_end": table.after_end,
        "recount": [each["recount"] for each in values["rounds"]],
        "remarks": [each["remark"] or "" for each in values["rounds"]],
        "adjustments": [
            tuple(each[name] for name in ("side", "points", "why", "after_round", "after_end"))
            for each in values["adjustments"]
        ],
        "standings": [tuple(row[column] for column in COLUMNS) for row in values["standings"]],
        "winners": table.winners,
        "termination": table.termination,
        "status": values["status"],
        "settled": {s["rule"]: (s["text"], s["from_round"]) for s in values["settled"]},
        "dealer": table.dealer,
        "sides": values["next"]["tables"][0]["sides"] if values["next"] else [],
    }


def shown_by_naive(naive: NaiveTable) -> dict[str, Any]:
    names, outcome = naive.page.names, naive.outcome()
    numbers = range(1, len(naive.rounds) + 1)
    present, last = naive.present_in(len(naive.rounds) + 1), naive.last
    dealer = naive.dealer()
    return {
        "target": naive.page.target,
        "limit": naive.page.limit,
        "open end": naive.page.target is None and naive.page.limit is None,
        "names": list(names.values()),
        "left": [name for seat, name in names.items() if seat not in naive.roster()],
        "points": [
            {names[seat]: points for seat, points in naive.points(n).items() if n <= last}
            for n in numbers
        ],
        "after_end": [n for n in numbers if n > last],
        "recount": [[names[seat] for seat in naive.recount(n)] for n in numbers],
        "adjustments": [
            ([names[s] for side in naive.sides([*names]) if seat in side for s in side], *figures)
            for seat, *figures in naive.adjustments()
        ],
        "remarks": [each.get("remark", "") for each in naive.rounds],
        "standings": [
            (rank, [names[seat] for seat in side], *figures)
            for rank, side, *figures in naive.ranking()
        ],
        "winners": [names[seat] for seat in outcome[0]] if outcome else [],
        "termination": outcome[1] if outcome else None,
        "status": "finished" if outcome else "playing",
        "settled": naive.page.settled,
        "dealer": names[dealer] if dealer and not outcome else None,
        "sides": [] if outcome else [[names[s] for s in side] for side in naive.sides(present)],
    }


def as_on_score_sheet(values: Mapping[str, object]) -> dict[str, object]:
    return {key: value for key, value in values.items() if key not in {"version", "settled"}}


SETTINGS = settings(max_examples=60, report_multiple_bugs=False, stateful_step_count=25)
TestIndividualGameMatchesNaiveModel = IndividualGameMachine.TestCase
TestIndividualGameMatchesNaiveModel.settings = SETTINGS
