"""How a change is asked for in JSON, and what is answered once it was made."""

import re

from flask import jsonify, make_response, request
from werkzeug.wrappers import Response

from companion.game.entries import RoundCorrected, RoundRecorded, RoundRemoved
from companion.game.requests.reader import RequestReader
from companion.services.access import Access
from companion.services.changes import LONGEST_REQUEST_ID, Changed, Write
from companion.web.api.openapi.responses import ChangedGameValues, TableKeyValues
from companion.web.ui import forms
from companion.web.ui.settlements import state_for_scripts

_ANY_VERSION = 2**63


def write_of(values: object, table: int | None = None) -> Write:
    """Read version and request id, which every write may carry, and what makes its content.

    The key is no part of the content: who was given another one may ask for the same again. But
    `table` is, of which the key is: at each table of a tournament the same is something else.
    """
    reader = RequestReader(values)
    request_id = version = None
    if reader.has("request_id"):
        request_id = reader.text("request_id", LONGEST_REQUEST_ID, is_raw=True)
    if reader.has("version"):
        # Any whole number: one that the game never had is stale and not malformed.
        version = reader.integer("version", -_ANY_VERSION, _ANY_VERSION)
    reader.raise_faults()
    asked = {k: v for k, v in reader.values.items() if k not in {"request_id", "version"}}
    # The same request id for another address is another request, and is refused.
    _, _, _, _, *what = request.path.split("/")  # "", "api", "games", the key
    content = [request.method, table, *what, asked]
    return Write(request_id=request_id, version=version, content=content)


def write_of_query() -> Write:
    """Read the same from the address, where a request has no body."""
    version: str | int | None = request.args.get("version")
    # What is no number is passed on as text, to be refused by the same reader as in a body.
    if isinstance(version, str) and re.fullmatch(r"-?[0-9]{1,18}", version):
        version = int(version)
    return write_of({"request_id": request.args.get("request_id"), "version": version})


def digits(text: str) -> int | None:
    """Return a number of the address; a script writes it in ASCII, or has sent something else."""
    return forms.digits(text) if text.isascii() else None


def game_response(
    access: Access, changed: Changed, status: int = 200, tables: list[TableKeyValues] | None = None
) -> Response:
    """Return the game after a change; a repeated request is answered 200.

    In a tournament only the rounds of the table that wrote are in it. `tables`: its keys, where
    they are given with the change.
    """
    table = access.table
    if changed.game.game_format.has_several_tables and table is None:
        # Else every save at one table would send the rounds of all tables.
        match changed.entry:
            case RoundRecorded(round_) | RoundCorrected(_, round_):
                table = round_.table
            case RoundRemoved(number):
                table = changed.before.rounds[number - 1].table
    values: ChangedGameValues = {"game": state_for_scripts(changed.game, table=table)}
    if tables is not None:
        values["tables"] = tables
    # 201 is for what was just made; a repeated request has made nothing.
    return make_response(jsonify(values), status if changed.entry else 200)
