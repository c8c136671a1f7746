"""The story of a game: podium, chart, best round, worst hand, and the picture and text to share."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from flask import Blueprint, Response, abort, render_template, url_for

from companion.game.entries import GameFinished, RoundRecorded
from companion.game.game import Game
from companion.game.outcome import Outcome
from companion.game.reports.rivalry import Record
from companion.game.reports.story import Story, other_scoring, story_of
from companion.game.standings import Standing, ending, standings
from companion.services.access import Access
from companion.web.games.bgstats import play_url
from companion.web.games.chart import Chart, chart_of
from companion.web.http.i18n import day, ngettext
from companion.web.play.score_sheet import Sheet
from companion.web.ui.access import game_service, open_game, rematch_url
from companion.web.ui.headlines import win_headline
from companion.web.ui.pictures import TakenHome, podium_of, podium_picture
from companion.web.ui.registry import registry

bp = Blueprint("story", __name__, url_prefix="/games/<key>")

_MOST_SHARED = 10  # lines of the ranking that a text or a picture has room for
_ONE_EVENING = timedelta(hours=12)  # a game that took longer was put aside in between


@dataclass(frozen=True, slots=True)
class OtherScoring:
    """The same rounds, scored the other way that the sheets know."""

    game: Game
    standings: Sequence[Standing]
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class StoryPage:
    """What the story is drawn of.

    `other` and `bgstats_url` where there is such a thing; `rematch`: the page of the next game;
    `evening`: who has won how many of the games that this table has finished, if more than one.
    """

    access: Access
    sheet: Sheet
    story: Story
    standings: Sequence[Standing]
    outcome: Outcome | None
    chart: Chart
    started: datetime
    ended: datetime
    rematch: str | None
    evening: Sequence[Record]
    other: OtherScoring | None = None
    bgstats_url: str | None = None

    @property
    def took(self) -> timedelta | None:
        """How long it took; None where it was put aside in between."""
        took = self.ended - self.started
        return took if took < _ONE_EVENING else None

    @property
    def podium(self) -> Sequence[Standing]:
        """Those on the podium."""
        return self.standings[: podium_of(self.standings)]

    @property
    def others(self) -> Sequence[Standing]:
        """Those below it."""
        return self.standings[podium_of(self.standings) :]

    @property
    def lead_changes(self) -> int:
        """How often somebody else came to lead."""
        return len(self.story.leads) - 1

    @property
    def text(self) -> str:
        """What is sent to friends: who won, with how much, when."""
        game, outcome = self.access.game, self.outcome
        if outcome is None:
            return ""
        shown = list(self.standings[:_MOST_SHARED])
        rows = [f"{game.side_name(row.side)} {row.total}" for row in shown]
        if len(outcome.winners) == 1:
            rows[0] = str(shown[0].total)  # the name was said just before
        if len(self.standings) > len(shown):
            rows.append("…")
        return f"{win_headline(game, outcome)} {' · '.join(rows)} ({self.when})"

    @property
    def home(self) -> TakenHome:
        """What everybody may take home."""
        address = url_for("story.picture", key=self.access.key)
        return TakenHome(self.text, address, f"uno-{self.ended:%Y-%m-%d}")

    @property
    def when(self) -> str:
        """When it was played and how long it was: `21 Nov 2026, 7 rounds`."""
        number = len(self.story.numbers)
        rounds = ngettext("%(num)s round", "%(num)s rounds", number) % {"num": number}
        return f"{day(self.ended)}, {rounds}"


@bp.get("/story")
def show(key: str) -> str:
    """Show the story of a game so far; a finished one fits on a printed page."""
    told = story_page(open_game(key, "score", "watch"))
    return render_template("games/story/story.html", page=told)


@bp.get("/picture.svg")
def picture(key: str) -> Response:
    """Show the picture of a finished game."""
    told = story_page(open_game(key, "score", "watch"))
    game = told.access.game
    if told.outcome is None:
        abort(404)
    headline = win_headline(game, told.outcome)
    return podium_picture(game, told.standings, headline, told.text, told.when)


def story_page(access: Access) -> StoryPage:
    """Return what the story of a game is drawn of, as it stands."""
    game = access.game
    story, ranking, outcome = story_of(game), standings(game), ending(game)
    other = other_scoring(game) if story.numbers else None  # else there is nothing to score
    journal = game_service().journal(access.game_id)
    # A correction made the day after does not make the game longer.
    played = [line.at for line, e in journal if isinstance(e, RoundRecorded | GameFinished)]
    started, ended = journal[0][0].at, (played or [journal[-1][0].at])[-1]
    return StoryPage(
        access=access,
        sheet=Sheet(game, is_whole=True),
        story=story,
        standings=ranking,
        outcome=outcome,
        chart=chart_of(story.totals, [row.side for row in ranking], story.numbers, game.target),
        started=started,
        ended=ended,
        rematch=rematch_url(access),
        evening=registry().groups.evening(access.game_id),
        other=OtherScoring(other, standings(other), ending(other)) if other else None,
        bgstats_url=play_url(access, outcome, started, ended)
        if outcome and story.numbers
        else None,
    )
