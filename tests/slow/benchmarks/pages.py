"""Benchmark of the processor time of pages, as ratios to a minimal app's page."""

from pathlib import Path

from tests.slow.benchmarks.figures import Figure
from tests.slow.benchmarks.games import HALL, Keys, four_play, hall_plays, store_game
from tests.slow.benchmarks.ratio import Cost, ratios
from tests.slow.benchmarks.server import Server, companion, hello

TIMES, REPEATS = 12, 60


def measure(folder: Path) -> list[Figure]:
    """Return the costs of pages of a game of four and a tournament of forty, as ratios."""
    data = folder / "pages"
    ten, long = store_game(data, four_play(10)), store_game(data, four_play(200))
    hall = store_game(data, hall_plays(HALL - 10))
    with companion(data) as server, hello(folder) as minimal:
        pages = {
            "10 rounds": f"/games/{ten['score']}",
            "200 rounds": f"/games/{long['score']}",
            **_hall_pages(hall),
        }
        costs = [page_cost(minimal, "/"), *(page_cost(server, path) for path in pages.values())]
        json = f"/api{pages['200 rounds']}"
        costs.append(page_cost(server, json, 304, **{"If-None-Match": "*"}))
        cost = dict(zip([*pages, "known"], ratios(costs, TIMES, REPEATS), strict=True))
    return [
        Figure("page of four players after 10 rounds, to a hello", cost["10 rounds"], 5),
        Figure("the same after 200 rounds, to 10", cost["200 rounds"] / cost["10 rounds"], 1.5),
        Figure("JSON after 200 rounds that a script has, to a hello", cost["known"], 5),
        *(Figure(f"hall of 40: {name}, to a hello", cost[name], 6) for name in _hall_pages(hall)),
    ]


def _hall_pages(hall: Keys) -> dict[str, str]:
    return {
        "organiser": f"/games/{hall['score']}",
        "watch": f"/watch/{hall['watch']}",
        "round form": f"/games/{hall['score']}/rounds/{HALL - 100}",
        "one table": f"/tables/{hall['table 1']}",
        "plan": f"/games/{hall['score']}/plan",
    }


def page_cost(server: Server, path: str, answered: int = 200, **headers: str) -> Cost:
    def look() -> None:
        status, _ = server.ask(path, None, **headers)
        assert status == answered, (path, status)

    return Cost(server, look)
