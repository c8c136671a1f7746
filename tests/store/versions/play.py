"""Play games of every kind with the installed version, and print what each link shows.

    python play.py FOLDER [URL OF AN EMPTY STORE]

This uses only the JSON API and forms, so it runs with any version. What a version lacks (such as
boxes of a table's own) is refused, named on stderr, and left out.
"""

import json
import re
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Self

Client = Any  # Flask's test client, of any version
Values = dict[str, Any]

PAGES = {
    "score": "games",
    "watch": "watch",
    "join": "join",
    "group": "groups",
}  # kind of key: segment of its address
SHOWN = "version", "edition", "format", "scoring", "target", "status", "players", "outcome"
NAMES = "Ana", "Bo", "Cy", "Dee", "Élodie", "Flo", "Gil", "Hans", "Ida"
NIGHT_AND_DAY = {
    "name": "Night and day",
    "sides": ["light", "dark"],
    "knock_out": {"bonus": 250},
    "cards": [
        *({"name": str(number), "points": number, "count": 8} for number in range(1, 10)),
        {"name": "Skip", "points": 20, "count": 8, "side": "light"},
        {"name": "Skip Everyone", "card": "skip", "points": 30, "count": 8, "side": "dark"},
    ],
}


class Game:
    """A game with its links, which are empty if the installed version refuses such games."""

    def __init__(self, client: Client, links: Iterable[str] = ()) -> None:
        self._client = client
        self.links = [*links]

    @classmethod
    def start(cls, client: Client, *players: str, **options: object) -> Self:
        box = {} if "box" in options else {"edition": "hello-kitty"}
        game = cls(client)
        return game.take_links(game.ask("POST", "/games", **{**box, "players": players, **options}))

    def take_links(self, answer: Values) -> Self:
        keys = [(page, answer.get(f"{kind}_key")) for kind, page in PAGES.items()]
        keys += [("tables", each["key"]) for each in answer.get("tables", ())]
        links = [f"/{page}/{key}" for page, key in keys if key]
        # A version may have keys of groups before it has their pages.
        self.links += [each for each in links if self._client.get(each).status_code == 200]
        return self

    def ask(self, method: str, path: str, **values: object) -> Values:
        """Return the answer of the JSON API, which is empty if it refuses."""
        answer = self._client.open(f"/api{path}", method=method, json=values)
        if answer.status_code in {200, 201}:
            return dict(answer.get_json())
        sys.stderr.write(f"{method} {path} {values}: {answer.text}\n")
        return {}

    def change(self, method: str, path: str = "", **values: object) -> Values:
        return self.ask(method, self.links[0] + path, **values) if self.links else {}

    def post(self, path: str, **fields: str) -> str:
        """Post a form to the game's first link, and return the address redirected to or ""."""
        answer = self._client.post(self.links[0] + path, data=fields)
        return str(answer.headers.get("Location", ""))

    def round(self, out: str, **hands: Any) -> None:  # noqa: ANN401 - totals, cards or spoken
        """Record a round: `round("Ana", Bo=["7", "skip"], Cy=8)`."""
        more = {name: hands.pop(name) for name in ("side", "knocked_out") if name in hands}
        self.change("POST", "/rounds", went_out=out, hands=hands_of(hands), **more)

    def rotation(self) -> None:
        """Record one round at each open table of a tournament or heats, by the table's link."""
        game = self.change("GET").get("game", {"next": None})
        tables = [address for address in self.links if "/tables/" in address]
        for each in game["next"]["tables"] if game["next"] else ():
            (first, *_), *others = each["sides"]
            hands = {name: 9 for side in others for name in side}
            values = {"went_out": first, "hands": hands_of(hands)}
            self.ask("POST", f"{tables[each['table'] - 1]}/rounds", **values)


def hands_of(hands: Values) -> Values:
    return {name: {"points" if isinstance(h, int) else "cards": h} for name, h in hands.items()}


def play(client: Client) -> Iterator[Game]:
    """Play games of every format and in every state, and yield them with their links."""
    yield from _individual(client)
    yield from _in_teams(client)
    yield _in_heats(client)
    own = Game.start(client, "Ana", "Bo", "Cy", box=NIGHT_AND_DAY)
    own.round("Ana", side="dark", Bo=["skip", "3"], knocked_out=["Cy"])
    own.round("Bo", side="light", Ana=["skip"], Cy=2)
    yield own
    won = Game.start(client, "Ana", "Bo", edition="classic-112", scoring="rounds-won", target=2)
    won.round("Ana")
    won.round("Ana")
    yield won
    points = Game.start(client, "Ana", "Bo", edition="just-points")
    points.round("Ana", Bo=-5)
    yield points
    yield Game.start(client, *NAMES)
    deleted = Game.start(client, "Ana", "Bo")
    deleted.round("Ana", Bo=5)
    deleted.post("/delete")
    yield deleted


def _individual(client: Client) -> Iterator[Game]:
    collected = Game.start(client, "Ana", "Bo", "Zoé", dealer="Bo", target=300)
    collected.round("Ana", Bo=["7", "skip", "wild"], Zoé=8)
    collected.round("Bo", Ana="3x9 +4 joker", Zoé=["badtz-maru"])
    collected.round("Zoé", Ana=1, Bo=1)
    collected.change("PUT", "/rounds/3", went_out="Zoé", hands=hands_of({"Ana": 40, "Bo": 1}))
    collected.change("POST", "/undo")
    collected.change("POST", "/redo")
    collected.change("PUT", "/settled/stack.2on2", text="A +2 may be put on a +2.")
    collected.change("PATCH", target=250)
    collected.change("PATCH", leave=["Bo"], join=[{"name": "Dee 🦊", "total": 20}])
    hands = hands_of({"Dee 🦊": 4})
    collected.change("POST", "/rounds", went_out="Ana", resting=["Zoé"], hands=hands)
    if code := re.search(r'class="tv-code"[^>]*>(\w{4})<', client.get("/tv").text):
        collected.post("/tv", code=code[1])
    yield collected
    lowest = Game.start(client, "Ana", "Bo", scoring="keep-own", decks=2, left_out={"wild": 1})
    lowest.round("Ana", Bo=260)
    lowest.round("Ana", Bo=260)
    yield lowest
    rematch = Game(client, [lowest.post("/rematch")])
    rematch.round("Bo", Ana=12)
    rematch.post("/hands/1", **{"round": "2", "points-1": "31"})
    yield rematch
    elimination = Game.start(client, *NAMES[:3], format="challenge", target=100)
    elimination.round("Ana", Bo=120, Cy=20)
    elimination.round("Cy", Ana=30)
    yield elimination


def _in_teams(client: Client) -> Iterator[Game]:
    teams = Game.start(client, *NAMES[:4], edition="toy-story-3", format="teams")
    teams.round("Ana", Bo=["lotso"], Dee=30)
    teams.change("POST", "/rounds", went_out="Bo", pile={"points": 77})
    teams.change("PATCH", finish=True)
    yield teams
    tournament = Game.start(client, *NAMES, format="tournament", rounds_per_partnership=1)
    tournament.rotation()
    tournament.rotation()
    tournament.change("PATCH", seat=2, name="Max")
    yield tournament
    seating = Game.start(client, format="tournament", open_seats=True)
    for name in NAMES[:4] if seating.links else ():
        seating.ask("POST", seating.links[2], name=name)
    seating.take_links(seating.change("PATCH", open_seats=False)).rotation()
    yield seating


def _in_heats(client: Client) -> Game:
    heats = Game.start(client, *NAMES, format="heats", table_size=3, rounds_per_table=1, lot=7)
    heats.rotation()
    heats.change("PATCH", leave=["Ana"])
    heats.change("POST", "/stages")
    hands = {"Dee": 30, "Flo": 9}
    heats.change("PUT", "/rounds/2", went_out="Élodie", hands=hands_of(hands))
    heats.change("DELETE", "/stages/2")
    heats.change("POST", "/stages")
    heats.rotation()
    return heats


def read(client: Client, address: str) -> Values:
    """Return the status of a link's page, and from its JSON the players, totals and results."""
    page = client.get(address)
    answer = client.get("/api" + address.replace("/watch/", "/games/"))
    values = answer.get_json() if answer.status_code == 200 else {}
    shown: Values = {"opens": page.status_code}
    if "people" in values:
        shown["games"] = [[each["players"], each["winners"]] for each in values["games"]]
        shown["won"] = [[each["name"], each["games"], each["won"]] for each in values["people"]]
    if "game" in values:
        game = values["game"]
        shown |= {name: game[name] for name in SHOWN}
        shown["totals"] = [[*row["side"], row["total"], row["rank"]] for row in game["standings"]]
        shown |= {"stages": game["stages"]} if "stages" in game else {}
    if "game" in values and "/games/" in address:
        shown["points"] = [
            [[*each["side"], each["points"]] for each in round_["points"]]
            for round_ in game["rounds"]
        ]
        shown["settled"] = [[each["rule"], each["text"]] for each in game["settled"]]
        shown["sheet"] = client.get(f"/api{address}/score-sheet.txt").text
        counted = re.findall(r'name="points-(\d)"[^>]* value="(\d+)"', page.text)
        shown["counted"] = [[*each] for each in counted]
        shown["rematch"] = re.findall(r'data-follows href="([^"]+)"', page.text)
        shown["is_on_television"] = 'name="end"' in client.get(f"{address}/share").text
    return shown


def main(folder: str, store: str | None = None) -> None:
    # Earlier versions define `create_app` in `companion` instead of `companion.app`.
    name = "companion.app" if find_spec("companion.app") else "companion"
    config = import_module("companion.config").Config
    settings = {"store": store} if store else {}
    client = import_module(name).create_app(config(data=Path(folder), **settings)).test_client()
    games = [*play(client)]
    shown = {address: read(client, address) for game in games for address in game.links}
    lines = [f"{json.dumps(each)}: {json.dumps(shown[each], ensure_ascii=False)}" for each in shown]
    sys.stdout.write("{" + ",\n".join(lines) + "}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
