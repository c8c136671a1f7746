"""The page of a group: start the next game, and what all games come to."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from flask import Blueprint, flash, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.game.faults import ValidationError
from companion.game.requests.start import read_start
from companion.services import Place
from companion.services.groups.group import Group
from companion.services.groups.overview import ALL_TIME
from companion.web.groups.drawing import drawn
from companion.web.groups.season import season_asked
from companion.web.groups.standings import taken_home
from companion.web.ui import device, messages
from companion.web.ui.access import count_new_game, game_service, open_game, open_group, page_url
from companion.web.ui.headlines import joined_names
from companion.web.ui.registry import registry

bp = Blueprint("groups", __name__)


@dataclass(frozen=True, slots=True)
class RunningGame:
    """A game that is being played; `round`: the next one, None where several tables play."""

    address: str
    names: str
    round: int | None
    started: datetime
    may_write: bool


@dataclass(frozen=True, slots=True)
class GroupPage:
    """What the page of a group shows; `figures` and `next_game` are alike on all phones."""

    group: Group
    running: Sequence[RunningGame]
    next_game: Markup
    figures: Markup


@bp.get("/groups/<key>")
def show(key: str) -> str:
    group = open_group(key)
    device.remember_group(key)
    season = season_asked(request.args)
    page = GroupPage(
        group=group,
        running=_running(group),
        next_game=drawn("groups/_next_game.html", group, ALL_TIME),
        figures=drawn("groups/_figures.html", group, season, home=taken_home),
    )
    return render_template("groups/group.html", page=page)


def _running(group: Group) -> list[RunningGame]:
    overview = group.overview()
    return [
        RunningGame(
            address=url_for("group_games.open_result", key=group.key, game_id=game.public_id),
            names=joined_names(overview.person_names(game), most=4),
            round=game.next_round,
            started=game.started,
            may_write=device.key_of(game.game_id, "score", "table") is not None,
        )
        for game in overview.running
        if game.result.players  # nobody is there yet, while players take their seats
    ]


@bp.post("/groups/<key>/start")
def start(key: str) -> Response:
    """Start the next game with those who are here; what cannot be so is asked for in the form."""
    group = open_group(key)
    guests = [name.strip() for name in request.form.get("guests", "").split(",") if name.strip()]
    present = request.form.getlist("present")
    asked = group.next_start(present, guests)
    form = url_for("start.new", group=key, player=list(asked["players"]) or None)
    if "choose" in request.form:
        return redirect(form, 303)
    try:
        started = read_start(asked, registry().playable)
    except ValidationError as refused:
        flash(messages.fault_sentence(refused.faults[0]), "fault")
        return redirect(form, 303)
    count_new_game()
    new = game_service().start(started, device.nickname(), place=Place(group.id))
    device.remember_game(new.score_key)
    return redirect(url_for("table.show", key=new.score_key), 303)


@bp.get("/games/<key>/series")
def former_series(key: str) -> Response:
    """Lead on from where the games of a table once stood."""
    access = open_game(key, "score", "watch")
    group = device.group_of(access.game_id)
    return redirect(url_for("groups.show", key=group.key) if group else page_url(access))
