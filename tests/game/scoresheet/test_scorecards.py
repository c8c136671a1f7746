"""Tests of golden games: expected results, round trips as score sheet and journal."""

import json

import pytest

from companion.game.entries import as_values, from_values
from companion.game.replay import replay
from companion.game.reports.state import state
from companion.game.scoresheet import read_sheet, write_sheet
from tests.game.scoresheet.golden import Scorecard, scorecards, table_of
from tests.table import BOXES, read_game

CARDS = scorecards()
each_card = pytest.mark.parametrize("card", CARDS, ids=str)


@each_card
def test_golden_score_sheet_gives_expected_table(card: Scorecard) -> None:
    game = read_game(card.sheet)
    assert table_of({**state(game)}) == card.table


@each_card
def test_golden_game_round_trips_as_score_sheet(card: Scorecard) -> None:
    game = read_game(card.sheet)
    sheet = write_sheet(game)
    again = read_game(sheet)
    assert state(again) | {"version": 0} == state(game) | {"version": 0}
    assert write_sheet(again) == sheet


@each_card
def test_golden_journal_round_trips_as_json(card: Scorecard) -> None:
    journal = list(enumerate(read_sheet(card.sheet, BOXES), start=1))
    written = json.dumps([[version, as_values(entry)] for version, entry in journal])
    read = [(version, from_values(values)) for version, values in json.loads(written)]
    assert read == journal
    assert state(replay(read)) == state(replay(journal))


def test_golden_games_cover_all_boxes_and_endings() -> None:
    games = [read_game(card.sheet) for card in CARDS]
    assert {(game.start.edition, game.start.scoring) for game in games} >= {
        *((edition, "winner-collects") for edition in BOXES),
        *((edition, "keep-own") for edition in ("classic-108", "hello-kitty", "power-colours")),
    }
    ways = {card.table["won"].split()[-1].strip("()") for card in CARDS if card.table["won"]}
    all_ways = {"target-reached", "lowest-at-target", "last-survivor", "all-rotations-played"}
    assert ways == {*all_ways, "by-agreement"}
