"""The first page, who made this, and whether the server is well."""

from itertools import islice

from flask import Blueprint, Response, jsonify, render_template, request

from companion.version import __version__
from companion.web.ui import device
from companion.web.ui.registry import game_service, registry

bp = Blueprint("home", __name__)

_SHOWN = 8


@bp.get("/")
def index() -> str:
    """Start a game, go on with one this phone knows, or look at the boxes."""
    most = device.MAX_GAMES if "all" in request.args else _SHOWN
    latest = list(islice(device.games(), most + 1))
    return render_template(
        "home/home.html",
        known=latest[:most],
        deleted=list(device.deleted_games()),
        has_forgotten=device.has_forgotten_game(),
        nickname=device.nickname(),
        has_more=len(latest) > most,
        editions=registry().editions.values(),
    )


@bp.get("/about")
def about() -> str:
    """Say what this is, that it is unofficial, and what it is made of."""
    return render_template("home/about.html", version=__version__)


@bp.get("/healthz")
def health() -> Response:
    """Return 200 and the version when the store answers, 503 when it does not."""
    game_service().store.check()
    return jsonify(version=__version__)
