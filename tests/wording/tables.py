"""Games in every state, so that every sentence for people appears on some page."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from flask.testing import FlaskClient

from tests.web.hall import EIGHT
from tests.web.script import round_json

Values = Mapping[str, Any]


ELIMINATION = {"format": "challenge", "scoring": "keep-own", "target": 50}
BO = round_json("Bo", Ana=9, Cy=2)
ANA = round_json("Ana", Bo=60, Cy="7, lotso")
MARKED = {"went_out": "Ana", "pile": {"cards": ["lotso"] * 5}, "keep_anyway": True}
PILE = {"went_out": "Ana", "pile": {"points": 70}}
RESTING = {**round_json("Bo", Ana=1), "resting": ["Cy"]}

REMARKED = {**BO, "remark": "Oui"}
PENALTY = {"player": "Ana", "points": -5, "why": "Oui"}

TURNED = {**round_json("Ana", Bo=5, Cy=6), "side": "dark"}
KNOCKED_OUT = {**round_json("Ana", Cy=7), "knocked_out": ["Bo"]}
LAST = {"went_out": "Ana", "knocked_out": ["Bo", "Cy"]}

POINTS = {**round_json("", Ana=5, Bo=-3, Cy=0), "went_out": None}

FIVE = ("Ana", "Bo", "Cy", "Dee", "Eve")

GAMES: Mapping[str, tuple[list[Values], Values]] = {
    "playing": ([ANA, REMARKED], {}),
    "long": ([BO] * 22, {"edition": "classic-108"}),
    "marked": ([BO, BO, MARKED], {}),
    "changed": ([PILE, RESTING], {}),
    "over": ([BO, BO, BO], {"edition": "power-colours", "target": 40}),
    "limit": ([BO, ANA], {"round_limit": 3, "target": 500}),
    "last round": ([BO, ANA], {"round_limit": 2}),
    "open": ([BO], {"open_end": True, "scoring": "keep-own"}),
    "points": ([POINTS], {"edition": "just-points", "scoring": "each-scores", "title": "Bo"}),
    "kept points": ([POINTS], {"edition": "just-points", "scoring": "keep-own"}),
    "agreed": ([BO], {}),
    "lowest": ([BO], {"scoring": "keep-own", "target": 9}),
    "five": ([round_json("Bo", Ana=9, Cy=2, Dee=1, Eve=1)] * 2, {"players": FIVE}),
    "level": ([round_json("Ana", Bo=5, Cy=6), round_json("Bo", Ana=5, Cy=6)], {}),
    "two": ([], {"edition": "hello-kitty", "players": ["Ana", "Bo"]}),
    "unread": ([], {"edition": "attack", "players": ["Ana", "Bo"]}),
    "turned": ([TURNED], {"edition": "flip"}),
    "knocked-out": ([KNOCKED_OUT, LAST], {"edition": "no-mercy"}),
    "won": ([{"went_out": "Ana"}], {"edition": "h2o-splash", "scoring": "rounds-won"}),
    "teams": ([], {"format": "teams", "players": ["Ana", "Bo", "Cy", "Dee"]}),
    "edge": ([round_json("Bo", Ana=49, Cy=2)], ELIMINATION),
    "duel": ([BO, ANA, round_json("Ana", Cy=0)], {**ELIMINATION, "target": 60}),
    "survived": ([BO, ANA], ELIMINATION),
    "recount": ([BO, ANA], ELIMINATION),
    "missing": ([round_json("Ana", Bo=60, Cy=1), round_json("Ana", Cy=3)], ELIMINATION),
    "impostor": ([round_json("Cy", Ana=1, Bo=40), round_json("Bo", Ana=2, Cy=3)], ELIMINATION),
}


class Hall:
    """Tournament, with the addresses of the organiser's page and of each tournament table."""

    def __init__(self, tables: "Tables", players: Sequence[str], options: Values) -> None:
        self._tables = tables
        start = {"edition": "toy-story-3", "format": "tournament", "players": players, **options}
        made = tables.phone.post("/api/games", json=start)
        self.game = made.headers["Location"]
        tables.watched.append(f"/watch/{made.get_json()['watch_key']}")
        self.tables = [f"/tables/{table['key']}" for table in made.get_json()["tables"]]

    def play(self, rounds: int) -> None:
        """Record rounds one by one, each at the first tournament table that can play."""
        for _ in range(rounds):
            state = self._tables.phone.get(f"/api{self.game}").get_json()["game"]
            now = state["next"]["tables"][0]
            out, others = now["sides"][0][0], now["sides"][1]
            asked = {"table": now["table"], "rotation": now["rotation"]}
            round_ = {**asked, **round_json(out, **dict.fromkeys(others, 9))}
            self.change("post", "/rounds", round_)

    def change(self, method: str, what: str, values: Values) -> None:
        self._tables.change(self.game, method, what, values)


class Tables:
    """Games played through one Flask test client (`phone`), with their boards' addresses."""

    def __init__(self, phone: FlaskClient) -> None:
        self.phone = phone
        self.watched: list[str] = []

    def play(self, name: str) -> str:
        """Start the game `name` of GAMES, record its rounds, and return its page's address."""
        rounds, options = GAMES[name]
        start = {"edition": "toy-story-3", "players": ["Ana", "Bo", "Cy"], **options}
        started = self.phone.post("/api/games", json=start)
        assert started.status_code == 201, started.text
        self.watched.append(f"/watch/{started.get_json()['watch_key']}")
        game = started.headers["Location"]
        for each in rounds:
            self.change(game, "post", "/rounds", each)
        return game

    def change(self, game: str, method: str, what: str, values: Values) -> None:
        answer = self.phone.open(f"/api{game}{what}", method=method.upper(), json=values)
        assert answer.status_code < 300, answer.json

    def submit(self, game: str, what: str, **fields: str) -> str:
        """Post a form (`points_2` is the field `points-2`) and return the HTML shown next."""
        sent = {re.sub(r"_(?=\d)", "-", name): value for name, value in fields.items()}
        return self.phone.post(game + what, data=sent, follow_redirects=True).text

    def play_all(self) -> list[str]:
        """Play games and tournaments in every state; return page addresses, `playing` first."""
        games = {name: self.play(name) for name in GAMES}
        for name in ("over", "agreed", "five"):  # in `over`, after the end by the lower target
            self.change(games[name], "post", "/adjustments", PENALTY)
        self.change(games["over"], "patch", "", {"target": 20})
        self.change(games["agreed"], "patch", "", {"finish": True})
        self.change(games["recount"], "put", "/rounds/1", round_json("Cy", Ana=1, Bo=80))
        self.change(games["missing"], "put", "/rounds/1", round_json("Ana", Bo=10, Cy=1))
        self.change(games["impostor"], "put", "/rounds/1", round_json("Cy", Ana=1, Bo=80))
        self._change_all(games["changed"])
        self.change(games["five"], "patch", "", {"leave": ["Eve"]})
        self.change(games["five"], "patch", "", {"join": [{"name": "Eve", "total": 7}]})
        self.change(games["kept points"], "put", "/rounds/1", round_json("Ana", Bo=1, Cy=2))
        self.change(games["kept points"], "put", "/rounds/1", POINTS)
        self.change(games["playing"], "put", "/settled/stack.2on2", {"text": "Oui"})
        self.change(games["playing"], "put", "/settled/jumpin", {"custom": True})
        note = {**ANA, "notes": [{"rule": "stack.2on2", "text": "Oui"}]}
        self.change(games["playing"], "put", "/rounds/1", note)
        rounds = [f"{game}/rounds/1" for game in games.values()]
        book = f"{games['playing']}/rules"
        rules = [f"{book}/stack-draw-two", f"{book}/house-rules"]
        rules += [f"{book}/search?q=uno", f"{book}/search?q=lotso", f"{book}/cards/lotso"]
        noting = f"{games['playing']}?note=stack.2on2"
        empty_story = f"{games['teams']}/story"
        others = [*rounds, *rules, noting, empty_story]
        return [*games.values(), *others, *self._tournaments(), *self.watched]

    def hall(self, players: Sequence[str], **options: object) -> Hall:
        return Hall(self, players, options)

    def _tournaments(self) -> list[str]:
        """Play tournaments in every state and return the addresses of their pages and tables."""
        fresh, begun, behind, over = (
            self.hall(EIGHT, rounds_per_partnership=each) for each in (4, 1, 1, 1)
        )
        begun.play(1)
        begun.change("post", "/adjustments", PENALTY)
        behind.play(3)
        behind.change("delete", "/rounds/1", {})
        over.change("patch", "", {"rotations": 1})
        over.play(2)
        last = self.hall(EIGHT, rounds_per_partnership=1, rotations=1)
        last.play(1)
        mixed = self.hall(EIGHT[:5], rounds_per_partnership=1)
        mixed.play(4)
        mixed.change("patch", "", {"seat": 2, "name": "Zoe"})
        mixed.change("patch", "", {"leave": ["Eve"]})
        mixed.play(1)
        mixed.change("patch", "", {"join": [{"name": "Flo"}]})
        fewer = self.hall(EIGHT[:5], rounds_per_partnership=1)
        fewer.play(2)
        fewer.change("patch", "", {"leave": ["Eve"]})
        many = self.hall((*EIGHT, "Ida", "Jo", "Kim", "Lou"), rounds_per_partnership=1)
        many.play(1)
        agreed = self.hall(EIGHT[:4], by_average=True)
        agreed.play(12)
        agreed.change("post", "/undo", {})
        agreed.change("patch", "", {"finish": True})
        cut = self.hall((*EIGHT, "Ida"), rotations=2, by_average=True)
        five = self.hall(EIGHT[:5])
        halls = (fresh, five, cut, begun, behind, over, last, mixed, fewer, many, agreed)
        lost = f"{fresh.tables[0]}?since=99"  # a poll of a page that has seen later rounds
        return [lost, *(page for hall in halls for page in (hall.game, *hall.tables))]

    def _change_all(self, game: str) -> None:
        """Make each kind of change to a game by the API, and undo and redo some."""
        self.change(game, "put", "/rounds/1", round_json("Ana", Bo=3, Cy=2))
        self.change(game, "put", "/settled/stack.2on2", {"text": "Oui"})
        self.change(game, "delete", "/settled/stack.2on2", {})
        self.change(game, "patch", "", {"players": ["Anna", "Bo", "Cy"], "target": 400})
        self.change(game, "patch", "", {"join": [{"name": "Zoe", "total": 9}]})
        self.change(game, "patch", "", {"leave": ["Cy"], "dealer": "Bo"})
        self.change(game, "patch", "", {"join": [{"name": "Cy"}]})
        for what in ("/undo", "/undo", "/redo"):
            self.change(game, "post", what, {})
        self.change(game, "patch", "", {"finish": True})
        self.change(game, "patch", "", {"finish": False})
        self.change(game, "delete", "/rounds/2", {})
