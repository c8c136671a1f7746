"""One table of a tournament: its page records there, takes back there, and opens nothing else."""

from dataclasses import dataclass, field

from flask import Blueprint
from werkzeug.wrappers import Response

from companion.game.game import Game
from companion.game.outcome import Outcome
from companion.game.rounds import OpenTable
from companion.game.standings import ending
from companion.game.tally import ScoredRound
from companion.web.http import htmx
from companion.web.play.hands import counting
from companion.web.play.round_form import NOTHING_REFUSED, Refusal, RoundForm, next_round_form
from companion.web.ui.access import Access, open_game
from companion.web.ui.device import remember_game
from companion.web.ui.pages import render

bp = Blueprint("tournament_table", __name__, url_prefix="/tables/<key>")

_LATEST = 8


@dataclass(frozen=True)
class TableBoard:
    """How one `table` of a tournament stands; worked out where a page draws it."""

    game: Game = field(compare=False, repr=False)
    table: int

    @property
    def ending(self) -> Outcome | None:
        """How the tournament ended."""
        return ending(self.game)

    @property
    def now(self) -> OpenTable | None:
        """Who sits there for its next round; None while it has none to play."""
        return next((each for each in self.game.tables_open if each.table == self.table), None)

    @property
    def waiting_for(self) -> list[OpenTable]:
        """The other tables, as far as they still play."""
        return [each for each in self.game.tables_open if each.table != self.table]

    @property
    def latest(self) -> list[ScoredRound]:
        """The last rounds of this table."""
        played = (each for each in self.game.tally.played if each.round.table == self.table)
        return list(played)[-_LATEST:]


@dataclass(frozen=True, slots=True)
class TournamentTablePage:
    """The page of one table of a tournament.

    `form`: to record its next round, None while it has none to play. `seen`: how many rounds of
    this table the page shows.
    """

    access: Access
    board: TableBoard
    form: RoundForm | None
    refusal: Refusal
    seen: int


@bp.get("")
def show(key: str) -> Response:
    """Show a table: who sits where, the round to record, what was recorded."""
    access = open_game(key, "table")
    remember_game(key)
    return htmx.answer(tournament_table_page(access))


def tournament_table_page(access: Access, refusal: Refusal = NOTHING_REFUSED) -> str:
    """Draw the page of a table, with what was refused there."""
    board = TableBoard(access.game, access.table or 1)
    seen = access.game.rounds_at(board.table)
    now = board.now
    page = TournamentTablePage(
        access=access,
        board=board,
        # A table that has finished its rotation waits for the others and has nothing to record.
        form=next_round_form(access, counting(access, now), refusal, seen) if now else None,
        refusal=refusal,
        seen=seen,
    )
    return render("play/tournament/table.html", "play/tournament/_table.html", page)
