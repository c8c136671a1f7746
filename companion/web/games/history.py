"""The history of a game: every change, when it was made and by whom."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from flask import Blueprint, render_template
from markupsafe import Markup

from companion.services.access import Access
from companion.web.ui import device
from companion.web.ui.access import game_service, open_game, whole_game
from companion.web.ui.journal import history as told
from companion.web.ui.pages import Piece, fragment, piece_asked

bp = Blueprint("history", __name__, url_prefix="/games/<key>")


@dataclass(frozen=True)
class Changes:
    """A piece of the changes, told where it is drawn."""

    access: Access = field(compare=False, repr=False)
    piece: Piece

    @cached_property
    def items(self) -> Sequence[told.HistoryItem]:
        """The changes, the latest first."""
        game = self.access.game
        with whole_game(game.version):
            journal = game_service().journal(self.access.game_id)
        # Somebody may have gone on since the game was read.
        return told.history(journal[: game.version], game, self.piece)

    @cached_property
    def steps(self) -> Collection[int]:
        """The versions to which the game can be set back."""
        # The start and every change that still counts, but the last: there the game is already.
        return frozenset((1, *self.access.game.changes)[:-1])


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """The page of the changes, which are alike on all phones; `nickname`: that of this one."""

    access: Access
    piece: Piece
    changes: Markup
    nickname: str | None


@bp.get("/history")
def show(key: str) -> str:
    access = open_game(key, "score", "watch")
    piece = piece_asked(access.game.version)
    changes = Changes(access, piece)
    page = HistoryPage(
        access=access,
        piece=piece,
        changes=fragment("games/_changes.html", access, changes=changes),
        nickname=device.nickname(),
    )
    return render_template("games/history.html", page=page)
