"""The page of a game's links, and renewing one that somebody has who should not."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.services.access import Access, UnknownKeyError
from companion.web.http.i18n import gettext
from companion.web.ui import device, forms
from companion.web.ui.access import game_service, key_for, open_game
from companion.web.ui.registry import registry
from companion.web.ui.share_links import link_digest, share_links

bp = Blueprint("sharing", __name__, url_prefix="/games/<key>")


@bp.get("/share")
def show(key: str) -> str:
    access = open_game(key)
    televisions = registry().televisions.showing(access.game_id)
    links = list(share_links(access))
    values = {"game": access.game, "links": links, "televisions": len(televisions)}
    # Whose code is seen.
    shown = request.args.get("shown", links[0].name)
    return render_template("games/share.html", key=key, shown=shown, **values)


@bp.post("/share")
def renew(key: str) -> Response:
    """Make a new link of one kind; the old ones open nothing from now on.

    A second tap may reach another server, which has only the store to know it by. So the new key
    follows from the request itself: whoever asks for the same again is led to the same key, and
    whoever has the old link, but not the id of the request, learns nothing.
    """
    form = request.form
    kind, table = form.get("kind", ""), form.get("table")
    number = forms.number(table) if table else None
    new_key = key_for(key, kind, str(number))
    access = _access_unless_renewed(key, new_key)
    if access:
        if _is_renewed(access, kind, number, form.get("renewed")):
            new_key = None
        else:
            new_key = game_service().renew_key(access, kind, number, new_key)
            registry().polls.clear()  # else open pages would still be answered
            flash(gettext("There is a new link now: share it with everybody who had the old one."))
    own_key = new_key if new_key and kind == "score" else key  # with which this phone goes on
    device.replace_key(key, own_key)
    shown = f"{kind}-{table}" if table else kind
    return redirect(url_for("sharing.show", key=own_key, shown=shown), 303)


def _access_unless_renewed(key: str, new_key: str | None) -> Access | None:
    """Return what a key opens; None where this very request has renewed it, here or elsewhere."""
    games = game_service()
    if new_key and games.access_key(new_key):
        return None
    try:
        return open_game(key)
    except UnknownKeyError:
        # Another tap may have renewed it between these two looks.
        if new_key and games.access_key(new_key):
            return None
        raise


def _is_renewed(access: Access, kind: str, table: object, digest: str | None) -> bool:
    """Return whether the link that a page showed has been renewed since, by this tap or another."""
    keys = game_service().keys(access.game_id)
    present = [
        link_digest(found.key) for found in keys if (found.kind, found.table) == (kind, table)
    ]
    return bool(digest and present) and digest not in present
