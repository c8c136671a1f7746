"""Views for this phone's nickname, its player, and its local copy of a game."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.game.players import clean, faults_of
from companion.services import Kind
from companion.web.http.i18n import gettext, ngettext
from companion.web.ui import device, forms, messages
from companion.web.ui.access import open_game, page_url

bp = Blueprint("phone", __name__)


@bp.post("/nickname")
def set_nickname() -> Response:
    return _set_nickname(url_for("home.index"))


@bp.post("/games/<key>/nickname")
def set_nickname_in_game(key: str) -> Response:
    return _set_nickname(url_for("history.show", key=open_game(key).key))


@bp.post("/tables/<key>/nickname")
def set_nickname_at_table(key: str) -> Response:
    return _set_nickname(page_url(open_game(key, "table")))


def _set_nickname(back: str) -> Response:
    name = clean(request.form.get("nickname", ""))
    faults = faults_of(name) if name else ()  # an empty name removes the nickname
    if faults:
        flash(messages.fault_sentence(faults[0]), "fault")
        return redirect(back, 303)
    device.set_nickname(name)
    if name:
        flash(gettext("This phone is now called %(name)s.") % {"name": name})
    else:
        flash(gettext("This phone no longer has a name."))
    return redirect(back, 303)


@bp.post("/games/<key>/phone", defaults={"kind": "score"})
@bp.post("/tables/<key>/phone", defaults={"kind": "table"})
def set_seat(key: str, kind: Kind) -> Response:
    access = open_game(key, kind)
    device.set_seat(access.key, forms.seat_of(request.form, "seat", access.game))
    return redirect(page_url(access), 303)


@bp.get("/games/<key>/copy")
def copy(key: str) -> str:
    """Return the partial on the phone's own copy of a game, after a restore from it if `?back`."""
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
