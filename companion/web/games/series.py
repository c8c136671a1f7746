"""The games that one table played after each other: who wins, and who is caught with most."""

from collections.abc import Iterable

from flask import Blueprint, render_template, url_for

from companion.game.reports.series import Record, records
from companion.game.standings import ending
from companion.store.protocols import Kind
from companion.web.http.i18n import gettext
from companion.web.ui.access import PAGES, Access, open_game
from companion.web.ui.registry import game_service

bp = Blueprint("series", __name__, url_prefix="/games/<key>")

Chart = tuple[str, list[tuple[str, float | None]]]  # title, bars
MOST_ADDED = 200  # games; the latest, so that a page never takes seconds


@bp.get("/series")
def show(key: str) -> str:
    """Show the series in which a game is."""
    access = open_game(key, "score", "watch")
    every = game_service().store.series.games(access.game_id)[-MOST_ADDED:]
    played = [game_service().game(game_id) for game_id in every]
    return render_template(
        "games/story/series.html",
        access=access,
        played=[(game, ending(game)) for game in played],
        records=(found := records(played)),
        charts=_charts(found),
        here=every.index(access.game_id) if access.game_id in every else None,
    )


def _charts(found: Iterable[Record]) -> list[Chart]:
    every = list(found)
    return [
        (gettext("Games won"), [(each.name, each.won) for each in every]),
        (gettext("Points a round"), [(each.name, each.per_round) for each in every]),
        (gettext("Caught with, a hand"), [(each.name, each.per_hand) for each in every]),
    ]


def is_in_series(access: Access) -> bool:
    """Tell whether the table has played more than this one game."""
    return len(game_service().store.series.games(access.game_id)) > 1


def rematch_of(access: Access) -> str | None:
    """Find the page of the game that this table went on with, for the same kind of key."""
    following = game_service().store.series.following(access.game_id)
    kind: Kind = "watch" if access.kind == "watch" else "score"
    if following is None or access.kind == "table":
        return None
    keys = game_service().store.keys.of_game(following)
    return next((url_for(PAGES[kind], key=found.key) for found in keys if found.kind == kind), None)
