"""Two phones wrote the same round down: what stands, beside what was typed on the slower one."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from flask import url_for

from companion.game.cards.hand import Hand
from companion.game.faults import ValidationError
from companion.game.rounds import Round, Seat
from companion.game.tally import ScoredRound
from companion.services.games import PILE
from companion.web.play.hands import read_one
from companion.web.ui import forms, messages
from companion.web.ui.access import Access, page_url

_NOT_TYPED = ("version", "request_id", "seen", "round", "keep_anyway")


@dataclass(frozen=True, slots=True)
class RoundConflict:
    """Round `number` as it was `recorded`, and what was typed for it here.

    `hands`: label ("" for the pile), what is recorded, what was typed. `typed`: all fields, to be
    sent again, to `next_at` or, where this key may correct, to `correct_at`.
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
        """Tell whether both phones wrote the same."""
        return self.went_out == self.recorded.went_out and all(a == b for _, a, b in self.hands)


def meanwhile(access: Access, form: forms.Form) -> RoundConflict | None:
    """Find the round that was recorded while this one was typed; None where there is none."""
    table = access.table or 1
    played = [each for each in access.game.tally.played if each.round.table == table]
    number = forms.number(form.get("round", ""))
    if not isinstance(number, int) or not 1 <= number <= len(played):
        return None
    return _beside(access, form, played[number - 1])


def _beside(access: Access, form: forms.Form, played: ScoredRound) -> RoundConflict:
    out = forms.number(form.get("went_out", ""))
    may_correct = access.kind == "score"
    correct = url_for("rounds.correct", key=access.key, number=played.number)
    return RoundConflict(
        number=played.number,
        recorded=played.round,
        went_out=out if isinstance(out, int) and out in access.game.seats else None,
        hands=list(_hands(access, form, played.round)),
        typed=[(k, v) for k, v in form.items(multi=True) if v and k not in _NOT_TYPED],
        next_at=f"{page_url(access)}/rounds",
        correct_at=correct if may_correct else None,
    )


def _hands(access: Access, form: forms.Form, recorded: Round) -> Iterator[tuple[str, str, str]]:
    out = form.get("went_out")
    for seat in recorded.seated:
        was = _said(access, recorded.hands.get(seat))
        typed = "" if str(seat) == out else _typed(access, form, seat)
        if was or typed:
            yield access.game.name(seat), was, typed
    pile, typed = _said(access, recorded.pile), _typed(access, form, PILE)
    if pile or typed:
        yield "", pile, typed


def _typed(access: Access, form: forms.Form, seat: Seat) -> str:
    with suppress(ValidationError):
        return _said(access, read_one(form, seat, access.edition))
    return messages.shortened(form.get(f"said-{seat}") or form.get(f"points-{seat}", ""))


def _said(access: Access, hand: Hand | None) -> str:
    """Say a hand in one line: its cards, where they were counted, and its points."""
    if hand is None:
        return ""
    if hand.cards is None:
        return str(hand.points)
    cards = Counter(messages.card_name(card, access.edition) for card in hand.cards)
    counted = (f"{count} × {card}" if count > 1 else card for card, count in cards.items())
    return f"{', '.join(counted)} = {hand.points}"
