"""Reader of tables from elsewhere: CSV, TSV or semicolons, with or without a header."""

import csv
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise, product
from typing import Any

from companion.game.faults import Fault, FaultCode, ValidationError
from companion.game.players import clean, key
from companion.game.scoresheet.own_csv import COLUMNS, read_own
from companion.game.scoresheet.table import Place, PlayedRow, Row, Table, is_label_of_total, whole

MOST_ROUNDS = 1000

_SEPARATORS = "\t;,"
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_QUOTED = re.compile(r'"[^"]*"')
_LABEL = re.compile(r"\s*[^\W\d][^,;\t]*:")  # of a line in a score sheet
_LETTER = re.compile(r"[^\W\d_]")
# Headings in the languages of the app, compared like names.
_ASIDE = {
    "", "#", "no", "nr", "n°", "no.", "round", "game", "hand", "date", "day", "time", "dealer",
    "total", "manche", "partie", "donne", "jour", "heure", "donneur",
}  # fmt: skip
_REMARK = {
    "comment", "comments", "note", "notes", "remark", "remarks",
    "commentaire", "commentaires", "remarque", "remarques",
}  # fmt: skip
_POINTS = {"points", "pts", "score", "scores"}
_WINNER = {
    "winner", "won", "won by", "who won", "went out", "gagnant", "gagnante", "vainqueur",
    "qui a gagné", "gagné par", "sorti",
}  # fmt: skip
_PLAYERS = 2  # from which columns of points are players
# Rows from which growing columns are running totals: if one of them grows in each row, or several.
_FEW, _MANY = 3, 6

Score = Sequence[int | None]  # points by column, None for an empty cell
Requests = tuple[str, Sequence[Mapping[str, Any]]]  # a scoring, and rounds


def is_table(text: str) -> bool:
    """Return whether a text begins like a table, not like a typed score sheet."""
    first = _first_line(text)
    return any(sign in first for sign in _SEPARATORS) and not _LABEL.match(first)


def read_table(text: str) -> Table:
    """Return the players and rounds of a table; faults have paths of line and column."""
    first, *rest = rows = _rows(text)
    names = [key(cell) for cell in first.cells]
    own = {name: names.index(name) for name in names}
    if own.keys() >= COLUMNS:
        return read_own(own, rest)
    is_data = any(
        whole(cell) is not None or (cell and any(cell == row.cells[at] for row in rest))
        for at, cell in enumerate(first.cells)
    )
    table = _Columns(None, rows) if is_data else _Columns(first, rest)
    return table.wide() if len(table.points) >= _PLAYERS else table.long()


def _first_line(text: str) -> str:
    return _QUOTED.sub("", next(filter(str.strip, text.splitlines()), ""))


def _rows(text: str) -> list[Row]:
    """Return the rows that are not blank, which must be equally long."""
    first = _first_line(text)
    separator = max(_SEPARATORS, key=first.count)
    reader = csv.reader(_LINE.findall(text), delimiter=separator)
    rows: list[Row] = []
    try:
        rows += [
            Row(reader.line_num, [cell.strip() for cell in cells])
            for cells in reader
            if any(map(str.strip, cells))
        ]
    except csv.Error:
        raise ValidationError([Fault(FaultCode.NOT_A_TABLE).under(reader.line_num)]) from None
    width = len(rows[0].cells)
    rows = [  # a line added below may be shorter
        Row(row.line, [*row.cells, *[""] * (width - len(row.cells))]) if row.is_total else row
        for row in rows
    ]
    faults = [
        row.fault(FaultCode.RAGGED_LINE, min(len(row.cells), width), width=width, given=given)
        for row in rows
        if (given := len(row.cells)) < width or any(row.cells[width:])
    ]
    if faults:
        raise ValidationError(faults)
    return rows


class _Columns:
    """Table whose columns are known: those of points, that of who won and that of remarks."""

    def __init__(self, header: Row | None, rows: Sequence[Row]) -> None:
        self.header = header
        self.rows = [row for row in rows if not row.is_total]
        self.totals = [row for row in rows if row.is_total]
        if not self.rows or len(self.rows) > MOST_ROUNDS:
            code = FaultCode.TOO_MANY_ROUNDS if self.rows else FaultCode.NOT_A_TABLE
            raise ValidationError([Fault(code, values={"most": MOST_ROUNDS}).under(1)])
        columns = [*zip(*(row.cells for row in self.rows), strict=False)]
        names = (
            [key(cell.rstrip(": ")) for cell in header.cells] if header else ["?"] * len(columns)
        )
        self.remark = next((at for at, name in enumerate(names) if name in _REMARK), None)
        open_ = [at for at, name in enumerate(names) if name not in _ASIDE | _REMARK]
        # A column with a header and without anything is that of a player without points.
        numbers = [any(whole(cell) is not None for cell in column) for column in columns]
        self.points = [at for at in open_ if numbers[at] or (header and not any(columns[at]))]
        rest = [at for at in open_ if at not in self.points]
        worded = [at for at in rest if all(map(_LETTER.search, columns[at]))]
        if not header and len(self.points) > (1 if worded else _PLAYERS):
            counted = (*map(str, range(1, len(self.rows) + 1)),)
            self.points = self.points[columns[self.points[0]] == counted :]  # without its number
        titled = [at for at in rest if names[at] in _WINNER]
        is_long = bool(titled or (worded and len(self.points) < _PLAYERS))
        self.winner = (titled or worded)[0] if is_long else None
        if titled and (named := [at for at in self.points if names[at] in _POINTS]):
            self.points = named

    def wide(self) -> Table:
        """Return a table with a column a player, of points or of running totals."""
        header = self.header or Row(self.rows[0].line, [])
        letters = {at: chr(65 + n % 26) for n, at in enumerate(self.points)}
        names = [clean(header.cells[at] if self.header else letters[at]) for at in self.points]
        scores: Sequence[Score] = [
            [row.number(at) if row.cells[at] else None for at in self.points] for row in self.rows
        ]
        scores = _running(scores) or scores
        self.check({at: [s[n] or 0 for s in scores] for n, at in enumerate(self.points)})
        won = self.winner
        winners = [clean(row.cells[won]) if won is not None else "" for row in self.rows]
        rounds = _requests([dict(zip(names, s, strict=True)) for s in scores], winners)
        places = [(header.line, at + 1) for at in self.points]
        return self.table([*zip(names, places, strict=True)], rounds)

    def long(self) -> Table:
        """Return a table with a column of who won, and perhaps one of points."""
        at = self.winner
        if at is None:
            raise ValidationError([Fault(FaultCode.NOT_A_TABLE).under(self.rows[0].line)])
        if blank := [row.fault(FaultCode.BLANK, at) for row in self.rows if not row.cells[at]]:
            raise ValidationError(blank)
        players: dict[str, Place] = {}
        for row in self.rows:
            name = clean(row.cells[at])
            players.setdefault(key(name), (name, (row.line, at + 1)))
        won = [players[key(row.cells[at])][0] for row in self.rows]
        counted = {of: [row.number(of) for row in self.rows] for of in self.points[:1]}
        self.check(counted)
        (points,) = counted.values() or [[1] * len(won)]
        rounds = _collected([*zip(won, points, strict=True)])
        return self.table([*players.values()], rounds, next(iter(counted), None))

    def table(self, players: Sequence[Place], rounds: Requests, points: int | None = None) -> Table:
        scoring, requests = rounds
        fields = {"remark": self.remark, "points": points}
        remarks = ["" if self.remark is None else row.cells[self.remark] for row in self.rows]
        played = [
            PlayedRow(row.line, {**request, "remark": remark})
            for row, request, remark in zip(self.rows, requests, remarks, strict=True)
        ]
        columns = {name: at + 1 for name, at in fields.items() if at is not None}
        return Table(players, played, {"scoring": scoring}, columns)

    def check(self, values: Mapping[int, Sequence[int]]) -> None:
        """Refuse a line of totals to which the lines above do not add up, column by column.

        A number below who won is that of the rounds.
        """
        rounds = {} if self.winner is None else {self.winner: [1] * len(self.rows)}
        for row, (at, column) in product(self.totals, {**rounds, **values}.items()):
            cell = row.cells[at]
            if not cell or is_label_of_total(cell) or (at in rounds and whole(cell) is None):
                continue
            above = sum(each.line < row.line for each in self.rows)
            given, total = row.number(at), sum(column[:above])
            if given != total:
                fault = row.fault(FaultCode.WRONG_TOTAL, at, given=given, total=total)
                raise ValidationError([fault])


def _running(scores: Sequence[Score]) -> Sequence[Score]:
    """Return by how much running totals grow, or [] unless too many grow for it to be chance."""
    totals = [[value or 0 for value in score] for score in scores]
    steps = pairwise([[0] * len(scores[0]), *totals])
    growth = [[b - a for a, b in zip(*step, strict=True)] for step in steps]
    is_running = not any(None in score for score in scores) and min(map(min, growth)) >= 0
    least = _FEW if all(sum(map(bool, each)) == 1 for each in growth) else _MANY
    return growth if is_running and len(scores) >= least else []


def _collected(gains: Sequence[tuple[str, int]]) -> Requests:
    """Return the scoring of rounds in which only the winner gains, and their requests."""
    if all(points == 1 for _, points in gains):
        return "rounds-won", [{"went_out": name} for name, _ in gains]
    piles = [{"went_out": name, "pile": {"points": points}} for name, points in gains]
    return "winner-collects", piles


def _requests(scores: Sequence[Mapping[str, int | None]], won: Sequence[str]) -> Requests:
    """Return the scoring that gives these points, and the requests of the rounds."""
    gains = [[(name, value) for name, value in score.items() if value] for score in scores]
    is_collected = all(
        len(gain) == 1 and gain[0][1] > 0 and name in {"", gain[0][0]}
        for gain, name in zip(gains, won, strict=True)
    )
    if is_collected:
        return _collected([gain for (gain,) in gains])
    # One player without points in each round, and none below 0: the others' cards were counted.
    out = [name or _without_points(score) for score, name in zip(scores, won, strict=True)]
    is_left = all(out) and all((value or 0) >= 0 for score in scores for value in score.values())
    is_left = is_left and not any(score.get(name) for score, name in zip(scores, out, strict=True))
    requests = []
    for score, name in zip(scores, out if is_left else won, strict=True):
        hands = {n: {"points": value} for n, value in score.items() if value is not None}
        if is_left:
            hands.pop(name, None)
        resting = [n for n, value in score.items() if value is None and n != name]
        requests.append({"went_out": name or None, "hands": hands, "resting": resting})
    return "keep-own" if is_left else "each-scores", requests


def _without_points(score: Mapping[str, int | None]) -> str:
    """Return the only player with 0, or else with an empty cell, or "" if there are several."""
    blank = [name for name, value in score.items() if value is None]
    found = [name for name, value in score.items() if value == 0] or blank
    return found[0] if len(found) == 1 else ""
