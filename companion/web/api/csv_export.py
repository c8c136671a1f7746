"""CSV of a game, for spreadsheets."""

import csv
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO

from werkzeug.wrappers import Response

from companion.datafiles.text import LANGUAGES
from companion.game.cards.hand import Hand
from companion.game.game import Game
from companion.game.rounds import Seat, Side
from companion.game.standings import standings
from companion.web.http.i18n import language

_COLUMNS = (
    "round", "table", "rotation", "went_out", "player", "cards", "points", "total",
)  # fmt: skip
_FORMULA = ("=", "+", "-", "@")


def rows_of(game: Game) -> Iterator[list[object]]:
    """Yield the lines of a game as CSV: the names of the columns, then a line for each hand.

    A line has the hand's player, cards and points, and the player's total after the round, in
    heats that of the stage. A pile (all opponents' cards counted together) has no player and
    total. A knocked-out player has no cards and points, nor has the winner of a round without
    hands. Some boxes have more columns.
    An adjustment is a line without a round, with its reason in a column of its own. So
    is the remark on a round.
    """
    deck = game.start.deck
    has_sides, has_knock_out = bool(deck.sides), deck.knock_out is not None
    adjusted = [*reversed(game.tally.adjusted)]
    has_reasons = bool(adjusted)
    has_remarks = any(round_.remark for round_ in game.rounds)
    more = [("side", has_sides), ("knocked_out", has_knock_out)]
    more += [("adjustment", has_reasons), ("remark", has_remarks)]
    yield [*_COLUMNS, *(name for name, is_there in more if is_there)]
    empty = [""] * (has_sides + has_knock_out)
    openings = game.openings
    sides = (standing.side for standing in standings(game))
    opening = {side: sum(openings.get(seat, 0) for seat in side) for side in sides}
    # Totals of the whole game, or of each stage.
    by_stage: defaultdict[int, dict[Side, int]] = defaultdict(opening.copy)

    def beside(last: int) -> Iterator[list[object]]:
        """Yield the adjustments made until after round `last`."""
        while adjusted and adjusted[-1].after_round <= last:
            each = adjusted.pop()
            made = each.adjustment
            totals = by_stage[game.stage_of(made)]
            totals[each.side] += 0 if each.after_end else each.points
            who = [safe(game.name(made.seat)), "", each.points, totals[each.side]]
            yield ["", "", "", "", *who, *empty, safe(made.why), *[""] * has_remarks]

    for played in game.tally.played:
        yield from beside(played.number - 1)
        totals = by_stage[played.round.rotation if game.stages else 0]
        # A round after the end credits no side, so the totals stay unchanged.
        for credit in played.credited:
            totals[credit.side] += credit.points
        round_ = played.round
        # A name is free text, which a spreadsheet might run as a formula.
        went = round_.went_out
        start = [
            played.number,
            round_.table,
            round_.rotation,
            safe(game.name(went) if went else ""),
        ]
        total = {seat: points for side, points in totals.items() for seat in side}
        side = [safe(round_.side or "")] * has_sides
        rows: list[tuple[Seat | None, Hand | None]] = [*sorted(round_.hands.items())]
        if round_.pile:
            # A pile does not record whose cards are in it.
            rows.append((None, round_.pile))
        rows += [(seat, None) for seat in (round_.knocked_out or (() if rows else (went,)))]
        for seat, hand in rows:
            who = ["", *_hand(hand), ""]
            if seat is not None:
                who = [safe(game.name(seat)), *_hand(hand), total[seat]]
            is_out = [int(seat in round_.knocked_out)] * has_knock_out
            remark = [safe(round_.remark)] * has_remarks
            yield [*start, *who, *side, *is_out, *[""] * has_reasons, *remark]
    yield from beside(len(game.rounds))


def spreadsheet(rows: Iterable[Sequence[object]], filename: str) -> Response:
    """Return a file that a double click opens in a spreadsheet of the reader's language.

    With a byte order mark it is read as UTF-8. Where the decimal mark is a comma, spreadsheets
    separate columns by semicolons.
    """
    text = StringIO("\ufeff")
    text.seek(1)
    separator = ";" if LANGUAGES[language()].decimal_mark == "," else ","
    csv.writer(text, delimiter=separator).writerows(rows)
    headers = {"Content-Disposition": f'attachment; filename="{filename}"'}
    return Response(text.getvalue(), headers=headers, content_type="text/csv; charset=utf-8")


def _hand(hand: Hand | None) -> list[object]:
    if hand is None:
        return ["", ""]
    return ["" if hand.cards is None else " ".join(hand.cards), hand.points]


def safe(name: str) -> str:
    """Return a name, with an apostrophe if a spreadsheet could read it as a formula."""
    # NFKC, because some spreadsheets also read full-width signs.
    return f"'{name}" if unicodedata.normalize("NFKC", name).startswith(_FORMULA) else name
