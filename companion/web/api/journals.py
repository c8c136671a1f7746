"""The journal of a game: read, and made a game again."""

from typing import cast

from flask import Blueprint, request
from werkzeug.wrappers import Response

from companion.game.entries import as_values
from companion.services.replays import entry_of
from companion.services.transfer import read_journal
from companion.store.errors import DamagedGameError
from companion.web.api.games import created
from companion.web.api.openapi.operations import Operation, describe
from companion.web.api.openapi.requests import JournalRequest
from companion.web.api.openapi.responses import EntryValues, JournalValues, NewKeysValues
from companion.web.http.json_body import body
from companion.web.ui.access import game_service, open_game, reading_journal
from companion.web.ui.registry import registry

bp = Blueprint("journals", __name__)


@bp.get("/games/<key>/journal")
@describe(
    Operation("getJournal", JournalValues, links={"importGame": {"requestBody": "$response.body"}})
)
def show(key: str) -> JournalValues:
    """Return every change with its time; with `sound`, of a damaged game what is sound."""
    try:
        access = open_game(key, "score", "watch")
        journal = game_service().journal(access.game_id)
    except DamagedGameError as damage:
        if "sound" not in request.args:
            raise
        journal = [(line, entry_of(line)) for line in damage.lines]
    entries = [
        {"version": line.version, "at": line.at.isoformat(), **as_values(entry)}
        for line, entry in journal
    ]
    return {"entries": cast("list[EntryValues]", entries)}  # each kind has keys of its own


@bp.post("/games/import")
@describe(Operation("importGame", NewKeysValues, (201,), request=JournalRequest, header="Location"))
def import_game() -> Response:
    """Make a game of a journal, under new keys."""
    with reading_journal():
        entries = read_journal(body(), registry().editions, game_service().now())
    return created(game_service().bring(entries))
