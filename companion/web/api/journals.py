"""The journal of a game: read, and made a game again."""

from typing import Any

from flask import Blueprint
from werkzeug.wrappers import Response

from companion.game.entries import Entry, as_values
from companion.services.transfer import read_journal
from companion.store.protocols import Line
from companion.web.api.games import created
from companion.web.http.json_body import body
from companion.web.ui.access import count_new_game, open_game
from companion.web.ui.registry import game_service, registry

bp = Blueprint("journals", __name__)


@bp.get("/games/<key>/journal")
def journal(key: str) -> dict[str, Any]:
    """Give every change with its time, in order."""
    access = open_game(key, "score", "watch")
    return {"entries": [_entry(*each) for each in game_service().journal(access.game_id)]}


def _entry(line: Line, entry: Entry) -> dict[str, Any]:
    return {"version": line.version, "at": line.at.isoformat(), **as_values(entry)}


@bp.post("/games/import")
def take_in() -> Response:
    """Make a game of a journal, under new keys."""
    entries = read_journal(body(), registry().editions, game_service().now())
    count_new_game()
    return created(game_service().bring(entries))
