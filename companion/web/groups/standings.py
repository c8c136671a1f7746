"""The standings of a group as they are taken home: in words, and as a picture."""

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response, abort, request, url_for

from companion.game.reports.rivalry import Record
from companion.web.groups.drawing import GroupPart, part_of
from companion.web.groups.season import season_asked
from companion.web.http.i18n import gettext, ngettext
from companion.web.ui.access import open_group
from companion.web.ui.pages import group_label
from companion.web.ui.pictures import Ranking, Row, TakenHome, ranking_picture

bp = Blueprint("group_standings", __name__, url_prefix="/groups/<key>")

_MOST_NAMED = 10


@bp.get("/picture.svg")
def picture(key: str) -> Response:
    part = part_of(open_group(key), season_asked(request.args))
    if not part.regulars:
        abort(404)
    ranking = Ranking(
        title=group_label(part.group),
        columns=(gettext("Won"), gettext("Rounds"), gettext("Points")),
        rows=_rows(part.regulars),
    )
    return ranking_picture(ranking, _text(part), _when(part))


def taken_home(part: GroupPart) -> TakenHome:
    season = part.overview.season
    # One of its keys is a word of Python.
    asked: dict[str, Any] = {"from": season.first, "to": season.last}
    asked["edition"] = season.edition or None
    address = url_for("group_standings.picture", key=part.group.key, **asked)
    last = part.overview.counted[-1].ended
    return TakenHome(_text(part), address, f"uno-{season.day(last)}")


def _rows(records: Sequence[Record]) -> tuple[Row, ...]:
    won = [record.won for record in records]
    return tuple(
        Row(
            rank=won.index(record.won) + 1,
            name=record.name,
            figures=(
                f"{record.won}/{record.games}",
                str(record.rounds_won),
                str(record.points.get("winner-collects", "–")),
            ),
        )
        for record in records
    )


def _text(part: GroupPart) -> str:
    shown = part.regulars[:_MOST_NAMED]
    rows = [f"{record.name} {record.won}/{record.games}" for record in shown]
    if len(part.regulars) > len(shown):
        rows.append("…")
    return f"{gettext('Games won:')} {' · '.join(rows)} ({_when(part)})"


def _when(part: GroupPart) -> str:
    """Return of how many games and which years these standings are: `2025–2026, 36 games`."""
    games, season = part.overview.counted, part.overview.season
    number = ngettext("%(num)s game", "%(num)s games", len(games)) % {"num": len(games)}
    years = dict.fromkeys(season.day(game.ended).year for game in (games[0], games[-1]))
    return f"{'–'.join(map(str, years))}, {number}"
