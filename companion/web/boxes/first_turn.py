"""The first turn in two minutes, for whoever never played with this box: eight steps."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flask import Blueprint, render_template

from companion.editions import CardFace
from companion.rulings import Ruling
from companion.web.http.i18n import N_
from companion.web.rules.book import RulesView
from companion.web.rules.missing import read_box_or_404

bp = Blueprint("first_turn", __name__)

_FEW = 2  # points of a step that are explained; of more only the answers are shown
_SAYS_ALL = {"dtp.one_only"}  # answers that need no explanation here


@dataclass(frozen=True, slots=True)
class Point:
    """One thing to know, and the card that it is drawn with."""

    face: CardFace
    ruling: Ruling
    is_explained: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One step: what it is about, in English, and what to know."""

    title: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class FirstTurnPage:
    """The steps for one box."""

    rules: RulesView
    steps: Sequence[Step]


@bp.get("/box/<edition>/first-turn")
def show(edition: str) -> str:
    rules = RulesView(read_box_or_404(edition, "first_turn.show"))
    page = FirstTurnPage(rules, tuple(step for step in _steps(rules) if step.points))
    return render_template("boxes/first_turn.html", page=page)


def _steps(rules: RulesView) -> Iterator[Step]:
    """Return the steps in the order in which somebody new meets them."""
    cards = rules.edition.cards
    numbers = {face.card: face for face in cards.values() if not face.sign}

    def step(title: str, *points: tuple[CardFace | None, str]) -> Step:
        found = [(face, rules.get(rule)) for face, rule in points]
        return _step(title, [(f, r) for f, r in found if f and r and r.is_here])

    def number(face: str) -> CardFace | None:
        return numbers.get(face) or next(iter(numbers.values()), None)

    yield step(N_("Deal"), (number("7"), "deal.seven"))
    yield step(N_("Who starts?"), (number("1"), "deal.first"))
    yield step(N_("Your turn: play a card that fits"), (number("5"), "match.basic"))
    yield step(
        N_("Nothing fits: draw"), (number("3"), "dtp.one_only"), (number("3"), "dtp.must_play")
    )
    yield step(
        N_("Action cards"),
        (cards.get("skip"), "skip.effect"),
        (cards.get("reverse"), "rev.effect"),
        (cards.get("draw-two"), "draw2.effect"),
    )
    yield step(
        N_("Wilds"),
        (cards.get("wild"), "wild.who_picks"),
        (cards.get("wild-draw-four"), "wd4.when"),
        (cards.get("wild-draw-four"), "draw4.effect"),
    )
    if own := list(_own_points(rules)):
        yield _step(N_("Only in this box"), own)
    else:
        yield step(N_("Don’t believe that +4?"), (cards.get("wild-draw-four"), "ch.can"))
    yield step(N_("One card left"), (number("1"), "uno.when"), (number("1"), "score.how"))


def _step(title: str, points: Sequence[tuple[CardFace, Ruling]]) -> Step:
    """Return a step; where it has many points there is no room to say why."""
    is_few = len(points) <= _FEW
    return Step(title, tuple(Point(f, r, is_few and r.rule not in _SAYS_ALL) for f, r in points))


def _own_points(rules: RulesView) -> Iterator[tuple[CardFace, Ruling]]:
    for face in rules.edition.cards.values():
        if face.is_own:
            # A card that lies aside is several in one: each of them does something else.
            short = rules.short(face)
            for ruling in short if face.kind == "aside" else short[:1]:
                yield face, ruling
