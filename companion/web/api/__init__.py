"""The JSON API under `/api`, for scripts, overlays and tests."""

from flask import Blueprint, Flask

from companion.web.api import (
    document,
    editions,
    games,
    groups,
    joining,
    journals,
    rulings,
    tournaments,
)


def register(app: Flask) -> None:
    api = Blueprint("api", __name__, url_prefix="/api")
    for module in (document, editions, rulings, games, joining, journals, tournaments, groups):
        api.register_blueprint(module.bp)
    app.register_blueprint(api)
