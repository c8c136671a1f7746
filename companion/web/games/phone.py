"""What a phone is called: kept in its cookie, and written beside every change it makes."""

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.game.players import clean, faults_of
from companion.web.http.i18n import gettext
from companion.web.ui import device, forms, messages
from companion.web.ui.access import Access, open_game

bp = Blueprint("phone", __name__)


@bp.post("/nickname")
def call() -> Response:
    """Call this phone something, from the first page."""
    return _called(url_for("home.index"))


@bp.post("/games/<key>/nickname")
def call_in_game(key: str) -> Response:
    """Call this phone something, from the history of a game."""
    return _called(url_for("history.show", key=open_game(key).key))


@bp.post("/tables/<key>/nickname")
def call_at_table(key: str) -> Response:
    """Call this phone something, from a table of a tournament."""
    return _called(open_game(key, "table").page)


def _called(back: str) -> Response:
    name = clean(request.form.get("nickname", ""))
    faults = faults_of(name) if name else ()
    if faults:
        flash(messages.fault_sentence(faults[0]))
        return redirect(back, 303)
    device.set_nickname(name)
    done = gettext("This phone is now called %(name)s.") % {"name": name}
    flash(done if name else gettext("This phone has no name any more."))
    return redirect(back, 303)


@bp.post("/games/<key>/phone")
def sit(key: str) -> Response:
    """Remember on this phone whose it is in this game."""
    return _sit(open_game(key))


@bp.post("/tables/<key>/phone")
def sit_at_table(key: str) -> Response:
    """Remember on this phone whose it is at this table of a tournament."""
    return _sit(open_game(key, "table"))


def _sit(access: Access) -> Response:
    seat = forms.number(request.form.get("seat", ""))
    own = seat if isinstance(seat, int) and seat in access.game.seats else None
    device.set_seat(access.key, own)
    return redirect(access.page, 303)
