"""The links of a game: shown as codes to scan, and renewed when somebody has one who should not."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.store.protocols import AccessKey, Kind
from companion.web.http.i18n import gettext
from companion.web.ui import forms
from companion.web.ui.access import PAGES, Access, open_game
from companion.web.ui.device import replace_key
from companion.web.ui.qr import link, qr_svg
from companion.web.ui.registry import game_service, registry

bp = Blueprint("sharing", __name__, url_prefix="/games/<key>")


@dataclass(frozen=True, slots=True)
class Code:
    """One link: what it may do, and the code to scan."""

    kind: Kind
    table: int | None
    link: str
    svg: Markup


def codes(access: Access) -> Iterator[Code]:
    """Give the links of a game: to keep score (the one that was used), to watch, to each table."""
    every = game_service().store.keys.of_game(access.game_id)
    watch = next(k.key for k in every if k.kind == "watch")
    yield _code("score", access.key)
    yield _code("watch", watch)
    for table, key in game_service().table_keys(access.game_id, access.game):
        yield _code("table", key, table)


def _code(kind: Kind, key: str, table: int | None = None) -> Code:
    to_page = link(url_for(PAGES[kind], key=key))
    return Code(kind, table, to_page, qr_svg(to_page))


@bp.get("/share")
def show(key: str) -> str:
    """Show the links to keep score and to watch."""
    access = open_game(key)
    return render_template(
        "games/share.html",
        access=access,
        codes=codes(access),
    )


@bp.post("/share")
def renew(key: str) -> Response:
    """Make a new link of one kind; the old ones open nothing from now on."""
    once = registry().recent.once
    with once.lock:  # a second tap must find what the first has done
        known = once.known(request.form.get("request_id"))
        if known is None:
            known = _renewed(key)
            once.note(request.form.get("request_id"), known)
    replace_key(key, known)
    return redirect(url_for("sharing.show", key=known), 303)


def _renewed(key: str) -> str:
    """Renew what the form asks for, and give the key with which to go on."""
    access = open_game(key)
    keys = game_service().store.keys
    kind, table = request.form.get("kind"), forms.number(request.form.get("table", ""))
    old = [k for k in keys.of_game(access.game_id) if (k.kind, k.table or "") == (kind, table)]
    if not old:
        abort(404)
    new = keys.renew(access.game_id, cast("Kind", kind), old[0].table)
    game_service().store.series.detach(
        access.game_id
    )  # else the game before would hand out the new one
    _forget(old)
    flash(gettext("The link was renewed. Whoever had the old one needs the new one."))
    return new if kind == "score" else key


def _forget(keys: list[AccessKey]) -> None:
    recent = registry().recent
    recent.former.note([k.key for k in keys], "renewed")
    recent.glances.forget()
