"""Benchmark of the page of a group with 500 games, and of what pages of a large club cost."""

import random
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from statistics import median

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
from tests.slow.benchmarks.server import Server, companion, hello
from tests.table import BOXES

GAMES, ROUNDS = 500, 10
FIVE = ("Ana", "Bo", "Chloé", "Marie-Louise", "Tom")
CLUB, PEOPLE = 2000, [f"Player of the club {number}" for number in range(60)]
LARGEST = 2**20  # bytes of a page


def measure(folder: Path) -> Iterator[Figure]:
    """Yield the cost of the group's page as ratio to a minimal app's, and costs in seconds."""
    data = folder / "rivalry"
    group, _ = _store_games(data, GAMES, FIVE)
    path = f"/groups/{group}"
    with companion(data) as server, hello(folder) as minimal:
        server.ask("/")
        before = server.cpu()
        server.ask(path)
        cold = server.cpu() - before
        (page,) = ratios([page_cost(minimal, "/"), page_cost(server, path)], TIMES, REPEATS)
    yield Figure(f"page of a group of {GAMES} games, to a hello", page, 10)
    yield Figure("page of the group, the first after a start", cold, 4, "s")
    club, game = _store_games(folder / "club", CLUB, PEOPLE)
    with companion(folder / "club") as server:
        for address in ("/groups/…", "/groups/…/people", "/groups/…/games", "/api/groups/…"):
            yield from _costs(server, address, club, f"/games/{game}")


def _costs(server: Server, page: str, group: str, game: str) -> Iterator[Figure]:
    """Yield the seconds of processor of a group's page and its size, as `game` changes or not."""
    address = page.replace("…", group)
    server.ask(address)
    changed: list[float] = []
    same: list[float] = []
    for _ in range(5):
        for change in ("undo", "redo"):
            assert server.ask(f"{game}/{change}", {})[0] == 303
            for costs in (changed, same):
                before = server.cpu()
                text = server.ask(address)[1]
                costs.append(server.cpu() - before)
    what = f"{page} of {CLUB} games"
    yield Figure(f"{what}: after a change", median(changed), 0.5, "s")
    yield Figure(f"{what}: without", median(same), 0.1, "s")
    yield Figure(f"{what}: size", len(text.encode()) / LARGEST, 1, "MiB")


def _store_games(data: Path, games: int, people: Sequence[str]) -> tuple[str, str]:
    """Store random games of one group; return access keys of the group and of the last game."""
    store = open_store(data / "companion.sqlite")
    service = GameService(store, open_rulebook(), lambda: NOW)
    luck, membership = random.Random(500), UNGROUPED
    for number in range(games):
        at = NOW + timedelta(days=number // 3)
        played = _a_game(luck, luck.sample(people, luck.randint(3, 5)))
        entries = [(at + timedelta(minutes=5 * n), e) for n, e in enumerate(played)]
        new = service.create_from_journal(entries, membership=membership)
        membership = GroupMembership(store.groups.membership(new.game_id).group)
    store.close()
    return new.group_key, new.score_key


def _a_game(luck: random.Random, names: Sequence[str]) -> Iterator[Entry]:
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
