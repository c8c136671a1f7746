"""What the page of a group of 500 games costs, against a bare hello: warm, and from nothing."""

import random
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from time import perf_counter

from companion.game.cards.hand import Hand
from companion.game.entries import Entry, RoundRecorded
from companion.game.requests.start import read_start
from companion.game.rounds import Round
from companion.rulebook import open_rulebook
from companion.services.games import ALONE, GameService
from companion.store.rows.groups import Place
from companion.store.sqlite import open_store
from tests.slow.benchmarks.figures import Figure
from tests.slow.benchmarks.games import BOXES, NOW
from tests.slow.benchmarks.ratio import Cost, ratios
from tests.slow.benchmarks.server import Server, companion, hello

GAMES, ROUNDS = 500, 10
FIVE = ("Ana", "Bo", "Chloé", "Marie-Louise", "Tom")
TIMES, REPEATS = 12, 60


def measured(folder: Path) -> list[Figure]:
    """Measure the page of a group, its JSON, and the first look after a start."""
    data = folder / "rivalry"
    key, game = _laid(data)
    with companion(data) as server, hello(folder) as bare:
        server.ask("/")
        before, began = server.cpu(), perf_counter()
        server.ask(f"/groups/{key}")
        cold, waited = server.cpu() - before, perf_counter() - began
        costs = [_page(bare, "/")]
        costs += [_page(server, path) for path in (f"/groups/{key}", f"/api/groups/{key}")]
        page, api = ratios(costs, TIMES, REPEATS)
        changed = Cost(server, lambda: server.ask(f"/groups/{key}"), _change(server, game))
        after = changed.once(5)
    return [
        Figure(f"page of a group of {GAMES} games, to a hello", page, 10),
        Figure(f"JSON of a group of {GAMES} games, to a hello", api, 10),
        Figure("page of the group once one game has changed", after * 1000, 150, "ms"),
        Figure("page of the group, the first after a start", cold, 4, "s"),
        Figure("what a phone waits for that", waited, 5, "s"),
    ]


def _laid(data: Path) -> tuple[str, str]:
    """Lay the games into the file of a folder; give the key of the group, and to the last game."""
    store = open_store(data / "companion.sqlite")
    games = GameService(store, open_rulebook(), lambda: NOW)
    lots, place = random.Random(500), ALONE
    for number in range(GAMES):
        at = NOW + timedelta(days=number // 3)
        entries = [(at + timedelta(minutes=5 * n), e) for n, e in enumerate(_a_game(lots))]
        new = games.bring(entries, place=place)
        place = Place(store.groups.place(new.game_id).group)
    store.close()
    return new.group_key, new.score_key


def _a_game(lots: random.Random) -> Iterator[Entry]:
    names = lots.sample(FIVE, lots.randint(3, 5))
    box = lots.choice(("hello-kitty", "classic-108"))
    yield read_start({"edition": box, "players": names, "target": 10 * ROUNDS}, BOXES)
    seats = range(1, len(names) + 1)
    sides = tuple((seat,) for seat in seats)
    winner = lots.choice(seats)
    for number in range(ROUNDS):
        out = winner if number == ROUNDS - 1 else lots.choice(seats)
        # Nobody wins before the last round, and then whoever goes out does.
        most = 10 * ROUNDS if number == ROUNDS - 1 else 9 // (len(seats) - 1)
        yield RoundRecorded(Round(sides, out, {seat: Hand(most) for seat in seats if seat != out}))


def _page(server: Server, path: str) -> Cost:
    def look() -> None:
        status, _ = server.ask(path)
        assert status == 200, (path, status)

    return Cost(server, look)


def _change(server: Server, game: str) -> Callable[[], object]:
    """Return what takes one round of a game back."""

    def undo() -> None:
        status, _ = server.ask(f"/games/{game}/undo", {})
        assert status == 303, status

    return undo
