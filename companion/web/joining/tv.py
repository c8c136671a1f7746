"""Televisions: the page with a code, and the pages that send a game's board to it."""

from contextlib import suppress

from flask import Blueprint, flash, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.services import NoCodeLeftError
from companion.services.access import UnknownKeyError
from companion.services.televisions import TelevisionService
from companion.web.http.i18n import gettext
from companion.web.http.rate_limits import RateLimitError, network_of
from companion.web.ui import device, pages
from companion.web.ui.access import count_new_code, game_service, open_game, page_url, require_code
from companion.web.ui.pictures import qr
from companion.web.ui.registry import registry

bp = Blueprint("tv", __name__)

_REFRESH = 4  # seconds
_GAMES_OFFERED = 8


def televisions() -> TelevisionService:
    return registry().televisions


@bp.get("/tv")
def show() -> Response:
    """Show a television's code, or redirect it to the board that a phone has sent."""
    television = device.set_television()
    if key := televisions().follow(television):
        return redirect(url_for("watch.show", key=key, tv=1), 303)
    address, code, is_everywhere = network_of(request.remote_addr or ""), None, False
    seconds, status = _REFRESH, 200
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
        minutes=-(-seconds // 60),  # until a code may be free
    )
    response = make_response(page, status)
    # The page reloads itself this way without a script.
    response.headers["Refresh"] = str(min(seconds, 60))
    return response


@bp.post("/tv/end")
def end() -> Response:
    if television := device.television():
        televisions().forget(television)
    return redirect(url_for("tv.show"), 303)


@bp.get("/tv/<code>")
def choose(code: str) -> str:
    """Ask which of the phone's games to send to the television that shows the code."""
    require_code(code)
    games = [
        access for access in device.games(device.MAX_GAMES) if access.kind in {"score", "watch"}
    ]
    return render_template("joining/send.html", code=code, games=games[:_GAMES_OFFERED])


@bp.post("/tv/<code>")
def send(code: str) -> Response:
    access = open_game(request.form.get("key", ""), "score", "watch")
    require_code(code)
    if not televisions().send(code, access.game_id):  # another phone has used the code first
        raise UnknownKeyError
    flash(gettext("The board is on the television now."))
    return redirect(page_url(access), 303)


@bp.post("/games/<key>/tv")
def send_typed(key: str) -> Response:
    """Send a game's board to the television with the typed code, or end it on all televisions."""
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
    # Without an anchor, because the message is at the top of the page.
    return redirect(url_for("sharing.show", key=key, shown="tv"), 303)
