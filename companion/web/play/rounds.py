"""Recording, opening, correcting and removing rounds; taking back."""

from collections.abc import Callable
from dataclasses import replace

from flask import Blueprint, abort, flash, redirect, request
from werkzeug.wrappers import Response

from companion.game.entries import Entry, RoundCorrected, RoundRecorded, RoundRemoved
from companion.game.faults import ValidationError
from companion.game.replay import Game
from companion.game.requests.change import redo as brought_back
from companion.game.requests.change import step_back as back_to
from companion.game.requests.change import undo as taken_back
from companion.game.requests.round import ImpossibleCountError, read_round
from companion.game.rounds import Round
from companion.game.standings import ending
from companion.game.tournament.tables import OpenTable
from companion.services.games import ConflictError, GameFinishedError
from companion.web.errors import answer_to
from companion.web.http import htmx
from companion.web.http.i18n import gettext
from companion.web.play.conflicts import meanwhile
from companion.web.play.table import table_page
from companion.web.ui import forms, journal_text
from companion.web.ui.access import Access, open_game
from companion.web.ui.device import author
from companion.web.ui.pages import Page, form_page

bp = Blueprint("rounds", __name__, url_prefix="/games/<key>")


@bp.post("/rounds")
def record(key: str) -> Response:
    """Record the round that the form holds."""
    access = open_game(key)
    if access.game.game_format.is_planned:
        abort(404)  # each table of a tournament has a page of its own

    def make(game: Game) -> Entry:
        if ending(game):
            raise GameFinishedError(game)
        return RoundRecorded(read(access, game, game.tables_open[0]))

    return saved(access, make, table_page)


@bp.get("/rounds/<int:number>", endpoint="show")
def round_(key: str, number: int) -> Response:
    """Open one round: its cards, their values and the rule that credits them."""
    access = open_game(key, "score", "watch")
    return htmx.answer(_round_page(number)(access))


@bp.post("/rounds/<int:number>")
def correct(key: str, number: int) -> Response:
    """Correct one round."""
    access = open_game(key)
    page = _round_page(number)

    def make(game: Game) -> Entry:
        _existing(game, number)
        return RoundCorrected(number, read(access, game, game.table_of(number), number))

    return saved(access, make, page, table_page)


@bp.post("/rounds/<int:number>/remove")
def remove(key: str, number: int) -> Response:
    """Remove one round; the later ones close up."""
    access = open_game(key)

    def make(game: Game) -> Entry:
        _existing(game, number)
        return RoundRemoved(number)

    return saved(access, make, table_page, table_page)


@bp.post("/undo")
def undo(key: str) -> Response:
    """Take back the last change that still stands."""
    return saved(open_game(key), taken_back, table_page)


@bp.post("/back")
def step_back(key: str) -> Response:
    """Step back to how the game stood after a version."""
    version = forms.number(request.form.get("to", ""))
    return saved(open_game(key), lambda game: back_to(game, version), table_page)


@bp.post("/redo")
def redo(key: str) -> Response:
    """Take back the last taking back."""
    return saved(open_game(key), brought_back, table_page)


def read(access: Access, game: Game, table: OpenTable, number: int | None = None) -> Round:
    """Read the form of a round at this table: a new one, or what round `number` really was."""
    form = forms.sent()
    round_ = read_round(game, access.edition.lexicon, forms.round_values(form, game, table), number)
    forms.show_first(form, round_)
    return round_


def _existing(game: Game, number: int) -> Round:
    if not 1 <= number <= len(game.rounds):
        abort(404)
    return game.rounds[number - 1]


def saved(
    access: Access,
    make: Callable[[Game], Entry],
    page: Callable[..., str],
    home: Callable[..., str] | None = None,
) -> Response:
    """Make the change and go back to the page of the key; else show all that was typed again.

    `page` draws the page on which it was asked for, `home` that of the key, if it is another one.
    """
    write = forms.write_of(forms.sent().to_dict(flat=False), author(access))
    try:
        changed = access.games.change(access.game_id, write, make)
    except forms.UnconfirmedHandsError as unseen:
        return htmx.answer(page(access, request.form, shown=unseen.hands))
    except ValidationError as refused:
        faults = forms.by_field(refused, access.game)
        is_impossible = isinstance(refused, ImpossibleCountError)
        told = page(access, request.form, faults=faults, is_impossible=is_impossible)
        return htmx.answer(told, 422)
    except ConflictError as conflict:
        return _overtaken(replace(access, game=conflict.game), conflict, page)
    now = replace(access, game=changed.game)
    saved = journal_text.saved_sentence(changed)
    return _done(now, saved, home or page, access.page if home else None)


def _done(
    access: Access, said: str, page: Callable[..., str], place: str | None = None
) -> Response:
    """Say what was done on the page of the key, which has the address `place` if it is another."""
    flash(said)
    if htmx.wants_partial():
        return htmx.answer(page(access), place=place)
    return redirect(access.page, 303)


def _overtaken(access: Access, conflict: ConflictError, page: Callable[..., str]) -> Response:
    """Show what was recorded meanwhile beside what was typed; nothing more where it is the same."""
    form = request.form
    found = meanwhile(access, form)
    if found is None:
        return htmx.answer(page(access, form, conflict=answer_to(conflict)), 409)
    if found.is_same:
        return _done(access, gettext("This was saved already."), page)
    told = page(access, conflict=answer_to(conflict), meanwhile=found)
    return htmx.answer(told, 409)


def _round_page(number: int) -> Callable[..., str]:
    def page(access: Access, typed: forms.Form | None = None, **more: object) -> str:
        round_ = _existing(access.game, number)

        def shown() -> dict[str, object]:
            return {
                "number": number,
                "played": access.game.tally.played[number - 1],
                "table": access.game.table_of(number),
                "typed": forms.filled(round_),
            }

        return form_page(access, Page("play/rounds/round.html", shown), typed, more)

    return page
