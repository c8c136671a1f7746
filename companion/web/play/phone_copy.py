"""The copy of a game that a phone with a scoring key keeps: where it is kept from and offered."""

from flask import Blueprint, render_template

from companion.web.ui.access import open_game

bp = Blueprint("phone_copy", __name__)


@bp.get("/games/<key>/copy")
def show(key: str) -> str:
    """Return the part of a page that offers the copy; an open page asks for it once."""
    return render_template("play/_phone_copy.html", access=open_game(key))
