"""What it costs to open one game among a million that are stored, against one among ten."""

import secrets
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

from companion.store.checksums import START, checksum
from companion.store.rows.games import heading_checksum
from companion.store.rows.lines import line_checksum
from companion.store.sqlite.connections import connect
from tests.slow.benchmarks.figures import Figure
from tests.slow.benchmarks.games import four_play, laid
from tests.slow.benchmarks.server import companion

MILLION, TEN = 1_000_000, 10
REPEATS = 7
Row = tuple[Any, ...]

_FILL = {
    "games": """INSERT INTO games (number, id, version, seal, created, changed, heading)
                VALUES (?, ?, 1, ?, 0, 0, ?)""",
    "lines": "INSERT INTO lines (game, version, at, body, seal) VALUES (?, 1, 0, ?, ?)",
    "doors": 'INSERT INTO doors ("key", game, kind, seal) VALUES (?, ?, ?, ?)',
}


def measured(folder: Path) -> list[Figure]:
    """Open games for the first time since the server was started, in turn with the other one."""
    few = [laid(folder / "few", four_play(10))["score"] for _ in range(TEN)]
    some = [laid(folder / "many", four_play(10))["score"] for _ in range(TEN)]
    _fill(folder / "many" / "companion.sqlite", MILLION - TEN)
    ratios, memory = [], 0.0
    for _ in range(REPEATS):
        with companion(folder / "few") as one, companion(folder / "many") as other:
            costs = [0.0, 0.0]
            for keys in zip(few, some, strict=True):
                for place, (server, key) in enumerate(zip((one, other), keys, strict=True)):
                    before = server.cpu()
                    assert server.ask(f"/games/{key}")[0] == 200
                    costs[place] += server.cpu() - before if key not in {few[0], some[0]} else 0
            ratios.append(costs[1] / costs[0])
            memory = max(memory, other.memory())
    return [
        Figure("opening a game among a million, to among ten", median(ratios), 1.5),
        Figure("resident memory then", memory, 80, "MB"),
    ]


def _fill(file: Path, games: int) -> None:
    """Lay games that nobody opens into a file, as the store would have, but all at once."""
    db = connect(file)
    first = 1 + next(iter(db.query("SELECT max(number) AS number FROM games")))["number"]
    numbers = iter(range(first, first + games))
    while some := list(islice(numbers, 10_000)):
        rows = [_game(number) for number in some]
        db.execute("BEGIN")
        for kind, sql in _FILL.items():
            db.conn.executemany(sql, (row for game in rows for row in game[kind]))
        db.execute("COMMIT")
    db.close()


def _game(number: int) -> dict[str, list[Row]]:
    game, body = secrets.token_urlsafe(16), "x" * 300
    line = {
        "version": 1,
        "at": 0,
        "body": body,
        "request_id": None,
        "fingerprint": None,
        "by": None,
    }
    end = line_checksum(game, START, line)
    keys = list(_key_rows(game, number))
    return {
        "games": [(number, game, end, heading_checksum(game, 0, 0, None))],
        "lines": [(number, body, end)],
        "doors": keys,
    }


def _key_rows(game: str, number: int) -> Iterator[Row]:
    for kind in ("score", "watch"):
        key = secrets.token_urlsafe(16)
        yield key, number, kind, checksum(key, game, kind, None)
