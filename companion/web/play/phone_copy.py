"""The copy of a game that a phone with a scoring key keeps: where it is kept from and offered."""

from flask import Blueprint, flash, render_template, request

from companion.web.http.i18n import gettext, ngettext
from companion.web.ui.access import open_game

bp = Blueprint("phone_copy", __name__)


@bp.get("/games/<key>/copy")
def show(key: str) -> str:
    """Return the part that offers the copy, asked for once; `back`: this phone has brought it."""
    access = open_game(key)
    if "back" in request.args:
        rounds = len(access.game.rounds)
        words = ngettext(
            "The game is back, with its %(num)s round.",
            "The game is back, with its %(num)s rounds.",
            rounds,
        )
        flash(words % {"num": rounds} if rounds else gettext("The game is back."))
    return render_template("play/_phone_copy.html", access=access)
