"""Two boxes side by side, with only what differs between them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from flask import Blueprint, render_template, request

from companion.editions import CardFace, Edition
from companion.rulings import Ruling
from companion.web.http.i18n import language
from companion.web.rules.book import RulesView, say_the_same
from companion.web.ui.messages import short_name
from companion.web.ui.registry import registry

bp = Blueprint("comparison", __name__)

_IN_THE_CARDS = {"deck", "score-values"}  # topics of which the cards themselves tell
_MAIN = 5  # differences that stand at the top


@dataclass(frozen=True, slots=True)
class CardRow:
    """A card that is not the same in both boxes; None in the box that has none of it."""

    card: str
    faces: tuple[CardFace | None, CardFace | None]

    @property
    def is_in_both(self) -> bool:
        return None not in self.faces


@dataclass(frozen=True)
class ComparisonPage:
    """Two boxes, and what differs; worked out where the page draws it."""

    editions: Sequence[Edition]
    one: RulesView
    other: RulesView

    @property
    def both(self) -> tuple[RulesView, RulesView]:
        return self.one, self.other

    @property
    def is_same(self) -> bool:
        """Whether somebody chose the same box twice."""
        return self.one.edition.edition == self.other.edition.edition

    @cached_property
    def cards(self) -> list[CardRow]:
        """The cards of which there are more in one box, or which are worth more there."""
        here, there = self.one.edition.cards, self.other.edition.cards
        rows = [CardRow(card, (here.get(card), there.get(card))) for card in {**here, **there}]
        return [row for row in rows if self._worth(0, row) != self._worth(1, row)]

    def _worth(self, place: int, row: CardRow) -> tuple[int | None, int | None, bool] | None:
        face, rules = row.faces[place], self.both[place]
        return (face.points, face.count, rules.is_counted(face)) if face else None

    @property
    def colours(self) -> list[str]:
        """The names of the colours that only one of them has, for each."""
        here, there = ({c.colour: c for c in rules.edition.colours} for rules in self.both)
        alone = (
            [here[c] for c in here if c not in there],
            [there[c] for c in there if c not in here],
        )
        return [", ".join(each.name.localized(language()) for each in colours) for colours in alone]

    @cached_property
    def points(self) -> list[tuple[Ruling, Ruling]]:
        """The points on which both have something to say, and not the same."""
        here = (
            ruling
            for topic in self.one.topics()
            if topic.topic not in _IN_THE_CARDS
            for ruling in self.one.of_topic(topic.topic)
            if ruling.is_here
        )
        pairs = ((ruling, self.other.get(ruling.rule)) for ruling in here)
        return [(a, b) for a, b in pairs if b and b.is_here and not say_the_same((a, b))]

    @cached_property
    def main_points(self) -> list[tuple[Ruling, Ruling]]:
        """The few points that change a game most, one of a topic: a yes here is a no there."""
        first = dict[str, tuple[Ruling, Ruling]]()
        for point in sorted(self.points, key=_weight):
            first.setdefault(point[0].topic, point)
        return [*first.values()][:_MAIN]


@bp.get("/boxes/compare")
def show() -> str:
    """Show what differs between two boxes; of those not named the first two are taken."""
    editions = list(registry().editions.values())
    one = _chosen("one") or editions[0]
    other = _chosen("other") or next(
        (box for box in editions if box.edition != one.edition), editions[0]
    )
    page = ComparisonPage(editions, RulesView(one), RulesView(other))
    short = [short_name(box) for box in (one, other)]
    return render_template("boxes/comparison.html", page=page, short=short)


def _weight(point: tuple[Ruling, Ruling]) -> tuple[bool, bool]:
    """Return a key by which points sort: opposite verdicts, then what both sheets decide."""
    first_words = {ruling.verdict.localized("en").partition(",")[0] for ruling in point}
    return first_words != {"Yes", "No"}, not all(ruling.is_decided for ruling in point)


def _chosen(name: str) -> Edition | None:
    return registry().editions.get(request.args.get(name, ""))
