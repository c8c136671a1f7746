"""A game as a table for spreadsheets."""

import csv
import unicodedata
from io import StringIO

from werkzeug.wrappers import Response

from companion.game.cards.hand import Hand
from companion.game.game import Game
from companion.web.play.score_sheet import Sheet

COLUMNS = (
    "round", "table", "rotation", "went_out", "player", "cards", "points", "total",
)  # fmt: skip
_FORMULA = ("=", "+", "-", "@")


def csv_of(game: Game) -> str:
    """Return a line a hand: what a player was caught with, and their total after the round.

    Where all opponents' cards were counted as one, that is one line without player and total.
    """
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    sheet = Sheet(game)
    for line in sheet.lines:
        round_ = line.played.round
        # A name is free text and may hold what a spreadsheet would run.
        went_out = safe(game.name(round_.went_out))
        start = [line.played.number, round_.table, round_.rotation, went_out]
        cells = zip(sheet.sides, line.cells, strict=True)
        totals = {seat: cell.total for side, cell in cells for seat in side}
        for seat, hand in sorted(round_.hands.items()):
            writer.writerow([*start, safe(game.name(seat)), *_hand(hand), totals[seat]])
        if round_.pile:
            # Whose cards are in the pile nobody wrote down.
            writer.writerow([*start, "", *_hand(round_.pile), ""])
    return text.getvalue()


def attachment(text: str, filename: str) -> Response:
    response = Response(text, content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{filename}"'
    return response


def _hand(hand: Hand) -> list[object]:
    return ["" if hand.cards is None else " ".join(hand.cards), hand.points]


def safe(name: str) -> str:
    """Return a name that no spreadsheet reads as a formula, not in full-width signs either."""
    return f"'{name}" if unicodedata.normalize("NFKC", name).startswith(_FORMULA) else name
