"""Bringing a game here from another companion, by the file that its history page gives."""

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.game.faults import ValidationError
from companion.services.transfer import read_journal
from companion.web.errors import answer_to
from companion.web.http.json_body import InvalidJsonError, parsed
from companion.web.ui import messages
from companion.web.ui.access import count_new_game
from companion.web.ui.device import nickname
from companion.web.ui.registry import game_service, registry

bp = Blueprint("transfer", __name__)

_SHOWN = 5  # faults


@bp.get("/games/import")
def form() -> str:
    """Ask for the file of a game."""
    return _page([])


@bp.post("/games/import")
def import_game() -> Response:
    """Make a game of the file, under new links."""
    try:
        entries = read_journal(parsed(_sent()), registry().editions, game_service().now())
    except InvalidJsonError as fault:
        return make_response(_page([answer_to(fault).message]), 422)
    except ValidationError as refused:
        return make_response(_page(list(messages.fault_sentences(refused.faults).values())), 422)
    count_new_game()
    brought = game_service().bring(entries, nickname())
    return redirect(url_for("table.show", key=brought.score_key), 303)


def _sent() -> bytes:
    file = request.files.get("file")
    return file.read() if file else b""


def _page(faults: list[str]) -> str:
    return render_template("games/import.html", faults=faults[:_SHOWN])
