"""Apps for tests, each in a folder of its own and closed after the test."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from types import CodeType
from typing import Any, ClassVar

from flask import Flask
from jinja2 import FunctionLoader
from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.routing import Rule

from companion.app import create_app
from companion.config import TEMPLATES, Config
from companion.services.games import GameService
from companion.services.groups.group import Groups
from companion.services.televisions import TelevisionService
from companion.web.http.rate_limits import Queue
from companion.web.ui.registry import EXTENSION, Registry
from tests.store.sqlite import raw

# Templates are read once when the tests start, so that later edits of the files have no effect.
WRITTEN = {
    path.relative_to(TEMPLATES).as_posix(): (path.read_text("utf-8"), str(path), None)
    for path in TEMPLATES.rglob("*.*")
}


class Compiled(BytecodeCache):
    """A cache of compiled templates for all apps, because compiling takes longer than a test."""

    def __init__(self) -> None:
        self._code: dict[tuple[str, str], CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._code.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._code[bucket.key, bucket.checksum] = bucket.code


COMPILED = Compiled()


class CompiledRule(Rule):
    """A URL rule that is compiled once for all apps, because compiling it is slow."""

    _compiled: ClassVar[dict[tuple[str, str], "CompiledRule"]] = {}
    _copied = ("_parts", "_trace", "_converters", "arguments", "_build", "_build_unknown")

    def compile(self) -> None:
        key = self.rule, repr(self.defaults)
        if first := self._compiled.get(key):
            vars(self).update((name, getattr(first, name)) for name in self._copied)
        else:
            super().compile()
            self._compiled[key] = self


Flask.url_rule_class = CompiledRule


@contextmanager
def running(folder: Path, **settings: Any) -> Iterator[Flask]:  # noqa: ANN401 - fields of Config
    """Yield an app, and close its store at the end. Unexpected errors are answered, not raised."""
    app = create_app(Config(data=folder, **settings))
    app.jinja_env.loader = FunctionLoader(WRITTEN.get)
    app.jinja_env.bytecode_cache = COMPILED
    try:
        yield app
    finally:
        registry_of(app).games.store.close()


def registry_of(app: Flask) -> Registry:
    """Return the services and caches of an app."""
    registry = app.extensions[EXTENSION]
    assert isinstance(registry, Registry)
    return registry


def wait_in(queue: Queue, stack: ExitStack) -> None:
    """Take up what a thread that waits in the queue does, until `stack` is left."""
    for lock in (queue._threads, queue._slots):  # noqa: SLF001
        assert lock.acquire(blocking=False)
        stack.callback(lock.release)


def game_of(app: Flask, key: str) -> str:
    """Return the id of the game that a key opens."""
    access_key = registry_of(app).games.store.keys.find(key)
    assert access_key
    return access_key.game


def damage_database(app: Flask, sql: str) -> None:
    """Damage the SQLite file by SQL, and replace the game service, which forgets all games."""
    raw.run(registry_of(app).config.database, sql)
    games = registry_of(app).games
    replace_services(app, games=GameService(games.store, games.rulebook, games.now))


def replace_services(app: Flask, **services: Any) -> None:  # noqa: ANN401 - fields of Registry
    """Replace services or caches of an app, and with `games` also the groups and televisions."""
    if games := services.get("games"):
        services["groups"] = Groups(games)
        services["televisions"] = TelevisionService(games)
    app.extensions[EXTENSION] = replace(registry_of(app), **services)
