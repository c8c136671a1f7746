"""The page of a game's links, and renewing one that somebody has who should not."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.web.http.i18n import gettext
from companion.web.ui import device, forms
from companion.web.ui.access import open_game
from companion.web.ui.registry import game_service, registry
from companion.web.ui.share_links import ShareLink, share_links

bp = Blueprint("sharing", __name__, url_prefix="/games/<key>")


@dataclass(frozen=True, slots=True)
class SharePage:
    """The links of a game, for whoever has the `key` to write."""

    key: str
    links: Sequence[ShareLink]


@bp.get("/share")
def show(key: str) -> str:
    """Show the links: to keep score, to watch, to each table of a tournament."""
    page = SharePage(key, list(share_links(open_game(key))))
    return render_template("games/share.html", page=page)


@bp.post("/share")
def renew(key: str) -> Response:
    """Make a new link of one kind; the old ones open nothing from now on."""
    once = registry().recent.once
    request_id = request.form.get("request_id")
    with once.lock:  # a second tap must find what the first has done
        new_key = once.known(request_id)
        if new_key is None:
            new_key = _renew(key)
            once.note(request_id, new_key)
    device.replace_key(key, new_key)
    return redirect(url_for("sharing.show", key=new_key), 303)


def _renew(key: str) -> str:
    """Renew the link that the form names; return the key with which this phone goes on."""
    access = open_game(key)
    store = game_service().store
    wanted = (request.form.get("kind"), forms.number(request.form.get("table", "")))
    old = [k for k in store.keys.of_game(access.game_id) if (k.kind, k.table or "") == wanted]
    if not old:
        abort(404)
    new = store.keys.renew(access.game_id, old[0].kind, old[0].table)
    # Else whoever has a link to the game before would be led on to the new link of this one.
    store.series.detach(access.game_id)
    game_service().former.note([k.key for k in old], "renewed")
    registry().recent.glances.forget()  # open pages must not be answered as if nothing happened
    flash(gettext("The link was renewed. Whoever had the old one needs the new one."))
    return new if old[0].kind == "score" else key
