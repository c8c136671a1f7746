"""The page that tells a game: podium, chart, best round, worst hand, who was caught with what."""

from flask import Blueprint, render_template

from companion.datafiles.text import DEFAULT_LANGUAGE
from companion.game.reports.story import other_scoring, story_of
from companion.game.standings import ending, standings
from companion.web.games.bgstats import Sitting, play_link
from companion.web.games.chart import chart_of
from companion.web.ui.access import Access, open_game

bp = Blueprint("story", __name__)


@bp.get("/games/<key>/story")
def show(key: str) -> str:
    """Tell the game as it went; a finished one fits on a printed page."""
    access = open_game(key, "score", "watch")
    game = access.game
    told, ranked, outcome = story_of(game), standings(game), ending(game)
    other = other_scoring(game) if told.numbers else None
    return render_template(
        "games/story/story.html",
        access=access,
        game=game,
        story=told,
        standings=ranked,
        ending=outcome,
        chart=chart_of(told.totals, [row.side for row in ranked], told.numbers, game.target),
        other=other,
        other_standings=standings(other) if other else (),
        other_ending=ending(other) if other else None,
        bgstats=outcome and play_link(game, outcome, _sitting(access)),
    )


def _sitting(access: Access) -> Sitting:
    """Say when the game was started and last changed, and what was played."""
    lines = [line for line, _ in access.games.journal(access.game_id)]
    board = f"{access.edition.name[DEFAULT_LANGUAGE]} · {access.game.game_format.name}"
    return Sitting(access.game_id, board, lines[0].at, lines[-1].at)
