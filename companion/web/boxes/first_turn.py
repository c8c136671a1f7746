"""Introduction to a box for beginners, in a few steps."""

from collections.abc import Iterator
from dataclasses import dataclass

from flask import Blueprint, render_template

from companion.editions import CardFace, Colour, Edition, LocalizedText
from companion.rulings import Ruling
from companion.rulings.first_turn import FirstTurnStep
from companion.web.rules.book import RulesView
from companion.web.rules.missing import box_or_404, redirect_to_box

bp = Blueprint("first_turn", __name__)


@dataclass(frozen=True, slots=True)
class Point:
    """Ruling to know, with its card, and its colour or the only side of its card, if any."""

    face: CardFace | None
    ruling: Ruling
    colour: Colour | None = None
    side: str | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """Step with its title and its points."""

    title: LocalizedText
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
    steps = [_step(rules, each) for each in rules.rulings.first_turn]
    shown = [step for step in steps if step.points]
    return render_template("boxes/first_turn.html", rules=rules, steps=shown)


def _step(rules: RulesView, stated: FirstTurnStep) -> Step:
    own = _own_points(rules) if stated.has_own_cards else ()
    points = (*_points(rules, stated), *own)
    if stated.otherwise and not points:
        return _step(rules, stated.otherwise)
    return Step(stated.title, points)


def _points(rules: RulesView, stated: FirstTurnStep) -> Iterator[Point]:
    cards = rules.edition.cards
    for card, rule in stated.points:
        ruling = rules.get(rule)
        if ruling and ruling.applies and (not card or card in cards):
            yield Point(cards.get(card), ruling, side=_only_side(rules.edition, card))


def _own_points(rules: RulesView) -> Iterator[Point]:
    topics = rules.rulings.topics
    colours = {each.colour: each for each in rules.edition.colours}
    for face in rules.edition.cards.values():
        if face.is_own:
            # A card that lies aside stands for several cards with different effects.
            summaries = rules.summaries_of(face)
            for ruling in summaries if face.kind == "aside" else summaries[:1]:
                colour = colours.get(topics[ruling.topic].colour)
                yield Point(face, ruling, colour, _only_side(rules.edition, face.card))


def _only_side(box: Edition, card: str) -> str | None:
    sides = box.sides_with(card)
    return sides[0] if len(sides) == 1 else None
