"""Functions for spawned processes, in a module that these can import."""

from concurrent.futures import ProcessPoolExecutor
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

from companion.store.sqlite import open_store
from tests.store.table import bodies, change


def processes(number: int) -> ProcessPoolExecutor:
    """Start a pool of processes that share no state with this one."""
    return ProcessPoolExecutor(number, mp_context=get_context("spawn"))


def start_game(file: Path) -> list[str]:
    """Open a file (creating it if missing), start a game and return the texts of its lines."""
    store = open_store(file)
    game = store.journals.create(change("sit down"))
    found = bodies(store.journals.read(game))
    store.close()
    return found


def play_until_killed(file: Path, game: str, confirmed: Connection) -> None:
    """Append lines until killed, and send each version to `confirmed` once it was saved."""
    store = open_store(file)
    for version in count(len(store.journals.read(game))):
        store.journals.append(game, version, change("x" * (version % 50 * 200)))
        confirmed.send(version + 1)
