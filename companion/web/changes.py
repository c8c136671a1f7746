"""Everything about the table but its rounds: target, names, who comes and goes, the history."""

from typing import Any

from flask import Blueprint, make_response, redirect, render_template, request
from flask import url_for as address
from werkzeug.wrappers import Response

from companion.game.changing import read_change
from companion.game.faults import Refused
from companion.web import forms, history, says
from companion.web.access import Access, opened
from companion.web.errors import answer_to
from companion.web.kept import Conflict
from companion.web.nickname import called, nickname
from companion.web.told import tell

bp = Blueprint("changes", __name__, url_prefix="/games/<key>")


@bp.get("/settings")
def settings(key: str) -> str:
    """Show what can be changed about the table."""
    return _page(opened(key))


def _page(access: Access, **more: object) -> str:
    return render_template(
        "changes/settings.html",
        access=access,
        game=access.game,
        edition=access.edition,
        request_id=forms.fresh_request_id(),
        **{"typed": {}, "faults": {}, "conflict": None} | more,
    )


@bp.post("/settings")
def change(key: str) -> Response:
    """Make one change to the table."""
    access = opened(key)
    values = _values(request.form)
    write = forms.write_of(values, called(access))
    try:
        changed = access.games.change(access.game_id, write, lambda game: read_change(game, values))
    except Refused as refused:
        said = says.faults(refused.faults, access.edition)
        return make_response(_page(access, typed=request.form, faults=said), 422)
    except Conflict as conflict:
        now = Access(access.key, access.kind, access.game_id, conflict.game)
        page = _page(now, typed=request.form, conflict=answer_to(conflict))
        return make_response(page, 409)
    tell(history.saved(changed))
    return redirect(address("games.table", key=key), 303)


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


@bp.get("/history")
def told(key: str) -> str:
    """Tell every change, the latest first."""
    access = opened(key, "score", "watch")
    happened = history.told(access.games.journal(access.game_id), access.game)
    return render_template(
        "changes/history.html",
        access=access,
        game=access.game,
        happened=happened,
        nickname=nickname(),
        request_id=forms.fresh_request_id(),
    )
