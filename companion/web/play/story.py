"""Views of a game's story, with podium, chart and best round, and of its picture to share."""

import json
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from urllib.parse import quote

from flask import Blueprint, Response, abort, render_template

from companion.datafiles.text import DEFAULT_LANGUAGE
from companion.game.game import Game
from companion.game.outcome import Outcome
from companion.game.reports.rivalry import Record
from companion.game.reports.story import Story, other_scoring, story_of
from companion.game.standings import ending, ranking
from companion.keys import public_id
from companion.services.access import Access
from companion.services.clock import ONE_EVENING
from companion.web.games.chart import Chart, chart_of
from companion.web.play.score_sheet import ScoreSheet
from companion.web.ui import device
from companion.web.ui.access import game_service, open_game, rematch_url, whole_game_slot
from companion.web.ui.headlines import win_headline
from companion.web.ui.pages import requested_slice
from companion.web.ui.pictures.podium import podium_picture
from companion.web.ui.pictures.results import date_and_rounds, shared_result
from companion.web.ui.pictures.svg import SharedResult
from companion.web.ui.registry import registry

bp = Blueprint("story", __name__, url_prefix="/games/<key>")

_IMPORT_URL = "https://app.bgstatsapp.com/createPlay.html?data="
_BGG_ID = 2223  # the game's number on BoardGameGeek; as text it would crash the app
_GAME_NAME = "UNO"
_LONGEST_AT_END = 2000  # entries of a game whose page at the end has its story


@dataclass(frozen=True, slots=True)
class StoryPage:
    """Values of the story template.

    `rematch` is the next game's address. `evening` counts each player's wins, if this evening had
    more than one game. `other` has the same rounds in the other scoring of the leaflets.
    """

    access: Access
    sheet: ScoreSheet
    story: Story
    chart: Chart
    started: datetime
    ended: datetime
    rematch: str | None
    evening: Sequence[Record]
    other: ScoreSheet | None
    bgstats_url: str | None

    @property
    def took(self) -> timedelta | None:
        """The duration of the game, or None if it was put aside in between."""
        took = self.ended - self.started
        return took if took < ONE_EVENING else None

    @property
    def scoring_key(self) -> str | None:
        """The key of whoever may score the game, also on a page that only watches it."""
        if self.access.kind == "score":
            return self.access.key
        found = device.key_of(self.access.game_id, "score")
        return found.key if found else None

    @property
    def lead_changes(self) -> int:
        return len(self.story.leads) - 1

    @property
    def result(self) -> SharedResult:
        return shared_result(self.access.game, self.sheet.ending, self.ended, self.access.key)


@bp.get("/story")
def show(key: str) -> str:
    """Show the story of a game so far, made to fit on one printed page once it is finished."""
    access = open_game(key, "score", "watch")
    with whole_game_slot(access):
        return render_template("games/story/story.html", page=story_page(access))


@bp.get("/picture.svg")
def picture(key: str) -> Response:
    access = open_game(key, "score", "watch")
    game, outcome = access.game, ending(access.game)
    if outcome is None:
        abort(404)
    with whole_game_slot(access):
        page = story_page(access)
    headline, when = win_headline(game, outcome), date_and_rounds(game, page.ended)
    return podium_picture(game, page.sheet.standings, headline, page.result.text, when)


def story_of_end(access: Access) -> StoryPage | None:
    """Return the story for the page of a game, or None if the game is too long for that."""
    version = access.game.version
    if version > _LONGEST_AT_END:
        return None
    # At the end all phones show the story, which the first of them has computed.
    is_known = registry().stories.get((access.game_id, version)) is not None
    with nullcontext() if is_known else whole_game_slot(access):
        return story_page(access)


def story_page(access: Access) -> StoryPage:
    game = access.game
    story, other = registry().stories.get_or_make(
        (access.game_id, game.version), lambda: _compute_story(game)
    )
    sheet = ScoreSheet(game, requested_slice(len(game.rounds)))
    sides = [row.side for row in sheet.standings]
    started, ended = game_service().times(access)
    return StoryPage(
        access=access,
        sheet=sheet,
        story=story,
        chart=chart_of(story.totals, sides, story.numbers, game.target),
        started=started,
        ended=ended,
        rematch=rematch_url(access),
        evening=registry().groups.evening(access.game_id),
        other=ScoreSheet(other) if other else None,
        bgstats_url=_bgstats_url(access, sheet.ending, started, ended)
        if sheet.ending and story.numbers
        else None,
    )


def _compute_story(game: Game) -> tuple[Story, Game | None]:
    story = story_of(game)
    return story, other_scoring(game) if story.numbers else None  # without rounds, nothing to score


def _bgstats_url(access: Access, outcome: Outcome, start: datetime, end: datetime) -> str:
    """Return the address that imports a game into BG Stats, a play log app for board gamers.

    The app stores what it gets, so the address contains no access key and nothing else that could
    open or restore the game.
    """
    game, box = access.game, access.edition
    title = box.name[DEFAULT_LANGUAGE]
    rows = {seat: row for row in ranking(game) for seat in row.side}
    # The player to the left of the first dealer, if known, has played first.
    dealer = game.start.dealer
    first = dealer and dealer % len(game.founders) + 1
    players = []
    for seat in game.entrants:
        row = rows[seat]
        player = {
            "name": game.name(seat),
            "sourcePlayerId": str(seat),
            "startPlayer": seat == first,
            "winner": seat in outcome.winners,
            "score": row.total,
            "rank": row.rank,
        }
        if len(row.side) > 1:
            player["team"] = game.side_name(row.side)
        players.append(player)
    # Only boxes whose leaflet was read are known to be that game, not a variant such as Flip.
    is_variant = box.is_own or box.deck.sides or box.deck.knock_out
    is_known = box.leaflet and not is_variant
    play = {
        "sourceName": "Table companion",
        "sourcePlayId": public_id(access.game_id),
        "playDate": end.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "durationMin": max(1, round((end - start).total_seconds() / 60)),
        "board": f"{title} · {game.game_format.name}",
        "game": {
            **({"name": _GAME_NAME, "bggId": _BGG_ID} if is_known else {"name": title}),
            "sourceGameId": game.start.edition,
            "highestWins": game.scoring.is_highest_first,
            "noPoints": False,
        },
        "players": players,
    }
    data = json.dumps(play, ensure_ascii=False, separators=(",", ":"))
    return _IMPORT_URL + quote(data, safe="")
