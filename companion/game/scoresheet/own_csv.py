"""Reader of the CSV that games here are exported as: a line a hand."""

import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from companion.game.faults import FaultCode, ValidationError
from companion.game.scoresheet.table import PlayedRow, Row, Table

COLUMNS = {"round", "table", "rotation", "went_out", "player", "points", "total"}
_USUAL_BONUS = 250  # if the winner's total does not show what a knock-out was worth
_TWO_PAIRS = 4
_UNKNOWN = ("A", "B")  # players of whom no hand was recorded
_FORMULA = ("=", "+", "-", "@")


@dataclass(slots=True)
class _Hands:
    """Hands of one round, and the players' totals after it with their rows."""

    line: int
    out: str
    hands: dict[str, int] = field(default_factory=dict)
    pile: int | None = None
    knocked_out: list[str] = field(default_factory=list)
    totals: dict[str, tuple[int, Row]] = field(default_factory=dict)
    why: str | None = None  # the reason of an adjustment, whose player and points are its hand

    @property
    def playing(self) -> list[str]:
        return [name for name in (self.out, *self.hands, *self.knocked_out) if name]


@dataclass(slots=True)
class _Guess:
    """Scoring of an exported game, with what the export does not say: totals show whether it is so.

    `partners`: each player's partner, in teams. `opening`: totals of players who joined.
    """

    rounds: Sequence[_Hands]
    scoring: str
    partners: Mapping[str, str] = field(default_factory=dict)
    opening: dict[str, int] = field(default_factory=dict)
    bonus: int = 0

    def mend(self) -> tuple[int, Row, int, int] | None:
        """Set opening totals and bonus; return the first wrong total (round, row, given, sum)."""
        while wrong := next(self.wrong(), None):
            number, name, knocked_out, row, given, total = wrong
            begun = next(n for n, each in enumerate(self.rounds) if name in each.playing)
            if given > total and knocked_out and not self.bonus:
                self.bonus = (given - total) // knocked_out
            elif given > total and begun and not self.partners and name not in self.opening:
                self.opening[name] = given - total
            else:
                return number, row, given, total
        return None

    def wrong(self) -> Iterator[tuple[int, str, int, Row, int, int]]:
        totals, knocked_out = Counter(self.opening), Counter[str]()
        for number, each in enumerate(self.rounds):
            (who,) = each.hands if each.why is not None else [each.out]
            side = [who, self.partners[who]] if self.partners else [who]
            worth = sum(each.hands.values()) + (each.pile or 0)
            worth += self.bonus * len(each.knocked_out)
            if self.scoring in {"keep-own", "each-scores"}:
                totals.update(each.hands)
            else:
                is_won = self.scoring == "rounds-won" and each.why is None
                totals.update(dict.fromkeys(side, 1 if is_won else worth))
            knocked_out.update(dict.fromkeys(side, len(each.knocked_out)))
            for name, (given, row) in each.totals.items():
                if given != totals[name]:
                    yield number, name, knocked_out[name], row, given, totals[name]

    def table(self, players: Mapping[str, tuple[int, int]]) -> Table:
        options: dict[str, object] = {"scoring": self.scoring}
        known = [name for name in players if name not in self.opening]
        founders = [*known, *_UNKNOWN[len(known) :]]
        if self.partners:
            options["format"] = "teams"
            one, partner, left, right = self.partners
            founders = [one, left, partner, right]
        if any(each.knocked_out for each in self.rounds):
            bonus = {"bonus": self.bonus or _USUAL_BONUS}
            options |= {"box": {"name": "CSV", "cards": [], "knock_out": bonus}}
        seen = {*founders}
        rounds = [self.request(each, seen) for each in self.rounds]
        return Table([(name, players.get(name, (1, 1))) for name in founders], rounds, options)

    def request(self, each: _Hands, seen: set[str]) -> PlayedRow:
        """Return a round, before which the players join who are not in `seen` yet."""
        joining = {name: self.opening[name] for name in each.playing if name not in seen}
        seen.update(joining)
        if each.why is not None:
            ((name, points),) = each.hands.items()
            adjustment = {"player": name, "points": points, "why": each.why}
            return PlayedRow(each.line, adjustment, joining, is_adjustment=True)
        values: dict[str, object] = {"went_out": each.out or None, "keep_anyway": True}
        if each.pile is not None:
            values["pile"] = {"points": each.pile}
        elif self.scoring != "rounds-won":
            values["hands"] = {name: {"points": points} for name, points in each.hands.items()}
            if not self.partners:
                values["resting"] = sorted(seen - set(each.playing))
        if each.knocked_out:
            values["knocked_out"] = each.knocked_out
        return PlayedRow(each.line, values, joining)


def read_own(header: Mapping[str, int], rows: Sequence[Row]) -> Table:
    """Return the exported game, without its box and cards.

    The export names neither scoring nor teams, opening totals or bonus. Those are chosen with
    which its totals are right.
    """
    groups = groupby(rows, lambda row: row.cells[header["round"]] or row.line)
    rounds = [_read_hands(list(group), header) for _, group in groups]
    players: dict[str, tuple[int, int]] = {}
    for each in rounds:
        for name in each.playing:
            players.setdefault(name, (each.line, header["player"] + 1))
    guesses = [*_guesses(rounds, [*players])]
    wrong = [guess.mend() for guess in guesses]
    if right := [guess for guess, found in zip(guesses, wrong, strict=True) if not found]:
        return min(right, key=lambda guess: len(guess.opening)).table(players)
    _, row, given, total = max(filter(None, wrong), key=lambda found: found[0])
    fault = row.fault(FaultCode.WRONG_TOTAL, header["total"], given=given, total=total)
    raise ValidationError([fault])


def _read_hands(rows: Sequence[Row], header: Mapping[str, int]) -> _Hands:
    found = _Hands(rows[0].line, _name(rows[0].cells[header["went_out"]]))
    for row in rows:
        cells = {column: row.cells[at] for column, at in header.items()}
        if not cells["round"]:
            found.why = _name(cells.get("adjustment", ""))
        elif {cells["table"], cells["rotation"]} != {"1"}:
            raise ValidationError([row.fault(FaultCode.TABLE_OF_TOURNAMENT, header["table"])])
        name = _name(cells["player"])
        if name:
            found.totals[name] = row.number(header["total"]), row
        if cells.get("knocked_out") == "1":
            found.knocked_out.append(name)
        elif name and cells["points"]:
            found.hands[name] = row.number(header["points"])
        elif cells["points"]:
            found.pile = row.number(header["points"])
    return found


def _guesses(rounds: Sequence[_Hands], players: Sequence[str]) -> Iterator[_Guess]:
    """Yield the ways in which a game may have been scored, teams last."""
    played = [each for each in rounds if each.why is None]
    # Only where everybody keeps their own can nobody go out, or the winner have a hand.
    if any(not each.out or each.out in each.hands for each in played):
        has_winner = any(each.out in each.hands for each in played)
        yield _Guess(rounds, "each-scores" if has_winner else "keep-own")
        return
    has_hands = any(each.hands or each.knocked_out or each.pile is not None for each in played)
    scorings = ("winner-collects", "keep-own") if has_hands else ("rounds-won",)
    yield from (_Guess(rounds, scoring) for scoring in scorings)
    one, *others = [*players, *_UNKNOWN][:_TWO_PAIRS]
    for other in others if len(players) in {_TWO_PAIRS - 1, _TWO_PAIRS} else ():
        left, right = (name for name in others if name != other)
        partners = {one: other, other: one, left: right, right: left}
        if not any(partners[each.out] in each.playing for each in played):
            yield _Guess(rounds, scorings[0], partners)


def _name(cell: str) -> str:
    """Return a name without the apostrophe that keeps spreadsheets from running it."""
    is_safe = unicodedata.normalize("NFKC", cell[1:])[:1] in _FORMULA
    return cell.removeprefix("'") if cell[1:] and is_safe else cell
