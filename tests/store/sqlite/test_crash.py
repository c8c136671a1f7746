"""A server that is killed in the middle of writing loses nothing it confirmed."""

import random
import time
from multiprocessing import get_context
from pathlib import Path

from companion.store.sqlite import open_store
from tests.store.sqlite.workers import play_on
from tests.store.table import change, play

KILLS = 4


def confirmed_until_killed(file: Path, game: str) -> int:
    """Let another process play, kill it at any moment, and give the last version it confirmed."""
    fresh = get_context("spawn")
    ours, theirs = fresh.Pipe(duplex=False)
    process = fresh.Process(target=play_on, args=(file, game, theirs))
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


def test_a_killed_server_keeps_every_confirmed_round(file: Path) -> None:
    store = open_store(file)
    game = store.journals.create(change("sit down"))
    store.close()
    for _ in range(KILLS):
        confirmed = confirmed_until_killed(file, game)
        store = open_store(file)
        assert confirmed <= len(store.journals.read(game)) <= confirmed + 1
        play(store, game, 1)
        store.close()
