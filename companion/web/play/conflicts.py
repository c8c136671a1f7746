"""Two phones wrote the same round down: what stands, beside what was typed on the slower one."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from flask import url_for

from companion.editions import Edition
from companion.game.cards.hand import Hand
from companion.game.faults import ValidationError
from companion.game.rounds import PILE, Round, Seat
from companion.services.access import Access
from companion.web.http.i18n import gettext, language
from companion.web.play.hands import read_one
from companion.web.ui import forms, messages

# Of the page, not of the round: sent again these would be refused again, or keep anyway what
# nobody has been asked about.
_NOT_TYPED = ("version", "request_id", "seen", "round", "keep_anyway")


@dataclass(frozen=True, slots=True)
class RoundConflict:
    """Round `number` as it was `recorded`, and what was typed for it here.

    `hands`: label ("" for the pile; the side of the cards has a line too), what is recorded, what
    was typed. `typed`: all fields, to be sent again, to `next_at` or, where this key may correct,
    to `correct_at`.
    """

    number: int
    recorded: Round
    went_out: Seat | None
    hands: list[tuple[str, str, str]]
    typed: list[tuple[str, str]]
    next_at: str
    correct_at: str | None

    @property
    def is_same(self) -> bool:
        return self.went_out == self.recorded.went_out and all(a == b for _, a, b in self.hands)


def round_conflict(access: Access, form: forms.Form) -> RoundConflict | None:
    """Return the round that was recorded while this one was typed; None where there is none."""
    # Only a tournament has more than one table, and there each key is for one of them.
    table = access.table or 1
    played = [each for each in access.game.tally.played if each.round.table == table]
    place = forms.number(form.get("round", ""))
    if not isinstance(place, int) or not 1 <= place <= len(played):
        return None
    number, recorded = played[place - 1].number, played[place - 1].round
    correct_at = url_for("rounds.correct", key=access.key, number=number)
    return RoundConflict(
        number=number,
        recorded=recorded,
        went_out=forms.seat_of(form, "went_out", access.game),
        hands=list(_hands(access, form, recorded)),
        typed=[(k, v) for k, v in form.items(multi=True) if v and k not in _NOT_TYPED],
        next_at=url_for("rounds.record", key=access.key, kind=access.kind),
        # A key for one table only records: corrections are up to who organises.
        correct_at=correct_at if access.kind == "score" else None,
    )


def _hands(access: Access, form: forms.Form, recorded: Round) -> Iterator[tuple[str, str, str]]:
    """Go through the hands of both, each as a line of text; whoever went out has none."""
    # What was counted for somebody before they went out is still in the form.
    out, box = form.get("went_out"), access.edition
    if recorded.side:
        side = forms.side_of(form, box.deck.sides)
        was, typed = (
            box.side_name(each).localized(language()) for each in (recorded.side, side or "–")
        )
        yield gettext("Side"), was, typed
    for seat in (*recorded.seated, PILE):
        hand = recorded.hands.get(seat) if seat else recorded.pile
        was = _hand_text(box.on(recorded.side), hand, is_out=seat in recorded.knocked_out)
        typed = "" if str(seat) == out else _typed_text(box, form, seat)
        if was or typed:
            yield access.game.name(seat) if seat else "", was, typed


def _typed_text(box: Edition, form: forms.Form, seat: Seat) -> str:
    with suppress(ValidationError):
        side, is_out = forms.side_of(form, box.deck.sides), forms.is_knocked_out(form, seat)
        return _hand_text(box.on(side), read_one(form, seat, box), is_out=is_out)
    # What cannot be read is shown as it was typed.
    return messages.shortened(form.get(f"words-{seat}") or form.get(f"points-{seat}", ""))


def _hand_text(box: Edition, hand: Hand | None, *, is_out: bool) -> str:
    """Return a hand in one line: its cards, where they were counted, and its points."""
    if is_out:
        return gettext("knocked out")
    if hand is None:
        return ""
    if hand.cards is None:
        return str(hand.points)
    cards = Counter(messages.card_name(card, box) for card in hand.cards)
    counted = (f"{count} × {card}" if count > 1 else card for card, count in cards.items())
    return f"{', '.join(counted)} = {hand.points}"
