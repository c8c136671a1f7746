"""Tests of random actions in a tournament against the naive model."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from companion.game.faults import ValidationError
from companion.game.reports.state import state
from companion.game.scoresheet import write_sheet
from tests.game.test_against_naive import JournalMachine
from tests.game.tournament.hall import Hall
from tests.game.tournament.naive import NaiveTournament, Page
from tests.table import read_game

NAMES = ["Ana", "Bo", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida"]
LATECOMERS = ["Max", "Nia", "Oz", "Pia"]
SUBSTITUTES = ["Zoe", "Yan"]


class TournamentMachine(JournalMachine):
    """State machine that compares a random tournament with its naive model."""

    @initialize(
        players=st.integers(4, 9), each=st.integers(1, 2), limit=st.none() | st.integers(1, 3)
    )
    def start(self, players: int, each: int, limit: int | None) -> None:
        names = NAMES[:players]
        options: dict[str, Any] = {"rotations": limit} if limit else {}
        self.hall = Hall(", ".join(names), rounds_per_partnership=each, **options)
        self.table = self.hall
        self.naive = NaiveTournament(names, each, limit)
        self.folded_game = self.hall.game

    @property
    def page(self) -> Page:
        return self.naive.page

    # actions

    @precondition(lambda self: self.naive.open)  # tables stay open after an agreement to stop
    @rule(data=st.data())
    def record(self, data: st.DataObject) -> None:
        table, rotation, _ = data.draw(st.sampled_from(self.naive.open))
        self.write_down(data, table, rotation)

    @precondition(lambda self: self.naive.outcome is None)
    @rule(data=st.data())
    def play_a_rotation(self, data: st.DataObject) -> None:
        rotation = self.naive.open[-1][1]
        while self.naive.open and self.naive.open[0][1] <= rotation:
            self.write_down(data, *self.naive.open[0][:2])

    def write_down(self, data: st.DataObject, table: int, rotation: int) -> None:
        sides = self.naive.seating[rotation - 1].tables[table - 1]
        losing = data.draw(st.integers(0, 1))
        winners, losers = sides[1 - losing], sides[losing]
        out = winners[data.draw(st.integers(0, 1))]
        hands = {self.naive.label(seat): data.draw(st.integers(0, 60)) for seat in losers}
        self.hall.round(self.naive.label(out), table=table, rotation=rotation, **hands)
        line = {"table": table, "rotation": rotation, "went_out": out, "hands": hands}
        self.naive.record(line)

    @precondition(lambda self: self.page.rounds)
    @rule(data=st.data())
    def correct(self, data: st.DataObject) -> None:
        number = data.draw(st.integers(1, len(self.page.rounds)))
        old = self.page.rounds[number - 1]
        winners, losers = data.draw(st.permutations([old["winners"], old["losers"]]))
        hands = {self.naive.label(seat): data.draw(st.integers(0, 60)) for seat in losers}
        self.hall.correct(number, self.naive.label(winners[0]), **hands)
        self.naive.correct(number, {"went_out": winners[0], "hands": hands})

    @precondition(lambda self: self.page.rounds)
    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        number = data.draw(st.integers(1, len(self.page.rounds)))
        self.hall.remove(number)
        self.naive.remove(number)

    @precondition(lambda self: self.page.rounds)
    @rule(data=st.data())
    def undo_at_table(self, data: st.DataObject) -> None:
        table = data.draw(st.sampled_from(sorted({r["table"] for r in self.page.rounds})))
        here = [n for n, r in enumerate(self.page.rounds, 1) if r["table"] == table]
        self.hall.undo(table=table)
        self.naive.remove(here[-1])

    @rule(data=st.data(), points=st.sampled_from((-30, 10, 500)))
    def adjust(self, data: st.DataObject, points: int) -> None:
        seat = data.draw(st.sampled_from(sorted(self.page.present)))
        self.hall.adjust(self.naive.label(seat), points, "forgot UNO")
        self.naive.adjust(seat, points)

    @precondition(lambda self: self.page.adjustments)
    @rule(data=st.data())
    def remove_adjustment(self, data: st.DataObject) -> None:
        number = data.draw(st.integers(1, len(self.page.adjustments)))
        self.hall.remove_adjustment(number)
        self.naive.remove_adjustment(number)

    @rule(data=st.data())
    def change_rotations(self, data: st.DataObject) -> None:
        least = max(1, self.naive.begun_of(self.page))
        number = data.draw(st.integers(least, len(self.page.rotations)))
        self.hall.request(rotations=number)
        self.naive.change(lambda page: setattr(page, "limit", number))

    @precondition(lambda self: len(self.page.present) > 4)
    @rule(data=st.data())
    def leave(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(sorted(self.page.present)))
        self.hall.request(leave=[self.naive.label(seat)])

        def change(page: Page) -> None:
            page.present.discard(seat)
            self.naive.reseat(page)

        self.naive.change(change)

    @rule(data=st.data(), total=st.integers(0, 30))
    def join(self, data: st.DataObject, total: int) -> None:
        newcomers = [name for name in LATECOMERS if name not in self.page.names.values()]
        if not newcomers:
            return
        name = data.draw(st.sampled_from(newcomers))
        self.hall.request(join=[{"name": name, "total": total}])
        self.naive.join(name, total)

    @precondition(lambda self: self.page.names.keys() - self.page.present)
    @rule(data=st.data())
    def come_back(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(sorted(self.page.names.keys() - self.page.present)))
        self.hall.request(join=[{"name": self.naive.label(seat)}])

        def change(page: Page) -> None:
            page.present.add(seat)
            self.naive.reseat(page)

        self.naive.change(change)

    @rule(data=st.data())
    def stand_in(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(sorted(self.page.names)))
        owner = self.page.names[seat]
        others = {name for s, name in self.page.stand_ins.items() if s != seat}
        back = data.draw(st.sampled_from([owner, owner.upper()]))  # label retains first spelling
        name = data.draw(st.sampled_from([back, *(n for n in SUBSTITUTES if n not in others)]))
        self.hall.request(seat=seat, name=name)

        def change(page: Page) -> None:
            page.stand_ins.pop(seat, None)
            if name != back:
                page.stand_ins[seat] = name

        self.naive.change(change)

    @precondition(lambda self: self.page.stopped_after is None)
    @rule()
    def finish(self) -> None:
        self.hall.request(finish=True)
        self.naive.finish()

    @rule()
    def resume(self) -> None:
        self.hall.request(finish=False)
        self.naive.resume()

    @precondition(lambda self: self.naive.undo_stack)
    @rule(times=st.integers(1, 3))
    def undo(self, times: int) -> None:
        for _ in self.naive.undo_stack[-times:]:
            self.hall.undo()
            self.naive.undo()

    @precondition(lambda self: self.naive.redo_stack)
    @rule(times=st.integers(1, 3))
    def redo(self, times: int) -> None:
        for _ in self.naive.redo_stack[-times:]:
            self.hall.redo()
            self.naive.redo()

    # refused actions

    @precondition(lambda self: self.naive.begun_of(self.page) > 1)
    @rule(data=st.data())
    def refuse_fewer_rotations_than_begun(self, data: st.DataObject) -> None:
        number = data.draw(st.integers(1, self.naive.begun_of(self.page) - 1))
        with pytest.raises(ValidationError):
            self.hall.request(rotations=number)

    @rule(data=st.data())
    def refuse_round_at_closed_table(self, data: st.DataObject) -> None:
        places = {(t, r) for t in range(1, 4) for r in range(1, 11)}
        closed = sorted(places - {(table, rotation) for table, rotation, _ in self.naive.open})
        table, rotation = data.draw(st.sampled_from(closed))
        with pytest.raises(ValidationError):
            self.hall.round(self.naive.label(1), table=table, rotation=rotation)

    # invariants

    @invariant()
    def product_matches_naive_model(self) -> None:
        shown = self.hall.state
        rows = {row["side"][0]: row for row in shown["standings"]}
        totals = self.naive.totals
        assert {name: row["total"] for name, row in rows.items()} == totals
        assert {name: row["rounds_played"] for name, row in rows.items()} == self.naive.played
        for name, row in rows.items():
            assert row["rank"] == 1 + sum(total > totals[name] for total in totals.values())
        assert shown["outcome"] == self.naive.outcome
        assert shown["rotations"] == len(self.naive.seating)
        assert self.hall.open == self.naive.open
        assert list(self.hall.game.seating) == self.naive.seating

    # Each third version is enough, as an error in a score sheet stays in later ones.
    @precondition(lambda self: self.hall.game.version % 3 == 0)
    @invariant()
    def written_score_sheet_reads_as_same_tournament(self) -> None:
        again = read_game(write_sheet(self.hall.game))
        assert without_version(state(again)) == without_version(self.hall.state)
        assert again.seating == self.hall.game.seating


def without_version(shown: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in shown.items() if name != "version"}


TestTournamentMatchesNaiveModel = TournamentMachine.TestCase
TestTournamentMatchesNaiveModel.settings = settings(max_examples=40, stateful_step_count=25)
