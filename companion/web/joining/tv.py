"""Televisions: the code that one shows, and the phone that sends it a board."""

from contextlib import suppress

from flask import Blueprint, flash, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.services import NoCodeLeftError
from companion.services.access import UnknownKeyError
from companion.services.televisions import TelevisionService
from companion.web.http.i18n import gettext
from companion.web.http.rate_limits import RateLimitError, network_of
from companion.web.ui import device, pages, qr
from companion.web.ui.access import count_new_code, game_service, open_game, page_url, require_code
from companion.web.ui.registry import registry

bp = Blueprint("tv", __name__)

_ASK_AGAIN = 4  # seconds
_GAMES_OFFERED = 8


def televisions() -> TelevisionService:
    return registry().televisions


@bp.get("/tv")
def show() -> Response:
    """Show a code; once a phone has sent a board, lead on to that."""
    television = device.set_television()
    if key := televisions().follow(television):
        return redirect(url_for("watch.show", key=key, tv=1), 303)
    address, code, is_everywhere = network_of(request.remote_addr or ""), None, False
    seconds, status = _ASK_AGAIN, 200
    try:
        code = televisions().code(television, address, count_new_code).code
    except NoCodeLeftError as full:
        seconds = max(1, round((full.free_at - game_service().now()).total_seconds()))
        is_everywhere, status = full.is_everywhere, 429
    except RateLimitError as too_many:
        seconds, status = too_many.seconds, 429
    page = render_template(
        "joining/tv.html",
        code=code,
        svg=code and qr.qr_svg(pages.link(url_for("tv.choose", code=code))),
        is_everywhere=is_everywhere,
        minutes=-(-seconds // 60),  # until there may be a code
    )
    response = make_response(page, status)
    # A television needs no script for that.
    response.headers["Refresh"] = str(min(seconds, 60))
    return response


@bp.post("/tv/end")
def end() -> Response:
    if television := device.television():
        televisions().forget(television)
    return redirect(url_for("tv.show"), 303)


@bp.get("/tv/<code>")
def choose(code: str) -> str:
    """Ask which game this phone is to send to the television that shows the code."""
    require_code(code)
    games = [
        access for access in device.games(device.MAX_GAMES) if access.kind in {"score", "watch"}
    ]
    return render_template("joining/send.html", code=code, games=games[:_GAMES_OFFERED])


@bp.post("/tv/<code>")
def send(code: str) -> Response:
    access = open_game(request.form.get("key", ""), "score", "watch")
    require_code(code)
    if not televisions().send(code, access.game_id):  # another phone was quicker
        raise UnknownKeyError
    flash(gettext("The board is on the television now."))
    return redirect(page_url(access), 303)


@bp.post("/games/<key>/tv")
def send_typed(key: str) -> Response:
    """Send the board of a game to the television whose code was typed, or end it on all of them."""
    access = open_game(key)
    if "end" in request.form:
        for television in televisions().showing(access.game_id):
            televisions().forget(television)
        flash(gettext("This game is no longer on any television."))
        return redirect(url_for("sharing.show", key=key, shown="tv"), 303)
    is_sent, code = False, request.form.get("code", "")
    with suppress(UnknownKeyError):
        require_code(code)
        is_sent = televisions().send(code, access.game_id)
    if is_sent:
        flash(gettext("The board is on the television now."))
    else:
        flash(gettext("No television is showing this code. Look again: it changes."), "fault")
    # To its top, where the message stands.
    return redirect(url_for("sharing.show", key=key, shown="tv"), 303)
