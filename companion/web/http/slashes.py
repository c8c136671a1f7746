"""An address with a slash too many leads to its page all the same."""

from urllib.parse import quote

from flask import Flask, current_app, redirect, request
from werkzeug import Response
from werkzeug.exceptions import HTTPException, NotFound


def register(app: Flask) -> None:
    """Lead `/box/hello-kitty/` to `/box/hello-kitty`.

    The rules written out as plain files end in a slash, and so does what people pass on of them.
    """
    app.before_request(_without_slash)


def _without_slash() -> Response | None:
    """Send on for now only: a server of plain files at the same address sends the other way."""
    path = request.path.rstrip("/")
    is_stray = isinstance(request.routing_exception, NotFound) and request.path != path
    if request.method not in {"GET", "HEAD"} or not is_stray or not _is_open_page(path):
        return None
    asked = request.query_string.decode("latin-1")
    return redirect(f"{quote(path)}?{asked}" if asked else quote(path), 302)


def _is_open_page(path: str) -> bool:
    """Tell whether anybody may open this page; a key that is not quite right opens nothing."""
    pages = current_app.create_url_adapter(request)
    try:
        _, asked = pages.match(path, "GET") if pages else ("", {"key": ""})
    except HTTPException:
        return False
    return "key" not in asked
