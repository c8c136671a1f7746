"""The rules within a game: what its box says, what the table plays, and what was applied."""

from collections.abc import Callable
from dataclasses import replace

from flask import Blueprint, abort, flash, make_response, redirect, request
from werkzeug.wrappers import Response

from companion.game.entries import Entry, RoundCorrected
from companion.game.faults import ValidationError
from companion.game.replay import Game
from companion.game.requests.change import read_settlement, unsettle
from companion.game.requests.round import read_note
from companion.rulings import Ruling
from companion.services.games import ConflictError
from companion.web.errors import answer_to
from companion.web.rules.book import RulesView
from companion.web.rules.views import card_page, index_page, search_page, topic_page
from companion.web.ui import forms, journal_text, messages
from companion.web.ui.access import Access, open_game
from companion.web.ui.device import author

bp = Blueprint("in_game", __name__, url_prefix="/games/<key>/rules")


def _book(key: str) -> RulesView:
    access = open_game(key, "score", "watch", "table")
    return RulesView(access.edition, access)


@bp.get("")
def index(key: str) -> Response:
    """Show the rules of the box, and what this table plays its own way."""
    return index_page(_book(key))


@bp.get("/search")
def search(key: str) -> Response:
    """Answer a question; the running game weighs in."""
    return search_page(_book(key))


@bp.get("/cards/<card>")
def card(key: str, card: str) -> Response:
    """Show what a card does."""
    return card_page(_book(key), card)


@bp.get("/<topic>")
def topic(key: str, topic: str) -> Response:
    """Show the rulings of a topic, each above with what the table plays."""
    return topic_page(_book(key), topic)


@bp.post("/settled")
def settle(key: str) -> Response:
    """Settle a point the table's own way, or play it by the sheet again."""
    access = open_game(key)
    rule = _asked(RulesView(access.edition, access)).rule

    def make(game: Game) -> Entry:
        if "by_the_sheet" in request.form:
            try:
                return unsettle(game, rule)
            except LookupError:
                abort(404)
        return read_settlement(game, rule, _settlement())

    return _changed(access, make)


def _settlement() -> dict[str, object]:
    from_round = request.form.get("from_round", "").strip()
    return {
        "text": request.form.get("text", ""),
        "from_round": forms.number(from_round) if from_round else None,
    }


@bp.post("/noted")
def note(key: str) -> Response:
    """Note with a round that was played which ruling was applied."""
    access = open_game(key)
    rule = _asked(RulesView(access.edition, access)).rule
    number = forms.number(request.form.get("round", ""))

    def make(game: Game) -> Entry:
        if not isinstance(number, int) or not 1 <= number <= len(game.rounds):
            abort(404)
        round_ = game.rounds[number - 1]
        noted = read_note({"rule": rule, "text": request.form.get("text", "")})
        return RoundCorrected(number, replace(round_, notes=(*round_.notes, noted)))

    return _changed(access, make)


def _asked(book: RulesView) -> Ruling:
    return book.get(request.form.get("rule", "")) or abort(404)


def _changed(access: Access, make: Callable[[Game], Entry]) -> Response:
    """Make the change and show the ruling again; what was refused is said and kept there."""
    write = forms.write_of(request.form.to_dict(flat=False), author(access))
    try:
        changed = access.games.change(access.game_id, write, make)
    except ValidationError as refused:
        faults = messages.fault_sentences(refused.faults, access.edition)
        return _again(access, 422, " ".join(faults.values()))
    except ConflictError as conflict:
        return _again(replace(access, game=conflict.game), 409, answer_to(conflict).message)
    flash(journal_text.saved_sentence(changed))
    book = RulesView(access.edition, access)
    return redirect(book.to(_asked(book)), 303)


def _again(access: Access, status: int, fault: str) -> Response:
    book = RulesView(access.edition, access)
    page = topic_page(book, _asked(book).topic, fault=fault, typed=request.form)
    return make_response(page, status)
