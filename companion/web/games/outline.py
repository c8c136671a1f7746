"""Stages of heats in words, while their players are typed into the form for a new game."""

from flask import Blueprint, request
from markupsafe import escape
from werkzeug.wrappers import Response

from companion.game.faults import ValidationError
from companion.game.replay import replay
from companion.game.requests.start import read_start
from companion.web.games.start import start_values, typed_values
from companion.web.http import htmx
from companion.web.http.i18n import ngettext
from companion.web.ui.headlines import stages_sentence
from companion.web.ui.messages import fault_sentences
from companion.web.ui.registry import registry

bp = Blueprint("outline", __name__)


@bp.post("/games/new")
def show() -> Response:
    """Return the number of players and the stages, or what is wrong; empty without names."""
    typed = typed_values(request.form)
    return htmx.response(escape(_said(typed) if any(typed["players"]) else ""))


def _said(typed: dict[str, object]) -> str:
    try:
        start = read_start(start_values(typed), registry().playable)
    except ValidationError as refused:
        faults = (fault for fault in refused.faults if fault.path.startswith("/players"))
        return " ".join(fault_sentences(faults).values())
    game = replay([(1, start)])
    if not game.game_format.has_stages:
        return ""
    words = ngettext("%(num)s player: %(stages)s", "%(num)s players: %(stages)s", len(game.names))
    return words % {"num": len(game.names), "stages": stages_sentence(game)}
