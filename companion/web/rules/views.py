"""The rules of a box, also within a game: topics, cards, answers; and all boxes side by side."""

from dataclasses import dataclass
from itertools import groupby

from flask import Blueprint, abort, redirect, render_template, request, url_for

from companion.datafiles.text import LocalizedText
from companion.editions import CardFace, Edition
from companion.rulebook import Answers
from companion.rulings import Ruling, Topic
from companion.web.http import htmx
from companion.web.http.i18n import gettext, language
from companion.web.rules.book import RulesView, side_by_side
from companion.web.rules.missing import Offer, box_or_404, lead_to, missing, offers_of
from companion.web.ui.access import open_game
from companion.web.ui.forms import Form
from companion.web.ui.messages import box_names, ruling_source
from companion.web.ui.registry import registry

bp = Blueprint("rules", __name__, url_prefix="/rules")
in_game = Blueprint("in_game", __name__, url_prefix="/games/<key>/rules")

LONGEST_SHOWN = 200  # characters of a question that are shown again


@dataclass(frozen=True, slots=True)
class IndexPage:
    """The topics and cards of a box.

    Of one without rulings, what the table plays; `fault` and `typed` where that was refused.
    """

    rules: RulesView
    question: str = ""
    fault: str | None = None
    typed: Form | None = None


@dataclass(frozen=True, slots=True)
class TopicPage:
    """The rulings of a topic; `fault` and `typed` where a settlement was refused."""

    rules: RulesView
    topic: Topic
    fault: str | None = None
    typed: Form | None = None

    @property
    def rulings(self) -> list[Ruling]:
        """Those of this box and those that do not concern it."""
        return self.rules.of_topic(self.topic.topic)

    @property
    def elsewhere(self) -> list[Edition]:
        """The boxes that have the cards of which this box has none."""
        lacking = {ruling.rule for ruling in self.rulings if not ruling.is_here}
        by_edition = self.rules.rulings.by_edition
        return [
            box
            for box in registry().editions.values()
            if any(rule in lacking and r.is_here for rule, r in by_edition[box.edition].items())
        ]


@dataclass(frozen=True, slots=True)
class CardPage:
    """What a card does."""

    rules: RulesView
    face: CardFace


@dataclass(frozen=True, slots=True)
class SearchPage:
    """A question as far as it is shown again, and what answers it."""

    rules: RulesView
    question: str
    answers: Answers


@dataclass(frozen=True, slots=True)
class SourcePage:
    """What the rulings of a box were read from; `ruling` is the one that led here, if any."""

    rules: RulesView
    ruling: Ruling | None
    contact: str | None

    @property
    def lender(self) -> str | None:
        """The box that lends a table's own box its rulings."""
        box = self.rules.edition
        if box.rulings_like == box.edition:
            return None
        return registry().editions[box.rulings_like].name.localized(language())

    @property
    def report(self) -> str:
        """A text to copy by whoever found a wrong ruling."""
        lines = [self.rules.edition.name.localized(language())]
        if self.ruling:
            texts = (self.ruling.question, self.ruling.verdict, self.ruling.text)
            lines += [self.ruling.rule, *(text.localized(language()) for text in texts)]
            lines.append(f"({ruling_source(self.ruling)})")
        return "\n".join([*lines, "", gettext("My rules say:"), ""])


@dataclass(frozen=True, slots=True)
class Point:
    """What the boxes say on one point of a topic, those that it does not concern as well."""

    answers: list[tuple[Edition, Ruling]]

    @property
    def here(self) -> list[tuple[Edition, Ruling]]:
        """Those of the boxes that it concerns; there is at least one."""
        return [(box, ruling) for box, ruling in self.answers if ruling.is_here]

    @property
    def rule(self) -> str:
        return self.here[0][1].rule

    @property
    def question(self) -> LocalizedText:
        """The question, as the first box words it."""
        return self.here[0][1].question

    @property
    def sides(self) -> list[tuple[str, Ruling]]:
        """What is said on it, see `side_by_side`."""
        return side_by_side(self.answers)


@dataclass(frozen=True, slots=True)
class ComparePage:
    """A topic in the boxes that it concerns; `absent` names the others."""

    topic: Topic
    boxes: list[Edition]
    points: list[Point]
    absent: str

    @property
    def same(self) -> list[Point]:
        """The points on which all agree."""
        return [point for point in self.points if len(point.sides) == 1]

    @property
    def differing(self) -> list[list[Point]]:
        """The others: they are what is looked for. Those in a row that read alike are together."""
        points = (point for point in self.points if len(point.sides) > 1)
        return [list(alike) for _, alike in groupby(points, _read)]


def _read(point: Point) -> list[tuple[str, str]]:
    """Return what a reader sees of a point: the boxes, and what they say."""
    return [(boxes, ruling.verdict.localized(language())) for boxes, ruling in point.sides]


@bp.get("")
def boxes() -> str:
    """Show the boxes; the first page of the rules where they are exported."""
    return render_template("rules/boxes.html", boxes=registry().editions.values())


@in_game.get("")
@bp.get("/<edition>")
def index(**opened: str) -> str:
    return index_page(_rules(**opened))


@in_game.get("/search")
@bp.get("/<edition>/search")
def search(**opened: str) -> str:
    """Show the answers to a question; nothing asked and nothing found are answers too."""
    rules = _rules(**opened)
    question = " ".join(request.args.get("q", "").split())
    if not rules.has_rulings:
        return index_page(rules, question[:LONGEST_SHOWN])
    answers = rules.answer(question) if question else Answers()
    # Searched for in full, but what is shown again must not fill the page.
    page = SearchPage(rules, question[:LONGEST_SHOWN], answers)
    template = "rules/_answers.html" if htmx.wants_partial() else "rules/search.html"
    return render_template(template, page=page)


@in_game.get("/source")
@bp.get("/<edition>/source")
def source(**opened: str) -> str:
    rules = _read_rules(**opened)
    ruling = rules.get(request.args.get("rule", ""))
    page = SourcePage(rules, ruling, registry().config.contact)
    return render_template("rules/source.html", page=page)


@in_game.get("/cards/<card>")
@bp.get("/<edition>/cards/<card>")
def card(card: str, **opened: str) -> str:
    """Show a card; where there is none, the nearest cards or the boxes that have it."""
    rules = _read_rules(**opened)
    cards = rules.edition.cards
    if card not in cards:
        offers = offers_of(cards, lambda key: rules.url_for("card", card=key))
        for box in registry().editions.values():
            if card in box.cards:
                name = box.cards[card].name.localized(language())
                label = f"{name} ({box.name.localized(language())})"
                offers[card] = Offer(label, RulesView(box).url_for("card", card=card))
        abort(missing(card, offers))
    return render_template("rules/card.html", page=CardPage(rules, cards[card]))


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
    # A topic has the same points in every box, some of them only to say that they are not there.
    first = rulings.by_edition[every[0].edition].values()
    rules = [ruling.rule for ruling in first if ruling.topic == topic]
    points = [
        Point([(box, rulings.by_edition[box.edition][rule]) for box in boxes]) for rule in rules
    ]
    absent = box_names(box for box in every if box not in boxes)
    page = ComparePage(rulings.topics[topic], boxes, points, absent)
    return render_template("rules/compare.html", page=page)


def _rules(edition: str = "", key: str = "") -> RulesView:
    """Return the rules of a box, or of that of the game which a key opens."""
    if not key:
        return RulesView(box_or_404(edition, "rules.index"))
    # Every key may look things up; only the one that keeps score settles a point.
    access = open_game(key, "score", "watch", "table")
    return RulesView(access.edition, access)


def _read_rules(**opened: str) -> RulesView:
    """Return rules as `_rules` does; of a box without rulings, abort and lead to what is known."""
    rules = _rules(**opened)
    # Nobody here has read the leaflet of that box, and another's would be no answer.
    if not rules.has_rulings and rules.access:
        abort(redirect(rules.url_for("index"), 303))
    return rules if rules.has_rulings else lead_to(rules.edition)


def index_page(
    rules: RulesView, question: str = "", fault: str | None = None, typed: Form | None = None
) -> str:
    template = "rules/index.html" if rules.has_rulings else "rules/unread.html"
    return render_template(template, page=IndexPage(rules, question, fault, typed))


def topic_page(
    rules: RulesView, topic: str, fault: str | None = None, typed: Form | None = None
) -> str:
    """Return the page of a topic; aborts with the nearest ones where there is none."""
    topics = rules.rulings.topics
    if topic not in topics:
        offers = offers_of(topics, lambda key: rules.url_for("topic", topic=key))
        for key in topics:
            # What was wanted may be a ruling by its id.
            for ruling in rules.of_topic(key):
                name = ruling.question.localized(language())
                offers[ruling.rule] = Offer(name, rules.url_of(ruling))
        abort(missing(topic, offers))
    page = TopicPage(rules, topics[topic], fault, typed)
    return render_template("rules/topic.html", page=page)
