"""Views to show a game's links and to renew one that has leaked."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.services.access import Access, UnknownKeyError
from companion.web.http.i18n import gettext
from companion.web.ui import device, forms
from companion.web.ui.access import game_service, key_from_request, open_game
from companion.web.ui.registry import registry
from companion.web.ui.share_links import link_digest, share_links

bp = Blueprint("sharing", __name__, url_prefix="/games/<key>")


@bp.get("/share")
def show(key: str) -> str:
    access = open_game(key)
    televisions = registry().televisions.showing(access.game_id)
    links = list(share_links(access))
    values = {"game": access.game, "links": links, "televisions": len(televisions)}
    # The link whose QR code is open.
    shown = request.args.get("shown", links[0].name)
    return render_template("games/share.html", key=key, shown=shown, **values)


@bp.post("/share")
def renew(key: str) -> Response:
    """Replace one of a game's links, so that the old link stops working.

    A second tap may reach another server, which can recognise it only by the store. So the new
    access key is derived from the request: a repeated request gets the same key, and a client with
    the old link but without the request's id cannot derive it.
    """
    form = request.form
    kind, table = form.get("kind", ""), form.get("table")
    number = forms.number(table) if table else None
    new_key = key_from_request(key, kind, str(number))
    access = _access_unless_renewed(key, new_key)
    if access:
        if _is_renewed(access, kind, number, form.get("renewed")):
            new_key = None
        else:
            new_key = game_service().renew_key(access, kind, number, new_key)
            registry().polls.clear()  # else polls of open pages would still be answered
            flash(gettext("There is a new link now: share it with everybody who had the old one."))
    own_key = new_key if new_key and kind == "score" else key  # for this phone from now on
    device.replace_key(key, own_key)
    shown = f"{kind}-{table}" if table else kind
    return redirect(url_for("sharing.show", key=own_key, shown=shown), 303)


def _access_unless_renewed(key: str, new_key: str | None) -> Access | None:
    """Return a key's access, or None if an earlier tap of the same button has renewed the key."""
    games = game_service()
    if new_key and games.access_key(new_key):
        return None
    try:
        return open_game(key)
    except UnknownKeyError:
        # Another tap of the same button may have renewed the key since the check above.
        if new_key and games.access_key(new_key):
            return None
        raise


def _is_renewed(access: Access, kind: str, table: object, digest: str | None) -> bool:
    """Return whether a link was renewed since a page showed it with this `digest`."""
    keys = game_service().keys(access.game_id)
    present = [
        link_digest(found.key) for found in keys if (found.kind, found.table) == (kind, table)
    ]
    return bool(digest and present) and digest not in present
