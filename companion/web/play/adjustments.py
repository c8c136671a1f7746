"""Views of a game's penalties and bonuses: points that the table gives beside the rounds."""

from collections.abc import Callable, Mapping

from flask import Blueprint, flash, make_response, redirect, render_template, request
from werkzeug.wrappers import Response

from companion.game.faults import ValidationError
from companion.game.requests.adjustment import seats_at
from companion.game.standings import ending
from companion.services import Kind
from companion.services.access import Access
from companion.services.changes import Changed, Write
from companion.services.errors import ConflictError
from companion.web.errors import answer_to
from companion.web.ui import forms
from companion.web.ui.access import game_service, open_game, page_url
from companion.web.ui.device import author
from companion.web.ui.journal.saved import flash_kind, saved_sentence
from companion.web.ui.messages import fault_sentences, sum_sentence

bp = Blueprint("adjustments", __name__)


@bp.get("/games/<key>/adjustments", defaults={"kind": "score"})
@bp.get("/tables/<key>/adjustments", defaults={"kind": "table"})
def show(key: str, kind: Kind) -> str:
    return _page(open_game(key, kind))


def _page(
    access: Access, faults: Mapping[str, str] | None = None, typed: forms.Form | None = None
) -> str:
    """Return the page, after a refused change with the form as typed and the reason."""
    game, table = access.game, access.table
    return render_template(
        "play/adjustments.html",
        access=access,
        seats=game.current_roster if table is None else seats_at(game, table),
        seen=None if table is None else len(game.rounds_at(table)),
        ending=ending(game),
        typed=typed or request.form,
        faults=faults or {},
    )


@bp.post("/games/<key>/adjustments", defaults={"kind": "score"})
@bp.post("/tables/<key>/adjustments", defaults={"kind": "table"})
def add(key: str, kind: Kind) -> Response:
    access = open_game(key, kind)
    if typed := forms.added_up(request.form, "points"):
        return make_response(_page(access, {"/points": sum_sentence()}, typed))
    adjust = game_service().changes.adjust
    return _changed(access, lambda access, write: adjust(access, write, _values()))


def _values() -> dict[str, object]:
    form = forms.submitted()
    typed = form.get("points", "").strip()
    points = forms.total(typed.removeprefix("+"), "/points")
    # A sign that was typed says more than the one chosen beside it.
    if isinstance(points, int) and typed[0].isdecimal() and form.get("sign") == "-":
        points = -points
    return {"player": form.get("player", ""), "points": points, "why": form.get("why", "")}


@bp.post("/games/<key>/adjustments/<int:number>/remove")
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
        return make_response(_page(conflict.access, {"": answer_to(conflict).message}), 409)
    flash(saved_sentence(changed), flash_kind(changed))
    return redirect(page_url(access), 303)
