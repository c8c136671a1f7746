"""The form of a round as a page shows it: fresh, or with all that was typed and refused."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from flask import request, url_for

from companion.game.cards.hand import Hand
from companion.game.faults import Fault
from companion.game.rounds import Note, OpenTable, Seat
from companion.services.access import Access
from companion.web.errors import Answer
from companion.web.http.i18n import language
from companion.web.play.conflicts import RoundConflict
from companion.web.play.hands import Counting, hands_url
from companion.web.rules.book import RulesView
from companion.web.ui import forms


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why what was sent is not saved.

    `typed`: the form as it was sent. `faults`: by field. `understood`: the hands that were given
    in words, to be confirmed. `is_impossible`: the deck cannot hold that, but it may be kept.
    `conflict`: what is said of another version, `other_round` the one recorded meanwhile.
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

    `counting`: None where round `number` is corrected. `side`: of the cards, where they have two.
    `seen`: how many rounds of its table a page of a tournament shows.

    Two forms that one key was given for one version of its game are equal if they look alike, as
    long as nothing is refused: the rest follows from these.
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
        """Whether it looks alike on all phones that have counted the same."""
        return self.refusal is NOTHING_REFUSED

    @property
    def action(self) -> str:
        """Where it is sent."""
        if self.counting:
            return url_for("rounds.record", key=self.access.key, kind=self.access.kind)
        return url_for("rounds.correct", key=self.access.key, number=self.number)

    @property
    def hands_url(self) -> str:
        """Where each hand that is being counted is sent, followed by its seat."""
        return hands_url(self.access) if self.counting else f"{self.action}/hands/"

    @property
    def own(self) -> Seat | None:
        return self.counting.own if self.counting else None

    @property
    def own_hand(self) -> Seat | None:
        """The seat of this phone where its hand may be counted here: it then comes first."""
        return self.own if self.own in self.table.seated else None


def next_round_form(
    access: Access, counting: Counting, refusal: Refusal, seen: int | None = None
) -> RoundForm:
    # What was refused stays as it was typed, also where other phones have counted since.
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
    """Return the side that lay up last at a table, or the one that a box names first."""
    game = access.game
    last = [game.rounds[number - 1].side for number in game.rounds_at(table.table)[-1:]]
    return next(iter((*last, *game.start.deck.sides)), None)


def _noted_in_address(access: Access) -> list[Note]:
    """Return the ruling that a page of rules asks to note with the round (`?note=`)."""
    # A refused form comes back with the note in its own fields.
    rule = request.args.get("note") if request.method == "GET" else None
    ruling = RulesView(access.edition).get(rule) if rule else None
    return [Note(ruling.rule, ruling.verdict.localized(language()))] if ruling else []
