"""A game as a table for spreadsheets."""

import csv
import unicodedata
from collections.abc import Iterator
from io import StringIO

from companion.game.cards.hand import Hand
from companion.game.replay import Game
from companion.game.tally import ScoredRound
from companion.web.play.score_sheet import Sheet

COLUMNS = (
    "round", "table", "rotation", "went_out", "player", "cards", "points", "total",
)  # fmt: skip
_FORMULA = ("=", "+", "-", "@")


def csv_of(game: Game) -> str:
    """Write a line a hand: what a player was caught with, and their total after the round.

    Where all opponents' cards were counted as one, that is one line without player and total.
    """
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows(_lines(game))
    return text.getvalue()


def _lines(game: Game) -> Iterator[list[object]]:
    sheet = Sheet(game)
    for line in sheet.lines:
        pairs = zip(sheet.sides, line.cells, strict=True)
        totals = {seat: cell.total for side, cell in pairs for seat in side}
        start = _round(game, line.played)
        for seat, hand in sorted(line.played.round.hands.items()):
            yield [*start, _safe(game.name(seat)), *_hand(hand), totals[seat]]
        if line.played.round.pile:
            yield [*start, "", *_hand(line.played.round.pile), ""]


def _round(game: Game, played: ScoredRound) -> list[object]:
    round_ = played.round
    return [played.number, round_.table, round_.rotation, _safe(game.name(round_.went_out))]


def _hand(hand: Hand) -> list[object]:
    return ["" if hand.cards is None else " ".join(hand.cards), hand.points]


def _safe(name: str) -> str:
    """Keep a spreadsheet from reading a name as a formula, in its wide signs too."""
    return f"'{name}" if unicodedata.normalize("NFKC", name).startswith(_FORMULA) else name
