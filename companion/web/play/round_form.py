"""The form of a round, either fresh or with the values that were refused.

If two phones enter the same round, the saved one is shown beside the values of the slower phone.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from flask import request, url_for

from companion.editions import Edition
from companion.game.cards.hand import Hand
from companion.game.faults import Fault, ValidationError
from companion.game.rounds import NOBODY, PILE, Note, OpenTable, Round, Seat
from companion.services.access import Access
from companion.web.errors import Answer
from companion.web.http.i18n import gettext, language
from companion.web.play.hands import Counting, hands_url, read_one
from companion.web.rules.book import RulesView
from companion.web.ui import forms, messages, names

# Fields of the page, not of the round: sent again, they would be refused again, or `keep_anyway`
# would confirm a question that was never shown.
_NOT_TYPED = ("version", "request_id", "seen", "round", "keep_anyway")


@dataclass(frozen=True, slots=True)
class RoundConflict:
    """Round `number` as `recorded` by another phone, and as typed on this one.

    `hands` are rows of label ("" for the pile), recorded text and typed text. The card side has a
    row too. `typed` are all fields, to be sent again to `next_at`, or to `correct_at` if this
    access key may correct rounds.
    """

    number: int
    recorded: Round
    went_out: Seat  # or NOBODY
    hands: list[tuple[str, str, str]]
    typed: list[tuple[str, str]]
    next_at: str
    correct_at: str | None

    @property
    def is_same(self) -> bool:
        return self.went_out == self.recorded.went_out and all(a == b for _, a, b in self.hands)


@dataclass(frozen=True, slots=True)
class Refusal:
    """The reason why a sent form was not saved.

    `typed` is the form as sent, `faults` are by field. `understood` are the hands given in words,
    to be confirmed. `is_impossible` cards exceed the deck, but may be saved anyway. `conflict` is
    the message about a stale version, `other_round` the round recorded meanwhile.
    """

    typed: forms.Form | None = None
    faults: Mapping[str, Sequence[Fault]] = field(default_factory=dict)
    understood: Mapping[Seat, Hand] = field(default_factory=dict)
    is_impossible: bool = False
    conflict: Answer | None = None
    other_round: RoundConflict | None = None


NOTHING_REFUSED = Refusal()


@dataclass(frozen=True, slots=True)
class RoundForm:
    """The form to record or correct a round at a `table`.

    `counting` is None if round `number` is being corrected. `side` is the card side, for cards with
    two. `seen` is the number of the table's rounds that a tournament page shows.

    Unless a form was refused, fields that are not compared follow from those that are, for one
    access key and one version of its game.
    """

    access: Access = field(compare=False)
    table: OpenTable = field(compare=False)
    counting: Counting | None
    number: int | None
    notes: tuple[Note, ...]
    typed: forms.Form = field(compare=False)
    side: str | None = field(compare=False)
    refusal: Refusal = field(compare=False)
    seen: int | None = field(default=None, compare=False)

    @property
    def is_fresh(self) -> bool:
        """Whether nothing was refused, so that phones with the same hands share the form."""
        return self.refusal is NOTHING_REFUSED

    @property
    def action(self) -> str:
        """The address that the form is sent to."""
        if self.counting:
            return url_for("rounds.record", key=self.access.key, kind=self.access.kind)
        return url_for("rounds.correct", key=self.access.key, number=self.number)

    @property
    def hands_url(self) -> str:
        """The address for counted hands, to which the seat is appended."""
        return hands_url(self.access) if self.counting else f"{self.action}/hands/"

    @property
    def own(self) -> Seat | None:
        return self.counting.own if self.counting else None

    @property
    def own_hand(self) -> Seat | None:
        """This phone's seat if it plays at this table, so that its hand is shown first."""
        return self.own if self.own in self.table.seated else None


def next_round_form(
    access: Access, counting: Counting, refusal: Refusal, seen: int | None = None
) -> RoundForm:
    # Refused values stay as typed, even if other phones have counted since.
    typed = counting.filled if refusal.typed is None else refusal.typed
    return RoundForm(
        access=access,
        table=counting.table,
        counting=counting,
        number=None,
        notes=(*forms.notes(typed), *_noted_in_address(access)),
        typed=typed,
        side=_side_up(access, counting.table) if refusal.typed is None else _side(access, typed),
        refusal=refusal,
        seen=seen,
    )


def correction_form(access: Access, number: int, refusal: Refusal) -> RoundForm:
    recorded = access.game.rounds[number - 1]
    typed = forms.filled(recorded) if refusal.typed is None else refusal.typed
    return RoundForm(
        access=access,
        table=access.game.table_of(number),
        counting=None,
        number=number,
        notes=(*forms.notes(typed), *_noted_in_address(access)),
        typed=typed,
        side=_side(access, typed),
        refusal=refusal,
    )


def _side(access: Access, typed: forms.Form) -> str | None:
    return forms.side_of(typed, access.game.start.deck.sides)


def _side_up(access: Access, table: OpenTable) -> str | None:
    """Return the card side of a table's last round, by default the box's first side."""
    game = access.game
    last = [game.rounds[number - 1].side for number in game.rounds_at(table.table)[-1:]]
    return next(iter((*last, *game.start.deck.sides)), None)


def _noted_in_address(access: Access) -> list[Note]:
    """Return the ruling that `?note=` adds to the round, if any."""
    # A refused form already has the note among its own fields.
    rule = request.args.get("note") if request.method == "GET" else None
    ruling = RulesView(access.edition).get(rule) if rule else None
    return [Note(ruling.rule, ruling.verdict.localized(language()))] if ruling else []


def round_conflict(access: Access, form: forms.Form) -> RoundConflict | None:
    """Return the round that was recorded while this one was typed, or None."""
    # Only a tournament has more than one table, and there each access key is for one of them.
    table = access.table or 1
    played = [each for each in access.game.tally.played if each.round.table == table]
    at_table = forms.number(form.get("round", ""))
    if not isinstance(at_table, int) or not 1 <= at_table <= len(played):
        return None
    number, recorded = played[at_table - 1].number, played[at_table - 1].round
    correct_at = url_for("rounds.correct", key=access.key, number=number)
    return RoundConflict(
        number=number,
        recorded=recorded,
        went_out=forms.seat_of(form, "went_out", access.game) or NOBODY,
        hands=list(_hands(access, form, recorded)),
        typed=[(k, v) for k, v in form.items(multi=True) if v and k not in _NOT_TYPED],
        next_at=url_for("rounds.record", key=access.key, kind=access.kind),
        # A table's access key can only record, and the organiser corrects.
        correct_at=correct_at if access.kind == "score" else None,
    )


def _hands(access: Access, form: forms.Form, recorded: Round) -> Iterator[tuple[str, str, str]]:
    """Yield the rows of a `RoundConflict`, without the typed hand of the player who went out."""
    # A hand that was counted before its player went out is still in the form.
    out, box = form.get("went_out"), access.edition
    if recorded.side:
        side = forms.side_of(form, box.deck.sides)
        was, typed = (
            box.side_name(each).localized(language()) for each in (recorded.side, side or "–")
        )
        yield gettext("Side"), was, typed
    for seat in (*recorded.seated, PILE):
        hand = recorded.hands.get(seat) if seat else recorded.pile
        was = _hand_text(box.for_side(recorded.side), hand, is_out=seat in recorded.knocked_out)
        is_winner = str(seat) == out and not access.game.scoring.counts_winner
        typed = "" if is_winner else _typed_text(box, form, seat)
        if was or typed:
            yield access.game.name(seat) if seat else "", was, typed


def _typed_text(box: Edition, form: forms.Form, seat: Seat) -> str:
    with suppress(ValidationError):
        side, is_out = forms.side_of(form, box.deck.sides), forms.is_knocked_out(form, seat)
        return _hand_text(box.for_side(side), read_one(form, seat, box), is_out=is_out)
    # Text that cannot be read is shown as typed.
    return messages.shortened(form.get(f"words-{seat}") or form.get(f"points-{seat}", ""))


def _hand_text(box: Edition, hand: Hand | None, *, is_out: bool) -> str:
    """Return a hand in one line, with its points and, if counted, its cards."""
    if is_out:
        return gettext("knocked out")
    if hand is None:
        return ""
    if hand.cards is None:
        return str(hand.points)
    cards = Counter(names.card_name(card, box) for card in hand.cards)
    counted = (f"{count} × {card}" if count > 1 else card for card, count in cards.items())
    return f"{', '.join(counted)} = {hand.points}"
