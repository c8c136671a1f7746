"""The Flask layer: HTML pages for people and a JSON API for scripts."""

from itertools import chain
from threading import Timer

from flask import Flask, request

from companion.rulebook import Rulebook
from companion.secret import read_secret
from companion.web import about, api, boxes, errors, games, groups, home, joining, play, rules
from companion.web.http import converters, i18n, security, static_files
from companion.web.http.sessions import CookieSessionInterface
from companion.web.ui import access, templating
from companion.web.ui.registry import EXTENSION, Registry, registry

_READ_AHEAD_DELAY = 0.3  # seconds, so that the first page is served before


def init_app(app: Flask, registry: Registry) -> None:
    """Register the pages, the JSON API and the hooks around each request."""
    config = registry.config
    app.secret_key = read_secret(config.data / "secret", config.secret)
    app.session_interface = CookieSessionInterface(app.secret_key)
    app.config.update(
        PUBLIC_URL=config.public_url,
        HOST_NAMES=frozenset(config.host_names),
        FRAME_ANCESTORS=config.frame_ancestors,
        MAX_CONTENT_LENGTH=security.LARGEST_BODY,
        MAX_FORM_PARTS=2000,
        SESSION_COOKIE_PATH=config.path or "/",  # see PrefixMiddleware
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=(config.public_url or "").startswith("https:"),
    )
    app.url_map.converters |= converters.CONVERTERS
    app.url_map.strict_slashes = False  # ignore a trailing slash
    app.jinja_environment = templating.PageEnvironment
    app.extensions[EXTENSION] = registry
    queues = registry.limits.queues
    registry.games.replays.queue = queues.long_replays.slot
    registry.games.changes.queue = queues.long_changes.slot
    registry.groups.queue = queues.groups.slot
    i18n.init_app(app)
    static_files.init_app(app, config.path)
    templating.init_app(app, config)
    app.before_request(_note_visitor)
    app.before_request(security.check_request)
    app.after_request(security.finish_response)
    app.teardown_request(access.release_slot)
    app.after_request(i18n.remember_language)  # Flask runs these in reverse order
    for kind in errors.HANDLED:
        app.register_error_handler(kind, errors.respond)
    app.log_exception = errors.log_exception  # type: ignore[assignment,method-assign]
    features = (games, groups, joining, play, boxes, rules)
    pages = chain.from_iterable(feature.blueprints for feature in features)
    for blueprint in (home.bp, about.bp, *pages):
        app.register_blueprint(blueprint)
    api.register(app)


def read_ahead(app: Flask) -> Timer:
    """Open some pages about rules in a background thread, and return the thread.

    This loads the rulings and the search, and compiles the templates of such pages.
    """
    rulebook: Rulebook = app.extensions[EXTENSION].rulebook

    def read() -> None:
        box, client = next(iter(rulebook.editions)), app.test_client()
        client.get(f"/rules/{box}/search?q=uno")
        client.get(f"/rules/{box}/{next(iter(rulebook.rulings.topics))}")
        client.get(f"/box/{box}")

    thread = Timer(_READ_AHEAD_DELAY, read)
    thread.name, thread.daemon = "read ahead", True
    thread.start()
    return thread


def _note_visitor() -> None:
    """Record the client's address, even if it is refused, to detect the first phone."""
    if phones := registry().phones:
        phones.note(request.remote_addr or "")
