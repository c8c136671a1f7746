"""Views for hands being counted, which a table's phones share until the round is saved."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from http import HTTPStatus

from flask import Blueprint, abort, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.editions import Edition
from companion.game.cards.hand import Hand, impossible
from companion.game.faults import Fault, FaultCode, ValidationError
from companion.game.game import Game
from companion.game.requests.hand import read_single_hand
from companion.game.rounds import NOBODY, PILE, OpenTable, Seat
from companion.services import DRAFT_LIMIT, Draft, Kind
from companion.services.access import Access
from companion.services.changes import numbered
from companion.web.http import htmx
from companion.web.ui import device, forms
from companion.web.ui.access import game_service, open_game, page_url
from companion.web.ui.device import nickname

bp = Blueprint("hands", __name__)

_WENT_OUT: Seat = -1  # in place of the seat in a draft of who went out


@dataclass(frozen=True, slots=True)
class Counted:
    """A counted hand, and the name of the phone that counted it (None if unknown).

    A knocked-out player needs no hand. A hand counted before is retained in case the flag is
    removed.
    """

    hand: Hand | None
    by: str | None
    is_knocked_out: bool
    text: str  # as stored


@dataclass(frozen=True, slots=True)
class Counting:
    """The hands counted so far for round `number` of a `table`.

    `count` rises with every change, so a phone can detect changes. `own` is the seat of this phone
    and `phone` its name. `went_out` is the seat chosen on another phone. Within one version of a
    game, fields that are not compared follow from those that are.
    """

    table: OpenTable = field(compare=False)
    number: int = field(compare=False)
    count: int
    hands: Mapping[Seat, Counted] = field(compare=False)
    own: Seat | None
    phone: str | None
    went_out: Seat | None = field(compare=False)

    @property
    def filled(self) -> forms.Form:
        knocked_out = [seat for seat, each in self.hands.items() if each.is_knocked_out]
        return forms.filled_hands(self.in_hand, knocked_out)

    @property
    def in_hand(self) -> dict[Seat, Hand]:
        return {seat: each.hand for seat, each in self.hands.items() if each.hand}

    def by(self, seat: Seat) -> str | None:
        """Return the name of the phone that counted a hand, None if this one, "" if unnamed."""
        by = self.hands[seat].by if seat in self.hands else self.phone
        return None if by == self.phone else (by or "#").partition("#")[0]

    def is_sent(self, seat: Seat) -> bool | None:
        """Return whether this phone has sent its own player's hand, or None for any other hand."""
        is_ours = seat == self.own and self.by(seat) is None
        return seat in self.hands if is_ours else None


def counting(access: Access, table: OpenTable) -> Counting:
    number = 1 + len(access.game.rounds_at(table.table))
    drafts = game_service().drafts(access.game_id, table.table)
    # Drafts of an earlier round remain if clearing them failed.
    ours = (d for d in drafts if d.round_ == number and d.seat in _seats(access.game, table))
    hands = {draft.seat: counted for draft in ours if (counted := _read(draft, access.edition))}
    count = max((draft.count for draft in drafts), default=0)
    own = device.seat(access.key)
    # A cookie may name a seat that this game does not have.
    is_seat = own in access.game.seats
    phone = access.game.name(own) if own and is_seat else nickname() or device.device_id()
    told = {d.text for d in drafts if (d.round_, d.seat) == (number, _WENT_OUT) and d.by != phone}
    went_out = next((seat for seat in table.seated if str(seat) in told), None)
    return Counting(table, number, count, hands, own, phone, went_out)


def hands_url(access: Access) -> str:
    """Return the address for counted hands, to which the seat is appended."""
    return f"{page_url(access)}/hands/"


def _seats(game: Game, table: OpenTable) -> tuple[Seat, ...]:
    """Return the seats whose hands can be counted at a table, and `PILE` if allowed."""
    return (*table.seated, PILE) if game.scoring.allows_pile else table.seated


def _read(draft: Draft, edition: Edition) -> Counted | None:
    # An emptied draft stays as a row, so that `count` still rises for phones that show it.
    if not draft.text:
        return None
    try:
        values = json.loads(draft.text)
        is_knocked_out, box = values.pop("out", False), edition.for_side(values.pop("side", None))
        hand = read_single_hand(values, box.deck, box.lexicon, box.deck) if values else None
    # A draft is not a record: a hand that cannot be read is counted again.
    except (ValueError, ValidationError):
        return None
    return Counted(hand, draft.by, is_knocked_out, draft.text)


def _text(hand: Hand | None, side: str | None, *, is_knocked_out: bool) -> str:
    values: dict[str, object] = {}
    if hand is not None:
        values = {"points": hand.points} if hand.cards is None else {"cards": hand.cards}
        # Card points depend on the side.
        values |= {"side": side} if side else {}
    values |= {"out": True} if is_knocked_out else {}
    return json.dumps(values, separators=(",", ":")) if values else ""


@dataclass(frozen=True, slots=True)
class HandRow:
    """The row of one hand, which htmx swaps into the form of a round.

    The hand is sent to `hands_url` with its seat appended. `number` is the round being counted, or
    None if one is being corrected. `by` and `is_sent` are as in `Counting`.
    """

    access: Access
    table: OpenTable
    seat: Seat
    hands_url: str
    typed: forms.Form
    faults: Sequence[Fault] = ()
    number: int | None = None
    by: str | None = None
    is_sent: bool | None = None

    @property
    def up(self) -> str | None:
        """The card side that was sent."""
        return forms.side_of(request.form, self.access.game.start.deck.sides)

    def response(self, status: int = 200) -> Response:
        is_unread = status == HTTPStatus.UNPROCESSABLE_ENTITY
        rendered = render_template("play/rounds/_hand.html", row=self, is_unread=is_unread)
        return htmx.response(rendered, status)


@bp.post("/games/<key>/hands/<int:seat>", defaults={"kind": "score"})
@bp.post("/tables/<key>/hands/<int:seat>", defaults={"kind": "table"})
def keep(key: str, seat: int, kind: Kind) -> Response:
    """Store a hand for the other phones, and show how it was understood."""
    access, table = _open_table(key, kind)
    _require_seat(access.game, table, seat)
    now = counting(access, table)
    number = forms.number(request.form.get("round", ""))
    # A phone with unsaved rounds is ahead, and sends the hand again later.
    if isinstance(number, int) and number > now.number:
        return htmx.response("", HTTPStatus.NO_CONTENT)
    row = HandRow(access, table, seat, hands_url(access), request.form, number=now.number)
    # Another phone saved the round, so this hand must not count for the next one.
    if number != now.number:
        return replace(row, faults=[Fault(FaultCode.ALREADY_RECORDED)]).response(409)
    try:
        _put(access, now, seat)
    except ValidationError as refused:
        return replace(row, faults=refused.faults).response(422)
    now = counting(access, table)
    hands = {str(other): hand for other, hand in now.in_hand.items()}
    deck = access.game.start.deck
    # Cards of this hand that exceed the deck, together with the table's other hands.
    beyond = [
        fault
        for fault in impossible(deck.for_side(row.up), hands)
        if fault.path.partition("/")[0] == str(seat)
    ]
    by, is_sent = now.by(seat), now.is_sent(seat)
    return replace(row, typed=now.filled, faults=beyond, by=by, is_sent=is_sent).response()


@bp.post("/games/<key>/hands/out", defaults={"kind": "score"})
@bp.post("/tables/<key>/hands/out", defaults={"kind": "table"})
def keep_went_out(key: str, kind: Kind) -> Response:
    """Store who went out, for the other phones to show until the round is saved."""
    access, table = _open_table(key, kind)
    seat, number = (forms.number(request.form.get(name, "")) for name in ("went_out", "round"))
    now = counting(access, table)
    if seat in {NOBODY, *table.seated} and number == now.number:
        draft = Draft(table.table, now.number, _WENT_OUT, str(seat), now.phone)
        game_service().store_draft(access.game_id, draft)
    return htmx.response("", HTTPStatus.NO_CONTENT)


def _open_table(key: str, kind: Kind) -> tuple[Access, OpenTable]:
    access = open_game(key, kind)
    table = access.game.open_table(access.table)
    # If there are several tables, each has its own page and access key.
    # 404 rather than 403, as if the address did not exist for this access key.
    if table is None or (access.game.game_format.has_several_tables and access.table is None):
        abort(404)
    # Without ids, unnamed phones would take each other's hands for their own.
    device.set_device_id()
    return access, table


@bp.post("/games/<key>/rounds/<int:number>/hands/<int:seat>")
def preview(key: str, number: int, seat: int) -> Response:
    """Show how a hand of a round being corrected was understood, without storing it."""
    access = open_game(key)
    numbered(access.game.rounds, number)
    table = access.game.table_of(number)
    _require_seat(access.game, table, seat)
    hands_at = url_for("rounds.correct", key=key, number=number) + "/hands/"
    row = HandRow(access, table, seat, hands_at, request.form)
    try:
        hand = read_one(request.form, seat, access.edition)
    except ValidationError as refused:
        return replace(row, faults=refused.faults).response(422)
    knocked_out = [seat] if forms.is_knocked_out(request.form, seat) else []
    return replace(
        row, typed=forms.filled_hands({seat: hand} if hand else {}, knocked_out)
    ).response()


def _require_seat(game: Game, table: OpenTable, seat: Seat) -> None:
    if seat not in _seats(game, table):
        raise ValidationError([Fault(FaultCode.NO_HAND_HERE)])


def read_one(form: forms.Form, seat: Seat, edition: Edition) -> Hand | None:
    """Return a hand from a form, read as on saving, or None if it is blank."""
    values = forms.hand_values(form, seat)
    box = edition.for_side(forms.side_of(form, edition.deck.sides))
    # Blank is not zero: the hand is not counted yet, and a hand holds at least one card.
    return read_single_hand(values, box.deck, box.lexicon, edition.deck) if values else None


def _put(access: Access, now: Counting, seat: Seat) -> None:
    """Store the hand that was sent, unless the stored one is the same."""
    hand, was = read_one(request.form, seat, access.edition), now.hands.get(seat)
    side = forms.side_of(request.form, access.game.start.deck.sides)
    is_knocked_out = access.game.pays_knock_outs and forms.is_knocked_out(request.form, seat)
    if is_knocked_out and was:
        hand = hand or was.hand
    text = _text(hand, side, is_knocked_out=is_knocked_out)
    # The store does not accept longer drafts.
    if len(text.encode()) > DRAFT_LIMIT:
        raise ValidationError([Fault(FaultCode.TOO_MANY_IN_HAND)])
    # Otherwise a tap that changes nothing would update all other phones.
    if text != (was.text if was else ""):
        draft = Draft(now.table.table, now.number, seat, text, now.phone)
        game_service().store_draft(access.game_id, draft)
