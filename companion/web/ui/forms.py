"""Parsing of form fields into values for the game, and faults sorted by field."""

import re
import secrets
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from flask import g, request
from werkzeug.datastructures import MultiDict

from companion.game.cards.hand import Hand
from companion.game.faults import Fault, FaultCode, ValidationError
from companion.game.game import Game
from companion.game.players import clean
from companion.game.rounds import PILE, Note, OpenTable, Round, Seat
from companion.services.changes import LONGEST_REQUEST_ID, Write

Form = MultiDict[str, str]

# With the line breaks that word processors put within a paragraph.
_BETWEEN_NAMES = re.compile("[\t\n\v\f\r\x85\u2028\u2029,;،؛、\uff0c\uff1b]")
# Of a spreadsheet the titles of its columns and the number of a row, and points behind a name.
_CELLS = re.compile(
    r"(?i)\A\ufeff?(?:(?:#|n[o°r]\.?|numbers?|numéros?|rank|rang|names?|noms?|players?|joueurs?"
    r"|scores?|points|total)[ \t,;]*)+(?=[\r\n])"
    r"|(?m:^) *\d+[\t,;](?=\s*[^\s\d])|\t *[-+(]?\d[^\t\r\n,;]*|[,;] *\d+ *(?=[\r\n,;]|\Z)"
)
# Bullets, ticks and boxes; `1.`, `(1)`, `1 -`, `a)`, `#1`; and numbers drawn as signs.
_BULLETS = re.compile(
    r"^(?:[-–—*•·‣\u2043▪▫●○◦■□☐☑✅✓✔→>]\ufe0f?\s*|\[[ xX]?\]\s*"
    r"|[(#]?\d{1,3}(?:[.):．）、]+\s*|\s+[-–—]\s+)|#\d{1,3}\s+|\(?[a-zA-Z]\)\s+"  # noqa: RUF001
    r"|(?:\d\ufe0f?\u20e3)+\s*|[\u2460-\u249b🔟]\s*)+"
)
_MINUS = dict.fromkeys(map(ord, "\u2212\u2013\uff0d"), "-")  # as keyboards and editors write it
_QUOTES = '"“”„«»\u2039\u203a\u00a0\u202f '


def submitted() -> Form:
    """Return the submitted form without its blank fields."""
    # Cached, because a request reads it several times and most of its fields are blank.
    if "submitted" not in g:
        filled = [(name, v) for name, v in request.form.items(multi=True) if v and not v.isspace()]
        g.submitted = Form(filled)
    form: Form = g.submitted
    return form


def request_id() -> str | None:
    return submitted().get("request_id", "")[:LONGEST_REQUEST_ID] or None


def pasted_names(text: str) -> list[str]:
    """Return the names of a pasted list, without its numbers, bullets, quotes and points."""
    cells = map(clean, _BETWEEN_NAMES.split(_CELLS.sub("", text)))
    found = (clean(_BULLETS.sub("", cell)).strip(_QUOTES) for cell in cells)
    # An apostrophe may be part of the name: 't Hooft.
    names = list(filter(None, (re.sub("^['\u2018](.+)['’]$", r"\1", name) for name in found)))
    counted = [name.removeprefix(f"{number} ") for number, name in enumerate(names, start=1)]
    return names if set(counted) & set(names) or len(names) == 1 else [*map(clean, counted)]


def write_from_form(content: Mapping[str, Any], by: str | None) -> Write:
    """Return a change as `Write`: content, author `by`, and the form's request id and versions."""
    form = submitted()
    version, seen = (number(form.get(name, "")) for name in ("version", "seen"))
    return Write(
        # A double tap or a retry sends one id twice and makes one change.
        request_id=request_id(),
        version=version if isinstance(version, int) else None,
        # With the path, because the same fields sent to another address are another change.
        content={"path": request.path, **content},
        by=by,
        # -1 matches no state of a tournament table, so its form is stale without `seen`.
        seen=seen if isinstance(seen, int) else -1,
    )


def fresh_request_id() -> str:
    """Return a random id for a form's change, because browsers cannot make one without https."""
    return secrets.token_urlsafe(12)


def digits(text: str, most: int = 9) -> int | None:
    """Return a text of at most `most` decimal digits (of any script) as a number, or None."""
    return int(text) if text.isdecimal() and len(text) <= most else None


def number(text: str) -> int | str:
    """Return a text as a whole number, or as stripped text for the game to report what is wrong."""
    text = text.strip().translate(_MINUS)
    size = digits(text.removeprefix("-"), 19)
    if size is None:
        return text
    return -size if text.startswith("-") else size


def round_values(form: Form, game: Game, table: OpenTable) -> dict[str, Any]:
    """Return a round form's values for the game, without hands of the winner's side."""
    # A missing winner is left to the game, which has a message for that fault.
    out = seat_of(form, "went_out", game)
    # The winner has played, even if the box to sit out is still ticked.
    resting = [seat for seat in map(number, form.getlist("resting")) if seat != out]
    names = {seat: game.name(seat) for seat in game.seats}
    has_all = game.scoring.counts_winner
    against = [s for side in table.sides if out not in side or has_all for s in side]
    asked = [s for s in against if s not in resting]
    values: dict[str, Any] = {
        "went_out": names[out] if out else None,
        "resting": [name for seat, name in names.items() if seat in resting],
        "side": form.get("side"),
        "knocked_out": [names[seat] for seat in asked if is_knocked_out(form, seat)],
        "keep_anyway": "keep_anyway" in form,
        "remark": form.get("remark"),
        "table": table.table,
        "rotation": table.rotation,
        "notes": [{"rule": note.rule, "text": note.text} for note in notes(form) if note.text],
    }
    # The opponents' cards are counted as one pile. Their own fields may still be filled in.
    if form.get("together"):
        return values | {"pile": hand_values(form, PILE) or {}}
    hands = {names[seat]: hand_values(form, seat) for seat in asked}
    # A blank hand is left out, not sent as 0, so that the game reports it as missing.
    return values | {"hands": {name: hand for name, hand in hands.items() if hand}}


def is_knocked_out(form: Form, seat: Seat) -> bool:
    return bool(form.get(f"knocked-out-{seat}"))


def side_of(form: Form, sides: Collection[str]) -> str | None:
    """Return the form's card side that is up, or None if it is missing or not among `sides`."""
    side = form.get("side")
    return side if side in sides else None


def notes(form: Form) -> list[Note]:
    """Return the rulings noted with a round, from the form's fields `note-<ruling id>`."""
    fields = ((name, text.strip()) for name, text in form.items(multi=True))
    return [Note(n.removeprefix("note-"), text) for n, text in fields if n.startswith("note-")]


def seat_of(form: Form, name: str, game: Game) -> Seat | None:
    seat = number(form.get(name, ""))
    return seat if isinstance(seat, int) and seat in game.seats else None


def hand_values(form: Form, seat: Seat) -> dict[str, Any] | None:
    """Return a seat's hand as `points` or `cards`, None if all its fields are blank."""
    points, words = form.get(f"points-{seat}", "").strip(), form.get(f"words-{seat}", "").strip()
    cards = counted(form, seat)
    # Refuse several of these, because they may disagree.
    if sum(map(bool, (points, words, cards))) > 1:
        raise ValidationError([Fault(FaultCode.GIVEN_TWICE, f"/seats/{seat}")])
    if points:
        return {"points": total(points, f"/seats/{seat}")}
    return {"cards": words or cards} if words or cards else None


def total(text: str, path: str) -> int | str:
    """Return a total, which may be a sum (`20+20+5`), or stripped text for the game to report."""
    added, apart = _sum(text), text.split()
    if added is None and len(apart) > 1 and _sum("+".join(apart)) is not None:
        values = {"given": text.strip(), "sum": "+".join(apart)}
        raise ValidationError([Fault(FaultCode.NUMBERS_APART, path, values)])
    return text.strip() if added is None else added


def _sum(text: str) -> int | None:
    terms = [number(term) for term in text.split("+")]
    return sum(map(int, terms)) if all(isinstance(term, int) for term in terms) else None


def added_up(form: Form, name: str) -> Form | None:
    """Return the form with the sum in a field added up, or None if there is no sum.

    The page shows it to be confirmed.
    """
    text = form.get(name, "").strip()
    sign = "+" if text.startswith("+") else ""
    added = _sum(text.removeprefix(sign))
    if added is None or "+" not in text.removeprefix(sign):
        return None
    typed = Form(form)
    typed[name] = f"{sign}{added}"
    return typed


def counted(form: Form, seat: Seat) -> list[str] | None:
    """Return a hand's card ids, None if no card is counted, or raise `ValidationError`."""
    # The list of ids is used only if the form has no field for each card's count.
    if f"counts-{seat}" not in form and (cards_by_id := form.get(f"cards-{seat}", "").split()):
        return cards_by_id
    prefix = f"count-{seat}-"
    fields = [(f.removeprefix(prefix), v.strip()) for f, v in form.items() if f.startswith(prefix)]
    # A card that was not counted is sent blank or as 0.
    filled = [(card, count) for card, count in fields if count not in {"", "0"}]
    cards: list[str] = []
    for card, text in filled:
        count = digits(text, 2)
        if count is None:
            values = {"least": 0, "most": 99}
            raise ValidationError([Fault(FaultCode.OUT_OF_RANGE, f"/seats/{seat}", values)])
        cards += [card] * count
    return cards or None


def unconfirmed(form: Form) -> set[Seat]:
    """Return the seats with words that differ from those last shown as cards, or with a sum."""
    given = (name.partition("-") for name in form)
    fields = [(kind, number(rest)) for kind, _, rest in given if kind in {"words", "points"}]
    return {
        seat
        for kind, seat in fields
        if isinstance(seat, int)
        and (
            form.get(f"words-{seat}") != form.get(f"shown-{seat}")
            if kind == "words"
            else "+" in form[f"points-{seat}"]
        )
    }


def by_field(found: ValidationError, game: Game) -> dict[str, list[Fault]]:
    """Group faults by the form field that shows them: `hand-2`, `went_out` or `form`."""
    sorted_: dict[str, list[Fault]] = {}
    for fault in found.faults:
        sorted_.setdefault(_field(fault, game), []).append(fault)
    return sorted_


def _field(fault: Fault, game: Game) -> str:
    first, _, rest = fault.path.removeprefix("/").partition("/")
    match first:
        case "hands" if rest:
            # Unescape a name in a JSON Pointer, slashes before tildes.
            name = rest.partition("/")[0].replace("~1", "/").replace("~0", "~")
            return f"hand-{game.seat(name) or PILE}"
        case "seats":
            return f"hand-{rest}"
        case "pile":
            return f"hand-{PILE}"
        case "knocked_out" if rest:
            return f"hand-{game.seat(str(fault.values['name'])) or PILE}"
        case "hands":
            return "form"
    return first or "form"


def filled(round_: Round) -> Form:
    form = Form([("went_out", str(round_.went_out)), ("side", round_.side or "")])
    for seat in round_.resting:
        form.add("resting", str(seat))
    if round_.pile:
        form.add("together", "1")
    if round_.remark:
        form.add("remark", round_.remark)
    for note in round_.notes:
        form.add(f"note-{note.rule}", note.text)
    hands = {**round_.hands, **({PILE: round_.pile} if round_.pile else {})}
    form.update(filled_hands(hands, round_.knocked_out))
    return form


def filled_hands(hands: Mapping[Seat, Hand], knocked_out: Iterable[Seat] = ()) -> Form:
    form = Form([(f"knocked-out-{seat}", "1") for seat in knocked_out])
    for seat, hand in hands.items():
        if hand.cards is None:
            form.add(f"points-{seat}", str(hand.points))
            continue
        form.add(f"cards-{seat}", " ".join(hand.cards))
        for card, count in Counter(hand.cards).items():
            form.add(f"count-{seat}-{card}", str(count))
    return form
