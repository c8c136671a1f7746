"""Reader of tables from elsewhere: CSV, TSV or semicolons, with or without a header."""

import csv
import re
from collections.abc import Container, Mapping, Sequence
from itertools import product
from statistics import mean
from typing import Any

from companion.game.faults import Fault, FaultCode, ValidationError
from companion.game.players import clean, key
from companion.game.scoresheet.own_csv import COLUMNS, read_own
from companion.game.scoresheet.table import Place, PlayedRow, Row, Table, is_label_of_total, whole

MOST_ROUNDS = 1000

_SEPARATORS = "\t;,|"
_HINT = re.compile(rf"\Asep=[{_SEPARATORS}] *(?=[\r\n])", re.IGNORECASE)  # for Excel
_QUOTED = re.compile(r'"[^"]*"')
_LABEL = re.compile(r"\s*[^\W\d][^,;|\t]*:|# ")  # of a line in a score sheet, or its comment
_LETTER = re.compile(r"[^\W\d_]")
# Headings in the languages of the app, compared like names.
_ASIDE = {
    "", "#", "no", "nr", "n°", "no.", "round", "rd", "game", "hand", "date", "day", "time",
    "dealer", "rank", "total", "runde", "spiel", "datum", "manche", "partie",
    "donne", "jour", "heure", "donneur", "rang",
}  # fmt: skip
_REMARK = {
    "comment", "comments", "note", "notes", "remark", "remarks",
    "commentaire", "commentaires", "remarque", "remarques",
}  # fmt: skip
_NUMBERED = re.compile(r"(r|rd|round|game|hand|manche|partie|donne|tour)? ?#?\d+")
_EACH = {"player", "players", "name", "names", "joueur", "joueurs", "joueuse", "nom", "noms"}
_POINTS = {"points", "pts", "score", "scores"}
_SO_FAR = {"total", "totals", "running", "cumul", "cumulé", "totaux"}
_WINNER = {
    "winner", "won", "won by", "who won", "went out", "gagnant", "gagnante", "vainqueur",
    "qui a gagné", "gagné par", "sorti",
}  # fmt: skip
_NOT_PLAYED = re.compile(r"[-–—/.]|:?-{2,}:?|n/?a", re.IGNORECASE)
_STARS = "*★☆✓✔ "  # beside who won
_WON = {"x", "w", "win", "won", "winner", "gagné"}  # in place of points, once in each row
_PLAYERS = 2  # from which columns of points are players
# Rows from which growing columns are running totals: if one of them grows in each row, or several.
_FEW, _MANY = 3, 6
_RARELY = 15  # so many steps may have one that falls, such as a penalty

Score = Sequence[int | None]  # points by column, None for an empty cell
Requests = tuple[str, Sequence[Mapping[str, Any]]]  # a scoring, and rounds


def is_table(text: str) -> bool:
    """Return whether a text begins like a table, not like a typed score sheet."""
    first = _first_line(text)
    return any(sign in first for sign in _SEPARATORS) and not _LABEL.match(first)


def read_table(text: str) -> Table:
    """Return the players and rounds of a table; faults have paths of line and column."""
    first, *rest = rows = _rows(_HINT.sub("", text))
    names = [key(cell) for cell in first.cells]
    own = {name: names.index(name) for name in names}
    if own.keys() >= COLUMNS:
        return read_own(own, rest)
    rest = [row for row in rest if [*map(key, row.cells)] != names]  # above each section
    numbers = [name for name in names if name and not is_label_of_total(name)]
    least = _FEW if names[0] else _PLAYERS
    is_counted = len(numbers) >= least and numbers == [*map(str, range(1, len(numbers) + 1))]
    is_data = not is_counted and any(
        whole(cell) is not None or (cell and any(cell == row.cells[at] for row in rest))
        for at, cell in enumerate(first.cells)
    )
    table = _Columns(None, rows) if is_data else _Columns(first, rest)
    return table.wide() if len(table.points) >= _PLAYERS else table.long()


def _first_line(text: str) -> str:
    """Return the first line with columns or a label, below the title of a table."""
    lines = (_QUOTED.sub("", line) for line in text.splitlines())
    return next((line for line in lines if {*_SEPARATORS} & {*line} or _LABEL.match(line)), "")


def _rows(text: str) -> list[Row]:
    """Return the rows that are neither blank nor a title, which must be equally long."""
    first = _first_line(text)
    separator = max(_SEPARATORS, key=first.count)
    reader = csv.reader(text.splitlines(keepends=True), delimiter=separator)
    rows: list[Row] = []
    try:
        rows += [
            Row(reader.line_num, [cell.strip() for cell in cells])
            for cells in reader
            if any(map(str.strip, cells))
        ]
    except csv.Error:
        raise ValidationError([Fault(FaultCode.NOT_A_TABLE).under(reader.line_num)]) from None
    while rows[1:] and _is_title(*rows[:2]):
        del rows[0]
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
    return [row for row in rows if not all(map(_NOT_PLAYED.fullmatch, filter(None, row.cells)))]


def _is_title(row: Row, below: Row) -> bool:
    """Return whether a row has one text alone, above a header or more of the title."""
    is_alone = bool(_LETTER.search(row.cells[0])) and not any(row.cells[1:])
    return is_alone and all(whole(cell) is None for cell in below.cells)


class _Columns:
    """Table whose columns are known: those of points, that of who won and that of remarks."""

    def __init__(self, header: Row | None, rows: Sequence[Row]) -> None:
        self.header = header
        self.rows = [row for row in rows if not row.is_total]
        self.totals = [row for row in rows if row.is_total]
        if not self.rows or len(self.rows) > MOST_ROUNDS:
            code = FaultCode.TOO_MANY_ROUNDS if self.rows else FaultCode.NOT_A_TABLE
            raise ValidationError([Fault(code, values={"most": MOST_ROUNDS}).under(1)])
        width = len((header or rows[0]).cells)
        names = [key(cell.rstrip(": ")) for cell in header.cells] if header else ["?"] * width
        self.remark = next((at for at, name in enumerate(names) if name in _REMARK), None)
        columns = self.columns()
        texts = [at for at, column in columns.items() if all(map(_LETTER.search, column))]
        self.marked: dict[int, int] = {}  # the column of who won, by line
        won = [[key(cell) in _WON for cell in row.cells].count(True) for row in self.rows]
        words = _WON if set(won) == {1} else ()
        self.rows = [self.unmarked(row, texts, words) for row in self.rows]
        given, columns = columns, self.columns()
        others = [_without(name, _SO_FAR) for name in names]
        open_ = [
            at
            for at, (name, other) in enumerate(zip(names, others, strict=True))
            if name not in _ASIDE | _REMARK and (name == other or (other and other not in names))
        ]
        # A column with a header, or dashes, and without anything is a player without points.
        numbers = [any(whole(cell) is not None for cell in column) for column in columns.values()]
        self.points = [
            at
            for at in open_
            if numbers[at] or (not any(columns[at]) and (header or any(given[at])))
        ]
        rest = [at for at in open_ if at not in self.points]
        worded = [at for at in rest if at in texts]
        if not header and len(self.points) > (1 if worded else _PLAYERS):
            counted = [*filter(None, columns[self.points[0]])]
            is_counted = bool(counted) and counted == [*map(str, range(1, len(counted) + 1))]
            self.points = self.points[is_counted:]  # without its number
        titled = [at for at in rest if names[at] in _WINNER]
        is_wide = len(self.points) >= _PLAYERS
        self.winner = next(iter(titled or (() if is_wide else worded)), None)
        if titled and (named := [at for at in self.points if names[at] in _POINTS]):
            self.points = named
        is_turned = is_wide and texts and all(_NUMBERED.fullmatch(names[at]) for at in self.points)
        lines = [at for at in worded if names[at] in _EACH or (is_wide and not header)]
        if not titled and (lines or is_turned):
            fault = (header or self.rows[0]).fault(FaultCode.LINE_A_PLAYER, (lines or texts)[0])
            raise ValidationError([fault])
        self.notes = self.left_out()

    def columns(self) -> Mapping[int, Sequence[str]]:
        return dict(enumerate(zip(*(row.cells for row in self.rows), strict=False)))

    def unmarked(self, row: Row, texts: Container[int], won: Container[str]) -> Row:
        """Return a row without the sign of who won, and with blanks for who did not play."""
        cells, marked = [*row.cells], []
        for at, cell in enumerate(row.cells):
            is_won = key(cell) in won and at not in texts
            if at != self.remark and _NOT_PLAYED.fullmatch(cell):
                cells[at] = ""
            elif at != self.remark and (is_won or cell.strip(_STARS) != cell):
                cells[at] = "0" if is_won else cell.strip(_STARS)
                marked.append(at)
        if len(marked) > 1:
            return row  # the signs mean something else
        if marked:
            self.marked[row.line] = marked[0]
        return Row(row.line, cells)

    def left_out(self) -> list[Fault]:
        """Return a note on each column and line that is left out, also on totals without label."""
        columns = self.columns()
        used = {*self.points, self.winner, self.remark}
        aside = [at for at, column in columns.items() if at not in used and any(column)]
        *above, last = self.rows
        is_blank = any(all(columns[at][:-1]) and not columns[at][-1] for at in aside)
        values = [[whole(cell) or 0 for cell in columns[at]] for at in self.points]
        is_most = all(value[-1] >= max(value[:-1], default=0) for value in values)
        is_sum = all(value[-1] == sum(value[:-1]) for value in values)
        is_same = all(value[-2:] == value[-1:] * 2 for value in values)
        is_likely = is_sum and len(above) >= _FEW
        if is_blank:
            is_likely = is_same or is_sum or (is_most and len(above) > 1)
        if is_likely and len(values) >= _PLAYERS and any(value[-1] for value in values):
            self.rows, self.totals = above, [*self.totals, last]
        header = self.header or self.rows[0]
        notes = [header.fault(FaultCode.COLUMN_LEFT_OUT, at) for at in aside if self.header]
        return notes + [Fault(FaultCode.LINE_LEFT_OUT).under(row.line) for row in self.totals]

    def wide(self) -> Table:
        """Return a table with a column a player, of points or of running totals."""
        header = self.header or Row(self.rows[0].line, [])
        letters = {at: chr(65 + n % 26) for n, at in enumerate(self.points)}
        names = [clean(header.cells[at] if self.header else letters[at]) for at in self.points]
        is_running = None
        for words, meaning in (_SO_FAR, True), (_POINTS, False):
            plain = [_without(name, words) for name in names]
            if all(short and short != name for short, name in zip(plain, names, strict=True)):
                names, is_running = plain, meaning
                break
        scores: Sequence[Score] = [
            [row.number(at) if row.cells[at] else None for at in self.points] for row in self.rows
        ]
        if scores[1:] and not any(scores[0]) and None not in scores[0]:
            self.notes.append(Fault(FaultCode.LINE_LEFT_OUT).under(self.rows[0].line))
            self.rows, scores = self.rows[1:], scores[1:]
        totals = [[whole(row.cells[at]) for at in self.points] for row in self.totals]
        if is_running is None and scores[1:] and [*scores[-1]] in totals:
            is_running = True
        scores = self.per_round(scores, is_running=is_running)
        self.check({at: [s[n] or 0 for s in scores] for n, at in enumerate(self.points)})
        won = self.winner
        by_column = dict(zip(self.points, names, strict=True))
        winners = [
            by_column.get(self.marked.get(row.line, -1), "")
            if won is None
            else clean(row.cells[won])
            for row in self.rows
        ]
        if all(winners) and not any(map(any, scores)):
            rounds = _collected([(name, 1) for name in winners])
        else:
            rounds = _requests([dict(zip(names, s, strict=True)) for s in scores], winners)
        places = [(header.line, at + 1) for at in self.points]
        return self.table([*zip(names, places, strict=True)], rounds)

    def per_round(self, scores: Sequence[Score], *, is_running: bool | None) -> Sequence[Score]:
        """Return the points of each round, which running totals grow by."""
        growth = _growth(scores)
        steps = [step for score in growth for step in score if step is not None]
        later = [step for score in growth[1:] for step in score if step is not None]
        if is_running is None and later:
            is_single = all(sum(map(bool, score)) == 1 for score in growth)
            is_shared = all(sum(value is not None for value in score) > 1 for score in scores)
            is_long = len(scores) >= (_FEW if is_single else _MANY)
            falls = sum(step < 0 for step in steps)
            is_running = is_shared and is_long and falls * _RARELY <= len(steps)
            if is_running or (is_shared and _may_be_totals(scores, later)):
                code = FaultCode.READ_AS_RUNNING if is_running else FaultCode.READ_AS_POINTS
                self.notes.append(Fault(code).under((self.header or self.rows[0]).line))
        return growth if is_running else scores

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
        return Table(players, played, {"scoring": scoring}, columns, self.notes)

    def check(self, values: Mapping[int, Sequence[int]]) -> None:
        """Refuse a line of totals to which the lines above do not add up, column by column.

        A number below who won is that of the rounds.
        """
        rounds = {} if self.winner is None else {self.winner: [1] * len(self.rows)}
        pairs = [*zip((None, *self.totals), self.totals, strict=False)]
        for (earlier, row), (at, column) in product(pairs, {**rounds, **values}.items()):
            cell = row.cells[at]
            if not cell or is_label_of_total(cell) or (at in rounds and whole(cell) is None):
                continue
            above = sum(each.line < row.line for each in self.rows)
            since = sum(each.line < earlier.line for each in self.rows) if earlier else 0
            given, total = row.number(at), sum(column[:above])
            if given not in {total, sum(column[since:above])}:
                fault = row.fault(FaultCode.WRONG_TOTAL, at, given=given, total=total)
                raise ValidationError([fault])


def _without(name: str, words: Container[str]) -> str:
    return " ".join(word for word in re.findall(r"[^\s()]+", name) if key(word) not in words)


def _growth(scores: Sequence[Score]) -> Sequence[Score]:
    """Return by how much totals grow; below an empty cell they grow from the last one above."""
    last, growth = [0] * len(scores[0]), []
    for score in scores:
        growth.append([None if b is None else b - a for a, b in zip(last, score, strict=True)])
        last = [a if b is None else b for a, b in zip(last, score, strict=True)]
    return growth


def _may_be_totals(scores: Sequence[Score], later: Sequence[int]) -> bool:
    """Return whether points could be running totals, which grow by `later` below the first row."""
    falls = sum(step < 0 for step in later)
    sizes = [abs(value) for score in scores for value in score if value is not None]
    is_near = len(scores) >= _FEW and 2 * mean(map(abs, later)) <= mean(sizes)
    # In a round of most games one player has points, or all but one.
    counts = {sum(map(bool, score)) for score in scores}
    is_usual = len(counts) == 1 and len(scores[0]) not in counts
    first, last = (sum(filter(None, scores[at])) for at in (0, -1))
    has_grown = len(scores) <= _FEW and 2 * last > 3 * first and 2 * falls <= len(later)
    return not falls or is_near or (has_grown and not is_usual)


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
