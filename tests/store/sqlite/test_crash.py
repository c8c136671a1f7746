"""A server killed while writing, which loses nothing that it confirmed."""

import random
import time
from multiprocessing import get_context
from pathlib import Path

from companion.store.sqlite import open_store
from tests.store.sqlite.workers import play_until_killed
from tests.store.table import change, play

KILLS = 4


def kill_while_playing(file: Path, game: str) -> int:
    """Kill another process at a random time, and return the last version that it confirmed."""
    fresh = get_context("spawn")
    ours, theirs = fresh.Pipe(duplex=False)
    process = fresh.Process(target=play_until_killed, args=(file, game, theirs))
    process.start()
    theirs.close()
    version = int(ours.recv())
    time.sleep(random.uniform(0, 0.1))
    process.kill()
    process.join()
    process.close()
    try:
        while True:
            version = int(ours.recv())
    except EOFError:
        return version
    finally:
        ours.close()


def test_killed_server_loses_no_confirmed_round(file: Path) -> None:
    store = open_store(file)
    game = store.journals.create(change("sit down"))
    store.close()
    for _ in range(KILLS):
        confirmed = kill_while_playing(file, game)
        store = open_store(file)
        assert confirmed <= len(store.journals.read(game)) <= confirmed + 1
        play(store, game, 1)
        store.close()
