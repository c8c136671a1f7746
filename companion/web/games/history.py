"""The history of a game: every change, when it was made and by whom."""

from collections.abc import Collection
from dataclasses import dataclass

from flask import Blueprint, render_template

from companion.services.access import Access
from companion.web.ui import device, journal_text
from companion.web.ui.access import game_service, open_game

bp = Blueprint("history", __name__, url_prefix="/games/<key>")


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """The changes, the latest first; `steps`: the versions to which the game can be set back."""

    access: Access
    items: list[journal_text.HistoryItem]
    steps: Collection[int]
    nickname: str | None


@bp.get("/history")
def show(key: str) -> str:
    access = open_game(key, "score", "watch")
    page = HistoryPage(
        access=access,
        items=journal_text.history(game_service().journal(access.game_id), access.game),
        # The start and every change that still counts, but the last: there the game is already.
        steps=(1, *access.game.changes)[:-1],
        nickname=device.nickname(),
    )
    return render_template("games/history.html", page=page)
