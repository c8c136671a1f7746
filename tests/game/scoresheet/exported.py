"""CSV of a game, as exported and read again."""

import csv
from io import StringIO
from itertools import groupby

from companion.editions import load_boxes
from companion.game.game import Game
from companion.game.replay import replay
from companion.game.scoresheet import read_scores
from companion.web.api.csv_export import rows_of

_, BOXES = load_boxes()
_LOST = {"cards", "side"}  # the game read again has no cards


def csv_of(game: Game, separator: str = ",") -> str:
    text = StringIO()
    csv.writer(text, delimiter=separator).writerows(rows_of(game))
    return text.getvalue()


def read_csv(text: str) -> Game:
    return replay(enumerate(read_scores(text, BOXES), start=1))


def lines_of(game: Game) -> list[list[dict[str, object]]]:
    """Return what the exported lines of each round say, except the cards, in any order."""
    header, *lines = rows_of(game)
    said = [
        {str(name): value for name, value in zip(header, line, strict=True) if name not in _LOST}
        for line in lines
    ]
    groups = groupby(said, lambda line: line["round"])
    return [
        sorted(({n: v for n, v in line.items() if v} for line in group), key=str)
        for _, group in groups
    ]
