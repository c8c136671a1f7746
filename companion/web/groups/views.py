"""The page of a group: its statistics, also as a picture, the next game, and its link."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.game.faults import ValidationError
from companion.game.requests.start import read_start
from companion.services import GroupMembership
from companion.services.groups.group import Group
from companion.services.groups.overview import ALL_TIME
from companion.web.groups.fragments import GroupView, cached_fragment, group_view, requested_season
from companion.web.http.i18n import gettext, ngettext
from companion.web.ui import access, device, messages
from companion.web.ui.access import open_group
from companion.web.ui.forms import pasted_names
from companion.web.ui.headlines import joined_names
from companion.web.ui.pages import group_label, link
from companion.web.ui.pictures.qr import qr_svg
from companion.web.ui.pictures.ranking import Row, ranking_picture
from companion.web.ui.pictures.svg import SharedResult
from companion.web.ui.registry import registry

bp = Blueprint("groups", __name__)

_MOST_NAMED, _MOST_RUNNING = 10, 20


@dataclass(frozen=True, slots=True)
class RunningGame:
    """A game in progress, with the number of its next `round` or None with several tables."""

    address: str
    names: str
    round: int | None
    started: datetime
    may_write: bool


@bp.get("/groups/<key>")
def show(key: str) -> str:
    group = open_group(key)
    device.remember_group(key)
    season = requested_season(request.args)
    return render_template(
        "groups/group.html",
        group=group,
        running=_running(group),
        # These fragments are cached, as they are the same on all phones.
        next_game=cached_fragment("groups/_next_game.html", group, ALL_TIME),
        figures=cached_fragment("groups/_figures.html", group, season, shared_result=shared_result),
    )


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
        for game in overview.running[:_MOST_RUNNING]
        if game.result.players  # no player has taken a seat yet
    ]


@bp.post("/groups/<key>/start")
def start(key: str) -> Response:
    """Start the next game with the people present, or lead to the form if that is not possible."""
    group = open_group(key)
    guests = pasted_names(request.form.get("guests", ""))
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
    access.count_new_game()
    new = device.start_game(started, GroupMembership(group.id))
    return redirect(url_for("table.show", key=new.score_key), 303)


@bp.get("/groups/<key>/link")
def show_link(key: str) -> str:
    group = open_group(key)
    device.remember_group(key)
    address = link(url_for("groups.show", key=key))
    return render_template("groups/link.html", group=group, address=address, svg=qr_svg(address))


@bp.post("/groups/<key>/name")
def rename(key: str) -> Response:
    try:
        open_group(key).rename(request.form.get("name", ""))
    except ValidationError as refused:
        flash(messages.fault_sentence(refused.faults[0]), "fault")
    return redirect(url_for("groups.show", key=key), 303)


@bp.post("/groups/<key>/renew")
def renew(key: str) -> Response:
    """Replace the link by a new one, which is the same for a second tap on the same button."""
    new_key = access.key_from_request("group", key)
    if not (new_key and registry().groups.find(new_key)):
        new_key = open_group(key).renew(new_key).key
        flash(gettext("There is a new link now: share it with everybody who had the old one."))
    device.remember_group(new_key, instead_of=key)
    return redirect(url_for("groups.show_link", key=new_key), 303)


@bp.post("/groups/<key>/forget")
def forget(key: str) -> Response:
    device.forget_group(open_group(key).key)
    flash(gettext("This phone no longer lists the group. Its link still opens it."))
    return redirect(url_for("home.index"), 303)


@bp.post("/groups/<key>/delete")
def delete(key: str) -> Response:
    open_group(key).delete()
    device.forget_group(key)
    flash(gettext("This group was deleted. Its games are still there, and their links still work."))
    return redirect(url_for("home.index"), 303)


@bp.get("/groups/<key>/picture.svg")
def picture(key: str) -> Response:
    view = group_view(open_group(key), requested_season(request.args))
    if not view.regulars:
        abort(404)
    columns = (gettext("Won"), gettext("Rounds"), gettext("Points"))[: 2 + view.has_points]
    won = [record.won for record in view.shown]
    rows = [
        Row(
            rank=won.index(record.won) + 1,
            name=record.name,
            figures=(
                f"{record.won}/{record.games}",
                str(record.rounds_won),
                str(record.points.get("winner-collects", "–")),
            ),
        )
        for record in view.shown
    ]
    label, text = group_label(view.group), _standings_text(view)
    return ranking_picture(label, columns, rows, text, _when(view))


def shared_result(view: GroupView) -> SharedResult:
    season = view.overview.season
    # Not keyword arguments, because `from` is a Python keyword.
    asked: dict[str, Any] = {"from": season.first, "to": season.last}
    asked["edition"] = season.edition or None
    address = url_for("groups.picture", key=view.group.key, **asked)
    last = view.overview.counted[-1].ended
    return SharedResult(_standings_text(view), address, f"uno-{season.day(last)}")


def _standings_text(view: GroupView) -> str:
    shown = view.regulars[:_MOST_NAMED]
    rows = [f"{record.name} {record.won}/{record.games}" for record in shown]
    if len(view.regulars) > len(shown):
        rows.append("…")
    return f"{gettext('Games won:')} {' · '.join(rows)} ({_when(view)})"


def _when(view: GroupView) -> str:
    """Return the years and number of the games in these standings: `2025–2026, 36 games`."""
    games, season = view.overview.counted, view.overview.season
    number = ngettext("%(num)s game", "%(num)s games", len(games)) % {"num": len(games)}
    years = dict.fromkeys(season.day(game.ended).year for game in (games[0], games[-1]))
    return f"{'–'.join(map(str, years))}, {number}"


@bp.get("/games/<key>/series")
def former_series(key: str) -> Response:
    """Redirect from the address that a series of games had before there were groups."""
    opened = access.open_game(key, "score", "watch")
    group = device.group_of(opened.game_id)
    return redirect(url_for("groups.show", key=group.key) if group else access.page_url(opened))
