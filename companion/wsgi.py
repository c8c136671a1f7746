"""WSGI application for servers such as `gunicorn companion.wsgi:app`.

It is configured by environment variables only. Some servers load it once and then fork. Neither a
store connection nor a thread survives a fork, so each process creates its own application.
"""

import atexit
import os
import sys
from collections.abc import Iterable
from threading import Lock
from typing import TYPE_CHECKING

from flask import Flask

from companion.app import create_app
from companion.cli import config_of_environment
from companion.web import read_ahead
from companion.web.ui.registry import EXTENSION

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_config = config_of_environment()
_applications: "dict[int, WSGIApplication]" = {}
_lock = Lock()


def _create() -> Flask:
    created = create_app(_config)
    process = os.getpid()
    _applications[process] = created.wsgi_app

    def close() -> None:
        if os.getpid() == process:  # a store opened before the fork belongs to the parent
            created.extensions[EXTENSION].games.store.close()

    atexit.register(close)
    reading = read_ahead(created)
    if sys.platform != "win32":
        # The thread does not survive a fork, so its locks would never be released in the child.
        os.register_at_fork(before=reading.join)
    return created


def _dispatch(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
    if os.getpid() not in _applications:
        with _lock:
            if os.getpid() not in _applications:
                _create()
    return _applications[os.getpid()](environ, start_response)


app = _create()
app.wsgi_app = _dispatch  # type: ignore[method-assign]
