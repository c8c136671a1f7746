"""One table of a tournament: its page records there, takes back there, and opens nothing else."""

from dataclasses import dataclass

from flask import Blueprint
from werkzeug.wrappers import Response

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


@dataclass(frozen=True, slots=True)
class TournamentTablePage:
    """The page of one table of a tournament.

    `form`: to record its next round, None while it has none to play. `waiting_for`: the tables
    that still play. `seen`: how many rounds of this table the page shows, `latest` the last ones.
    """

    access: Access
    ending: Outcome | None
    form: RoundForm | None
    refusal: Refusal
    waiting_for: list[OpenTable]
    seen: int
    latest: list[ScoredRound]


@bp.get("")
def show(key: str) -> Response:
    """Show a table: who sits where, the round to record, what was recorded."""
    access = open_game(key, "table")
    remember_game(key)
    return htmx.answer(tournament_table_page(access))


def tournament_table_page(access: Access, refusal: Refusal = NOTHING_REFUSED) -> str:
    """Draw the page of a table, with what was refused there."""
    game = access.game
    played = [each for each in game.tally.played if each.round.table == access.table]
    now = next((each for each in game.tables_open if each.table == access.table), None)
    page = TournamentTablePage(
        access=access,
        ending=ending(game),
        # A table that has finished its rotation waits for the others and has nothing to record.
        form=next_round_form(access, counting(access, now), refusal, len(played)) if now else None,
        refusal=refusal,
        waiting_for=[each for each in game.tables_open if each.table != access.table],
        seen=len(played),
        latest=played[-_LATEST:],
    )
    return render("play/tournament/table.html", "play/tournament/_table.html", page)
