"""Views of a game's penalties and bonuses: points that the table gives beside the rounds."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from flask import Blueprint, flash, make_response, redirect, render_template, request
from werkzeug.wrappers import Response

from companion.game.faults import ValidationError
from companion.services.access import Access
from companion.services.changes import Changed, Write
from companion.services.errors import ConflictError
from companion.web.errors import answer_to
from companion.web.play.score_sheet import GameView
from companion.web.ui import forms
from companion.web.ui.access import game_service, open_game, page_url
from companion.web.ui.device import author
from companion.web.ui.headlines import ending_sentence
from companion.web.ui.journal.saved import flash_kind, saved_sentence
from companion.web.ui.messages import fault_sentences

bp = Blueprint("adjustments", __name__, url_prefix="/games/<key>/adjustments")


@bp.get("")
def show(key: str) -> str:
    return _page(open_game(key))


def _page(access: Access, faults: Mapping[str, str] | None = None, conflict: str = "") -> str:
    """Return the page, after a refused change with the form as typed and the reason."""
    view = GameView(access.game)
    values = {"access": access, "view": view, "typed": request.form, "conflict": conflict}
    return render_template("play/adjustments.html", faults=faults or {}, **values)


@bp.post("")
def add(key: str) -> Response:
    form = forms.submitted()
    typed = form.get("points", "").strip().replace("\u2212", "-")
    # A sign that was typed says more than the one chosen beside it.
    signed = typed if typed[:1] in {"+", "-"} else form.get("sign", "") + typed
    values = {
        "player": form.get("player", ""),
        "points": forms.number(signed.removeprefix("+")),
        "why": form.get("why", ""),
    }
    changes = game_service().changes
    return _changed(open_game(key), lambda access, write: changes.adjust(access, write, values))


@bp.post("/<int:number>/remove")
def remove(key: str, number: int) -> Response:
    changes = game_service().changes
    return _changed(
        open_game(key), lambda access, write: changes.remove_adjustment(access, number, write)
    )


def _changed(access: Access, change: Callable[[Access, Write], Changed]) -> Response:
    write = forms.write_from_form(forms.submitted().to_dict(flat=False), author(access))
    try:
        changed = change(access, write)
    except ValidationError as refused:
        page = _page(access, fault_sentences(refused.faults, access.edition))
        return make_response(page, 422)
    except ConflictError as conflict:
        return make_response(_page(conflict.access, conflict=answer_to(conflict).message), 409)
    access = replace(access, game=changed.game)
    outcome = GameView(changed.game).ending
    said = [saved_sentence(changed), *([ending_sentence(changed.game, outcome)] if outcome else [])]
    flash(" ".join(said), flash_kind(changed))
    return redirect(page_url(access), 303)
