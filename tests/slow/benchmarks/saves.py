"""Benchmark of the processor time of saving a round by the form.

It is compared with a minimal app that reads the same form, finds the key and appends a line.
"""

import re
from itertools import cycle
from pathlib import Path

from tests.slow.benchmarks.figures import Figure
from tests.slow.benchmarks.games import HALL, four_play, hall_plays, store_game
from tests.slow.benchmarks.ratio import Cost, ratios
from tests.slow.benchmarks.server import Server, companion, hello

TIMES, REPEATS = 4, 50
SAVED = TIMES * (REPEATS + 1)  # rounds saved in each game by the measurement
TABLES = 10

_INPUT = re.compile(r"<input ([^>]*)>")
_ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')


def measure(folder: Path) -> list[Figure]:
    """Return the costs of saves in a short and a long game and a tournament, as ratios."""
    data = folder / "saves"
    ten, long = (store_game(data, four_play(rounds))["score"] for rounds in (10, 200))
    hall = store_game(data, hall_plays((HALL - SAVED) // TABLES * TABLES))
    key = store_game(folder / "hello", four_play(10))["score"]
    with companion(data) as server, hello(folder) as minimal:
        form = _filled(server.ask(f"/games/{ten}")[1])
        saves = [
            Cost(minimal, lambda: _save(minimal, f"/{key}", form), lambda: minimal.ask("/")),
            saving(server, f"/games/{ten}"),
            saving(server, f"/games/{long}"),
            saving(server, *(f"/tables/{hall[f'table {n}']}" for n in range(1, TABLES + 1))),
        ]
        short, after_200, in_hall = ratios(saves, TIMES, REPEATS)
    return [
        Figure(f"saving a round of {len(form)} fields, to appending a line", short, 2.5),
        Figure("the same after 200 rounds, to 10", after_200 / short, 1.2),
        Figure("hall of 40: saving a round, to a game of four", in_hall / short, 3),
    ]


def saving(server: Server, *tables: str) -> Cost:
    """Return the cost of saves in these games in turn, where loading the form is not counted."""
    forms: list[tuple[str, dict[str, str]]] = []
    next_table = cycle(tables)

    def fill_in() -> None:
        path = next(next_table)
        forms.append((f"{path}/rounds", _filled(server.ask(path)[1])))

    return Cost(server, lambda: _save(server, *forms.pop()), fill_in)


def _save(server: Server, path: str, form: dict[str, str]) -> None:
    status, page = server.ask(path, form)
    assert status == 303, re.findall(r'<p class="fault">.*|role="alert">.*', page)


def _filled(page: str) -> dict[str, str]:
    """Return the fields of a page's round form, filled in, as sent without scripts."""
    form = page[page.index('<form class="round') :].partition("</form>")[0]
    inputs = [dict(_ATTRIBUTE.findall(tag)) for tag in _INPUT.findall(form)]
    typed = [i for i in inputs if "name" in i and i.get("type") not in {"radio", "checkbox"}]
    first, *others = [i["value"] for i in inputs if i.get("name") == "went_out"]
    held = {f"points-{seat}": "3" for seat in others}
    return {i["name"]: i["value"] for i in typed} | held | {"went_out": first}
