"""Program that saves games and reports after each step what must survive a power cut.

`python -m tests.slow.drills.player FOLDER` is run under strace: its reports on standard output are
in the trace, in order with the writes to the disk.
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

REPORTED = b"SAVED "
ROUNDS = 6
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def report(**saved: object) -> None:
    """Write saved data to standard output as JSON; a later value of a name replaces it."""
    os.write(1, REPORTED + json.dumps(saved).encode() + b"\n")


def main(folder: Path) -> None:
    config = Config(data=folder)
    secret = read_secret(folder / "secret")
    report(secret=secret.hex())
    store, versions = open_store(config.database), {}
    for number in range(3):
        game = store.journals.create(change("sit down"), keys=FIRST_KEYS)
        versions[game] = 1
        report(games=versions)
        for played in range(1, ROUNDS + 1):
            store.drafts.put(game, Draft(1, played, 1, f"{played}"))
            report(draft=[game, f"{played}"])
            play(store, game, 1)
            versions[game] = played + 1
            report(games=versions)
        if number == 1:
            report(draft=None)  # from now on the draft (an unsaved hand) may be lost
            store.trash.delete(game, NOW)
            report(deleted=game)
    store.keys.renew(game, "score")
    Copies(config, lambda: NOW + timedelta(days=1)).make_if_due()
    (copy,) = (folder / "copies").glob("*/companion.sqlite")
    copies = [str(copy.relative_to(folder))]
    report(copies=copies)
    backup(config.database, folder / "backup.sqlite")
    report(copies=[*copies, "backup.sqlite"])
    store.close()
    restore(folder / "backup.sqlite", config.database)
    report(restored=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
