"""An address with a slash too many leads to its page all the same."""

from urllib.parse import quote

from flask import Flask, current_app, redirect, request
from werkzeug import Response
from werkzeug.exceptions import NotFound


def register(app: Flask) -> None:
    """Lead `/box/hello-kitty/` to `/box/hello-kitty`.

    The rules written out as plain files end in a slash, and so does what people pass on of them.
    """
    app.before_request(_without_slash)


def _without_slash() -> Response | None:
    """Send on for now only: a server of plain files at the same address sends the other way."""
    path = request.path.rstrip("/")
    is_stray = isinstance(request.routing_exception, NotFound) and request.path.endswith("/")
    pages = current_app.create_url_adapter(request)
    if request.method not in {"GET", "HEAD"} or not is_stray or not pages or not pages.test(path):
        return None
    asked = request.query_string.decode("latin-1")
    return redirect(f"{quote(path)}?{asked}" if asked else quote(path), 302)
