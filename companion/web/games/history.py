"""The history of a game: every change, when it was made and by whom."""

from flask import Blueprint, render_template

from companion.web.ui import journal_text
from companion.web.ui.access import open_game
from companion.web.ui.device import nickname

bp = Blueprint("history", __name__, url_prefix="/games/<key>")


@bp.get("/history")
def show(key: str) -> str:
    """Tell every change, the latest first."""
    access = open_game(key, "score", "watch")
    happened = journal_text.history(access.games.journal(access.game_id), access.game)
    return render_template(
        "games/history.html",
        access=access,
        game=access.game,
        happened=happened,
        nickname=nickname(),
    )
