"""Views to delete a game, restore it within a day, or forget it on this phone only."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.services import DamagedGameError
from companion.web.http.i18n import gettext
from companion.web.ui import device
from companion.web.ui.access import game_service, open_game, restore_game
from companion.web.ui.registry import registry

bp = Blueprint("deletion", __name__)


@bp.post("/games/<key>/delete")
def delete(key: str) -> str:
    try:
        access = open_game(key)
        game_id, names = access.game_id, access.game.names
    except DamagedGameError as damage:  # the access key is valid, so a damaged game can be deleted
        game_id, names = damage.game, ()
    game_service().delete(game_id)
    registry().polls.clear()  # else polls of open pages would still be answered
    deleted = device.add_deleted_game(key, names)
    return render_template("games/deleted.html", deleted=deleted)


@bp.post("/undelete")
def undelete() -> Response:
    """Restore the deleted game of the form's access key, which must be one that may write."""
    key = request.form.get("key", "")
    restore_game(key)
    device.remove_deleted_game(key)
    flash(gettext("The game is back, with all its links."))
    return redirect(url_for("table.show", key=key), 303)


@bp.post("/forget")
def forget() -> Response:
    """Remove a game from this phone's list, or put the one removed last back."""
    if "back" in request.form:
        device.restore_game()
    else:
        device.forget_game(request.form.get("key", ""))
    return redirect(url_for("home.index"), 303)
