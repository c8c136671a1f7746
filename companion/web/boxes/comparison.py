"""Comparison page of two boxes, with only their differences."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from flask import Blueprint, render_template, request

from companion.editions import CardFace, Edition, LocalizedText
from companion.rulings import Ruling
from companion.web.http.i18n import language
from companion.web.rules.book import RulesView, have_same_verdict
from companion.web.ui.boxes import listed
from companion.web.ui.names import short_name
from companion.web.ui.registry import registry

bp = Blueprint("comparison", __name__)

_MAIN = 5  # number of differences shown at the top


@dataclass(frozen=True, slots=True)
class Held:
    """A card in one box, with a side of its cards up (`rules.up`).

    `sides` are the names of all sides on which it is worth the same, none if these are all there
    are.
    """

    rules: RulesView
    face: CardFace
    sides: tuple[LocalizedText, ...]

    @property
    def worth(self) -> tuple[int | None, int | None, bool]:
        return self.face.points, self.face.count, self.rules.is_counted(self.face)


@dataclass(frozen=True, slots=True)
class CardRow:
    """Card that differs between the boxes, as each holds it; nothing for a box without it."""

    card: str
    held: tuple[tuple[Held, ...], tuple[Held, ...]]

    @property
    def is_in_both(self) -> bool:
        return all(self.held)

    @property
    def is_same(self) -> bool:
        one, other = ({each.worth for each in held} for held in self.held)
        return one == other


@dataclass(frozen=True)
class ComparisonPage:
    """Two boxes and their differences, computed lazily."""

    one: RulesView
    other: RulesView

    @property
    def both(self) -> tuple[RulesView, RulesView]:
        return self.one, self.other

    @property
    def others(self) -> Mapping[str, Sequence[Edition]]:
        """Boxes to compare with instead, by heading."""
        both = [rules.edition.edition for rules in self.both]
        return listed({key: box for key, box in registry().editions.items() if key not in both})

    @property
    def is_same(self) -> bool:
        """Whether the same box was chosen twice."""
        return self.one.edition.edition == self.other.edition.edition

    @cached_property
    def cards(self) -> list[CardRow]:
        """Cards whose count or points differ."""
        cards = {**self.one.edition.cards, **self.other.edition.cards}
        rows = (CardRow(card, (_held(self.one, card), _held(self.other, card))) for card in cards)
        return [row for row in rows if not row.is_same]

    @property
    def colours(self) -> list[str]:
        """Names of the colours unique to each box."""
        here, there = ({c.colour: c for c in rules.edition.colours} for rules in self.both)
        alone = (
            [here[c] for c in here if c not in there],
            [there[c] for c in there if c not in here],
        )
        return [", ".join(each.name.localized(language()) for each in colours) for colours in alone]

    @cached_property
    def points(self) -> list[tuple[Ruling, Ruling]]:
        """Pairs of rulings on the same rule with different verdicts."""
        here = (
            ruling
            for topic in self.one.topics()
            if topic.aspect != "worth"  # which the table of cards says
            for ruling in self.one.of_topic(topic.topic)
            if ruling.applies
        )
        pairs = ((ruling, self.other.get(ruling.rule)) for ruling in here)
        return [(a, b) for a, b in pairs if b and b.applies and not have_same_verdict((a, b))]

    @cached_property
    def main_points(self) -> list[tuple[Ruling, Ruling]]:
        """Most important differences, one per topic, opposite verdicts first."""
        first = dict[str, tuple[Ruling, Ruling]]()
        for point in sorted(self.points, key=_weight):
            first.setdefault(point[0].topic, point)
        return [*first.values()][:_MAIN]


@bp.get("/boxes/compare")
def show() -> str:
    """Show the differences of two boxes, by default the first two."""
    editions = list(registry().editions.values())
    one = _chosen("one") or editions[0]
    other = _chosen("other") or next(
        (box for box in editions if box.edition != one.edition), editions[0]
    )
    page = ComparisonPage(RulesView(one), RulesView(other))
    short = [short_name(box) for box in (one, other)]
    return render_template("boxes/comparison.html", page=page, short=short)


def _held(rules: RulesView, card: str) -> tuple[Held, ...]:
    """Return a card as a box holds it: once for each worth that it has on a side."""
    box = rules.edition
    turned = [replace(rules, side=side) for side in box.deck.sides or (None,)]
    found = [Held(up, up.up.cards[card], ()) for up in turned if card in up.up.cards]
    by_worth = {held.worth: [each for each in found if each.worth == held.worth] for held in found}
    return tuple(
        replace(alike[0], sides=tuple(box.side_name(each.rules.side or "") for each in alike))
        if len(alike) < len(turned)
        else alike[0]
        for alike in by_worth.values()
    )


def _weight(point: tuple[Ruling, Ruling]) -> tuple[bool, bool]:
    """Return a sort key: opposite verdicts first, then points both leaflets decide."""
    first_words = {ruling.verdict.localized("en").partition(",")[0] for ruling in point}
    return first_words != {"Yes", "No"}, not all(ruling.is_decided for ruling in point)


def _chosen(name: str) -> Edition | None:
    return registry().editions.get(request.args.get(name, ""))
