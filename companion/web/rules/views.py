"""Pages of rules, alone or within a game: topics, cards, search, and comparison of boxes."""

from dataclasses import dataclass, replace
from itertools import groupby

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.datafiles.text import LocalizedText
from companion.editions import Edition
from companion.rulebook import Answers
from companion.rulings import Ruling
from companion.web.http import htmx
from companion.web.http.i18n import gettext, language
from companion.web.rules.book import RulesView, group_by_verdict
from companion.web.rules.missing import Offer, box_or_404, missing, offers_of, redirect_to_box
from companion.web.ui.access import open_game
from companion.web.ui.boxes import box_url, listed, played
from companion.web.ui.device import shown_side
from companion.web.ui.forms import Form
from companion.web.ui.messages import ruling_source
from companion.web.ui.names import box_names
from companion.web.ui.registry import registry

bp = Blueprint("rules", __name__, url_prefix="/rules")
in_game = Blueprint("in_game", __name__, url_prefix="/games/<key>/rules")

LONGEST_SHOWN = 200  # characters of a question shown in the page


@dataclass(frozen=True, slots=True)
class Point:
    """Answers of all boxes to one rule of a topic, including boxes it does not concern."""

    answers: list[tuple[Edition, Ruling]]

    @property
    def applicable(self) -> list[tuple[Edition, Ruling]]:
        """Answers of the boxes concerned, at least one."""
        return [(box, ruling) for box, ruling in self.answers if ruling.applies]

    @property
    def rule(self) -> str:
        return self.applicable[0][1].rule

    @property
    def question(self) -> LocalizedText:
        """Question in the wording of the first box concerned."""
        return self.applicable[0][1].question

    @property
    def by_verdict(self) -> list[tuple[str, Ruling]]:
        """Answers by verdict (see `group_by_verdict`)."""
        return group_by_verdict(self.answers)


def _shown(point: Point) -> list[tuple[str, str]]:
    """Return (names of boxes, verdict) as shown for a point."""
    return [(boxes, ruling.verdict.localized(language())) for boxes, ruling in point.by_verdict]


@bp.get("")
def boxes() -> str | Response:
    """Show the list of boxes, or with a question (`?q`) to `?edition` redirect to its answer."""
    question, known = _question(), played()
    if box := {**registry().playable, **known}.get(request.args.get("edition", "")):
        return redirect(box_url(box, question), 303)
    boxes = listed({**known, **registry().editions})
    return render_template("rules/boxes.html", boxes=boxes, question=question[:LONGEST_SHOWN])


def _question() -> str:
    return " ".join(request.args.get("q", "").split())


@in_game.get("")
@bp.get("/<edition>")
def index(**opened: str) -> str:
    return index_page(_rules(**opened))


@in_game.get("/search")
@bp.get("/<edition>/search")
def search(**opened: str) -> str:
    """Show the answers to a question, possibly none."""
    rules = _rules(**opened)
    question = _question()
    answers = rules.answer(question) if question else Answers()
    # Search for the full question, but show only its start.
    shown = question[:LONGEST_SHOWN]
    if not rules.has_rulings:
        return index_page(rules, shown, answers=answers)
    template = "rules/_answers.html" if htmx.wants_partial() else "rules/search.html"
    return render_template(template, rules=rules, question=shown, answers=answers)


@in_game.get("/source")
@bp.get("/<edition>/source")
def source(**opened: str) -> str:
    """Show the source of a box's rulings; `?rule` is the ruling linking here, if any."""
    rules = _read_rules(**opened)
    box, ruling = rules.edition, rules.get(request.args.get("rule", ""))
    rulings_box = None if box.rulings_from == box.edition else registry().editions[box.rulings_from]
    return render_template(
        "rules/source.html",
        rules=rules,
        ruling=ruling,
        rulings_box=rulings_box and rulings_box.name.localized(language()),
        report=_report(box, ruling),
        contact=registry().config.contact,
    )


def _report(box: Edition, ruling: Ruling | None) -> str:
    """Return a text template for reporting a wrong ruling."""
    lines = [box.name.localized(language())]
    if ruling:
        texts = (ruling.question, ruling.verdict, ruling.text)
        lines += [ruling.rule, *(text.localized(language()) for text in texts)]
        lines.append(f"({ruling_source(ruling)})")
    return "\n".join([*lines, "", gettext("My rules say:"), ""])


@in_game.get("/cards/<card>")
@bp.get("/<edition>/cards/<card>")
def card(card: str, **opened: str) -> str:
    """Show a card, or a 404 with similar cards or the boxes that have it."""
    rules = _rules(**opened)
    if card not in rules.edition.cards:
        offers = offers_of(rules.edition.cards, lambda key: rules.url_for("card", card=key))
        for box in registry().editions.values():
            if card in box.cards:
                name = box.cards[card].name.localized(language())
                label = f"{name} ({box.name.localized(language())})"
                offers[card] = Offer(label, RulesView(box).url_for("card", card=card))
        abort(missing(card, offers))
    rules = replace(rules, side=shown_side(rules.edition, card))
    return render_template("rules/card.html", rules=rules, face=rules.up.cards[card])


@in_game.get("/<topic>")
@bp.get("/<edition>/<topic>")
def topic(topic: str, **opened: str) -> str:
    return topic_page(_read_rules(**opened), topic)


@bp.get("/compare/<topic>")
def compare(topic: str) -> str:
    rulings = registry().rulings
    if topic not in rulings.topics:
        offers = offers_of(rulings.topics, lambda key: url_for("rules.compare", topic=key))
        abort(missing(topic, offers))
    every = list(registry().editions.values())
    boxes = [box for box in every if rulings.of_topic(box.edition, topic)]
    # Every box has all rules of a topic, some only with basis `not-in-edition`.
    first = rulings.by_edition[every[0].edition].values()
    rules = [ruling.rule for ruling in first if ruling.topic == topic]
    points = [
        Point([(box, rulings.by_edition[box.edition][rule]) for box in boxes]) for rule in rules
    ]
    differing = (point for point in points if len(point.by_verdict) > 1)
    return render_template(
        "rules/compare.html",
        topic=rulings.topics[topic],
        boxes=boxes,
        listed=listed({box.edition: box for box in boxes}),
        # Group consecutive points with equal answers.
        differing=[list(alike) for _, alike in groupby(differing, _shown)],
        same=[point for point in points if len(point.by_verdict) == 1],
        absent=box_names(box for box in every if box not in boxes),
    )


def _rules(edition: str = "", key: str = "") -> RulesView:
    """Return the rules of an edition, or of a game by its access key."""
    if not key:
        box = box_or_404(edition, "rules.index")
        return RulesView(box, side=shown_side(box))
    # Every access key may read rules; only the scoring key may settle points.
    access = open_game(key, "score", "watch", "table")
    return RulesView(access.edition, access, shown_side(access.edition))


def _read_rules(**opened: str) -> RulesView:
    """Return rules like `_rules`, or abort with a redirect if the box has no rulings."""
    rules = _rules(**opened)
    if not rules.has_rulings and rules.access:
        abort(redirect(rules.url_for("index"), 303))
    return rules if rules.has_rulings else redirect_to_box(rules.edition)


def index_page(
    rules: RulesView,
    question: str = "",
    fault: str | None = None,
    typed: Form | None = None,
    answers: Answers | None = None,
) -> str:
    """Return the page of topics and cards, or of house rules for a box without rulings.

    The latter also shows the `answers` to a question about another box.
    """
    template = "rules/index.html" if rules.has_rulings else "rules/unread.html"
    values = {"question": question, "fault": fault, "typed": typed or Form(), "answers": answers}
    return render_template(template, rules=rules, **values)


def topic_page(
    rules: RulesView, topic: str, fault: str | None = None, typed: Form | None = None
) -> str:
    """Return the page of a topic, or abort with a 404 that suggests similar ones."""
    topics = rules.rulings.topics
    if topic not in topics:
        offers = offers_of(topics, lambda key: rules.url_for("topic", topic=key))
        for key in topics:
            # The address may have been a rule id.
            for ruling in rules.of_topic(key):
                name = ruling.question.localized(language())
                offers[ruling.rule] = Offer(name, rules.url_of(ruling))
        abort(missing(topic, offers))
    rulings, by_edition = rules.of_topic(topic), rules.rulings.by_edition
    lacking = [ruling.rule for ruling in rulings if not ruling.applies]
    # Boxes concerned by rulings that do not concern this one.
    other_boxes = [
        box
        for box in registry().editions.values()
        if any(by_edition[box.edition][rule].applies for rule in lacking)
    ]
    values = {"fault": fault, "typed": typed, "rulings": rulings, "other_boxes": other_boxes}
    return render_template("rules/topic.html", rules=rules, topic=topics[topic], **values)
