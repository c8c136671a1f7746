"""Benchmark of the page of a group of players with 500 games, warm and just after a start."""

import random
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from companion.game.cards.hand import Hand
from companion.game.entries import Entry, RoundRecorded
from companion.game.requests.start import read_start
from companion.game.rounds import Round
from companion.rulebook import open_rulebook
from companion.services.games import UNGROUPED, GameService
from companion.store.rows.groups import GroupMembership
from companion.store.sqlite import open_store
from tests.slow.benchmarks.figures import Figure
from tests.slow.benchmarks.games import NOW
from tests.slow.benchmarks.pages import REPEATS, TIMES, page_cost
from tests.slow.benchmarks.ratio import ratios
from tests.slow.benchmarks.server import companion, hello
from tests.table import BOXES

GAMES, ROUNDS = 500, 10
FIVE = ("Ana", "Bo", "Chloé", "Marie-Louise", "Tom")


def measure(folder: Path) -> list[Figure]:
    """Return the cost of the group's page as ratio to a minimal app's, and of its first request."""
    data = folder / "rivalry"
    path = f"/groups/{_store_games(data)}"
    with companion(data) as server, hello(folder) as minimal:
        server.ask("/")
        before = server.cpu()
        server.ask(path)
        cold = server.cpu() - before
        (page,) = ratios([page_cost(minimal, "/"), page_cost(server, path)], TIMES, REPEATS)
    return [
        Figure(f"page of a group of {GAMES} games, to a hello", page, 10),
        Figure("page of the group, the first after a start", cold, 4, "s"),
    ]


def _store_games(data: Path) -> str:
    """Store 500 random games of one group in folder `data`; return the group's access key."""
    store = open_store(data / "companion.sqlite")
    games = GameService(store, open_rulebook(), lambda: NOW)
    luck, membership = random.Random(500), UNGROUPED
    for number in range(GAMES):
        at = NOW + timedelta(days=number // 3)
        entries = [(at + timedelta(minutes=5 * n), e) for n, e in enumerate(_a_game(luck))]
        new = games.create_from_journal(entries, membership=membership)
        membership = GroupMembership(store.groups.membership(new.game_id).group)
    store.close()
    return new.group_key


def _a_game(luck: random.Random) -> Iterator[Entry]:
    names = luck.sample(FIVE, luck.randint(3, 5))
    box = luck.choice(("hello-kitty", "classic-108"))
    yield read_start({"edition": box, "players": names, "target": 10 * ROUNDS}, BOXES)
    seats = range(1, len(names) + 1)
    sides = tuple((seat,) for seat in seats)
    winner = luck.choice(seats)
    for number in range(ROUNDS):
        out = winner if number == ROUNDS - 1 else luck.choice(seats)
        # Points are so few that only the winner reaches the target, and only in the last round.
        most = 10 * ROUNDS if number == ROUNDS - 1 else 9 // (len(seats) - 1)
        yield RoundRecorded(Round(sides, out, {seat: Hand(most) for seat in seats if seat != out}))
