"""The page of a game's links, and renewing one that somebody has who should not."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.web.http.i18n import gettext
from companion.web.ui import device, forms
from companion.web.ui.access import game_service, open_game
from companion.web.ui.registry import registry
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
    idempotency = registry().caches.idempotency
    request_id = request.form.get("request_id", "")[: forms.LONGEST_ID]
    if request_id:  # whoever guesses one learns nothing: for another key it is another request
        request_id = f"{key} {request_id}"
    with idempotency.lock:  # a second tap must find what the first has done
        own_key = idempotency.get(request_id)
        if own_key is None:
            access = open_game(key)
            kind, table = request.form.get("kind"), request.form.get("table")
            number = forms.number(table) if table else None
            new_key = game_service().renew_key(access, kind, number)
            registry().caches.polls.clear()  # else open pages would still be answered
            flash(gettext("There is a new link now: share it with everybody who had the old one."))
            own_key = new_key if kind == "score" else key  # with which this phone goes on
            idempotency.put(request_id, own_key)
    device.replace_key(key, own_key)
    return redirect(url_for("sharing.show", key=own_key), 303)
