"""Move and back up many games: `python -m tests.slow.servers.move 10000`.

A file is filled with games as people play them, with keys, hands that are being counted, groups and
rematches, and some in the trash. It is moved to a database server and back into a file, each time
by the command and interrupted once; then it is backed up from the server and restored into it. At
the end all that each store holds is compared, checksums included.
"""

import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from itertools import islice
from pathlib import Path
from random import Random
from unittest.mock import patch

from companion.services.changes import Write, stored_change
from companion.store.archives import BESIDE
from companion.store.rows.drafts import Draft
from companion.store.rows.groups import Place
from companion.store.rows.lines import Change
from companion.store.sqlite import connections
from companion.store.store import Store
from companion.store.urls import open_archive, open_store
from tests.serving import COMPANION, ROOT, surroundings
from tests.slow.benchmarks.games import NOW, four_play
from tests.slow.servers.database import database

ROUNDS = 12
KEYS = (("score", None), ("watch", None))


def changes(luck: Random) -> list[Change]:
    """Give the journal of one game, each change with a request id of its own."""
    found = []
    for place, entry in enumerate(islice(four_play(ROUNDS), luck.randrange(2, ROUNDS + 1))):
        write = Write(request_id=f"{luck.getrandbits(96):x}", content=place, by="Ana")
        found.append(stored_change(NOW + timedelta(minutes=5 * place), entry, write))
    return found


def fill(store: Store, games: int) -> None:
    """Play so many games: a tenth are rematches, a hundredth are in the trash."""
    luck, before, group = Random(games), "", ""
    for number in range(games):
        game = store.journals.create(*changes(luck), keys=KEYS)  # type: ignore[arg-type]
        if number % 10 == 9:
            store.groups.put(game, Place(group, follows=before))
            store.drafts.put(game, Draft(1, ROUNDS, 2, "7 skip", "Bo"))
        elif number % 10 == 8:
            before, group = game, store.groups.begin(game).id
        if number % 100 == 50:
            store.trash.delete(game, NOW + timedelta(days=number % 7))
    store.trash.purge(NOW + timedelta(days=1))


def everything(url: str) -> Iterator[object]:
    """Give all that a store holds, one thing after the other."""
    with open_archive(url) as archive:
        for game in archive.games():
            yield archive.read(game)
        for part in BESIDE:
            yield archive.rows(part)


def same(one: str, other: str) -> bool:
    """Return whether two stores hold the same."""
    return all(a == b for a, b in zip(everything(one), everything(other), strict=True))


def typed(*words: str | Path, **variables: str) -> subprocess.Popen[str]:
    """Type a command."""
    return subprocess.Popen(
        [*COMPANION, *map(str, words)],
        cwd=ROOT,
        env=surroundings(**variables),
        stdout=subprocess.PIPE,
        text=True,
    )


def done(process: subprocess.Popen[str]) -> str:
    """Wait for a command and give the last line it printed."""
    said, _ = process.communicate()
    assert process.returncode == 0, said
    return said.splitlines()[-1]


def interrupted(source: str, target: str) -> None:
    """Begin a move and kill it after its first thousand games."""
    with typed("move", source, target) as process:
        assert process.stdout
        process.stdout.readline()
        process.send_signal(signal.SIGKILL)


def timed(what: str, do: Callable[[], object]) -> None:
    """Tell how long something takes."""
    begun = time.perf_counter()
    found = do()
    print(f"{what:<44} {time.perf_counter() - begun:7.1f} s  {found or ''}")  # noqa: T201


def main(games: int) -> None:
    """Move so many games there and back, and restore a backup of them."""
    with tempfile.TemporaryDirectory() as name, database() as server:
        folder, there = Path(name), server.url()
        here, back = (f"sqlite:///{folder / each / 'games.sqlite'}" for each in ("here", "back"))
        # Nobody waits for this file: it is not to be flushed with each game.
        quick = (*connections.SETTINGS, "synchronous = OFF")
        with patch.object(connections, "SETTINGS", quick), closing(open_store(here)) as store:
            timed(f"{games} games are played", lambda: fill(store, games))
        interrupted(here, there)
        time.sleep(31)  # until whoever was killed counts no more
        timed("to the server, gone on with after a kill", lambda: done(typed("move", here, there)))
        timed("once more: all there", lambda: done(typed("move", here, there)))
        timed("what both hold is compared", lambda: same(here, there))
        timed("back into a file", lambda: done(typed("move", there, back)))
        timed("what both hold is compared", lambda: same(here, back))
        file, variables = (
            folder / "backup.sqlite",
            {"COMPANION_STORE": there, "COMPANION_DATA": name},
        )
        timed("a backup from the server", lambda: done(typed("backup", file, **variables)))
        with closing(open_store(there)) as store:
            (last,) = store.journals.latest(1)
            store.trash.delete(last.game, NOW)
            store.journals.create(*map(replace, changes(Random(1))))
        assert not same(here, there)
        timed("restored into it", lambda: done(typed("restore", file, **variables)))
        timed("what both hold is compared", lambda: same(here, there))
        size = file.stat().st_size
        print(f"the file has {size / 1e6:.1f} MB")  # noqa: T201


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
