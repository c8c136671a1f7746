"""Starting a game, and its page: the table."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template, request
from flask import url_for as address
from werkzeug.wrappers import Response as AnyResponse

from companion.game.faults import Fault, Refused
from companion.game.formats import FORMATS
from companion.game.replay import Game
from companion.game.starting import (
    DEFAULT_ROUNDS,
    DEFAULT_TARGET,
    HIGHEST_TARGET,
    MOST_DECKS,
    read_start,
)
from companion.web import forms, htmx, says
from companion.web.access import Access, count_new_game, opened
from companion.web.by_lot import by_lot
from companion.web.doors import codes
from companion.web.drawing import Page, form_page
from companion.web.hands import Counting, counting
from companion.web.known import known, remember
from companion.web.nickname import nickname
from companion.web.parts import games, parts
from companion.web.series import is_in_series, rematch_of
from companion.web.sheet import ROUNDS_SHOWN, sheet_of
from companion.web.tournaments import board_of

bp = Blueprint("games", __name__)

_SEATS_SHOWN = 10
_OF_TOURNAMENTS = ("rounds_per_partnership", "rotations", "seating")
NEAR_THE_EDGE = 10  # a tenth of the target or less to go: of 500, one wild more in the hand


@bp.get("/games/new")
def new() -> str:
    """Ask for box, players, format, scoring and target; every default is playable."""
    last = next(known(), None)
    typed = {
        "edition": request.args.get("edition") or (last.edition.edition if last else ""),
        "players": list(last.game.names) if last else [],
    }
    return _new_page(typed)


def _new_page(typed: dict[str, Any], refused: Refused | None = None) -> str:
    editions = parts().editions
    box = editions.get(str(typed.get("edition"))) or next(iter(editions.values()))
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
        faults=says.faults(_in_places(refused, typed["players"]), box) if refused else {},
    )


def _in_places(refused: Refused, players: list[str]) -> list[Fault]:
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
def create() -> AnyResponse:
    """Start the game that the form asks for."""
    count_new_game()
    typed = _typed()
    try:
        start = read_start(_start_values(typed), parts().editions)
    except Refused as refused:
        return make_response(_new_page(typed, refused), 422)
    return _go_to(games().start(by_lot(start, typed["seating"]), nickname()).score_key)


def _go_to(key: str) -> AnyResponse:
    remember(key)
    return redirect(address("games.table", key=key), 303)


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


@bp.get("/games/<key>")
def table(key: str) -> Response:
    """Show the table: score sheet, the next round to record, and what can be done."""
    access = opened(key)
    remember(key)
    return htmx.answer(table_page(access))


def table_page(access: Access, typed: forms.Form | None = None, **more: object) -> str:
    """Draw the table, with a round as far as it was filled in, see `form_page`."""
    if access.game.game_format.is_planned:
        return _tournament_page(access, typed, more)
    now = counting(access, access.game.tables_open[0])
    links = () if access.game.rounds else tuple(codes(access))
    beside = _beside(access)

    def shown() -> dict[str, object]:
        return _table(access, now) | beside | {"codes": links}

    page = Page("games/table.html", shown, also=(now.seen, links, *beside.values()))
    return form_page(access, page, typed, more)


def _beside(access: Access) -> dict[str, object]:
    """Find what else the table has played."""
    return {"rematch": rematch_of(access), "has_series": is_in_series(access)}


def _tournament_page(access: Access, typed: forms.Form | None, more: Mapping[str, object]) -> str:
    # A table's key may be renewed while the game stands as before.
    keys = games().table_keys(access.game_id, access.game)
    every = len(access.game.rounds) if "all" in request.args else ROUNDS_SHOWN

    beside = _beside(access)

    def shown() -> dict[str, object]:
        board = board_of(access.game, max(every, 1))
        return {"board": board, "table_keys": dict(keys), **beside}

    page = Page("tournaments/tournament.html", shown, also=(*keys, *beside.values()))
    return form_page(access, page, typed, more)


def _table(access: Access, now: Counting) -> dict[str, object]:
    return {
        "counting": now,
        "typed": now.filled,
        "sheet": sheet_of(access.game),
        "all_rounds": "all" in request.args,
        "near_edge": max((access.game.target or 0) // NEAR_THE_EDGE, 1),
        "higher_target": _higher_target(access.game),
    }


def _higher_target(game: Game) -> int | None:
    """Offer a target that nobody has reached yet, so that the game can go on.

    None also where those who were out would be back in for rounds that they sat out: hands that
    nobody has counted would be asked for.
    """
    if game.target is None or game.outcome is None:
        return None
    step = max(50, game.target // 100 * 50)
    highest = max(game.course.ledger.totals.values())
    targets = range(game.target + step, HIGHEST_TARGET + 1, step)
    higher = next((target for target in targets if target > highest), None)
    is_doubtful = higher and replace(game, target=higher).course.ledger.unsure
    return None if is_doubtful else higher


@bp.post("/games/<key>/rematch")
def rematch(key: str) -> AnyResponse:
    """Start the same game again: same box, same seats, the next dealer."""
    access = opened(key)
    with parts().recent.once.lock:  # the whole table may tap at once, and wants one game
        page = rematch_of(access) or _rematch(access)
    return redirect(page, 303)


def _rematch(access: Access) -> str:
    count_new_game()
    start = read_start(_again(access.game), parts().editions)
    new = games().start(start, nickname())
    games().store.series.follow(new.game_id, access.game_id)
    parts().recent.glances.forget()
    return address("games.table", key=new.score_key)


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
