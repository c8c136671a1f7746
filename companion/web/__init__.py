"""The only room that knows Flask: pages for people, JSON for scripts."""

import secrets
from pathlib import Path

from flask import Flask

from companion.web import api, boxes, error_pages, games, home, play, rules
from companion.web.games import deletion
from companion.web.http import compression, converters, i18n, security, slashes, vary
from companion.web.http.sessions import CookieSessionInterface
from companion.web.ui import polling, templating
from companion.web.ui.registry import Registry, install


def init_app(app: Flask, parts: Registry) -> None:
    """Put the pages and the JSON on the application, and around them what every request meets."""
    config = parts.config
    app.secret_key = _secret(config.data / "secret")
    app.session_interface = CookieSessionInterface(app.secret_key)
    app.config["SESSION_COOKIE_SAMESITE"] = "Lax"
    app.config["SESSION_COOKIE_SECURE"] = (config.public_url or "").startswith("https:")
    install(app.extensions, parts)
    security.register(app, config)
    vary.register(app)
    converters.register(app)
    i18n.register(app)
    templating.register(app, config)
    error_pages.register(app)
    compression.register(app)
    polling.register(app)
    deletion.register(app)
    slashes.register(app)
    for blueprint in (home.bp, *games.blueprints, *play.blueprints):
        app.register_blueprint(blueprint)
    for blueprint in (*boxes.blueprints, *rules.blueprints):
        app.register_blueprint(blueprint)
    api.register(app)


def _secret(path: Path) -> bytes:
    """Read what signs the cookies; made once, readable by nobody else."""
    if not path.exists():
        new = path.with_name(f"secret-{secrets.token_hex(8)}")
        new.touch(mode=0o600)
        new.write_bytes(secrets.token_bytes(32))
        new.replace(path)
    return path.read_bytes()
