"""The story of a game: podium, chart, best round, worst hand, who was caught with what."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, render_template

from companion.game.game import Game
from companion.game.outcome import Outcome
from companion.game.reports.story import Story, other_scoring, story_of
from companion.game.standings import Standing, ending, standings
from companion.web.games.bgstats import play_url
from companion.web.games.chart import Chart, chart_of
from companion.web.ui.access import Access, game_service, open_game

bp = Blueprint("story", __name__)


@dataclass(frozen=True, slots=True)
class OtherScoring:
    """The same rounds, scored the other way that the sheets know."""

    game: Game
    standings: Sequence[Standing]
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class StoryPage:
    """What the story is drawn of; `other` and `bgstats_url` where there is such a thing."""

    access: Access
    story: Story
    standings: Sequence[Standing]
    outcome: Outcome | None
    chart: Chart
    other: OtherScoring | None
    bgstats_url: str | None


@bp.get("/games/<key>/story")
def show(key: str) -> str:
    """Show the story of a game so far; a finished one fits on a printed page."""
    access = open_game(key, "score", "watch")
    game = access.game
    story, ranking, outcome = story_of(game), standings(game), ending(game)
    other = other_scoring(game) if story.numbers else None  # else there is nothing to score
    bgstats_url = None
    if outcome:
        lines = [line for line, _ in game_service().journal(access.game_id)]
        bgstats_url = play_url(access, outcome, lines[0].at, lines[-1].at)
    page = StoryPage(
        access=access,
        story=story,
        standings=ranking,
        outcome=outcome,
        chart=chart_of(story.totals, [row.side for row in ranking], story.numbers, game.target),
        other=OtherScoring(other, standings(other), ending(other)) if other else None,
        bgstats_url=bgstats_url,
    )
    return render_template("games/story/story.html", page=page)
