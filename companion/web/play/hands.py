"""The hands that are being counted: every phone of a table finds them until the round is saved."""

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
from companion.game.rounds import PILE, OpenTable, Seat
from companion.services import DRAFT_LIMIT, Draft, Kind
from companion.services.access import Access
from companion.services.changes import round_numbered
from companion.web.http import htmx
from companion.web.ui import device, forms
from companion.web.ui.access import game_service, open_game, page_url
from companion.web.ui.device import nickname

bp = Blueprint("hands", __name__)


@dataclass(frozen=True, slots=True)
class Counted:
    """A hand that was counted, and whose phone counted it (None: nobody said whose it is).

    Who was knocked out needs no hand; one that was counted before waits in case the mark goes.
    """

    hand: Hand | None
    by: str | None
    is_knocked_out: bool
    text: str  # as it is kept


@dataclass(frozen=True, slots=True)
class Counting:
    """What was counted so far for round `number` of a `table`.

    `count` rises with every change, so a phone can tell what it has not seen. `own` is the seat of
    this phone and `phone` what it is called. Of one version of a game, what is not compared follows
    from what is.
    """

    table: OpenTable = field(compare=False)
    number: int = field(compare=False)
    count: int
    hands: Mapping[Seat, Counted] = field(compare=False)
    own: Seat | None
    phone: str | None

    @property
    def filled(self) -> forms.Form:
        knocked_out = [seat for seat, each in self.hands.items() if each.is_knocked_out]
        return forms.filled_hands(self.in_hand, knocked_out)

    @property
    def in_hand(self) -> dict[Seat, Hand]:
        return {seat: each.hand for seat, each in self.hands.items() if each.hand}

    def by(self, seat: Seat) -> str | None:
        """Return whose phone counted a hand: None for this one, "" for one without a name."""
        by = self.hands[seat].by if seat in self.hands else self.phone
        return None if by == self.phone else (by or "#").partition("#")[0]

    def is_sent(self, seat: Seat) -> bool | None:
        """Return whether the hand of this phone’s player is here; None for any other hand."""
        is_ours = seat == self.own and self.by(seat) is None
        return seat in self.hands if is_ours else None


def counting(access: Access, table: OpenTable) -> Counting:
    number = 1 + len(access.game.rounds_at(table.table))
    drafts = game_service().drafts(access.game_id, table.table)
    # Drafts of an earlier round may stay behind where clearing them failed.
    ours = (d for d in drafts if d.round_ == number and d.seat in _places(access.game, table))
    hands = {draft.seat: counted for draft in ours if (counted := _read(draft, access.edition))}
    count = max((draft.count for draft in drafts), default=0)
    own = device.seat(access.key)
    # A cookie may name a seat that this game does not have.
    is_seat = own in access.game.seats
    phone = access.game.name(own) if own and is_seat else nickname() or device.device_id()
    return Counting(table, number, count, hands, own, phone)


def hands_url(access: Access) -> str:
    """Return where a hand that is being counted is sent, followed by its seat."""
    return f"{page_url(access)}/hands/"


def _places(game: Game, table: OpenTable) -> tuple[Seat, ...]:
    """Return whose hands can be counted at a table; everybody's as one is nobody's seat."""
    return (*table.seated, PILE) if game.scoring.allows_pile else table.seated


def _read(draft: Draft, edition: Edition) -> Counted | None:
    # An emptied draft stays as a row, so that `count` still rises for phones that show it.
    if not draft.text:
        return None
    try:
        values = json.loads(draft.text)
        is_knocked_out, box = values.pop("out", False), edition.on(values.pop("side", None))
        hand = read_single_hand(values, box.deck, box.lexicon) if values else None
    # A draft is no record: one that cannot be read is counted again.
    except (ValueError, ValidationError):
        return None
    return Counted(hand, draft.by, is_knocked_out, draft.text)


def _text(hand: Hand | None, side: str | None, *, is_knocked_out: bool) -> str:
    values: dict[str, object] = {}
    if hand is not None:
        values = {"points": hand.points} if hand.cards is None else {"cards": hand.cards}
        # What its cards are worth on that side.
        values |= {"side": side} if side else {}
    values |= {"out": True} if is_knocked_out else {}
    return json.dumps(values, separators=(",", ":")) if values else ""


@dataclass(frozen=True, slots=True)
class HandRow:
    """The row of one hand, as htmx swaps it in the form of a round.

    It is sent to `hands_url`, followed by its seat. `number`: of the round that is being counted,
    None where one is corrected. `by` and `is_sent` as `Counting` says.
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
        """The side of the cards, as it was sent."""
        return forms.side_of(request.form, self.access.game.start.deck.sides)

    def response(self, status: int = 200) -> Response:
        is_unread = status == HTTPStatus.UNPROCESSABLE_ENTITY
        drawn = render_template("play/rounds/_hand.html", row=self, is_unread=is_unread)
        return htmx.answer(drawn, status)


@bp.post("/games/<key>/hands/<int:seat>", defaults={"kind": "score"})
@bp.post("/tables/<key>/hands/<int:seat>", defaults={"kind": "table"})
def keep(key: str, seat: int, kind: Kind) -> Response:
    """Keep a hand for the other phones, and show how it was understood."""
    access = open_game(key, kind)
    table = access.game.open_table(access.table)
    # Where there are several tables, each has a page of its own.
    # 404 rather than 403: an address that this key cannot use does not exist for it.
    if table is None or (access.game.game_format.has_several_tables and access.table is None):
        abort(404)
    _require_seat(access.game, table, seat)
    # Phones without a name are told apart, or each would take the others' hands for its own.
    device.set_device_id()
    now = counting(access, table)
    number = forms.number(request.form.get("round", ""))
    # A phone that holds rounds which are not saved yet is ahead, and offers the hand again.
    if isinstance(number, int) and number > now.number:
        return htmx.answer("", HTTPStatus.NO_CONTENT)
    row = HandRow(access, table, seat, hands_url(access), request.form, number=now.number)
    # Another phone saved the round: this hand must not slip into the next one.
    if number != now.number:
        return replace(row, faults=[Fault(FaultCode.ALREADY_RECORDED)]).response(409)
    try:
        _put(access, now, seat)
    except ValidationError as refused:
        return replace(row, faults=refused.faults).response(422)
    now = counting(access, table)
    hands = {str(place): hand for place, hand in now.in_hand.items()}
    deck = access.game.start.deck
    # What the deck cannot hold of this hand, together with the others at the table.
    beyond = [
        fault
        for fault in impossible(deck.on(row.up), hands)
        if fault.path.partition("/")[0] == str(seat)
    ]
    by, is_sent = now.by(seat), now.is_sent(seat)
    return replace(row, typed=now.filled, faults=beyond, by=by, is_sent=is_sent).response()


@bp.post("/games/<key>/rounds/<int:number>/hands/<int:seat>")
def preview(key: str, number: int, seat: int) -> Response:
    """Show how a hand was understood, in a round that is being corrected; nothing is kept."""
    access = open_game(key)
    round_numbered(access.game, number)
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
    if seat not in _places(game, table):
        raise ValidationError([Fault(FaultCode.NO_HAND_HERE)])


def read_one(form: forms.Form, seat: Seat, edition: Edition) -> Hand | None:
    """Read one hand of a form as it would be read on saving; None where it is blank."""
    values = forms.hand_values(form, seat)
    box = edition.on(forms.side_of(form, edition.deck.sides))
    # Blank is not zero: nobody has counted this hand yet, and a hand holds at least one card.
    return read_single_hand(values, box.deck, box.lexicon) if values else None


def _put(access: Access, now: Counting, seat: Seat) -> None:
    """Keep the hand that was sent, unless just this one is there already."""
    hand, was = read_one(request.form, seat, access.edition), now.hands.get(seat)
    side = forms.side_of(request.form, access.game.start.deck.sides)
    is_knocked_out = access.game.pays_knock_outs and forms.is_knocked_out(request.form, seat)
    if is_knocked_out and was:
        hand = hand or was.hand
    text = _text(hand, side, is_knocked_out=is_knocked_out)
    # The store takes no longer draft.
    if len(text.encode()) > DRAFT_LIMIT:
        raise ValidationError([Fault(FaultCode.TOO_MANY_IN_HAND)])
    # Else every tap that changes nothing would wake all other phones.
    if text != (was.text if was else ""):
        draft = Draft(now.table.table, now.number, seat, text, now.phone)
        game_service().keep_draft(access.game_id, draft)
