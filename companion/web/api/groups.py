"""JSON and CSV of a group: its games and their statistics."""

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import accumulate

from flask import Blueprint, request
from werkzeug.wrappers import Response

from companion.game.scoring import SCORINGS
from companion.services.groups.overview import GroupGame, Overview, read_season
from companion.web.api.csv_export import safe, spreadsheet
from companion.web.api.responses import GroupGameValues, GroupValues
from companion.web.http.i18n import gettext
from companion.web.ui.access import open_group
from companion.web.ui.pages import cached_group_text

bp = Blueprint("groups", __name__)

LARGEST = 1_000_000  # bytes of the answer
MOST_PEOPLE = 1000  # as large as that with the longest names and all pairs
_JSON = json.JSONEncoder(ensure_ascii=False).encode

COLUMNS = (
    "id", "edition", "format", "scoring", "started", "finished", "rounds",
    "player", "rank", "total", "won", "rounds_won", "points",
)  # fmt: skip


@bp.get("/groups/<key:key>")
def show(key: str) -> Response:
    """Return the games of a group and what the finished ones come to.

    Of more games than fit into a megabyte these are the latest: ask for `earlier` ones with `to`.
    """
    group, season = open_group(key), read_season(request.args)

    def render() -> str:
        overview = group.overview(season)
        with group.slot(overview):
            return _text(overview)

    # Cached, because it is long after years of games, and polled while nothing changes.
    text = cached_group_text("json", group, season, make=render)
    return Response(text, content_type="application/json")


def _text(overview: Overview) -> str:
    """Return the JSON, with the latest games for which there is room beside the figures."""
    values = _values(overview)
    text, games = _JSON(values), values["games"]
    if len(text.encode()) <= LARGEST:
        return text
    room = LARGEST - len(_JSON({**values, "games": []}).encode())
    sizes = accumulate(len(_JSON(game).encode()) + 2 for game in reversed(games))
    earlier = len(games) - sum(size <= room for size in sizes)
    return _JSON({**values, "games": games[earlier:], "earlier": earlier})


def _values(overview: Overview) -> GroupValues:
    rivalry = overview.rivalry
    return {
        "damaged": overview.damaged,
        "games": [_game(overview, game) for game in overview.games],
        "people": [
            {
                "name": record.name,
                "games": record.games,
                "won": record.won,
                "rounds_won": record.rounds_won,
                "points": {
                    name: record.points.get(name, 0)
                    for name, scoring in SCORINGS.items()
                    # One that no older game has is listed once it is played.
                    if scoring.has_hands and (name in record.points or not scoring.counts_winner)
                },
            }
            for record in rivalry.records[:MOST_PEOPLE]
        ],
        "pairs": [
            {"between": list(pair.names), "games": pair.games, "ahead": list(pair.ahead)}
            for pair in rivalry.pairs
        ],
    }


@bp.get("/groups/<key>.csv")
def table(key: str) -> Response:
    """Write the games of a group out for a spreadsheet, a line a player."""
    group = open_group(key)
    overview = group.overview(read_season(request.args))
    with group.slot(overview):
        return spreadsheet(_rows(overview), "games.csv")


def _rows(overview: Overview) -> Iterator[Sequence[object]]:
    yield COLUMNS
    for game in overview.games:
        values = _game(overview, game)
        result = game.result
        start: list[object] = [game.public_id, result.edition, result.game_format, result.scoring]
        start += [values["started"], values["finished"] or "", result.rounds]
        for name, player in zip(values["players"], result.players.values(), strict=True):
            row: list[object] = [safe(name), player.rank, player.total, int(player.is_winner)]
            yield [*start, *row, player.rounds_won, player.points]
    if overview.damaged:
        words = gettext("Damaged games that don’t count: %(num)s")
        yield [f"# {words % {'num': overview.damaged}}"]


def _game(overview: Overview, game: GroupGame) -> GroupGameValues:
    result = game.result
    return {
        "id": game.public_id,
        "edition": result.edition,
        "box": result.box,
        "format": result.game_format,
        "scoring": result.scoring,
        "started": _moment(game.started),
        "finished": _moment(game.finished) if game.finished else None,
        "players": overview.person_names(game),
        "winners": overview.person_names(game, is_winner=True),
    }


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds")
