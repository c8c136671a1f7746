"""For whoever runs the server."""

from flask import Blueprint, Response, jsonify

from companion.version import __version__
from companion.web.ui.registry import game_service

bp = Blueprint("health", __name__)


@bp.get("/healthz")
def health() -> Response:
    """Answer 200 and the version when the store answers, 503 when it does not."""
    game_service().store.check()
    return jsonify(version=__version__)
