"""Access keys cannot be guessed, and open only what their kind allows."""

import random
import re
import secrets
import string
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from itertools import count, product
from typing import Any

import pytest
from flask import Flask

from companion.web.http.rate_limits import Limit, Limits
from tests.web.routes import WRITES, every_path
from tests.web.running import game_of, registry_of, replace_services
from tests.web.script import Script, play_one_round

# Valid values for every form, so that a request fails only because of its access key.
FORM = {
    "went_out": "1", "points-2": "5", "points-3": "5", "points-4": "5", "change": "target",
    "target": "300", "to": "1", "kind": "score", "nickname": "Eve", "seen": "0", "seat": "1",
}  # fmt: skip
ROUND = {"went_out": "Ana", "hands": {"Bo": {"points": 5}, "Cy": {"points": 5}}}


def status_of_write(script: Script, path: str, method: str) -> int:
    """Send valid values to a path by a method, and return the response's status."""
    body: dict[str, Any] = {"data": FORM}
    if path.startswith("/api/"):
        body = {"json": ROUND if "/rounds" in path else {"target": 300, "text": "x"}}
    return script.client.open(path, method=method, **body).status_code


def stored(app: Flask, game: str) -> object:
    """Return a game's journal, access keys and hands being counted from the store."""
    store = registry_of(app).games.store
    return store.journals.read(game), store.keys.of_game(game), store.drafts.read(game, 1)


def test_watch_key_cannot_write_anywhere(app: Flask) -> None:
    table = play_one_round(app)
    game = game_of(app, table.score_key)
    before = stored(app, game)
    paths = [path for path in every_path(app, table.watch_key) if table.watch_key in path]
    for path, method in product(paths, WRITES):
        assert status_of_write(table, path, method) in {404, 405}, (method, path)
        assert stored(app, game) == before, (method, path)


def forged(key: str, number: int) -> Iterator[str]:
    """Yield wrong keys that resemble a key: cut, turned, extended, or with one other character."""
    rng = random.Random(key)
    letters = string.ascii_letters + string.digits + "-_"
    yield from (key[:length] for length in range(1, len(key)))
    yield from (key[start:] for start in range(1, len(key)))
    yield from (key.swapcase(), key[::-1], key + "=", key + "x", key * 2, key + "%00")
    for _ in range(number):
        position = rng.randrange(len(key))
        other = rng.choice(letters.replace(key[position], ""))
        yield key[:position] + other + key[position + 1 :]


def test_truncated_and_forged_keys_open_nothing(app: Flask) -> None:
    replace_services(app, limits=Limits(wrong_keys=Limit(10**6, 60)))
    table = Script(app, "203.0.113.1").start()
    tries = 0
    for key in forged(table.score_key, 650):
        for path in (f"/games/{key}", f"/watch/{key}", f"/api/games/{key}"):
            answer = table.client.get(path)
            assert answer.status_code == 404, path
            assert not re.search(r"\bBo\b", answer.text)
            tries += 1
    assert tries >= 2000


def test_a_key_is_128_random_bits(table: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = set()
    for _ in range(20):
        table.start()
        keys |= {table.score_key, table.watch_key}
    assert len(keys) == 40
    assert {len(urlsafe_b64decode(key + "==")) for key in keys} == {16}
    drawn = count()
    monkeypatch.setattr(secrets, "token_urlsafe", lambda size: f"{size}-bytes-{next(drawn)}")
    assert table.start().score_key.startswith("16-bytes-")


def test_exports_with_watch_key_contain_no_access_key(table: Script) -> None:
    for path in ("", "/journal", "/score-sheet.txt", ".csv"):
        text = table.read(path).text
        assert table.score_key not in text
        assert table.watch_key not in text
    page = table.client.get(f"/watch/{table.watch_key}").text
    assert table.score_key not in page
