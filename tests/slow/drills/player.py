"""Plays on a new companion in a folder, and says after each step what must outlive a power cut.

`python -m tests.slow.drills.player FOLDER`, traced while it runs: what it says on its standard
output stands in the trace between the writes to the disk, in order.
"""

import json
import os
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from companion.config import Config
from companion.secret import read_secret
from companion.services.copies import Copies
from companion.store.rows.drafts import Draft
from companion.store.sqlite import open_store
from companion.store.sqlite.backup import backup, restore
from tests.store.table import FIRST_KEYS, change, play

SAID = b"SAVED "
ROUNDS = 6
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def say(**saved: object) -> None:
    """Say what is saved now; each kind stands for all that was said of it before."""
    os.write(1, SAID + json.dumps(saved).encode() + b"\n")


def main(folder: Path) -> None:
    config = Config(data=folder)
    secret = read_secret(folder / "secret")
    say(secret=secret.hex())
    store, versions = open_store(config.database), {}
    for number in range(3):
        game = store.journals.create(change("sit down"), keys=FIRST_KEYS)
        versions[game] = 1
        say(games=versions)
        for played in range(1, ROUNDS + 1):
            store.drafts.put(game, Draft(1, played, 1, f"{played}"))
            say(draft=[game, f"{played}"])
            play(store, game, 1)
            versions[game] = played + 1
            say(games=versions)
        if number == 1:
            say(draft=None)  # it may be gone from now on
            store.trash.delete(game, NOW)
            say(deleted=game)
    store.keys.renew(game, "score")
    Copies(config, lambda: NOW + timedelta(days=1)).make_if_due()
    (copy,) = (folder / "copies").glob("*/companion.sqlite")
    copies = [str(copy.relative_to(folder))]
    say(copies=copies)
    backup(config.database, folder / "backup.sqlite")
    say(copies=[*copies, "backup.sqlite"])
    store.close()
    restore(folder / "backup.sqlite", config.database)
    say(restored=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
