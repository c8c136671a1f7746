"""Bringing a game here from another companion, by the file that its history page gives."""

from flask import Blueprint, make_response, redirect, render_template, request
from flask import url_for as address
from werkzeug.wrappers import Response

from companion.game.faults import Refused
from companion.web import says
from companion.web.access import count_new_game
from companion.web.errors import answer_to
from companion.web.imports import read_journal
from companion.web.jsonbody import NotJson, parsed
from companion.web.nickname import nickname
from companion.web.parts import games, parts

bp = Blueprint("moving", __name__)

_SHOWN = 5  # faults


@bp.get("/games/import")
def ask() -> str:
    """Ask for the file of a game."""
    return _page([])


@bp.post("/games/import")
def bring() -> Response:
    """Make a game of the file, under new links."""
    try:
        entries = read_journal(parsed(_sent()), parts().editions, games().now())
    except NotJson as fault:
        return make_response(_page([answer_to(fault).message]), 422)
    except Refused as refused:
        return make_response(_page(list(says.faults(refused.faults).values())), 422)
    count_new_game()
    brought = games().bring(entries, nickname())
    return redirect(address("games.table", key=brought.score_key), 303)


def _sent() -> bytes:
    file = request.files.get("file")
    return file.read() if file else b""


def _page(faults: list[str]) -> str:
    return render_template("moving/import.html", faults=faults[:_SHOWN])
