"""Everything about the table but its rounds: target, names, who comes and goes, the history."""

from typing import Any

from flask import Blueprint, flash, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.game.faults import ValidationError
from companion.game.requests.change import read_change
from companion.services.games import ConflictError
from companion.web.errors import answer_to
from companion.web.ui import forms, journal_text, messages
from companion.web.ui.access import Access, open_game
from companion.web.ui.device import author

bp = Blueprint("settings", __name__, url_prefix="/games/<key>")


@bp.get("/settings")
def show(key: str) -> str:
    """Show what can be changed about the table."""
    return _page(open_game(key))


def _page(access: Access, **more: object) -> str:
    return render_template(
        "games/settings.html",
        access=access,
        game=access.game,
        edition=access.edition,
        **{"typed": {}, "faults": {}, "conflict": None} | more,
    )


@bp.post("/settings")
def change(key: str) -> Response:
    """Make one change to the table."""
    access = open_game(key)
    values = _values(request.form)
    write = forms.write_of(values, author(access))
    try:
        changed = access.games.change(access.game_id, write, lambda game: read_change(game, values))
    except ValidationError as refused:
        said = messages.fault_sentences(refused.faults, access.edition)
        return make_response(_page(access, typed=request.form, faults=said), 422)
    except ConflictError as conflict:
        now = Access(access.key, access.kind, access.game_id, conflict.game)
        page = _page(now, typed=request.form, conflict=answer_to(conflict))
        return make_response(page, 409)
    flash(journal_text.saved_sentence(changed))
    return redirect(url_for("table.show", key=key), 303)


def _values(form: forms.Form) -> dict[str, Any]:  # noqa: PLR0911 - one table, written as a match
    """Read the one change that its button names."""
    match form.get("change"):
        case "target":
            return {"target": forms.number(form.get("target", ""))}
        case "players":
            return {"players": form.getlist("players")}
        case "dealer":
            return {"dealer": form.get("dealer", "")}
        case "leave":
            return {"leave": form.getlist("leave")}
        case "join":
            total = form.get("total", "").strip()
            return {"join": [{"name": form.get("name", ""), "total": _or_none(total)}]}
        case "stand-in":
            return {"seat": forms.number(form.get("seat", "")), "name": form.get("name", "")}
        case "rotations":
            return {"rotations": forms.number(form.get("rotations", ""))}
        case "finish" | "go-on" as wish:
            return {"finish": wish == "finish"}
    return {}


def _or_none(text: str) -> int | str | None:
    return forms.number(text) if text else None
