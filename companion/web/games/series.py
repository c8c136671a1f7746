"""The games that one table played after each other: who wins, and who is caught with most."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, render_template

from companion.game.game import Game
from companion.game.outcome import Outcome
from companion.game.reports.series import Record, records
from companion.game.standings import ending
from companion.web.ui.access import Access, game_service, open_game

bp = Blueprint("series", __name__, url_prefix="/games/<key>")

MAX_GAMES = 200  # the latest, so that a page never takes seconds


@dataclass(frozen=True, slots=True)
class SeriesPage:
    """The games of a series in their order; `place` is that of the game the page belongs to."""

    access: Access
    games: Sequence[tuple[Game, Outcome | None]]
    records: Sequence[Record]
    place: int | None


@bp.get("/series")
def show(key: str) -> str:
    """Show the series in which a game is."""
    access = open_game(key, "score", "watch")
    ids = _game_ids(access.game_id)
    games = [game_service().game(game_id) for game_id in ids]
    page = SeriesPage(
        access=access,
        games=[(game, ending(game)) for game in games],
        records=records(games),
        place=ids.index(access.game_id) if access.game_id in ids else None,
    )
    return render_template("games/story/series.html", page=page)


def evening(game_id: str) -> Sequence[Record]:
    """Return who has won how many of the games that this table has finished; nothing for one."""
    games = [game_service().game(each) for each in _game_ids(game_id)]
    finished = [game for game in games if ending(game)]
    # Before the first rematch there is no score yet, and the podium says it all.
    return records(finished) if len(games) > 1 else ()


def _game_ids(game_id: str) -> list[str]:
    groups = game_service().store.groups
    group = groups.place(game_id).group
    members = groups.games(group) if group else []
    return [each.game for each in members if not each.deleted][-MAX_GAMES:] or [game_id]


def is_in_series(game_id: str) -> bool:
    """Return whether the table has played more than this one game."""
    return len(_game_ids(game_id)) > 1
