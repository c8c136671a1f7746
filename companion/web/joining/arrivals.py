"""The organiser's pages while players take their seats, until the game begins."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, flash, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.game.faults import ValidationError
from companion.game.game import Game
from companion.game.requests.start import DRAWN
from companion.game.rounds import Seat
from companion.services.access import Access
from companion.services.changes import ReadValues, Write, shuffled
from companion.services.errors import NotInGameError
from companion.web.http.i18n import gettext
from companion.web.ui import device, forms, messages, pages, share_links
from companion.web.ui.access import game_service, open_game

bp = Blueprint("arrivals", __name__, url_prefix="/games/<key>/seats")


def arrivals_page(access: Access, faults: Mapping[str, str] | None = None, typed: str = "") -> str:
    """Return the page with the players who have a seat, and the link to join."""
    names, game_format = access.game.names, access.game.game_format
    return pages.render(
        "joining/arrivals.html",
        "joining/_arrivals.html",
        access=access,
        to_join=share_links.join_link(access),
        faults=faults or {},
        typed=typed,
        is_enough=len(names) >= game_format.min_players,
        has_room=len(names) < game_format.max_players,
    )


@bp.post("")
def add(key: str) -> Response:
    """Add a player whose name the organiser typed, in place of joining by phone."""
    name = request.form.get("name", "")
    access = open_game(key)
    try:
        _change(access, lambda _: {"join": [{"name": name}]})
    except ValidationError as refused:
        faults = {"/name": " ".join(messages.fault_sentences(refused.faults).values())}
        return make_response(arrivals_page(open_game(key), faults, name), 422)
    return redirect(url_for("table.show", key=key, adding=1, _anchor="add"), 303)


@bp.get("/<int:seat>")
def show(key: str, seat: int) -> Response | str:
    access = open_game(key)
    if not access.game.is_seating or seat not in access.game.seats:
        return _back(key)
    return _seat_page(access, seat, access.game.name(seat))


@bp.post("/<int:seat>")
def change(key: str, seat: int) -> Response:
    """Rename, move or remove the player whom the page named, even if the seat number changed."""
    form, access = request.form, open_game(key)
    who, name = form.get("who", ""), form.get("name", "")

    def values(game: Game) -> Mapping[str, Any] | None:
        # Others may have left since the page was drawn, so the seat may have another number.
        now = game.seat(who)
        if now is None:
            return None
        match form.get("change"):
            case "rename":
                return {"seat": now, "name": name}
            case "remove":
                return {"leave": [game.name(now)]}
            case "move":
                return {"players": _moved(game, now, forms.number(form.get("place", "")))}
        return None

    try:
        is_there = _change(access, values)
    except ValidationError as refused:
        faults = messages.fault_sentences(refused.faults)
        return make_response(_seat_page(access, seat, name, faults), 422)
    if not is_there:
        flash(gettext("%(name)s has just left.") % {"name": who})
    return _back(key)


@bp.post("/start")
def start(key: str) -> Response:
    """Close the seats, in their order or in a random one, and begin the game."""
    is_drawn = request.form.get("seating") == DRAWN

    def values(game: Game) -> Mapping[str, Any] | None:
        names = shuffled(game.names) if is_drawn else game.names
        closing: dict[str, Any] = {"players": list(names), "open_seats": False}
        if game.game_format.has_dealer and names:
            closing["dealer"] = names[0]
        return closing

    try:
        _change(open_game(key), values)
    except ValidationError as refused:  # too few players, or another phone has begun the game
        flash(" ".join(messages.fault_sentences(refused.faults).values()), "fault")
    return _back(key)


def _change(access: Access, read: ReadValues) -> bool:
    """Change the seats as `read` says, or return False if the seat is gone or play began."""
    try:
        game_service().changes.change_seats(access, Write(by=device.nickname()), read)
    except NotInGameError:
        return False
    return True


def _moved(game: Game, seat: Seat, place: int | str) -> list[str]:
    names = [name for other, name in enumerate(game.names, start=1) if other != seat]
    at = min(max(place, 1), len(game.names)) if isinstance(place, int) else seat
    names.insert(at - 1, game.name(seat))
    return names


def _seat_page(
    access: Access, seat: Seat, typed: str, faults: Mapping[str, str] | None = None
) -> str:
    values = {"access": access, "seat": seat, "typed": typed, "faults": faults or {}}
    return render_template("joining/seat.html", **values)


def _back(key: str) -> Response:
    return redirect(url_for("table.show", key=key), 303)
