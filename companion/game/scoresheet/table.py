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

_NUMBER = re.compile(r"([+-]?)(\d{1,9}|\d{1,3}(?:\s\d{3}){1,2})(?:[.,]0{1,2})?")
JUST_POINTS = "just-points"
TOTALS = {"total", "totals", "sum", "totaux", "somme"}  # labels of a line that is added up


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
        return any(key(cell.rstrip(": ")) in TOTALS for cell in self.cells)


@dataclass(frozen=True, slots=True)
class PlayedRow:
    """Round or adjustment of a table: its request, and opening totals of players who join."""

    line: int
    request: Mapping[str, Any]
    joining: Mapping[str, int] = field(default_factory=dict)
    is_adjustment: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Rounds and options of a table; `players` with the line and column that name each."""

    players: Sequence[tuple[str, tuple[int, int]]]
    rounds: Sequence[PlayedRow]
    options: Mapping[str, object]
    columns: Mapping[str, int] = field(default_factory=dict)  # of players' points, from 1

    def entries(self, boxes: Mapping[str, Box]) -> Iterator[Entry]:
        """Yield the entries of the game; faults have paths of a line and perhaps a column."""
        late = {name for each in self.rounds for name in each.joining}
        founders = [(name, place) for name, place in self.players if name not in late]
        top = min((line for _, (line, _) in founders), default=1)
        edition = {} if "box" in self.options else {"edition": JUST_POINTS}
        names = [name for name, _ in founders]
        asked = {**edition, "open_end": True, "players": names, **self.options}
        with _placed(top, {str(seat): place for seat, (_, place) in enumerate(founders)}):
            start = read_start(asked, boxes)
        yield start
        game = replay([(1, start)])
        lexicon = lexicon_of(start.box, boxes) if start.box else boxes[start.edition].lexicon
        for each in self.rounds:
            with _placed(each.line, {n: (each.line, at) for n, at in self.columns.items()}):
                if each.joining:
                    joining = [{"name": n, "total": total} for n, total in each.joining.items()]
                    yield (entry := read_change(game, {"join": joining}))
                    game = apply(game, entry)
                if each.is_adjustment:
                    yield (entry := read_adjustment(game, each.request))
                else:
                    yield (entry := RoundRecorded(read_round(game, lexicon, each.request)))
                game = apply(game, entry)


def whole(cell: str) -> int | None:
    """Return a whole number, in thousands (1 200) and with decimals (12.00) of 0 too, or None."""
    found = _NUMBER.fullmatch(cell.replace("\u2212", "-"))
    return int(found[1] + "".join(found[2].split())) if found else None


@contextmanager
def _placed(line: int, places: Mapping[str, tuple[int, int]]) -> Iterator[None]:
    """Replace the paths of faults by the line and column of the player in them, or by `line`."""
    try:
        yield
    except ValidationError as refused:
        raise ValidationError(
            Fault(fault.code, values=fault.values).under(
                *places.get("".join(fault.path.split("/")[2:3]), (line,))
            )
            for fault in refused.faults
        ) from None
