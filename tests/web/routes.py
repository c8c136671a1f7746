"""All URL paths of the app, and some that do not exist."""

from collections.abc import Iterator

from flask import Flask

from tests.web.hall import EIGHT
from tests.web.script import Script

METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")
WRITES = METHODS[3:]
NOWHERE = ("/nowhere", "/api/nowhere", "/games/x/nowhere", "/static/nowhere.css", "/static/../x")

ARGUMENTS = {
    "number": 1,
    "seat": 2,
    "game_id": "unknown",
    "players": 8,
    "rule": "uno.when",
    "edition": "classic-108",
    "filename": "base.css",
    "version": "0123456789",
    "card": "skip",
    "topic": "tie",
    "code": "AB23",
}


def every_path(app: Flask, *keys: str) -> Iterator[str]:
    """Yield the path of every route once for each access key and a wrong one, then `NOWHERE`."""
    yield from dict.fromkeys(_filled_in(app, (*keys, "wrong")))  # most paths have no key
    yield from NOWHERE


def _filled_in(app: Flask, keys: tuple[str, ...]) -> Iterator[str]:
    urls = app.url_map.bind("localhost")
    for key in keys:
        values = {"key": key, **ARGUMENTS}
        for rule in app.url_map.iter_rules():
            given = {**values, **(rule.defaults or {})}
            assert rule.arguments <= given.keys(), f"say what stands in {rule.rule}"
            filled = {name: given[name] for name in rule.arguments}
            yield urls.build(rule.endpoint, filled, method=min(rule.methods or {"GET"}))


def every_key(script: Script) -> list[str]:
    """Start a tournament, and return all access keys to it, its group and the script's game."""
    keys = [script.score_key, script.watch_key]
    hall = Script(script.app, "203.0.113.8").start(*EIGHT, format="tournament")
    tables = [table["key"] for table in hall.last.json["tables"]]
    group = hall.last.json["group_key"]
    return [*keys, hall.score_key, hall.watch_key, *tables, group]
