"""Tests of random heats against the naive model, and of every small draw against all draws."""

from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.game import entries as e
from companion.game.faults import ValidationError
from companion.game.formats import FORMATS
from companion.game.game import Game
from companion.game.replay import fold, replay
from companion.game.reports.state import state
from companion.game.requests.adjustment import read_adjustment
from companion.game.requests.change import read_change, redo, undo
from companion.game.requests.round import read_round
from companion.game.requests.seat import has_open_seats
from companion.game.requests.stage import read_draw, read_draw_again, read_stage_removed
from companion.game.requests.start import read_start
from companion.game.scoresheet import write_sheet
from companion.game.tournament.heats import deal, outline
from companion.game.tournament.seating import Rotation
from tests.game.tournament.naive_heats import NaiveHeats, dealt, draws, sizes
from tests.table import BOXES, read_game

ODD = ["stage 2", "Ana / Bo", "Bo", "Ana", "/ Cy", "Cy", "Ana /", "table 1"]


def tables_of(rotation: Rotation) -> list[list[int]]:
    return [[seat for side in table for seat in side] for table in rotation.tables]


class Evening:
    """Random heats, played with the product and with the naive model."""

    def __init__(self, seed: int) -> None:
        self.random = random = Random(seed)
        players = random.choice([random.randint(6, 14), random.randint(6, 60)])
        names = [*ODD, *(f"P{number}" for number in range(60))][:players]
        random.shuffle(names)
        rounds = random.randint(1, 3)
        self.options: dict[str, Any] = {
            "scoring": random.choice(["winner-collects", "keep-own"]),
            "table_size": random.randint(3, 6),
            "rounds_per_table": rounds,
            "final_rounds": random.choice([rounds, 3]),
            "advance": random.randint(1, 2),
            "lot": random.randrange(1000),
        }
        values = {"edition": "classic-108", "format": "heats", "players": names, **self.options}
        self.journal: list[tuple[int, e.Entry]] = [(1, read_start(values, BOXES))]
        self.game: Game = replay(self.journal)
        self.naive = NaiveHeats(names, self.options)
        self.points = random.choice([[0, 10], [1, 5, 9, 20, 31]])  # the first make many ties

    def change(self, entry: e.Entry) -> None:
        self.journal.append((len(self.journal) + 1, entry))
        self.game = fold(self.game, self.journal[-1]) or replay(self.journal)

    def hands(self, seats: list[int]) -> tuple[int, dict[int, int]]:
        out = self.random.choice(seats)
        return out, {s: self.random.choice(self.points) for s in seats if s != out}

    def values(self, out: int, hands: dict[int, int], **more: object) -> dict[str, Any]:
        named = {self.game.name(seat): {"points": points} for seat, points in hands.items()}
        return {"went_out": self.game.name(out), "hands": named, **more}

    def step(self) -> None:
        naive = self.naive
        steps = [self.record] * 24 + [self.draw] * 6 + [self.correct, self.leave, self.undo] * 2
        steps += [self.adjust, self.remove, self.undraw, self.redo, self.join, self.draw_by_time]
        steps += [self.finish] * (4 if naive.late else 1)
        last = len(naive.page.plan)
        if not naive.is_begun(naive.page):
            steps = [self.record, self.join, self.leave, self.undo, self.adjust]
        elif last > 1 and not any(line["rotation"] == last for line in naive.rounds):
            steps += [self.correct, self.undraw, self.redraw] * 6
        elif all(naive.at(last, table) for table, stage, _ in naive.open if stage == last):
            steps += [self.draw_by_time] * 4
        self.random.choice(steps)()

    def record(self) -> None:
        if not self.naive.open:
            return
        table, stage, _ = self.random.choice(self.naive.open)
        out, hands = self.hands(self.naive.playing(stage, table))
        values = self.values(out, hands, table=table, rotation=stage)
        self.change(e.RoundRecorded(read_round(self.game, BOXES["classic-108"].lexicon, values)))
        self.naive.record({"rotation": stage, "table": table, "went_out": out, "hands": hands})

    def correct(self) -> None:
        if not self.naive.rounds:
            return
        number = self.random.randint(1, len(self.naive.rounds))
        old = self.naive.rounds[number - 1]
        out, hands = self.hands(sorted([old["went_out"], *old["hands"]]))
        lexicon = BOXES["classic-108"].lexicon
        round_ = read_round(self.game, lexicon, self.values(out, hands), number)
        self.change(e.RoundCorrected(number, round_))
        self.naive.correct(number, {"went_out": out, "hands": hands})

    def remove(self) -> None:
        if self.naive.rounds:
            number = self.random.randint(1, len(self.naive.rounds))
            self.change(e.RoundRemoved(number))
            self.naive.remove(number)

    def leave(self) -> None:
        page = self.naive.page
        here = sorted(page.present)
        seats = sorted(self.random.sample(here, min(len(here), self.random.choice([1, 1, 1, 3]))))
        is_last = self.naive.is_begun(page) and self.naive.rivals <= {*seats}
        request = {"leave": [self.game.name(seat) for seat in seats]}
        if is_last or len(here) - len(seats) < 2:
            with pytest.raises(ValidationError):
                read_change(self.game, request)
            return
        self.change(read_change(self.game, request))
        self.naive.leave(seats)

    def join(self) -> None:
        name = f"Late {len(self.naive.page.names)}"
        request = {"join": [{"name": name}]}
        if self.naive.is_begun(self.naive.page) or len(self.naive.page.present) >= 60:
            with pytest.raises(ValidationError):
                read_change(self.game, request)
            return
        self.change(read_change(self.game, request))
        self.naive.join(name)

    def draw(self, *, ended: bool = False) -> None:
        page, stage = self.naive.page, len(self.naive.page.plan)
        waiting = [table for table, at, _ in self.naive.open if at == stage]
        is_early = bool(waiting)
        if ended:
            waiting = [table for table in waiting if not self.naive.at(stage, table)]
        if waiting or len(page.plan[-1]) == 1:
            with pytest.raises(ValidationError) as refused:
                read_draw(self.game, {"ended": ended})
            named = [f.values["tables"] for f in refused.value.faults if "tables" in f.values]
            assert named == [tuple(waiting)] * bool(waiting)
            return
        self.change(read_draw(self.game, {"ended": ended}))
        self.naive.draw(by_time=is_early)

    def adjust(self) -> None:
        seat, points = (
            self.random.choice(sorted(self.naive.page.present)),
            self.random.choice([-5, 10]),
        )
        request = {"player": self.game.name(seat), "points": points, "why": "x"}
        self.change(read_adjustment(self.game, request))
        self.naive.adjust(seat, points)

    def finish(self) -> None:
        """Agree to stop, or go on."""
        is_finished = not self.naive.late
        self.change(read_change(self.game, {"finish": is_finished}))
        (self.naive.finish if is_finished else self.naive.resume)()

    def draw_by_time(self) -> None:
        self.draw(ended=True)

    def undraw(self) -> None:
        number = len(self.naive.page.plan)
        if number == 1 or any(line["rotation"] == number for line in self.naive.rounds):
            with pytest.raises((ValidationError, LookupError)):
                read_stage_removed(self.game, number)
            return
        self.change(read_stage_removed(self.game, number))
        self.naive.undraw()

    def redraw(self) -> None:
        page, before = self.naive.page, self.game
        number = len(page.plan)
        is_by_time = any(line.get("draw") == number and line["by_time"] for line in page.log)
        is_begun = any(line["rotation"] == number for line in self.naive.rounds)
        if number > 1 and not is_begun and self.naive.redraw(ended=is_by_time):
            self.change(read_draw_again(before))
            return
        with pytest.raises((ValidationError, LookupError)):
            read_draw_again(before)

    def undo(self) -> None:
        for _ in range(self.random.randint(1, 3)):
            if self.naive.undo_stack:
                self.change(undo(self.game))
                self.naive.undo()

    def redo(self) -> None:
        if self.naive.redo_stack:
            self.change(redo(self.game))
            self.naive.redo()

    def check(self) -> None:
        shown = state(self.game)
        is_open = not (self.naive.is_begun(self.naive.page) or self.naive.late)
        assert has_open_seats(self.game) == is_open
        assert shown["stages"] == self.naive.stages
        for stage in self.game.stages:
            assert stage.is_outdated == self.naive.is_outdated(stage.number)
            for table in stage.tables:
                assert {*table.by_lot} == self.naive.by_lot(stage.number, table.table)
        assert shown["outcome"] == self.naive.outcome
        rows = shown["standings"]
        found = [(r["rank"], r["side"][0], r["total"], r["rounds_played"]) for r in rows]
        assert found == self.naive.standings
        here = [(t.table, t.rotation, t.rounds_left) for t in self.game.tables_open]
        assert here == [(table, stage, left) for table, stage, left in self.naive.open]

    def check_copies(self) -> None:
        replayed = replay(self.journal)
        assert replayed == self.game
        values = [(version, e.from_values(e.as_values(each))) for version, each in self.journal]
        assert values == self.journal
        again = state(read_game(write_sheet(self.game)))
        assert {**again, "version": 0} == {**state(self.game), "version": 0}


@given(seed=st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_random_heats_match_naive_model(seed: int) -> None:
    evening = Evening(seed)
    steps = Random(seed).choice([40, 150, 400])
    for number in range(steps):
        evening.step()
        if number % (1 + len(evening.naive.page.names) // 8) == 0:
            evening.check()
        if number % 40 == 0:
            evening.check_copies()
        if evening.game.outcome and number > 60:
            break
    evening.check()
    evening.check_copies()


@pytest.mark.parametrize("most", [3, 4, 5, 6])
def test_every_small_draw_is_first_of_all_draws_that_part_players(most: int) -> None:
    for advancing in [a for n in range(1, 8) for a in product((1, 2), repeat=n)]:
        order = [100 + table for table in range(len(advancing))]
        order += [200 + table for table, number in enumerate(advancing) if number > 1]
        former = {seat: seat % 100 for seat in order}
        drawn = tables_of(deal(order, former, most))
        assert drawn == dealt(order, former, most)
        # Players are parted whenever there are two tables.
        assert len(drawn) == 1 or next(draws(order, former, most))
        # Also if those who came second are dealt in another order.
        for seed in range(3):
            seconds = [seat for seat in order if seat >= 200]
            Random(seed).shuffle(seconds)
            other = [*order[: len(advancing)], *seconds]
            assert tables_of(deal(other, former, most)) == dealt(other, former, most)


@pytest.mark.parametrize("most", [3, 4, 5, 6])
def test_tables_of_stages_are_as_equal_as_possible_until_the_final(most: int) -> None:
    for players in range(6, 61):
        for advance in 1, 2:
            tables = outline(players, most, advance)
            stages = [players]
            while len(sizes(stages[-1], most)) > 1:
                stages.append(len(sizes(stages[-1], most)) * advance)
            assert list(tables) == [len(sizes(number, most)) for number in stages]
            assert tables[-1] == 1
            assert len(sizes(players, most)) <= FORMATS["heats"].most_tables
