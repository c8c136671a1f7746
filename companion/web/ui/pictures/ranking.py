"""The picture of a ranking of people, for a season or all evenings of a group."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import Response

from companion.web.ui.pictures.svg import EDGE, SIZE, fitting, picture_response

MOST_ROWS = 10
_TOP, _BOTTOM = 330, 900  # of the area behind the rows
_TALLEST_ROW = 92
_FIGURE = 130  # pixels, width of a column of figures


@dataclass(frozen=True, slots=True)
class Row:
    """One person: the rank, the name and a figure for each column."""

    rank: int
    name: str
    figures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlacedRow:
    """A row with its position and its font size."""

    row: Row
    name_size: int
    top: float
    height: float

    @property
    def line(self) -> float:
        return self.top + self.height / 2 + 15


def ranking_picture(
    title: str, columns: Sequence[str], ranked: Sequence[Row], text: str, when: str
) -> Response:
    """Return a ranking's first ten rows as SVG, the best first, with at most three columns.

    `text` is its alternative text, `when` its dates.
    """
    rows = [replace(row, figures=row.figures[: len(columns)]) for row in ranked[:MOST_ROWS]]
    height = min(_TALLEST_ROW, (_BOTTOM - _TOP) / max(len(rows), 1))
    right = SIZE - EDGE - 30.0
    positions = range(len(columns))
    name_width = right - EDGE - 96 - _FIGURE * len(columns)
    return picture_response(
        "shared/pictures/ranking.svg",
        title,
        text,
        when,
        largest=104,
        columns=[(name, fitting(name, _FIGURE - 12, 30)) for name in columns],
        # The right edges of the columns.
        ends=[right - _FIGURE * position for position in reversed(positions)],
        rows=[
            PlacedRow(row, fitting(row.name, name_width, 42), _TOP + position * height, height)
            for position, row in enumerate(rows)
        ],
        top=_TOP,
        height=height * len(rows),
    )
