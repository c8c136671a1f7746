"""Games of points that were kept elsewhere, as tables."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from companion.game.cards.box import Box, lexicon_of
from companion.game.entries import Entry, RoundRecorded
from companion.game.faults import Fault, FaultCode, ValidationError
from companion.game.players import key
from companion.game.replay import apply, replay
from companion.game.requests.adjustment import read_adjustment
from companion.game.requests.change import read_change
from companion.game.requests.round import read_round
from companion.game.requests.start import read_start

_NUMBER = re.compile(
    r"([+-]?)(\d{1,9}|\d{1,3}(?:\s\d{3}){1,2}|[1-9]\d{0,2}(?:[.,'’]\d{3}){1,2})(?:[.,]0{1,2})?"
    r"(?:\s*(?:pts?|points?)\.?)?",
    re.IGNORECASE,
)
_PLUS = re.compile(r"(?<=\d)\s*\+\s*")
JUST_POINTS = "just-points"
# Label of a line that is added up, in the languages of spreadsheets around.
_TOTAL = re.compile(
    r"((grand|final|running|sub)[ -]?|sous-)?(totals?|totaux|totale|sums?|sommes?|summen?|gesamt)"
    r"( (points|général|generale|final))?"
)

Place = tuple[str, tuple[int, int]]  # a name, its line and its column


@dataclass(frozen=True, slots=True)
class Row:
    """Row of a table, with the line of the text at which it ends."""

    line: int
    cells: Sequence[str]

    def fault(self, code: FaultCode, column: int, **values: object) -> Fault:
        """Return a fault of the cell in a column, counted from 0."""
        return Fault(code, values=values).under(self.line, column + 1)

    def number(self, column: int) -> int:
        """Return the whole number of a cell, or raise `ValidationError`."""
        number = whole(self.cells[column])
        if number is None:
            raise ValidationError([self.fault(FaultCode.NOT_A_WHOLE_NUMBER, column)])
        return number

    @property
    def is_total(self) -> bool:
        return any(map(is_label_of_total, self.cells))


@dataclass(frozen=True, slots=True)
class PlayedRow:
    """Requests of a row: changes before it, and a round or an adjustment (empty if neither)."""

    line: int
    round: Mapping[str, Any] = field(default_factory=dict)
    adjustment: Mapping[str, Any] = field(default_factory=dict)
    changes: Sequence[Mapping[str, Any]] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """Rounds and options of a table; `players` with the line and column that name each."""

    players: Sequence[Place]
    rows: Sequence[PlayedRow]
    options: Mapping[str, object]
    columns: Mapping[str, int] = field(default_factory=dict)  # of fields of rounds, from 1
    notes: Sequence[Fault] = ()  # what was left out or could have been meant in another way

    def entries(self, boxes: Mapping[str, Box]) -> Iterator[Entry]:
        """Yield the entries of the game; faults have paths of a line and perhaps a column."""
        places = {str(seat): place for seat, (_, place) in enumerate(self.players)}
        edition = {} if "box" in self.options else {"edition": JUST_POINTS}
        names = [name for name, _ in self.players]
        with _placed(min(line for line, _ in places.values()), places):
            options = {**edition, "open_end": True, "players": names, **self.options}
            start = read_start(options, boxes)
        yield start
        game = replay([(1, start)])
        lexicon = lexicon_of(start.box, boxes) if start.box else boxes[start.edition].lexicon
        columns = {**{name: at for name, (_, at) in self.players}, **self.columns}
        for row in self.rows:
            with _placed(row.line, {name: (row.line, at) for name, at in columns.items()}):
                for change in row.changes:
                    yield (entry := read_change(game, change))
                    game = apply(game, entry)
                if row.adjustment:
                    yield (entry := read_adjustment(game, row.adjustment))
                    game = apply(game, entry)
                if row.round:
                    yield (entry := RoundRecorded(read_round(game, lexicon, row.round)))
                    game = apply(game, entry)


def whole(cell: str) -> int | None:
    """Return a whole number, or None.

    It may have thousands (1 200) and decimals (12.00) of 0, and be a sum (20+20+5).
    """
    found = [_NUMBER.fullmatch(term) for term in _PLUS.split(cell.replace("\u2212", "-"))]
    terms = [each[1] + re.sub(r"\D", "", each[2]) for each in found if each]
    return sum(map(int, terms)) if len(terms) == len(found) else None


def is_label_of_total(cell: str) -> bool:
    return bool(_TOTAL.fullmatch(key(cell.rstrip(":= "))))


@contextmanager
def _placed(line: int, places: Mapping[str, tuple[int, int]]) -> Iterator[None]:
    """Replace the paths of faults by the line and column of what they name, or by `line`."""
    try:
        yield
    except ValidationError as refused:
        raise ValidationError(
            Fault(fault.code, values=fault.values).under(*_place(fault, places) or (line,))
            for fault in refused.faults
        ) from None


def _place(fault: Fault, places: Mapping[str, tuple[int, int]]) -> tuple[int, int] | None:
    """Return the place of the player in a path (`/hands/Bo/points`), or else of its field."""
    field_, *rest = fault.path.split("/")[1:3] or [""]
    return next((places[step] for step in (*rest, field_) if step in places), None)
