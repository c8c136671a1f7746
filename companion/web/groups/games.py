"""Games of a group: list, open, leave out of the statistics, restore."""

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.web.groups.fragments import requested_season
from companion.web.http.i18n import gettext
from companion.web.ui import device
from companion.web.ui.access import PAGES, open_group
from companion.web.ui.pages import SLICE_SIZE, requested_slice
from companion.web.ui.registry import registry

bp = Blueprint("group_games", __name__, url_prefix="/groups/<key>/games")


@bp.get("")
def show(key: str) -> str:
    """List a season's games, latest first, or only finished ones of one or two given people."""
    group = open_group(key)
    overview = group.overview(requested_season(request.args))
    names = request.args.getlist("name")[:2]
    games = overview.with_people(names) if names else overview.games[::-1]
    values = {
        "group": group,
        "overview": overview,
        "names": names,
        "games": games,
        "most": SLICE_SIZE,
    }
    with group.slot(overview):
        return render_template(
            "groups/games.html", page_slice=requested_slice(len(games)), **values
        )


@bp.get("/<game_id>")
def open_result(key: str, game_id: str) -> Response:
    """Redirect to a finished game's story, or to a running game with the phone's own key if any."""
    group = open_group(key)
    game_id = group.game_named(game_id)
    watch_key = group.watch_key(game_id)
    if any(game.game_id == game_id for game in group.overview().counted):
        return redirect(url_for("story.show", key=watch_key))
    own = device.key_of(game_id, "score", "table")
    page = PAGES[own.kind] if own else "watch.show"
    return redirect(url_for(page, key=own.key if own else watch_key))


@bp.post("/<game_id>")
def change(key: str, game_id: str) -> Response:
    group = open_group(key)
    game_id = group.game_named(game_id)
    match request.form.get("change"):
        case "leave-out":
            group.leave_out(game_id, is_counted=False)
            flash(gettext("That game no longer counts. It’s listed at the end."))
        case "count":
            group.leave_out(game_id, is_counted=True)
            flash(gettext("That game counts again."))
        case "restore":
            group.restore(game_id)
            registry().polls.clear()
            flash(gettext("The game is back, with all its links."))
        case _:
            abort(400)
    return redirect(url_for("group_games.show", key=key), 303)
