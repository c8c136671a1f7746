"""Views to record, show, correct and remove rounds, and to undo and redo changes."""

from dataclasses import replace

from flask import Blueprint, abort, flash, request
from werkzeug.wrappers import Response

from companion.game.faults import Fault, FaultCode, ValidationError
from companion.game.game import Game
from companion.game.standings import ending
from companion.services import Kind
from companion.services.access import Access
from companion.services.changes import Changed, Write, numbered
from companion.services.errors import ConflictError, RefusedChangeError, UnconfirmedHandsError
from companion.web.errors import answer_to
from companion.web.http import htmx
from companion.web.http.i18n import gettext
from companion.web.play import round_form
from companion.web.play.round_form import NOTHING_REFUSED, Refusal
from companion.web.play.table import saved_round, table_page
from companion.web.ui import forms
from companion.web.ui.access import game_service, open_game, page_url
from companion.web.ui.device import author
from companion.web.ui.headlines import win_headline
from companion.web.ui.journal.saved import flash_kind, saved_sentence
from companion.web.ui.pages import render, render_partial

bp = Blueprint("rounds", __name__)


@bp.post("/games/<key>/rounds", defaults={"kind": "score"})
@bp.post("/tables/<key>/rounds", defaults={"kind": "table"})
def record(key: str, kind: Kind) -> Response:
    access = open_game(key, kind)
    if access.game.game_format.has_several_tables and access.table is None:
        abort(404)  # each table of a tournament has a page of its own
    form = forms.submitted()
    unconfirmed = forms.unconfirmed(form)

    def values(game: Game) -> object:
        table = game.open_table(access.table)
        if table is None:
            raise ValidationError([Fault(FaultCode.TABLE_NOT_OPEN, values={"table": access.table})])
        return forms.round_values(form, game, table)

    changed = game_service().changes.record_round(access, _write(access), values, unconfirmed)
    return _saved(changed, access)


@bp.get("/games/<key>/rounds/<int:number>")
def show(key: str, number: int) -> Response:
    return htmx.response(_round_page(open_game(key, "score", "watch"), number))


@bp.post("/games/<key>/rounds/<int:number>")
def correct(key: str, number: int) -> Response:
    access = open_game(key)
    form, write = forms.submitted(), _write(access)
    unconfirmed = forms.unconfirmed(form)

    def values(game: Game) -> object:
        return forms.round_values(form, game, game.table_of(number))

    changed = game_service().changes.correct_round(access, number, write, values, unconfirmed)
    return _saved(changed, access)


@bp.post("/games/<key>/rounds/<int:number>/remove")
def remove(key: str, number: int) -> Response:
    """Remove a round and renumber the later ones."""
    access = open_game(key)
    return _saved(game_service().changes.remove_round(access, number, _write(access)), access)


@bp.post("/games/<key>/undo", defaults={"kind": "score"})
@bp.post("/tables/<key>/undo", defaults={"kind": "table"})
def undo(key: str, kind: Kind) -> Response:
    access = open_game(key, kind)
    return _saved(game_service().changes.undo(access, _write(access)), access)


@bp.post("/games/<key>/redo")
def redo(key: str) -> Response:
    access = open_game(key)
    return _saved(game_service().changes.redo(access, _write(access)), access)


@bp.post("/games/<key>/back")
def step_back(key: str) -> Response:
    access = open_game(key)
    # `version` is the one that the page showed, and `to` is the one to go back to.
    version = forms.number(request.form.get("to", ""))
    return _saved(game_service().changes.step_back(access, version, _write(access)), access)


@bp.errorhandler(UnconfirmedHandsError)
def show_understood(error: UnconfirmedHandsError) -> Response:
    """Show the cards read from words, and sums, to be confirmed by sending the form again."""
    typed = forms.Form(request.form)
    for seat, hand in error.hands.items():
        if hand.cards is None:
            typed[f"points-{seat}"] = str(hand.points)
    refusal = Refusal(typed, understood=error.hands)
    # 200 and not an error: the input is valid and only needs to be confirmed.
    return htmx.response(_page(error.access, refusal))


@bp.errorhandler(RefusedChangeError)
def show_faults(error: RefusedChangeError) -> Response:
    faults = forms.by_field(error, error.access.game)
    refusal = Refusal(request.form, faults=faults, is_impossible=error.is_impossible)
    return htmx.response(_page(error.access, refusal), 422)


@bp.errorhandler(ConflictError)
def show_conflict(error: ConflictError) -> Response:
    """Show the round recorded meanwhile beside the typed one, unless both are the same."""
    other_round = round_form.round_conflict(error.access, request.form)
    if other_round is None:
        # No other round was recorded under this number, so there is nothing to compare.
        refusal = Refusal(request.form, conflict=answer_to(error))
    # Two phones at one table sent the same round, so there is nothing to decide.
    elif other_round.is_same:
        return _done(error.access, gettext("This was already saved."))
    else:
        refusal = Refusal(conflict=answer_to(error), other_round=other_round)
    return htmx.response(_page(error.access, refusal), 409)


def _page(access: Access, refusal: Refusal) -> str:
    """Return the page of the form that was sent, either of its round or of the table."""
    # A correction is shown again on the page of its round, unless that round was removed.
    number = (request.view_args or {}).get("number", 0)
    if request.endpoint == "rounds.correct" and number <= len(access.game.rounds):
        return _round_page(access, number, refusal)
    return table_page(access, refusal)


def _round_page(access: Access, number: int, refusal: Refusal = NOTHING_REFUSED) -> str:
    numbered(access.game.rounds, number)
    values = {"access": access, "number": number}
    form = round_form.correction_form(access, number, refusal)
    return render("play/rounds/round.html", "play/rounds/_round.html", form=form, **values)


def _saved(changed: Changed, access: Access) -> Response:
    access = replace(access, game=changed.game)
    message, kind = saved_sentence(changed), flash_kind(changed)
    part = saved_round(access, changed) if htmx.wants_minimal() else None
    if part is None:
        return _done(access, message, kind)
    flash(message, kind)
    return htmx.minimal_response(render_partial("shared/_flash.html", is_alone=True) + part)


def _done(access: Access, message: str, kind: str = "message") -> Response:
    """Show the table's page with a message, which also names the winner of an ended game."""
    outcome = ending(access.game)
    flash(f"{message} {win_headline(access.game, outcome)}" if outcome else message, kind)
    is_elsewhere = "number" in (request.view_args or {})  # on the page of a round
    if is_elsewhere or not htmx.wants_partial():
        return htmx.redirect_to(page_url(access))
    return htmx.response(table_page(access))


def _write(access: Access) -> Write:
    return forms.write_from_form(forms.submitted().to_dict(flat=False), author(access))
