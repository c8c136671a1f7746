"""The rules of a box: topics, cards, answers to questions, and all boxes side by side."""

from flask import Blueprint, make_response, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.editions import LocalizedText
from companion.rulings import Topic
from companion.web.http import htmx
from companion.web.http.i18n import language
from companion.web.rules.book import RulesView
from companion.web.rules.suggestions import Offer, missing
from companion.web.ui.registry import registry

bp = Blueprint("rules", __name__, url_prefix="/rules")

LONGEST_SHOWN = 200  # characters of a question that are shown again


@bp.get("")
def boxes() -> Response:
    """Show the boxes; the first page of the rules where they are written out."""
    return _page("rules/boxes.html", boxes=registry().editions.values())


@bp.get("/<edition>")
def index(edition: str) -> Response:
    """Show the topics of a box, and the words of its sheet."""
    box = registry().editions.get(edition)
    return index_page(RulesView(box)) if box else no_such_box(edition)


@bp.get("/<edition>/search")
def search(edition: str) -> Response:
    """Answer a question about a box."""
    box = registry().editions.get(edition)
    return search_page(RulesView(box)) if box else no_such_box(edition)


@bp.get("/<edition>/cards/<card>")
def card(edition: str, card: str) -> Response:
    """Show what a card does in a box."""
    box = registry().editions.get(edition)
    return card_page(RulesView(box), card) if box else no_such_box(edition)


@bp.get("/<edition>/<topic>")
def topic(edition: str, topic: str) -> Response:
    """Show the rulings of a topic in a box."""
    box = registry().editions.get(edition)
    return topic_page(RulesView(box), topic) if box else no_such_box(edition)


@bp.get("/compare/<topic>")
def compare(topic: str) -> Response:
    """Show what each box says on a topic, side by side."""
    rulings = registry().rulings
    if topic not in rulings.topics:
        return missing(
            topic,
            {
                key: Offer(_said(each.name), url_for("rules.compare", topic=key))
                for key, each in rulings.topics.items()
            },
        )
    every = list(registry().editions.values())
    first = rulings.by_edition[every[0].edition].values()
    rules = [ruling.rule for ruling in first if ruling.topic == topic]
    sides = [[(box, rulings.by_edition[box.edition][rule]) for box in every] for rule in rules]
    return _page("rules/compare.html", topic=rulings.topics[topic], sides=sides)


def index_page(book: RulesView) -> Response:
    """Draw the topics of a book."""
    return _page("rules/index.html", book=book)


def topic_page(book: RulesView, topic: str, **more: object) -> Response:
    """Draw a topic of a book; 404 with the nearest one where there is none.

    `fault` and `typed` go with it where a settlement was refused.
    """
    known = book.rulings.topics.get(topic)
    if known is None:
        topics = {key: _topic(book, each) for key, each in book.rulings.topics.items()}
        rulings = (r for key in topics for r in book.of_topic(key))
        return missing(
            topic, topics | {r.rule: Offer(_said(r.question), book.to(r)) for r in rulings}
        )
    return _page(
        "rules/topic.html",
        book=book,
        topic=known,
        rulings=book.of_topic(topic),
        **more,
    )


def card_page(book: RulesView, card: str) -> Response:
    """Draw a card of a book; 404 with the nearest one where there is none."""
    face = book.edition.cards.get(card)
    if face is None:
        return _no_such_card(book, card)
    return _page("rules/card.html", book=book, face=face, aspects=book.aspects(face))


def search_page(book: RulesView) -> Response:
    """Draw the answers to a question; nothing asked and nothing found are answers too."""
    question = " ".join(request.args.get("q", "").split())
    found = book.answer(question) if question else []
    name = "rules/_answers.html" if htmx.wants_partial() else "rules/search.html"
    shown = question[:LONGEST_SHOWN]
    return _page(name, book=book, question=shown, found=found)


def _page(name: str, **values: object) -> Response:
    return make_response(render_template(name, **values))


def no_such_box(edition: str, page: str = "rules.index") -> Response:
    """Answer 404 and offer this page of the nearest boxes."""
    known = registry().editions
    return missing(
        edition,
        {key: Offer(_said(box.name), url_for(page, edition=key)) for key, box in known.items()},
    )


def _topic(book: RulesView, topic: Topic) -> Offer:
    return Offer(_said(topic.name), book.address("topic", topic=topic.topic))


def _no_such_card(book: RulesView, card: str) -> Response:
    """Offer the cards of this box, and the same card where another box has it."""
    faces = book.edition.cards.values()
    offers = {f.card: Offer(_said(f.name), book.address("card", card=f.card)) for f in faces}
    for box in registry().editions.values():
        if card in box.cards:
            name = f"{_said(box.cards[card].name)} ({_said(box.name)})"
            offers[card] = Offer(name, RulesView(box).address("card", card=card))
    return missing(card, offers)


def _said(words: LocalizedText) -> str:
    return words.localized(language())
