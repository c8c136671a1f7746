"""Starting a game, and its page: the table."""

from typing import Any

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.game.faults import Fault, ValidationError
from companion.game.formats import FORMATS
from companion.game.formats.base import DEFAULT_TARGET
from companion.game.formats.tournament import DEFAULT_ROUNDS
from companion.game.replay import Game
from companion.game.requests.start import (
    MOST_DECKS,
    read_start,
)
from companion.services.seat_draw import by_lot
from companion.web.games.series import rematch_of
from companion.web.ui import forms, messages
from companion.web.ui.access import Access, count_new_game, open_game
from companion.web.ui.device import games, nickname, remember_game
from companion.web.ui.registry import game_service, registry

bp = Blueprint("start", __name__)

_SEATS_SHOWN = 10
_OF_TOURNAMENTS = ("rounds_per_partnership", "rotations", "seating")


@bp.get("/games/new")
def new() -> str:
    """Ask for box, players, format, scoring and target; every default is playable."""
    last = next(games(), None)
    typed = {
        "edition": request.args.get("edition") or (last.edition.edition if last else ""),
        "players": list(last.game.names) if last else [],
    }
    return _new_page(typed)


def _new_page(typed: dict[str, Any], refused: ValidationError | None = None) -> str:
    editions = registry().editions
    box = editions.get(str(typed.get("edition"))) or next(iter(editions.values()))
    faults = _in_places(refused, typed["players"]) if refused else []
    return render_template(
        "games/new.html",
        editions=editions.values(),
        box=box,
        typed=typed,
        formats=FORMATS.values(),
        seats=_SEATS_SHOWN,
        default_rounds=DEFAULT_ROUNDS,
        default_target=DEFAULT_TARGET,
        most_decks=MOST_DECKS,
        faults=messages.fault_sentences(faults, box),
    )


def _in_places(refused: ValidationError, players: list[str]) -> list[Fault]:
    """Say of the players' faults at which place of the form they are: blank ones are no players."""
    filled = [str(place) for place, name in enumerate(players) if name]
    moved = []
    for fault in refused.faults:
        match fault.path.split("/"):
            case ["", "players", place]:
                moved.append(Fault(fault.code, f"/players/{filled[int(place)]}", fault.values))
            case _:
                moved.append(fault)
    return moved


@bp.post("/games")
def create() -> Response:
    """Start the game that the form asks for."""
    count_new_game()
    typed = _typed()
    try:
        start = read_start(_start_values(typed), registry().editions)
    except ValidationError as refused:
        return make_response(_new_page(typed, refused), 422)
    return _go_to(game_service().start(by_lot(start, typed["seating"]), nickname()).score_key)


def _go_to(key: str) -> Response:
    remember_game(key)
    return redirect(url_for("table.show", key=key), 303)


def _typed() -> dict[str, Any]:
    form = request.form
    left_out = {
        name.removeprefix("left-out-"): value.strip()
        for name, value in form.items()
        if name.startswith("left-out-")
    }
    names = ("edition", "format", "scoring", "target", "decks", "dealer", *_OF_TOURNAMENTS)
    more = form.get("more_players", "").splitlines()
    return {
        **{name: form.get(name, "").strip() for name in names},
        "players": [name.strip() for name in (*form.getlist("players"), *more)],
        "left_out": left_out,
    }


def _start_values(typed: dict[str, Any]) -> dict[str, Any]:
    """Turn what was typed into what is asked for: blank places are no players, blanks defaults."""
    filled = {name: value or None for name, value in typed.items()}
    game_format = FORMATS.get(typed["format"])
    if game_format and len(game_format.scorings) == 1:
        filled["scoring"] = None  # there is nothing to choose, whatever the page had marked
    is_planned = bool(game_format and game_format.is_planned)
    # What the page asks for other formats is left alone.
    filled |= dict.fromkeys(("target", "dealer") if is_planned else _OF_TOURNAMENTS)
    left_out = {card: forms.number(v) for card, v in typed["left_out"].items() if v}
    players = typed["players"]
    seats: dict[object, str] = dict(enumerate(players, start=1))
    dealer = seats.get(forms.number(typed["dealer"]))
    numbers = ("target", "decks", "rounds_per_partnership", "rotations")
    return filled | {
        "players": [name for name in players if name],
        **{name: forms.number(value) for name in numbers if (value := filled[name])},
        "left_out": left_out,
        "dealer": None if is_planned else dealer or None,
    }


@bp.post("/games/<key>/rematch")
def rematch(key: str) -> Response:
    """Start the same game again: same box, same seats, the next dealer."""
    access = open_game(key)
    with registry().recent.once.lock:  # the whole table may tap at once, and wants one game
        page = rematch_of(access) or _rematch(access)
    return redirect(page, 303)


def _rematch(access: Access) -> str:
    count_new_game()
    start = read_start(_again(access.game), registry().editions)
    new = game_service().start(start, nickname())
    game_service().store.series.follow(new.game_id, access.game_id)
    registry().recent.glances.forget()
    return url_for("table.show", key=new.score_key)


def _again(game: Game) -> dict[str, Any]:
    seats = game.company
    dealer = game.dealer if game.dealer in seats else None
    return {
        "edition": game.start.edition,
        "format": game.start.game_format,
        "scoring": game.start.scoring,
        "target": game.start.target,
        "players": [game.name(seat) for seat in seats],
        "decks": game.start.decks,
        "left_out": game.start.left_out,
        "dealer": game.name(dealer) if dealer else None,
        "rounds_per_partnership": game.start.rounds_per_partnership,
    }
