"""The table companion: keeps the score of a paper card game, for the exact box on the table."""

import secrets
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.boxes import open_boxes
from companion.config import Config
from companion.folders import STATIC, TEMPLATES
from companion.store.sqlite import open_store
from companion.web import (
    answers,
    api,
    boxes,
    changes,
    compressed,
    converters,
    doors,
    games,
    gone,
    hands,
    health,
    home,
    live,
    locale,
    moving,
    nickname,
    piles,
    played,
    rounds,
    rules,
    security,
    series,
    slashes,
    stickers,
    story,
    tables,
    templating,
    told,
    tournaments,
    vary,
    watch,
)
from companion.web.kept import Games
from companion.web.known import Cookies
from companion.web.parts import Parts, hand_over

_A_LONG_TIME = timedelta(days=730)


class _Companion(Flask):
    """Flask, but not looking at each function of each request whether it is a coroutine."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Take every function as it is: none here is a coroutine."""
        return func


def create_app(config: Config) -> Flask:
    """Build the parts and put them together."""
    config.data.mkdir(parents=True, exist_ok=True)
    app = _Companion(__name__, template_folder=TEMPLATES, static_folder=STATIC)
    app.secret_key = _secret(config.data / "secret")
    app.session_interface = Cookies()
    app.config["PERMANENT_SESSION_LIFETIME"] = _A_LONG_TIME
    app.config["SESSION_REFRESH_EACH_REQUEST"] = False  # a page looked at again changes nothing
    app.config["SESSION_COOKIE_SAMESITE"] = "Lax"
    app.config["SESSION_COOKIE_SECURE"] = (config.public_url or "").startswith("https:")
    store = open_store(config.database)
    hand_over(app.extensions, Parts(config, open_boxes(config.boxes), Games(store, _now)))
    security.register(app, config)
    vary.register(app)
    converters.register(app)
    locale.register(app)
    templating.register(app, config)
    told.register(app)
    answers.register(app)
    compressed.register(app)
    live.register(app)
    gone.register(app)
    slashes.register(app)
    of_boxes = (boxes, rules, piles, played, stickers)
    table = (games, hands, doors, gone, nickname, moving, rounds, changes, series, story)
    for noun in (home, *table, tournaments, tables, watch, *of_boxes, health):
        app.register_blueprint(noun.bp)
    api.register(app)
    # The host is never taken from a forwarding header: a proxy that does not set it would pass on
    # whatever the stranger sent.
    if hops := config.proxy:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops)  # type: ignore[method-assign]
    return app


def _now() -> datetime:
    return datetime.now(UTC)


def _secret(path: Path) -> bytes:
    """Read what signs the cookies; made once, readable by nobody else."""
    if not path.exists():
        new = path.with_name(f"secret-{secrets.token_hex(8)}")
        new.touch(mode=0o600)
        new.write_bytes(secrets.token_bytes(32))
        new.replace(path)
    return path.read_bytes()
