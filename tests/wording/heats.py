"""Pages of heats in every state, for tests of wording."""

from collections.abc import Iterator
from typing import Any

from flask.testing import FlaskClient

from tests.web.script import round_json
from tests.wording.joining import in_the_same_language

NAMES = ("Ana", "Bo", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida")


def heats_pages(  # noqa: PLR0915 - one evening
    phone: FlaskClient,
) -> Iterator[tuple[str, str]]:
    """Yield (address or description, HTML) of pages while nine players play heats."""
    asked = {"edition": "toy-story-3", "format": "heats", "table_size": 3, "rounds_per_table": 2}
    started = phone.post("/api/games", json={**asked, "open_seats": True, "lot": 3}).get_json()
    game, join = f"/games/{started['score_key']}", f"/join/{started['join_key']}"
    board = f"/watch/{started['watch_key']}"
    *players, guest = (in_the_same_language(phone) for _ in (*NAMES, ""))
    for player, name in zip(players, NAMES, strict=True):
        player.post(join, data={"name": name})
    yield "all have come", phone.get(game).text
    closed = phone.patch(f"/api{game}", json={"open_seats": False}).get_json()
    tables = [f"/tables/{table['key']}" for table in closed["tables"]]
    more = ("settings", "plan", "history", "share", "story")

    def look() -> Iterator[tuple[str, str]]:
        pages = [game, board, *(f"{game}/{page}" for page in more), *tables]
        yield from ((page, phone.get(page).text) for page in pages)
        yield from ((page, players[0].get(page).text) for page in tables)
        yield from ((join, player.get(join).text) for player in (*players, guest))

    def play(**only: int) -> None:
        """Record a round at each open table (`only` at one), won by its first player."""
        for table in _open(phone, game):
            if only.get("table") in {None, table["table"]}:
                (out,), *others = table["sides"]
                where = {name: table[name] for name in ("table", "rotation")}
                hands = {name: 9 for (name,) in others}
                phone.post(f"/api{game}/rounds", json={**round_json(out, **hands), **where})

    def draw(choice: str) -> tuple[str, str]:
        values = {"draw": choice}
        return choice, phone.post(f"{game}/stages", data=values, follow_redirects=True).text

    yield from look()
    play(table=1)
    yield draw("next")
    play(table=2)
    play(table=3)
    yield from look()
    play(table=1)
    yield from look()
    yield draw("by-time")
    yield from look()
    phone.put(f"/api{game}/rounds/1", json=round_json("Bo", Ana=90, Cy=80))
    yield from look()
    yield draw("again")
    phone.delete(f"/api{game}/stages/2")
    yield "removed", phone.get(f"{game}/history").text
    play()
    play()
    yield from look()
    yield draw("next")
    phone.delete(f"/api{game}/rounds/1")
    yield from look()
    play()
    play()
    play()
    yield from look()
    yield draw("next")
    yield from look()
    left = _open(phone, game)[-1]["sides"][-1][0]
    phone.patch(f"/api{game}", json={"leave": [left]})
    play()
    yield from look()
    play()
    play()
    yield from look()
    yield draw("next")
    asked |= {"players": NAMES[:6], "table_size": 6}
    single = phone.post("/api/games", json=asked).get_json()
    yield "only a final", phone.get(f"/games/{single['score_key']}").text


def _open(phone: FlaskClient, game: str) -> list[dict[str, Any]]:
    state = phone.get(f"/api{game}").get_json()["game"]
    return state["next"]["tables"] if state["next"] else []
