"""The link that hands a finished game to BG Stats, a play log of many board gamers."""

import json
from datetime import UTC, datetime
from urllib.parse import quote

from companion.datafiles.text import DEFAULT_LANGUAGE
from companion.game.outcome import Outcome
from companion.game.standings import standings
from companion.keys import public_id
from companion.services.access import Access

_IMPORT_URL = "https://app.bgstatsapp.com/createPlay.html?data="
_BGG_ID = 2223  # the game's number on BoardGameGeek; as text it would crash the app
_GAME_NAME = "UNO"


def play_url(access: Access, outcome: Outcome, start: datetime, end: datetime) -> str:
    """Return the address that opens the app's import with this game filled in.

    The app keeps what it is given, so there is no key among it, and nothing else that opens the
    game or brings it back.
    """
    game, box = access.game, access.edition
    title = box.name[DEFAULT_LANGUAGE]
    rows = {seat: row for row in standings(game) for seat in row.side}
    # The player to the left of who dealt first has played first, where that is known.
    dealer = game.start.dealer
    first = dealer and dealer % len(game.founders) + 1
    players = []
    for seat in game.seats:
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
    play = {
        "sourceName": "Table companion",
        "sourcePlayId": public_id(access.game_id),
        "playDate": end.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "durationMin": max(1, round((end - start).total_seconds() / 60)),
        "board": f"{title} · {game.game_format.name}",
        "game": {
            # Only of the boxes whose sheet was read is it known that they are that very game.
            **({"name": _GAME_NAME, "bggId": _BGG_ID} if box.sheet == "read" else {"name": title}),
            "sourceGameId": game.start.edition,
            "highestWins": game.scoring.is_highest_first,
            "noPoints": False,
        },
        "players": players,
    }
    data = json.dumps(play, ensure_ascii=False, separators=(",", ":"))
    return _IMPORT_URL + quote(data, safe="")
