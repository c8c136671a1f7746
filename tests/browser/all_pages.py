"""Addresses of all pages, with games in several states, for tests of every page."""

import json
from collections.abc import Mapping
from typing import Any
from urllib.request import Request, urlopen

Pages = Mapping[str, str]  # description of a page -> its address
ALL_KINDS = ("7", "skip", "reverse", "draw-two", "wild", "wild-draw-four", "badtz-maru")

RULES: Pages = {
    "box": "/box/power-colours",
    "card of a box": "/box/hello-kitty#badtz-maru",
    "pile": "/box/toy-story-3/count",
    "unread box": "/box/attack",
    "box with two sides": "/box/flip?side=dark",
    "two sides": "/box/flip/count?side=dark&cards=skip+everyone",
    "another box": "/boxes/other",
    "new with another box": "/games/new?edition=mau-mau",
    "unread rules": "/rules/attack",
    "first turn": "/box/power-colours/first-turn",
    "every card": "/box/classic-112/check?count-wild=3&count-wild-draw-four=4&count-7=9",
    "which box": "/boxes/which",
    "own box": "/boxes/new",
    "own box begun": "/boxes/new?from=flip",
    "two boxes": "/boxes/compare?one=classic-112&other=power-colours",
    "pile counted": "/box/classic-112/count?cards=9x+skip",
    "every box": "/rules",
    "rules": "/rules/classic-108",
    "topic": "/rules/hello-kitty/wd4-legal",
    "topic elsewhere": "/rules/hello-kitty/lotso",
    "card": "/rules/classic-112/cards/swap-hands",
    "answer": "/rules/hello-kitty/search?q=%2B2",
    "no answer": "/rules/hello-kitty/search?q=xyzzy",
    "no sure answer": "/rules/hello-kitty/search?q=uno",
    "source": "/rules/classic-112/source?rule=dtp.which_pile",
    "side by side": "/rules/compare/reverse-two-players",
    "missing": "/rules/hello-kity",
}


class Companion:
    """Client of a running companion's JSON API, by its base URL."""

    def __init__(self, url: str) -> None:
        self.url = url

    def ask(self, method: str, path: str, **values: object) -> Any:  # noqa: ANN401 - any JSON
        content = json.dumps(values).encode()
        asked = Request(
            self.url + path, content, {"Content-Type": "application/json"}, method=method
        )
        with urlopen(asked) as answer:
            return json.load(answer)

    def rematch(self, key: str) -> None:
        """Post the form that starts the rematch of a finished game, given its scoring key."""
        with urlopen(Request(f"{self.url}/games/{key}/rematch", b"")) as answer:
            answer.read()

    def start(self, *players: str, rounds: int = 0, **options: object) -> dict[str, Any]:
        """Start a game, record `rounds` rounds, and return the start's answer with access keys."""
        options = {"edition": "hello-kitty", **options}
        started: dict[str, Any] = self.ask("POST", "/api/games", players=players, **options)
        game = started["game"]
        for number in range(rounds):
            game = self._round(started["score_key"], game, number)
        return started

    def _round(self, key: str, game: Any, number: int) -> Any:  # noqa: ANN401 - any JSON
        table = game["next"]["tables"][0]
        sides = table["sides"]
        out = sides[number % len(sides)]
        others = [name for side in sides if side != out for name in side]
        held = ({"points": 12 + number}, {"cards": ALL_KINDS})
        hands = {name: held[place % 2] for place, name in enumerate(others)}
        where = {"table": table["table"], "rotation": table["rotation"]}
        answer = self.ask("POST", f"/api/games/{key}/rounds", went_out=out[0], hands=hands, **where)
        return answer["game"]


def every_page(url: str, names: tuple[str, ...]) -> Pages:
    """Create games with these names (at least eight); return all pages, as name -> address."""
    companion = Companion(url)
    running = companion.start(*names[:4], rounds=3)
    finished = companion.start(*names[:3], rounds=1, target=100)
    penalty = {"player": names[0], "points": -10, "why": "Oui " * 20}
    companion.ask("POST", f"/api/games/{running['score_key']}/adjustments", **penalty)
    partners = companion.start(*names[:4], format="teams")
    elimination = companion.start(*names[:4], rounds=1, format="challenge", target=400)
    many = companion.start(*names[:8], rounds=3, format="tournament", rounds_per_partnership=1)
    companion.rematch(finished["score_key"])
    heats = companion.start(*names[:8], rounds=2, format="heats", rounds_per_table=1)
    key = running["score_key"]
    companion.ask(
        "PUT", f"/api/games/{key}/settled/stack.2on2", text="Yes, until somebody has none."
    )
    game, over, hall = (f"/games/{each['score_key']}" for each in (running, finished, many))
    board, group = (f"/watch/{many['watch_key']}", f"/groups/{finished['group_key']}")
    watched = running["watch_key"]
    return {
        **RULES,
        **{
            name: f"{game}/{name}"
            for name in ("settings", "history", "share", "story", "adjustments")
        },
        **{f"group {name}": f"{group}/{name}" for name in ("games", "people", "link")},
        "home": "/",
        "about": "/about",
        "json": "/about/json",
        "nowhere": "/nowhere",
        "new": "/games/new?edition=classic-112",
        "taking in": "/games/import",
        "played rules": f"{game}/rules",
        "settled": f"{game}/rules/stack-draw-two",
        "watched rules": f"/games/{watched}/rules/stack-draw-two",
        "stickers": "/stickers",
        "table": game,
        "round": f"{game}/rounds/1",
        "noting": f"{game}?note=ch.guilty",
        "watch": f"/watch/{watched}",
        "finished": over,
        "told": f"{over}/story",
        "partners": f"/games/{partners['score_key']}",
        "group": group,
        "board": board,
        "challenge": f"/games/{elimination['score_key']}",
        "tournament": hall,
        "plan": f"{hall}/plan",
        "one table": f"/tables/{many['tables'][1]['key']}",
        "codes of a hall": f"{hall}/share",
        "heats": f"/games/{heats['score_key']}",
        "board of heats": f"/watch/{heats['watch_key']}",
        "table of heats": f"/tables/{heats['tables'][0]['key']}",
        "new tournament": "/games/new?format=heats",
        **_join_pages(companion, names),
    }


def _join_pages(companion: Companion, names: tuple[str, ...]) -> Pages:
    """Return pages about joining, of a game open for players and of one that has begun."""
    arriving, begun = (companion.start(open_seats=True) for _ in range(2))
    for game in (arriving, begun):
        for name in names[:4]:
            companion.ask("POST", f"/api/join/{game['join_key']}", name=name)
    companion.ask("PATCH", f"/api/games/{begun['score_key']}", open_seats=False)
    return {
        "arrivals": f"/games/{arriving['score_key']}",
        "seat": f"/games/{arriving['score_key']}/seats/1",
        "taking a seat": f"/join/{arriving['join_key']}",
        "seats on the board": f"/watch/{arriving['watch_key']}",
        "too late": f"/join/{begun['join_key']}",
        "television": "/tv",
    }
