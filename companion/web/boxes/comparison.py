"""Comparison page of two boxes, with only their differences."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from flask import Blueprint, render_template, request

from companion.editions import CardFace, Edition
from companion.rulings import Ruling
from companion.web.http.i18n import language
from companion.web.rules.book import RulesView, have_same_verdict
from companion.web.ui.messages import short_name
from companion.web.ui.registry import registry

bp = Blueprint("comparison", __name__)

_MAIN = 5  # number of differences shown at the top


@dataclass(frozen=True, slots=True)
class CardRow:
    """Card that differs between the boxes; its face is None in a box without it."""

    card: str
    faces: tuple[CardFace | None, CardFace | None]

    @property
    def is_in_both(self) -> bool:
        return None not in self.faces


@dataclass(frozen=True)
class ComparisonPage:
    """Two boxes and their differences, computed lazily."""

    editions: Sequence[Edition]
    one: RulesView
    other: RulesView

    @property
    def both(self) -> tuple[RulesView, RulesView]:
        return self.one, self.other

    @property
    def is_same(self) -> bool:
        """Whether the same box was chosen twice."""
        return self.one.edition.edition == self.other.edition.edition

    @cached_property
    def cards(self) -> list[CardRow]:
        """Cards whose count or points differ."""
        here, there = self.one.edition.cards, self.other.edition.cards
        rows = [CardRow(card, (here.get(card), there.get(card))) for card in {**here, **there}]
        return [row for row in rows if self._worth(0, row) != self._worth(1, row)]

    def _worth(self, place: int, row: CardRow) -> tuple[int | None, int | None, bool] | None:
        face, rules = row.faces[place], self.both[place]
        return (face.points, face.count, rules.is_counted(face)) if face else None

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
            if ruling.is_here
        )
        pairs = ((ruling, self.other.get(ruling.rule)) for ruling in here)
        return [(a, b) for a, b in pairs if b and b.is_here and not have_same_verdict((a, b))]

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
    page = ComparisonPage(editions, RulesView(one), RulesView(other))
    short = [short_name(box) for box in (one, other)]
    return render_template("boxes/comparison.html", page=page, short=short)


def _weight(point: tuple[Ruling, Ruling]) -> tuple[bool, bool]:
    """Return a sort key: opposite verdicts first, then points both leaflets decide."""
    first_words = {ruling.verdict.localized("en").partition(",")[0] for ruling in point}
    return first_words != {"Yes", "No"}, not all(ruling.is_decided for ruling in point)


def _chosen(name: str) -> Edition | None:
    return registry().editions.get(request.args.get(name, ""))
