"""Handing a finished game to BG Stats, the play log many board gamers keep: a link, no request."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from companion.game.outcome import Outcome
from companion.game.replay import Game
from companion.game.rounds import Seat
from companion.game.standings import Standing, standings

_ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
_BGG_ID = 2223  # the game's number on BoardGameGeek; as text it would crash the app
_NAME = "UNO"


@dataclass(frozen=True, slots=True)
class Sitting:
    """What a play log wants to know besides the score.

    `play_id` names the game and must not be a key that opens it; `board` says box and format.
    """

    play_id: str
    board: str
    begun: datetime
    ended: datetime


def play_link(game: Game, outcome: Outcome, sitting: Sitting) -> str:
    """Give the link that opens the app's import with this game filled in."""
    lasted = sitting.ended - sitting.begun
    play = {
        "sourceName": "Table companion",
        "sourcePlayId": sitting.play_id,
        "playDate": sitting.ended.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "durationMin": max(1, round(lasted.total_seconds() / 60)),
        "board": sitting.board,
        "game": {
            "name": _NAME,
            "sourceGameId": game.start.edition,
            "bggId": _BGG_ID,
            "highestWins": game.scoring.is_highest_first,
            "noPoints": False,
        },
        "players": _players(game, outcome),
    }
    return _ADDRESS + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def _players(game: Game, outcome: Outcome) -> list[dict[str, Any]]:
    rows = {seat: row for row in standings(game) for seat in row.side}
    first = _first_player(game)
    return [_player(game, seat, rows, first, outcome) for seat in game.seats]


def _player(
    game: Game,
    seat: Seat,
    rows: Mapping[Seat, Standing],
    first: Seat | None,
    outcome: Outcome,
) -> dict[str, Any]:
    row = rows[seat]
    partners = {"team": " + ".join(map(game.name, row.side))} if len(row.side) > 1 else {}
    return {
        "name": game.name(seat),
        "sourcePlayerId": str(seat),
        "startPlayer": seat == first,
        "winner": seat in outcome.winners,
        "score": row.total,
        "rank": row.rank,
        **partners,
    }


def _first_player(game: Game) -> Seat | None:
    """Tell who played first: the player to the left of who dealt first, where that is known."""
    dealer = game.start.dealer
    return dealer and dealer % len(game.founders) + 1
