"""What other processes do while the tests look on; started afresh, so all they need is here."""

from concurrent.futures import ProcessPoolExecutor
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

from companion.store.sqlite import open_store
from tests.store.table import bodies, change


def processes(number: int) -> ProcessPoolExecutor:
    """Start processes that have nothing of this one."""
    return ProcessPoolExecutor(number, mp_context=get_context("spawn"))


def start_a_game(file: Path) -> list[str]:
    """Open a file that may not be there yet, start a game in it and read it."""
    store = open_store(file)
    game = store.journals.create(change("sit down"))
    said_there = bodies(store.journals.read(game))
    store.close()
    return said_there


def play_on(file: Path, game: str, confirmed: Connection) -> None:
    """Play until killed, and say each version that was confirmed."""
    store = open_store(file)
    for version in count(len(store.journals.read(game))):
        store.journals.append(game, version, change("x" * (version % 50 * 200)))
        confirmed.send(version + 1)
