"""The Flask application, built from its services."""

import sys
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from companion import web
from companion.config import STATIC, TEMPLATES, Config
from companion.network.phones import Phones
from companion.rulebook import open_rulebook
from companion.services.copies import Copies
from companion.services.games import GameService
from companion.services.groups.group import Groups
from companion.services.televisions import TelevisionService
from companion.store.urls import open_store
from companion.web.http.prefix import PrefixMiddleware
from companion.web.ui.registry import Registry


def create_app(config: Config, phones: Phones | None = None) -> Flask:
    """Build the services and return the Flask application that uses them.

    `phones` gives the addresses at which phones reach the server, if they are known.
    """
    sys.setswitchinterval(0.001)  # by default each read of a save waits 5 ms if a page is drawn
    config.data.mkdir(parents=True, exist_ok=True)
    with suppress(OSError):  # written by versions that trained the search at run time
        (config.data / "questions.index").unlink(missing_ok=True)
    app = Flask("companion", template_folder=TEMPLATES, static_folder=STATIC)
    now = partial(datetime.now, UTC)
    copies = Copies(config, now)
    store = open_store(config.store_url, copies.make_before)
    rulebook = open_rulebook(config.boxes)
    games = GameService(store, rulebook, now)
    groups, televisions = Groups(games), TelevisionService(games)
    web.init_app(app, Registry(config, rulebook, games, groups, televisions, copies, phones))
    is_proxied = config.proxy > 0
    app.wsgi_app = PrefixMiddleware(  # type: ignore[method-assign]
        app.wsgi_app, config.path, is_proxy_trusted=is_proxied
    )
    # `X-Forwarded-Host` is not trusted (no `x_host`), because a proxy that does not set it passes
    # on the client's own.
    if hops := config.proxy:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops)  # type: ignore[method-assign]
    return app
