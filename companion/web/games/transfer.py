"""Views to import a game from the journal that another companion's history page offers."""

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.game.faults import ValidationError
from companion.keys import digest_of
from companion.services.transfer import read_journal
from companion.web.errors import answer_to
from companion.web.http.json_body import InvalidJsonError, parsed
from companion.web.ui import device
from companion.web.ui.access import game_service, key_from_request, reading_journal
from companion.web.ui.messages import fault_sentences
from companion.web.ui.registry import registry

bp = Blueprint("transfer", __name__)

_MAX_FAULTS = 5


@bp.get("/games/import")
def form() -> str:
    return render_template("games/import.html", faults=())


@bp.post("/games/import")
def import_game() -> Response:
    """Start a game with new links from an uploaded journal, once if the form is sent twice."""
    file = request.files.get("file")
    text = file.read() if file else b""
    key = key_from_request("imported game", digest_of(text))
    if key and game_service().access_key(key):
        return redirect(url_for("table.show", key=key), 303)
    try:
        with reading_journal():
            values = parsed(text)
            entries = read_journal(values, registry().playable, game_service().now())
    except InvalidJsonError as error:
        faults = [answer_to(error).message]
    except ValidationError as error:
        faults = list(fault_sentences(error.faults).values())
    else:
        key = game_service().import_game(entries, device.nickname(), key)
        return redirect(url_for("table.show", key=key), 303)
    return make_response(render_template("games/import.html", faults=faults[:_MAX_FAULTS]), 422)
