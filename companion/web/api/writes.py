"""Requests for a change in JSON, and the response after it."""

import re

from flask import jsonify, make_response, request
from werkzeug.wrappers import Response

from companion.game.entries import RoundCorrected, RoundRecorded, RoundRemoved
from companion.game.requests.reader import RequestReader
from companion.services.access import Access
from companion.services.changes import LONGEST_REQUEST_ID, Changed, Write
from companion.web.api.responses import ChangedGameValues, TableKeyValues
from companion.web.ui import forms
from companion.web.ui.settlements import state_for_scripts

_ANY_VERSION = 2**63


def write_from_body(values: object, table: int | None = None) -> Write:
    """Return the version, request id and content of a write, from its body.

    A retry must have the same content. The key is not part of it, so that a client may retry with
    another key. `table`, that of a table key, is: at each table the same body is another request.
    """
    reader = RequestReader(values)
    request_id = version = None
    if reader.has("request_id"):
        request_id = reader.text("request_id", LONGEST_REQUEST_ID, is_raw=True)
    if reader.has("version"):
        # Any integer is valid: one that the game never had is stale and not malformed.
        version = reader.integer("version", -_ANY_VERSION, _ANY_VERSION)
    reader.raise_faults()
    asked = {k: v for k, v in reader.values.items() if k not in {"request_id", "version"}}
    # The address is part of the content, so a request id that is reused for another is refused.
    _, _, _, _, *path = request.path.split("/")  # "", "api", "games", the key
    content = [request.method, table, *path, asked]
    return Write(request_id=request_id, version=version, content=content)


def write_from_query() -> Write:
    """Return the version, request id and content of a write without a body, from its query."""
    version: str | int | None = request.args.get("version")
    # Anything but an integer stays text, so that the reader refuses it as in a body.
    if isinstance(version, str) and re.fullmatch(r"-?[0-9]{1,18}", version):
        version = int(version)
    return write_from_body({"request_id": request.args.get("request_id"), "version": version})


def digits(text: str) -> int | None:
    """Return a number in an address, or None if the text is not ASCII digits."""
    return forms.digits(text) if text.isascii() else None


def game_response(
    access: Access, changed: Changed, status: int = 200, tables: list[TableKeyValues] | None = None
) -> Response:
    """Return the response with the game after a change, with status 200 for a retry.

    In a tournament it has only the rounds of the table that wrote. `tables`: the tables' keys, if
    the change has just assigned them.
    """
    table = access.table
    if changed.game.game_format.has_several_tables and table is None:
        # Otherwise every save at one table would send the rounds of all tables.
        match changed.entry:
            case RoundRecorded(round_) | RoundCorrected(_, round_):
                table = round_.table
            case RoundRemoved(number):
                table = changed.before.rounds[number - 1].table
    values: ChangedGameValues = {"game": state_for_scripts(changed.game, table=table)}
    if tables is not None:
        values["tables"] = tables
    # A retry has created nothing, so it is not 201.
    return make_response(jsonify(values), status if changed.entry else 200)
