"""The first page, the page about this companion, and the health check."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import islice

from flask import Blueprint, Response, jsonify, render_template, request

from companion.editions import Edition
from companion.version import __version__
from companion.web.ui import device
from companion.web.ui.access import Access, game_service
from companion.web.ui.registry import registry

bp = Blueprint("home", __name__)

_GAMES_SHOWN = 8


@dataclass(frozen=True, slots=True)
class HomePage:
    """What the first page shows: the games of this phone, and the boxes."""

    games: Sequence[Access]
    has_more_games: bool
    has_forgotten_game: bool
    deleted: Sequence[device.DeletedGame]
    editions: Collection[Edition]
    nickname: str | None


@dataclass(frozen=True, slots=True)
class AboutPage:
    """What the page about this companion shows."""

    version: str


@bp.get("/")
def index() -> str:
    """Show the way to a new game, the games of this phone (the latest unless `?all`), the boxes."""
    most = device.MAX_GAMES if "all" in request.args else _GAMES_SHOWN
    # One more than is shown tells whether there are more; each of them is replayed for its page.
    games = list(islice(device.games(), most + 1))
    page = HomePage(
        games=games[:most],
        has_more_games=len(games) > most,
        has_forgotten_game=device.has_forgotten_game(),
        deleted=list(device.deleted_games()),
        editions=registry().editions.values(),
        nickname=device.nickname(),
    )
    return render_template("home/home.html", page=page)


@bp.get("/about")
def about() -> str:
    """Show what this is, that it is unofficial, and what it is made of."""
    return render_template("home/about.html", page=AboutPage(__version__))


@bp.get("/healthz")
def health() -> Response:
    """Return version and time of the last copy when the store answers, 503 when it does not."""
    game_service().store.check()
    last = registry().copies.last()
    return jsonify(version=__version__, last_copy=last and last.isoformat())
