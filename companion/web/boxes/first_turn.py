"""Introduction to a box for beginners, in eight steps."""

from collections.abc import Iterator
from dataclasses import dataclass

from flask import Blueprint, render_template

from companion.editions import CardFace, Colour
from companion.rulings import Ruling
from companion.web.http.i18n import N_
from companion.web.rules.book import RulesView
from companion.web.rules.missing import box_or_404, redirect_to_box

bp = Blueprint("first_turn", __name__)


@dataclass(frozen=True, slots=True)
class Point:
    """Ruling to know, with its card and colour if any."""

    face: CardFace | None
    ruling: Ruling
    colour: Colour | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """Step with its English title (a message id) and its points."""

    title: str
    points: tuple[Point, ...]

    @property
    def is_explained(self) -> bool:
        return len(self.points) == 1


@bp.get("/box/<edition>/first-turn")
def show(edition: str) -> str:
    box = box_or_404(edition, "first_turn.show")
    if not box.rulings_from:
        redirect_to_box(box)
    rules = RulesView(box)
    steps = [step for step in _steps(rules) if step.points]
    return render_template("boxes/first_turn.html", rules=rules, steps=steps)


def _steps(rules: RulesView) -> Iterator[Step]:
    """Yield the steps in the order in which a beginner meets them."""
    cards = rules.edition.cards

    def step(title: str, *points: tuple[str, str]) -> Step:
        found = [(card, rules.get(rule)) for card, rule in points if card in cards or not card]
        return Step(title, tuple(Point(cards.get(c), r) for c, r in found if r and r.is_here))

    yield step(N_("Deal"), ("", "deal.seven"))
    yield step(N_("Who starts?"), ("", "deal.first"))
    yield step(N_("Your turn: play a card that fits"), ("", "match.basic"))
    yield step(N_("Nothing fits: draw"), ("", "dtp.one_only"), ("", "dtp.must_play"))
    yield step(
        N_("Action cards"),
        ("skip", "skip.effect"),
        ("reverse", "rev.effect"),
        ("draw-two", "draw2.effect"),
    )
    yield step(
        N_("Wilds"),
        ("wild", "wild.who_picks"),
        ("wild-draw-four", "wd4.when"),
        ("wild-draw-four", "draw4.effect"),
    )
    if own := tuple(_own_points(rules)):
        yield Step(N_("Only in this box"), own)
    else:
        yield step(N_("Can you challenge a +4?"), ("wild-draw-four", "ch.can"))
    yield step(N_("How a round ends"), ("", "uno.when"), ("", "score.how"))


def _own_points(rules: RulesView) -> Iterator[Point]:
    for face in rules.edition.cards.values():
        if face.is_own:
            # A card that lies aside stands for several cards with different effects.
            short = rules.short(face)
            colours = {f"power-{each.colour}": each for each in rules.edition.colours}
            for ruling in short if face.kind == "aside" else short[:1]:
                yield Point(face, ruling, colours.get(ruling.topic))
