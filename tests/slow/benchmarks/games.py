"""Games of any length, stored in a database file before a benchmark starts a server."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from companion.config import Config
from companion.game.cards.hand import Hand
from companion.game.entries import Entry, RoundRecorded
from companion.game.replay import replay
from companion.game.requests.start import read_start
from companion.game.rounds import Round, Side
from companion.rulebook import open_rulebook
from companion.services.games import GameService
from companion.store.urls import open_store
from tests.table import BOXES

NOW = datetime(2026, 1, 1, tzinfo=UTC)
FOUR = ("Ana", "Bo", "Cy", "Dee")
HALL = 1560  # rounds of a full tournament of 40: 39 rotations x 10 tables x 4 rounds
CARDS = ("7", "skip", "3", "draw-two")  # one hand in every second round; others are totals

Keys = dict[str, str]  # "score", "watch", "table 1"... -> access key


def four_play(rounds: int) -> Iterator[Entry]:
    """Yield the journal entries of a game of four with `rounds` rounds and a high target."""
    asked = {"edition": "hello-kitty", "players": FOUR, "target": 10_000, "scoring": "keep-own"}
    start = read_start(asked, BOXES)
    yield start
    counted = Hand.counted(CARDS, start.deck)
    for number in range(rounds):
        out = number % 4 + 1
        held = {seat: Hand(seat) for seat in range(1, 5) if seat != out}
        held[out % 4 + 1] = counted if number % 2 else Hand(17)
        yield RoundRecorded(Round(((1,), (2,), (3,), (4,)), out, held))


def hall_plays(rounds: int, players: int = 40) -> Iterator[Entry]:
    """Yield the journal entries of a tournament with its first `rounds` rounds played."""
    names = [f"Player {seat}" for seat in range(1, players + 1)]
    asked = {"edition": "classic-108", "format": "tournament", "players": names}
    start = read_start(asked, BOXES)
    yield start
    game = replay([(1, start)])
    seats = (
        (rotation, table, sides)
        for rotation, each in enumerate(game.seating, start=1)
        for _ in range(game.rounds_each)
        for table, sides in enumerate(each.tables, start=1)
    )
    for number, (rotation, table, sides) in zip(range(rounds), seats, strict=False):
        yield RoundRecorded(_won_at(number, rotation, table, sides))


def _won_at(number: int, rotation: int, table: int, sides: tuple[Side, ...]) -> Round:
    held = {seat: Hand(10 + number % 30) for seat in sides[1]}
    return Round(sides, sides[0][0], held, table=table, rotation=rotation)


def store_game(data: Path, entries: Iterable[Entry]) -> Keys:
    """Store a game in the database in folder `data`, and return its access keys."""
    store = open_store(Config(data=data).store_url)
    games = GameService(store, open_rulebook(), lambda: NOW)
    stored = games.create_from_journal([(NOW, entry) for entry in entries])
    keys = store.keys.of_game(stored.game_id)
    store.close()
    return {f"table {k.table}" if k.table else k.kind: k.key for k in keys}
