"""Twelve hundred damaged files: a page is right, or says that something is damaged."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.store.errors import StoreError
from tests.web.running import parts_of, running
from tests.web.script import Script

FILES, AT_ONCE = 1200, 60
PAGE, SECTOR = 4096, 512
PATHS = ("", "/history", "/settings", "/share", "/rules", "/chart.svg")


@dataclass(frozen=True)
class Sound:
    """A folder as it was written, its keys, and what each of them shows."""

    secret: bytes
    content: bytes
    states: Mapping[str, Any]
    writing: tuple[str, ...]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Sound:
    folder = tmp_path_factory.mktemp("sound")
    with running(folder) as app:
        scripts = [Script(app, "203.0.113.1").start() for _ in range(4)]
        for number in range(15):
            for script in scripts:
                script.round("Ana", Bo="7 skip wild", Cy=number)
        scripts[0].correct(3, "Bo", Ana=1, Cy=1)
        scripts[1].client.post(f"/games/{scripts[1].score_key}/rematch")
        eight = [f"Player {seat}" for seat in range(1, 9)]
        scripts.append(Script(app, "203.0.113.1").start(*eight, format="tournament"))
        keys = [key for script in scripts for key in (script.score_key, script.watch_key)]
        states = {key: scripts[0].ask("GET", f"/games/{key}").json for key in keys}
        writing = tuple(script.score_key for script in scripts)
    content = (folder / "companion.sqlite").read_bytes()
    return Sound((folder / "secret").read_bytes(), content, states, writing)


def flipped(content: bytearray, luck: random.Random) -> None:
    content[luck.randrange(len(content))] ^= 1 << luck.randrange(8)


def scribbled(content: bytearray, luck: random.Random) -> None:
    start = luck.randrange(len(content) // SECTOR) * SECTOR
    content[start : start + SECTOR] = luck.randbytes(SECTOR)


def emptied(content: bytearray, luck: random.Random) -> None:
    start = luck.randrange(len(content) // PAGE) * PAGE
    content[start : start + PAGE] = bytes(PAGE)


def cut(content: bytearray, luck: random.Random) -> None:
    del content[luck.randrange(len(content)) :]


# Of ten files one is scribbled on, one has lost a page, one its end.
KINDS: tuple[Callable[[bytearray, random.Random], None], ...] = (
    *(flipped,) * 7,
    scribbled,
    emptied,
    cut,
)


@pytest.mark.parametrize("first", range(0, FILES, AT_ONCE))
def test_damaged_files(sound: Sound, tmp_path: Path, first: int) -> None:
    seen: Counter[str] = Counter()
    for number in range(first, first + AT_ONCE):
        folder = tmp_path / f"{number}"
        folder.mkdir()
        (folder / "secret").write_bytes(sound.secret)
        content = bytearray(sound.content)
        KINDS[number % len(KINDS)](content, random.Random(number))
        (folder / "companion.sqlite").write_bytes(content)
        seen.update(looked_at(sound, folder))
    print(dict(seen))  # noqa: T201
    assert seen["right"] > AT_ONCE


def looked_at(sound: Sound, folder: Path) -> Iterator[str]:
    """Start on a folder and open every page; yield what came of each."""
    with suppress(StoreError), running(folder) as app:
        phone = app.test_client()
        for key, state in sound.states.items():
            answer = phone.get(f"/api/games/{key}")
            yield judged(answer.status_code, folder)
            if answer.status_code == 200:
                assert answer.json == state, folder
        for key in sound.writing:
            for path in PATHS:
                yield judged(phone.get(f"/games/{key}{path}").status_code, folder)
        yield judged(phone.get("/").status_code, folder)
        parts_of(app).games.store.journals.latest(9)
        return
    yield "refused"


def judged(status: int, folder: Path) -> str:
    assert status in {200, 404, 503}, folder
    return {200: "right", 404: "unknown", 503: "said"}[status]
