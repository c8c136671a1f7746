"""Recording, opening, correcting and removing rounds; taking back."""

from dataclasses import replace

from flask import Blueprint, abort, flash, redirect, request
from werkzeug.wrappers import Response

from companion.game.game import Game
from companion.services.games import (
    Changed,
    ConflictError,
    RefusedChangeError,
    UnconfirmedHandsError,
    Write,
    round_numbered,
)
from companion.store.protocols import Kind
from companion.web.errors import answer_to
from companion.web.http import htmx
from companion.web.http.i18n import gettext
from companion.web.play.conflicts import meanwhile
from companion.web.play.table import table_page
from companion.web.ui import forms, journal_text
from companion.web.ui.access import Access, open_game, page_url
from companion.web.ui.device import author
from companion.web.ui.pages import Page, form_page
from companion.web.ui.registry import game_service

bp = Blueprint("rounds", __name__)


@bp.post("/games/<key>/rounds", defaults={"kind": "score"})
@bp.post("/tables/<key>/rounds", defaults={"kind": "table"})
def record(key: str, kind: Kind) -> Response:
    """Record the round that the form holds, at the table of the key."""
    access = open_game(key, kind)
    if access.game.game_format.is_planned and access.table is None:
        abort(404)  # each table of a tournament has a page of its own
    form = forms.sent()

    def values(game: Game) -> object:
        return forms.round_values(form, game, forms.open_table(game, access.table))

    unconfirmed = forms.unconfirmed(form)
    return _saved(game_service().record_round(access, _write(access), values, unconfirmed), access)


@bp.get("/games/<key>/rounds/<int:number>")
def show(key: str, number: int) -> Response:
    """Open one round: its cards, their values and the rule that credits them."""
    return htmx.answer(_round_page(open_game(key, "score", "watch"), number))


@bp.post("/games/<key>/rounds/<int:number>")
def correct(key: str, number: int) -> Response:
    """Correct one round."""
    access = open_game(key)
    form = forms.sent()

    def values(game: Game) -> object:
        return forms.round_values(form, game, game.table_of(number))

    unconfirmed = forms.unconfirmed(form)
    changed = game_service().correct_round(access, number, _write(access), values, unconfirmed)
    return _saved(changed, access)


@bp.post("/games/<key>/rounds/<int:number>/remove")
def remove(key: str, number: int) -> Response:
    """Remove one round; the later ones close up."""
    access = open_game(key)
    return _saved(game_service().remove_round(access, number, _write(access)), access)


@bp.post("/games/<key>/undo", defaults={"kind": "score"})
@bp.post("/tables/<key>/undo", defaults={"kind": "table"})
def undo(key: str, kind: Kind) -> Response:
    """Take back the last change that still stands, or the last round of the key's table."""
    access = open_game(key, kind)
    return _saved(game_service().undo(access, _write(access)), access)


@bp.post("/games/<key>/redo")
def redo(key: str) -> Response:
    """Take back the last taking back."""
    access = open_game(key)
    return _saved(game_service().redo(access, _write(access)), access)


@bp.post("/games/<key>/back")
def step_back(key: str) -> Response:
    """Step back to how the game stood after a version."""
    access = open_game(key)
    version = forms.number(request.form.get("to", ""))
    return _saved(game_service().step_back(access, version, _write(access)), access)


@bp.errorhandler(UnconfirmedHandsError)
def unconfirmed(error: UnconfirmedHandsError) -> Response:
    """Show as which cards the words were read; they are saved when they are sent once more."""
    return htmx.answer(_form_page(error.access, request.form, shown=error.hands))


@bp.errorhandler(RefusedChangeError)
def refused(error: RefusedChangeError) -> Response:
    """Show all that was typed again, and what is wrong with it."""
    faults = forms.by_field(error, error.access.game)
    page = _form_page(error.access, request.form, faults=faults, is_impossible=error.is_impossible)
    return htmx.answer(page, 422)


@bp.errorhandler(ConflictError)
def overtaken(error: ConflictError) -> Response:
    """Show what was recorded meanwhile beside what was typed; nothing more where it is the same."""
    access, answer = error.access, answer_to(error)
    found = meanwhile(access, request.form)
    if found is None:
        return htmx.answer(_form_page(access, request.form, conflict=answer), 409)
    if found.is_same:
        return _done(access, gettext("This was saved already."))
    return htmx.answer(_form_page(access, conflict=answer, meanwhile=found), 409)


def _form_page(access: Access, typed: forms.Form | None = None, **more: object) -> str:
    """Draw the page with the form that was sent: that of the round, else that of the key."""
    number = (request.view_args or {}).get("number", 0)
    if request.endpoint == "rounds.correct" and number <= len(access.game.rounds):
        return _round_page(access, number, typed, **more)
    return table_page(access, typed, **more)


def _saved(changed: Changed, access: Access) -> Response:
    return _done(replace(access, game=changed.game), journal_text.saved_sentence(changed))


def _done(access: Access, message: str) -> Response:
    """Say what was done on the page of the key."""
    flash(message)
    if htmx.wants_partial():
        is_elsewhere = "number" in (request.view_args or {})  # on the page of a round
        place = page_url(access) if is_elsewhere else None
        return htmx.answer(table_page(access), place=place)
    return redirect(page_url(access), 303)


def _write(access: Access) -> Write:
    return forms.write_of(forms.sent().to_dict(flat=False), author(access))


def _round_page(
    access: Access, number: int, typed: forms.Form | None = None, **more: object
) -> str:
    round_ = round_numbered(access.game, number)

    def shown() -> dict[str, object]:
        return {
            "number": number,
            "played": access.game.tally.played[number - 1],
            "table": access.game.table_of(number),
            "typed": forms.filled(round_),
        }

    return form_page(access, Page("play/rounds/round.html", shown), typed, more)
