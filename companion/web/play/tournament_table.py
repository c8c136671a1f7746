"""One table of a tournament: its page records there, takes back there, and opens nothing else."""

from flask import Blueprint, request
from werkzeug.wrappers import Response

from companion.game.entries import Entry, RoundRecorded
from companion.game.faults import Fault, FaultCode, ValidationError
from companion.game.replay import Game
from companion.game.requests.change import undo_at
from companion.game.standings import ending
from companion.game.tally import ScoredRound
from companion.game.tournament.tables import OpenTable
from companion.services.games import GameFinishedError, StaleVersionError
from companion.web.http import htmx
from companion.web.play.hands import counting
from companion.web.play.rounds import read, saved
from companion.web.ui import forms
from companion.web.ui.access import Access, open_game
from companion.web.ui.device import remember_game
from companion.web.ui.pages import Page, form_page

bp = Blueprint("tournament_table", __name__, url_prefix="/tables/<key>")

_LATEST = 8


@bp.get("")
def show(key: str) -> Response:
    """Show a table: who sits where, the round to record, what was recorded."""
    access = open_game(key, "table")
    remember_game(key)
    return htmx.answer(_page(access))


@bp.post("/rounds")
def record(key: str) -> Response:
    """Record the round that the form holds, at this table."""
    access = open_game(key, "table")

    def make(game: Game) -> Entry:
        if ending(game):
            raise GameFinishedError(game)
        _must_be_seen(game, access)
        return RoundRecorded(read(access, game, _open(game, access)))

    return saved(access, make, _page)


@bp.post("/undo")
def undo(key: str) -> Response:
    """Take back the last round of this table."""
    access = open_game(key, "table")

    def make(game: Game) -> Entry:
        _must_be_seen(game, access)
        return undo_at(game, access.table or 0)

    return saved(access, make, _page)


def _must_be_seen(game: Game, access: Access) -> None:
    """Refuse a page that is not up to date; other tables may have gone on, this one not."""
    if request.form.get("seen") != str(len(_played(game, access))):
        raise StaleVersionError(game)


def _open(game: Game, access: Access) -> OpenTable:
    now = next((each for each in game.tables_open if each.table == access.table), None)
    if now is None:
        raise ValidationError([Fault(FaultCode.TABLE_NOT_OPEN, values={"table": access.table})])
    return now


def _played(game: Game, access: Access) -> list[ScoredRound]:
    return [played for played in game.tally.played if played.round.table == access.table]


def _page(access: Access, typed: forms.Form | None = None, **more: object) -> str:
    now = next((each for each in access.game.tables_open if each.table == access.table), None)
    so_far = counting(access, now) if now else None

    def shown() -> dict[str, object]:
        filled = so_far.filled if so_far else forms.Form()
        return {"now": now, "counting": so_far, "typed": filled, **_shown(access)}

    also = so_far and so_far.seen
    return form_page(access, Page("play/tournament/table.html", shown, also), typed, more)


def _shown(access: Access) -> dict[str, object]:
    game = access.game
    played = _played(game, access)
    return {
        "ending": ending(game),
        "waiting_for": [each for each in game.tables_open if each.table != access.table],
        "seen": len(played),
        "latest": played[-_LATEST:],
    }
