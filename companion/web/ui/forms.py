"""From the fields of a form to the values that the game reads; what is wrong, by field."""

import secrets
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from flask import g, request
from werkzeug.datastructures import MultiDict

from companion.game.cards.hand import Hand
from companion.game.faults import Fault, FaultCode, ValidationError
from companion.game.game import Game
from companion.game.rounds import PILE, Note, OpenTable, Round, Seat
from companion.services.changes import LONGEST_REQUEST_ID, Write

Form = MultiDict[str, str]


def sent() -> Form:
    """Return those fields of the form that was sent which are not blank: most are."""
    # It is read several times in one request, and most of its many fields are blank.
    if "sent" not in g:
        filled = [(name, v) for name, v in request.form.items(multi=True) if v and not v.isspace()]
        g.sent = Form(filled)
    form: Form = g.sent
    return form


def request_id() -> str | None:
    return sent().get("request_id", "")[:LONGEST_REQUEST_ID] or None


def write_of(content: Mapping[str, Any], by: str | None) -> Write:
    """Read how a change was asked for: each page carries the version it showed and a fresh id."""
    form = sent()
    version, seen = (number(form.get(name, "")) for name in ("version", "seen"))
    return Write(
        # Two taps, or a phone that heard no answer, send one id twice: that is one change.
        request_id=request_id(),
        version=version if isinstance(version, int) else None,
        # The path too: the same fields sent to another address are another change.
        content={"path": request.path, **content},
        by=by,
        # -1 fits no table, so a page of a table that does not say what it showed is out of date.
        seen=seen if isinstance(seen, int) else -1,
    )


def fresh_request_id() -> str:
    """Return an id for the change that a form may ask for; phones without https make none."""
    return secrets.token_urlsafe(12)


def digits(text: str, most: int = 9) -> int | None:
    """Return a number of at most so many digits, of any script; Python refuses thousands."""
    return int(text) if text.isdecimal() and len(text) <= most else None


def number(text: str) -> int | str:
    """Read a number as far as it is one; the game says what is wrong with the rest."""
    text = text.strip()
    size = digits(text.removeprefix("-"), 19)
    if size is None:
        return text
    return -size if text.startswith("-") else size


def round_values(form: Form, game: Game, table: OpenTable) -> dict[str, Any]:
    """Read the record form of a table, without what was counted for who went out or a partner."""
    # Nobody yet is a fault that the game finds, with the words for it.
    out = seat_of(form, "went_out", game)
    # Who went out has played, even if the box beside the name is still ticked.
    resting = [seat for seat in map(number, form.getlist("resting")) if seat != out]
    names = {seat: game.name(seat) for seat in game.seats}
    against = [s for side in table.sides if out not in side for s in side]
    asked = [s for s in against if s not in resting]
    values: dict[str, Any] = {
        "went_out": names[out] if out else None,
        "resting": [name for seat, name in names.items() if seat in resting],
        "side": form.get("side"),
        "knocked_out": [names[seat] for seat in asked if is_knocked_out(form, seat)],
        "keep_anyway": "keep_anyway" in form,
        "table": table.table,
        "rotation": table.rotation,
        "notes": [{"rule": note.rule, "text": note.text} for note in notes(form) if note.text],
    }
    # All opponents' cards counted as one: their own fields may still hold something.
    if form.get("together"):
        return values | {"pile": hand_values(form, PILE) or {}}
    hands = {names[seat]: hand_values(form, seat) for seat in asked}
    # A blank hand is left out, not sent as 0: the game names whose hand is missing.
    return values | {"hands": {name: hand for name, hand in hands.items() if hand}}


def is_knocked_out(form: Form, seat: Seat) -> bool:
    return bool(form.get(f"knocked-out-{seat}"))


def side_of(form: Form, sides: Collection[str]) -> str | None:
    """Return the side of the cards that lies up; None where the cards have one, or it is wrong."""
    side = form.get("side")
    return side if side in sides else None


def notes(form: Form) -> list[Note]:
    """Read the rulings that are noted with a round: a field each, named after its rule."""
    fields = ((name, text.strip()) for name, text in form.items(multi=True))
    return [Note(n.removeprefix("note-"), text) for n, text in fields if n.startswith("note-")]


def seat_of(form: Form, name: str, game: Game) -> Seat | None:
    seat = number(form.get(name, ""))
    return seat if isinstance(seat, int) and seat in game.seats else None


def hand_values(form: Form, seat: Seat) -> dict[str, Any] | None:
    """Read one hand: points, or words, or a count of each card; None where all is blank."""
    points, words = form.get(f"points-{seat}", "").strip(), form.get(f"words-{seat}", "").strip()
    cards = counted(form, seat)
    # Two of them may disagree, and it is not for us to choose.
    if sum(map(bool, (points, words, cards))) > 1:
        raise ValidationError([Fault(FaultCode.GIVEN_TWICE, f"/seats/{seat}")])
    if points:
        return {"points": number(points)}
    return {"cards": words or cards} if words or cards else None


def counted(form: Form, seat: Seat) -> list[str] | None:
    """Read the cards of a hand; a count that is no number is left to be refused by name."""
    # Where there are fields for the count of each card, only they can have been filled in.
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
    """Return the seats whose hands were given in words that were not shown as cards before."""
    given = (name for name in form if name.startswith("words-"))
    places = (number(name.removeprefix("words-")) for name in given)
    return {
        seat
        for seat in places
        if isinstance(seat, int) and form.get(f"words-{seat}") != form.get(f"shown-{seat}")
    }


def by_field(found: ValidationError, game: Game) -> dict[str, list[Fault]]:
    """Sort faults by the field beside which they are shown: `hand-2`, `went_out`, or `form`."""
    sorted_: dict[str, list[Fault]] = {}
    for fault in found.faults:
        sorted_.setdefault(_field(fault, game), []).append(fault)
    return sorted_


def _field(fault: Fault, game: Game) -> str:
    first, _, rest = fault.path.removeprefix("/").partition("/")
    match first:
        case "hands" if rest:
            # A name in a JSON Pointer has its slashes and tildes escaped, in this order.
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
