"""Reader of the CSV that games here are exported as: a line a hand."""

import unicodedata
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, groupby, islice, product
from string import ascii_uppercase
from typing import Any, NamedTuple

from companion.game.cards.hand import HIGHEST_TOTAL
from companion.game.faults import Fault, FaultCode, ValidationError
from companion.game.formats import FORMATS
from companion.game.requests.change import MOST_SEATS
from companion.game.requests.start import HIGHEST_TARGET
from companion.game.scoresheet.table import (
    Place,
    PlayedRow,
    Row,
    Table,
    is_label_of_total,
    whole,
)

COLUMNS = {"round", "table", "rotation", "went_out", "player", "points", "total"}
_USUAL_BONUS, _HIGHEST_BONUS = 250, 1000  # for a knock-out
_MOST_GUESSES = 3  # of another bonus
_MOST_MENDS = 2 * MOST_SEATS
_FEWEST_PLAYERS, _TWO_PAIRS = 2, 4
_MOST_PLAYERS = FORMATS["individual"].max_players
_OWN_POINTS = ("keep-own", "each-scores")
_FORMULA = ("=", "+", "-", "@")


@dataclass(slots=True)
class _Played:
    """Round or adjustment, and the players' totals after it with their rows."""

    line: int
    out: str
    remark: str
    why: str | None  # the reason of an adjustment, whose player and points are its hand
    hands: dict[str, int] = field(default_factory=dict)
    pile: int | None = None
    knocked_out: list[str] = field(default_factory=list)
    totals: dict[str, tuple[int, Row]] = field(default_factory=dict)

    @property
    def playing(self) -> list[str]:
        named = dict.fromkeys((self.out, *self.hands, *self.knocked_out))
        return [name for name in named if name]


class _Wrong(NamedTuple):
    """Total that does not follow from the rows above it."""

    number: int
    name: str
    row: Row
    given: int
    total: int
    is_first: bool  # whether no row above has a total of this player
    knocked_out: int  # players who were knocked out in rounds won by this one


@dataclass(slots=True)
class _Guess:
    """Scoring of an exported game, with what the export does not say: totals show whether it is so.

    `partners`: each player's partner, in teams. `end`: rounds and adjustments that count, before
    the game ended. `opening`: totals of players who joined, which may be below 0.
    """

    played: Sequence[_Played]
    scoring: str
    partners: Mapping[str, str]
    bonus: int
    end: int
    may_be_negative: bool
    opening: dict[str, int] = field(default_factory=dict)

    @property
    def fewest(self) -> int:
        """Players there must be: in the largest round, with one whose cards were in its pile."""
        return max(
            _FEWEST_PLAYERS, *(len(each.playing) + (each.pile is not None) for each in self.played)
        )

    def mend(self) -> _Wrong | None:
        """Set opening totals and the end so that the totals are right, or return a wrong one."""
        unexplained: _Wrong | None = None
        for _ in range(_MOST_MENDS):
            wrong = next(self.wrong(), None)
            if wrong is None:
                return None
            missing = wrong.given - wrong.total
            most = HIGHEST_TARGET if wrong.is_first and not self.partners else 0
            if missing and -most * self.may_be_negative <= missing <= most:
                self.opening[wrong.name] = missing
                continue
            unexplained = unexplained or wrong
            before = [*self.history(wrong.name)][: min(wrong.number + 1, self.end)]
            ends = [n for n, total in enumerate(before) if 0 <= wrong.given - total <= most]
            if not ends:
                break
            self.end, self.opening = ends[-1], {}
        return unexplained or next(self.wrong(), None)

    def wrong(self) -> Iterator[_Wrong]:
        totals, knocked_out, seen = Counter(self.opening), Counter[str](), set[str]()
        for number, each in enumerate(self.played):
            if number < self.end:
                totals.update(self.gains(each))
                knocked_out[each.out] += len(each.knocked_out)
            for name, (given, row) in each.totals.items():
                if given != (total := totals[name]):
                    is_first = name not in seen and name not in self.opening
                    yield _Wrong(number, name, row, given, total, is_first, knocked_out[name])
            seen.update(each.totals)

    def history(self, name: str) -> Iterator[int]:
        """Yield a player's totals before each round or adjustment, as if all counted."""
        gains = (self.gains(each).get(name, 0) for each in self.played)
        return accumulate(gains, initial=self.opening.get(name, 0))

    def gains(self, each: _Played) -> Mapping[str, int]:
        if each.why is not None or self.scoring in _OWN_POINTS:
            gains = each.hands
        elif self.scoring == "rounds-won":
            gains = {each.out: 1}
        else:
            worth = sum(each.hands.values()) + (each.pile or 0)
            gains = {each.out: worth + self.bonus * len(each.knocked_out)}
        if not self.partners:
            return gains
        return {n: gains.get(n, 0) + gains.get(other, 0) for n, other in self.partners.items()}

    def table(self, places: Mapping[str, tuple[int, int]]) -> Table:
        known = [name for name in places if name not in self.opening]
        missing = max(self.fewest - len(places), _FEWEST_PLAYERS - len(known))
        founders = [*known, *_placeholders(places, missing)][:_MOST_PLAYERS]
        options: dict[str, object] = {"scoring": self.scoring}
        if self.partners:
            one, partner, left, right = self.partners
            founders, options["format"] = [one, left, partner, right], "teams"
        if any(each.knocked_out for each in self.played):
            options["box"] = {"name": "CSV", "cards": [], "knock_out": {"bonus": self.bonus}}
        players: list[Place] = [(name, places.get(name, (1, 1))) for name in founders]
        return Table(players, [*self.rows(founders, places)], options)

    def rows(self, founders: Sequence[str], known: Container[str]) -> Iterator[PlayedRow]:
        here, seen = [*founders], {*founders}
        for number, each in enumerate(self.played):
            changes: list[Mapping[str, Any]] = [{"finish": True}] * (number == self.end)
            if coming := [name for name in each.playing if name not in here]:
                unknown = [name for name in here if name not in known]
                others = [name for name in here if name in known and name not in each.playing]
                total = len(here) + len(coming)
                count = max(total - _MOST_PLAYERS, min(len(unknown), total - self.fewest))
                leaving = [*unknown, *others][:count]
                new = {name: {"total": self.opening.get(name, 0)} for name in {*coming} - seen}
                joining = [{"name": name, **new.get(name, {})} for name in coming]
                changes.append({"join": joining, **({"leave": leaving} if leaving else {})})
                here = [*(name for name in here if name not in leaving), *coming]
                seen.update(coming)
            if each.why is None:
                yield PlayedRow(each.line, self.round(each, here), changes=changes)
                continue
            ((name, points),) = each.hands.items()
            if points and abs(points) <= HIGHEST_TOTAL:
                adjustment = {"player": name, "points": points, "why": each.why}
                yield PlayedRow(each.line, adjustment=adjustment, changes=changes)
            else:  # a player returned with a total, which counts only before the end
                total = each.totals[name][0] + points * (number >= self.end)
                changes.append({"leave": [name], "join": [{"name": name, "total": total}]})
                yield PlayedRow(each.line, changes=changes)

    def round(self, each: _Played, here: Sequence[str]) -> Mapping[str, Any]:
        values: dict[str, Any] = {"went_out": each.out or None, "remark": each.remark}
        if each.knocked_out:
            values["knocked_out"] = each.knocked_out
        if each.pile is not None:
            values["pile"] = {"points": each.pile}
        elif self.scoring != "rounds-won":
            values["hands"] = {name: {"points": points} for name, points in each.hands.items()}
            if not self.partners:
                values["resting"] = [name for name in here if name not in each.playing]
        return values


def read_own(header: Mapping[str, int], rows: Sequence[Row]) -> Table:
    """Return the exported game, without its box and cards.

    The export names neither scoring nor teams, opening totals, bonus or end. Those are chosen with
    which its totals are right.
    """
    rows = [*_without_totals(rows, header)]
    groups = groupby(rows, lambda row: row.cells[header["round"]] or row.line)
    played = [_read_played([*group], header) for _, group in groups]
    places: dict[str, tuple[int, int]] = {}
    for each in played:
        for name in each.playing:
            places.setdefault(name, (each.line, header["player"] + 1))
    if len(places) > MOST_SEATS:
        fault = Fault(FaultCode.TOO_MANY_PLAY, values={"most": MOST_SEATS})
        raise ValidationError([fault.under(*[*places.values()][MOST_SEATS])])
    guesses = [*_guesses(played, [*places])]
    wrong = [guess.mend() for guess in guesses]
    if right := [guess for guess, found in zip(guesses, wrong, strict=True) if not found]:
        best = min(right, key=lambda each: len(each.opening) + (each.end < len(played)))
        return best.table(places)
    found = max(filter(None, wrong), key=lambda found: found.number)
    values = {"given": found.given, "total": found.total}
    raise ValidationError([found.row.fault(FaultCode.WRONG_TOTAL, header["total"], **values)])


def _without_totals(rows: Iterable[Row], header: Mapping[str, int]) -> Iterator[Row]:
    """Yield the rows other than totals, which are checked: of all rows above or of a player's."""
    above: list[Row] = []
    reasons = {header[name] for name in ("adjustment", "remark") if name in header}
    for row in rows:
        cells = [cell for at, cell in enumerate(row.cells) if at not in reasons]
        label = row.cells[header["round"]]
        if not (is_label_of_total(label) or (not label and any(map(is_label_of_total, cells)))):
            above.append(row)
            yield row
            continue
        player = row.cells[header["player"]]
        of_player = [each for each in above if each.cells[header["player"]] == player] or above
        for column in ("points", "total"):
            at = header[column]
            added = sum(whole(each.cells[at]) or 0 for each in of_player)
            last = {each.cells[header["player"]]: whole(each.cells[at]) or 0 for each in of_player}
            now = added if column == "points" else sum(last.values())
            if row.cells[at] and (given := row.number(at)) not in {added, now}:
                raise ValidationError(
                    [row.fault(FaultCode.WRONG_TOTAL, at, given=given, total=now)]
                )


def _read_played(rows: Sequence[Row], header: Mapping[str, int]) -> _Played:
    def text(row: Row, column: str) -> str:
        return _text(row.cells[header[column]]) if column in header else ""

    first = rows[0]
    is_round = bool(text(first, "round"))
    why = None if is_round else text(first, "adjustment")
    found = _Played(first.line, text(first, "went_out"), text(first, "remark"), why)
    for row in rows:
        if is_round and {text(row, "table"), text(row, "rotation")} != {"1"}:
            raise ValidationError([row.fault(FaultCode.TABLE_OF_TOURNAMENT, header["table"])])
        name = text(row, "player")
        if name:
            found.totals[name] = row.number(header["total"]), row
        elif not is_round:
            raise ValidationError([row.fault(FaultCode.BLANK, header["player"])])
        if text(row, "knocked_out") == "1":
            found.knocked_out.append(name)
        elif not is_round or text(row, "points"):
            points = row.number(header["points"])
            if name:
                found.hands[name] = points
            else:
                found.pile = points
    return found


def _guesses(played: Sequence[_Played], players: Sequence[str]) -> Iterator[_Guess]:
    """Yield the ways in which a game may have been scored, teams last."""
    rounds = [each for each in played if each.why is None]
    scorings, of_teams = ["winner-collects", "keep-own"], "winner-collects"
    if any(each.out in each.hands for each in rounds):
        scorings, of_teams = ["each-scores"], "each-scores"
    elif not all(each.out for each in rounds):
        # Only where everybody keeps their own can nobody go out.
        scorings, of_teams = ["keep-own"], "each-scores"
    elif any(each.knocked_out or each.pile is not None for each in rounds):
        scorings = ["winner-collects"]
    elif not any(each.hands for each in rounds):
        scorings, of_teams = ["rounds-won"], "rounds-won"
    pairings = [
        pairs
        for pairs in _pairings(players)
        if all(_fits(each, of_teams, pairs) for each in rounds)
    ]
    for scoring, partners in [
        *((each, {}) for each in scorings),
        *((of_teams, p) for p in pairings),
    ]:
        for bonus, may_be in product(_bonuses(played, scoring, partners), (False, True)):
            yield _Guess(played, scoring, partners, bonus, len(played), may_be)


def _pairings(players: Sequence[str]) -> Iterator[Mapping[str, str]]:
    """Yield who may have played with whom, if there were not more than two pairs."""
    one, *others = [*players, *_placeholders(players, _TWO_PAIRS)][:_TWO_PAIRS]
    for other in others if len(players) <= _TWO_PAIRS else ():
        left, right = (name for name in others if name != other)
        yield {one: other, other: one, left: right, right: left}


def _fits(each: _Played, scoring: str, partners: Mapping[str, str]) -> bool:
    """Return whether a round has just the hands that count between these pairs."""
    winners = set() if scoring == "each-scores" else {each.out, partners[each.out]}
    losers, counted = partners.keys() - winners, {*each.hands, *each.knocked_out}
    is_whole = each.pile is None and scoring != "rounds-won"
    return counted == losers if is_whole else counted <= losers


def _bonuses(played: Sequence[_Played], scoring: str, partners: Mapping[str, str]) -> Iterable[int]:
    """Return what a knock-out may have been worth, by what totals are too low without it."""
    if not any(each.knocked_out for each in played):
        return [0]
    without = _Guess(played, scoring, partners, 0, len(played), may_be_negative=False)
    found = ((w.given - w.total) // w.knocked_out for w in without.wrong() if w.knocked_out)
    likely = (bonus for bonus in found if 0 < bonus <= _HIGHEST_BONUS)
    return [_USUAL_BONUS, 0, *islice(likely, _MOST_GUESSES)]


def _placeholders(players: Container[str], count: int) -> Iterable[str]:
    """Return names for players of whom the export says nothing."""
    return islice((name for name in ascii_uppercase if name not in players), max(count, 0))


def _text(cell: str) -> str:
    """Return a text without the apostrophe that keeps spreadsheets from running it."""
    is_safe = unicodedata.normalize("NFKC", cell[1:])[:1] in _FORMULA
    return cell.removeprefix("'") if cell[1:] and is_safe else cell
