"""Pages of groups of people in every state, for the tests of wording."""

from collections.abc import Iterator, Mapping
from typing import Any

from tests.store.sqlite import raw
from tests.web.hall import EIGHT
from tests.web.running import registry_of
from tests.web.script import round_json
from tests.wording.tables import Tables

MANY = (*EIGHT, "Ida", "Jo", "Kim", "Lou", "Zoe")


class Group:
    """Group of people who play through one Flask test client, with its games."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.key = ""
        self.games: list[Mapping[str, Any]] = []

    def play(
        self,
        *players: str,
        edition: str = "toy-story-3",
        out: str | None = None,
        n: int = 1,
        format: str = "individual",  # noqa: A002 - as in JSON
    ) -> str:
        """Play a game of `n` rounds in the group, finish it and return its address."""
        out = out or players[0]
        options: dict[str, object] = {"group": self.key or None, "format": format}
        if format == "individual":
            options["target"] = 10_000
        start = {"edition": edition, "players": players, **options}
        made = self.tables.phone.post("/api/games", json=start)
        self.key = made.get_json()["group_key"]
        game = made.headers["Location"]
        for at in range(n):
            winner = out if at % 2 == 0 else players[-1]
            held = {name: 9 + 40 * (winner == out) for name in players if name != winner}
            self.tables.change(game, "post", "/rounds", round_json(winner, **held))
        self.tables.change(game, "patch", "", {"finish": True})
        self.games.append(made.get_json())
        return game

    def get(self, what: str = "") -> str:
        return self.tables.phone.get(f"/groups/{self.key}{what}").text

    def submit(self, what: str, **fields: str) -> str:
        return self.tables.submit(f"/groups/{self.key}", what, **fields)

    def ids(self) -> list[str]:
        """Return the ids of the group's games in the order of the API."""
        listed = self.tables.phone.get(f"/api/groups/{self.key}").get_json()["games"]
        return [game["id"] for game in listed]


def group_pages(tables: Tables) -> Iterator[tuple[str, str]]:
    """Yield (description, HTML) of pages of groups after each possible action."""
    nameless = Group(tables)
    nameless.play("Player 1", "Player 2")
    yield "group without names", nameless.get()
    group = Group(tables)
    group.play("Ana", "Bo", "Cy", n=11)
    yield "group of one game", group.get()
    for _ in range(2):
        game = group.play("Ana", "Bo", edition="classic-108")
    for _ in range(2):
        group.play("Bo", "Cy")
    group.play("Ana", "Bo")
    yield "settings in a group", tables.phone.get(f"{game}/settings").text
    yield "moved badly", tables.submit(game, "/group", group="nowhere")
    yield "moved", tables.submit(game, "/group", group=group.key)
    yield "group", group.get()
    yield "new game in a group", tables.phone.get(f"/games/new?group={group.key}").text
    yield "new game by names", tables.phone.get("/games/new?player=Bo&player=Cy").text
    yield "new game of others", tables.phone.get("/games/new?player=Zoe&player=Oui").text
    yield "season", group.get("?from=2026-01-01&edition=classic-108")
    yield "no season", group.get("?from=never")
    yield "games", group.get("/games?from=2020-01-01")
    yield "games of two", group.get("/games?name=Ana&name=Bo")
    first, second, *_ = group.ids()
    yield "left out", group.submit(f"/games/{first}", change="leave-out")
    yield "counted", group.submit(f"/games/{first}", change="count")
    group.submit(f"/games/{first}", change="leave-out")
    yield "deleted", tables.submit(game, "/delete")
    yield "games in the trash", group.get("/games")
    yield "nothing to do", group.submit(f"/games/{second}")
    yield "link", group.get("/link")
    yield "renewed group", group.submit("/renew")
    yield "former link", group.get()
    registry = registry_of(tables.phone.application)
    for pages in (_pages_of_people, _pages_of_next_games, _pages_of_many_people):
        yield from pages(Group(tables))
    crowd = Group(tables)
    crowd.play(*MANY[:7])
    crowd.play(*MANY[6:])
    yield "crowd", crowd.get()
    first = "SELECT max(number) - 1 FROM games"  # subquery: number of the crowd's first game
    raw.run(registry.config.database, f"UPDATE lines SET body = '{{}}' WHERE game = ({first})")
    registry.groups.results.clear()
    registry.groups.overviews.clear()
    crowd.play(*MANY[6:])
    yield "crowd with damage", crowd.get()
    yield "home with groups", tables.phone.get("/").text
    yield "forgotten group", crowd.submit("/forget")
    yield "deleted group", crowd.submit("/delete")
    yield "former group", crowd.get()


def _pages_of_next_games(group: Group) -> Iterator[tuple[str, str]]:
    group.play("Ana", "Bo")
    start = {"edition": "toy-story-3", "players": ["Ana", "Bo"], "group": group.key}
    group.tables.phone.post("/api/games", json=start)
    yield "game of another phone", group.get()
    yield "next game", group.submit("/start", present="Ana", guests="Zoe")
    yield "game to go on with", group.get()


def _pages_of_people(group: Group) -> Iterator[tuple[str, str]]:
    group.play("Ana", "Bo")
    group.play("Anna", "Cy")
    yield "people", group.get("/people")
    yield "two people", group.submit("/people", change="join", name="Ana", other="Bo")
    yield "one person", group.submit("/people", change="join", name="Anna", other="Ana")
    yield "guest", group.submit("/people", change="guest", name="Cy")
    yield "group with a guest", group.get()
    yield "regular", group.submit("/people", change="regular", name="Cy")
    yield "season of this phone", group.get("?tz=Europe/Paris")
    group.play("Ana", "Anna", "Bo")
    yield "one person who is two", group.get("/people")
    yield "parted", group.submit("/people", change="part", name="Anna")
    yield "name taken out", group.submit("/people", change="remove", name="Cy")
    yield "names back", group.submit("/people", change="count-everybody")
    yield "nothing to say", group.submit("/people")


def _pages_of_many_people(group: Group) -> Iterator[tuple[str, str]]:
    for hall in range(6):
        group.play(*(f"A {hall} {seat}" for seat in range(40)), format="tournament", n=0)
    yield "many people", group.get()
