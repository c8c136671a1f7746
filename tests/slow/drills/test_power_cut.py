"""Test that acknowledged saves survive a power cut after any system call (needs strace)."""

import hashlib
import json
import random
import shutil
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.secret import LENGTH, read_secret
from companion.store.errors import UnknownGameError
from companion.store.sqlite import open_store
from companion.store.sqlite.backup import backup
from tests.serving import ROOT, environment
from tests.slow.drills.disk import CALLS, Disk, read_calls, strings
from tests.slow.drills.player import REPORTED

AT_RANDOM = 4  # random states per system call, besides those with all or only flushed data

pytestmark = pytest.mark.skipif(not shutil.which("strace"), reason="it reads what strace writes")


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Run `player.py` under strace; return its data folder and the traced system calls."""
    folder = tmp_path_factory.mktemp("played")
    file = tmp_path_factory.mktemp("traced") / "trace"
    data = folder / "data"
    data.mkdir()
    tracing = ["strace", *f"-f -y -xx -s 9999999 -e trace={CALLS} -o".split(), str(file)]
    playing = [sys.executable, "-m", "tests.slow.drills.player", str(data)]
    subprocess.run(
        [*tracing, *playing], cwd=ROOT, env=environment(), check=True, stdout=subprocess.DEVNULL
    )
    return data, file.read_text()


def test_saved_data_survives_power_cut(trace: tuple[Path, str], tmp_path: Path) -> None:
    folder, calls = trace
    disk, luck, seen = Disk(folder), random.Random(1), set()
    saved: dict[str, Any] = {}
    for call in read_calls(calls):
        if call.name == "write" and strings(call.arguments)[0].startswith(REPORTED):
            saved |= json.loads(strings(call.arguments)[0].removeprefix(REPORTED))
        elif not disk.apply(call):
            continue
        for state in disk.states(luck, AT_RANDOM):
            digest = hashlib.blake2b(repr((sorted(state.items()), saved)).encode()).digest()
            if digest not in seen:
                seen.add(digest)
                write_files(state, folder, tmp_path / "disk")
                check_saved(tmp_path / "disk", saved)
    assert len(seen) > 1000


def write_files(state: Mapping[str, bytes], folder: Path, target: Path) -> None:
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    for name, content in state.items():
        path = target / Path(name).relative_to(folder)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def check_saved(folder: Path, saved: Mapping[str, Any]) -> None:
    """Open the files left after a power cut and assert that all reported data is there."""
    secret = read_secret(folder / "secret")
    assert len(secret) == LENGTH
    assert any(secret)
    assert saved.get("secret", secret.hex()) == secret.hex()
    with closing(open_store(folder / "companion.sqlite")) as store:
        for game, version in saved.get("games", {}).items():
            assert len(store.trash.read(game)) >= version
        if "deleted" in saved:
            with pytest.raises(UnknownGameError):
                store.journals.read(saved["deleted"])
        if saved.get("draft"):
            game, counted = saved["draft"]
            assert int(store.drafts.read(game, 1)[0].text) >= int(counted)
    for copy in saved.get("copies", ()):
        assert backup(folder / copy, folder / "again") > 0
        (folder / "again").unlink()
