"""Maker of own boxes: typed in, copied from another box, or read from a file."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any

from flask import Blueprint, abort, make_response, render_template, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.editions import Edition, own_boxes
from companion.game.cards.box import BoxValues
from companion.game.faults import Fault, FaultCode, ValidationError
from companion.game.requests.box import MOST_KINDS, SIDES, read_box
from companion.web.boxes.recognition import other_boxes
from companion.web.games.start import page_with_box
from companion.web.http.i18n import gettext, language
from companion.web.ui import device, forms
from companion.web.ui.access import open_game
from companion.web.ui.boxes import as_in, listed
from companion.web.ui.messages import fault_sentences
from companion.web.ui.registry import registry

bp = Blueprint("maker", __name__)

_VALUES = (5, 10, 20, 25, 30, 40, 50)
_NUMBERS = {"0-9": range(10), "1-9": range(1, 10)}
_MOST_ROWS = 2 * MOST_KINDS  # shown of an oversized file
# Fields of each row of the form, and of the card to add.
_CARD_FIELDS = ("name", "card", "points", "side", "count")
_NEW = "new"

Row = dict[str, str]


@dataclass(frozen=True, slots=True)
class MakerPage:
    """Form of an own box, as `typed`, with error messages by the path of their value.

    `rows` are the cards in the form, `struck` the indexes of crossed-out ones. `added` is the name
    of the card just added. If `is_fresh`, nothing was typed yet, and another box may be copied: one
    of `boxes`, by heading, or of this phone's games by access key (`own`).
    """

    typed: Mapping[str, str]
    sides: Sequence[str]
    rows: Sequence[Row]
    faults: Mapping[str, str]
    struck: Collection[str] = ()
    added: str = ""
    is_fresh: bool = False
    boxes: Mapping[str, Sequence[Edition]] = field(default_factory=dict)
    own: Mapping[str, BoxValues] = field(default_factory=dict)
    usual_value: str = "20"
    usual_bonus: int = 250
    numbers: Collection[str] = tuple(_NUMBERS)

    @property
    def two_sided_example(self) -> str:
        return as_in(lambda box: box.deck.sides)

    @property
    def knock_out_example(self) -> str:
        return as_in(lambda box: box.deck.knock_out)

    @property
    def folded(self) -> int:
        """Number of leading rows (number cards) folded behind one line."""
        numbers = list(takewhile(lambda row: row["card"].isdecimal(), self.rows))
        has_rows = {"two_sided", "counted"} & self.typed.keys()
        of_numbers = tuple(f"/cards/{place}/" for place in range(len(numbers)))
        is_faulty = any(path.startswith(of_numbers) for path in self.faults)
        return len(numbers) if has_rows and len(numbers) > 1 and not is_faulty else 0

    @property
    def is_side_faulty(self) -> bool:
        return any(path.endswith("/side") for path in self.faults)

    @property
    def lacks_numbers(self) -> bool:
        return not any(row["card"].isdecimal() and not row["side"] for row in self.rows)

    @property
    def is_adding(self) -> bool:
        """Whether the form for the next card is open; a copied box starts with it folded."""
        press = self.typed.get("do", "use")
        return press != "use" or not self.rows or bool(self.typed.get("new-name"))

    @property
    def values(self) -> Sequence[str]:
        """Points offered as buttons: common values and those used in the box."""
        used = {forms.number(row["points"]) for row in self.rows if not row["card"].isdecimal()}
        return [str(n) for n in sorted({*_VALUES, *(n for n in used if isinstance(n, int))})]


@bp.get("/boxes/new")
def show() -> str:
    """Show the maker, filled with the box `?from` (an edition or a game's access key)."""
    if wanted := request.args.get("from", ""):
        box = registry().playable.get(wanted)
        own = own_boxes.box_of_edition(box, language()) if box else open_game(wanted).game.start.box
        return _maker_page(_filled(own or abort(404)))
    boxes = listed({key: box for key, box in registry().playable.items() if box.deck.cards})
    games = device.own_boxes()
    return _maker_page(MakerPage({}, (), (), {}, is_fresh=True, boxes=boxes, own=games))


@bp.post("/boxes/new")
def make() -> Response:
    """Add a card or number cards, or show the form for a new game with a valid box."""
    if "file" in request.files:
        return _opened(request.files["file"].read(own_boxes.LARGEST_FILE + 1))
    form = request.form
    press, struck = form.get("do", "add"), form.getlist("struck")
    typed, rows = form.to_dict(), _rows(form)
    new = {part: form.get(f"new-{part}", "").strip() for part in _CARD_FIELDS}
    new["points"] = str(forms.number(form.get("new-other", "") or new["points"]))
    # A typed card is added even if another button was pressed, in case adding it was forgotten.
    # `do` is empty when only the language is changed.
    is_new = press == "add" or bool(press and new["name"])
    remaining = {place: row for place, row in enumerate(rows) if str(place) not in struck}
    asked = [*remaining.values(), *[new] * is_new]
    box: BoxValues | None = None
    faults: Sequence[Fault] = ()
    try:
        box = read_box(_document(form, asked), tuple(registry().playable))
    except ValidationError as refused:
        faults = [_at_place(fault, [*remaining, _NEW]) for fault in refused.faults]
    if box and press == "use":
        return make_response(page_with_box(box))
    if press != "use":  # other faults are reported only at the end
        faults = [fault for fault in faults if fault.path.startswith("/cards")]
    added = ""
    in_the_way = {"/cards", *(f"/cards/{_NEW}/{part}" for part in _CARD_FIELDS)}
    if is_new and in_the_way.isdisjoint(fault.path for fault in faults):
        rows.append(new)
        added = new["name"]
        # The side stays as it was for the next card; a value that did was often wrong.
        typed |= dict.fromkeys(("new-name", "new-other", "new-count"), "")
        typed.pop("new-points", None)
    elif is_new:
        asked.pop()
    for number in map(str, _NUMBERS.get(press, ())):
        on = {row["side"] for row in asked if row["name"] == number}
        if not on or (new["side"] and on.isdisjoint({"", new["side"]})):
            row = {"name": number, "card": number, "points": number, "count": ""}
            rows.append({**row, "side": new["side"]})
    said = _sentences(faults, rows)
    page = MakerPage(typed, form.getlist("sides"), rows, said, struck, added)
    return make_response(_maker_page(page), 422 if faults else 200)


def _opened(content: bytes) -> Response:
    """Show the form for a new game with the box of a file, or the maker if invalid."""
    editions = tuple(registry().playable)
    try:
        values = own_boxes.parse_file(content)
    except ValidationError as refused:
        said = fault_sentences(Fault(fault.code, "/file") for fault in refused.faults)
        return make_response(other_boxes(said), 422)
    try:
        box = own_boxes.read_file(values, editions)
    except ValidationError as refused:
        page = _filled(values)
        page = replace(page, faults=_sentences(refused.faults, page.rows))
        return make_response(_maker_page(page), 422)
    return make_response(page_with_box(box))


@bp.get("/games/<key>/box.toml")
def save(key: str) -> Response:
    """Return the own box of a game as a file, 404 if it has none."""
    box = open_game(key).game.start.box
    if box is None:
        abort(404)
    name = own_boxes.file_name(box, registry().playable)
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(own_boxes.write_file(box), headers=headers, mimetype="application/toml")


def _maker_page(page: MakerPage) -> str:
    return render_template("boxes/maker.html", page=page)


def _rows(form: MultiDict[str, str]) -> list[Row]:
    columns = (form.getlist(f"card-{part}") for part in _CARD_FIELDS)
    return [dict(zip(_CARD_FIELDS, row, strict=True)) for row in zip(*columns, strict=False)]


def _document(form: MultiDict[str, str], rows: Iterable[Row]) -> dict[str, Any]:
    """Return the typed box in the JSON format of the API."""
    sides = form.getlist("sides")[:SIDES] if "two_sided" in form else []
    by_number = {str(number): side for number, side in enumerate(sides, start=1)}
    is_counted = "counted" in form
    bonus = {"bonus": forms.number(form.get("bonus", ""))}
    return {
        "name": form.get("name", ""),
        "like": form.get("like") or None,
        "sides": sides or None,
        "knock_out": bonus if "knock_out" in form else None,
        "cards": [
            {
                "name": row["name"],
                "card": row["card"] or None,
                "points": forms.number(row["points"]),
                # The form refers to sides by number, so that they can be renamed.
                "side": by_number.get(row["side"], row["side"]) or None if sides else None,
                "count": forms.number(row["count"]) if is_counted and row["count"] else None,
            }
            for row in rows
        ],
    }


def _filled(values: Mapping[str, Any]) -> MakerPage:
    """Return the form filled with a box, whose values may be invalid if from a file."""
    like, stated, bonus = _text(values.get("like")), values.get("sides"), values.get("knock_out")
    typed = {"name": _text(values.get("name"))}
    if like in registry().playable:  # ignore unknown ones, as the form could not change them
        typed["like"] = like
    sides = [_text(side) for side in stated] if isinstance(stated, list) else []
    if stated:
        typed["two_sided"] = "1"
    if bonus is not None:
        typed["knock_out"] = "1"
        typed["bonus"] = _text(bonus.get("bonus") if isinstance(bonus, Mapping) else bonus)
    listed, rows = values.get("cards"), []
    for card in listed[:_MOST_ROWS] if isinstance(listed, list) else ():
        row = {p: _text(card.get(p)) if isinstance(card, Mapping) else "" for p in _CARD_FIELDS}
        if row["side"] in sides:
            row["side"] = str(sides.index(row["side"]) + 1)
        if row["count"]:
            typed["counted"] = "1"
        rows.append(row)
    return MakerPage(typed, sides, rows, {})


def _text(value: object) -> str:
    return "" if value is None else str(value)[:100]


def _sentences(faults: Iterable[Fault], rows: Sequence[Row]) -> dict[str, str]:
    """Return the error messages by path, with field names."""
    said = fault_sentences(faults)
    for fault in faults:
        match fault.path.split("/"), fault.code:
            case ["", "name"], FaultCode.BLANK:
                said[fault.path] = gettext("Give the box a name.")
            case ["", "sides", _], FaultCode.BLANK:
                said[fault.path] = gettext("Give each side a name.")
            case ["", "cards", _, "name"], FaultCode.BLANK:
                said[fault.path] = gettext("Give the card a name.")
            case path, _:
                if field := _field(path, rows):
                    values = {"field": field, "fault": said[fault.path]}
                    said[fault.path] = gettext("%(field)s: %(fault)s") % values
    return said


def _field(path: Sequence[str], rows: Sequence[Row]) -> str:
    """Return the label of a field, empty if its message needs none."""
    match path:
        case ["", "name"]:
            return gettext("Name of the box")
        case ["", "knock_out", "bonus"]:
            return gettext("Points for each one")
        case ["", "cards", "new", part]:
            names = {"points": gettext("What it’s worth"), "count": gettext("How many there are")}
            return names.get(part, gettext("Name of the card"))
        case ["", "cards", place, "points"]:
            return gettext("Points of %(card)s") % {"card": rows[int(place)]["name"]}
        case ["", "cards", place, "count"]:
            return gettext("How many of %(card)s") % {"card": rows[int(place)]["name"]}
        case _:
            return ""


def _at_place(fault: Fault, places: Sequence[int | str]) -> Fault:
    """Return a fault with the card's index in the form, which includes struck rows."""
    match fault.path.split("/"):
        case ["", "cards", number, *rest]:
            path = "/".join(("", "cards", str(places[int(number)]), *rest))
            return replace(fault, path=path)
    return fault
