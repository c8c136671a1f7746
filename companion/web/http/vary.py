"""What an answer hangs on besides its address, for whoever keeps it.

It is the same for all pages and for all scripts, and so it is said in one place and at one go:
each `vary.add` would read the whole header and write it anew. That a file is missing is a page.
"""

from http import HTTPStatus

from flask import Flask, Response, request

from companion.web.http import htmx
from companion.web.http.i18n import is_for_scripts

_FILES = "Accept-Encoding"
_SCRIPTS = "Accept-Encoding, Accept-Language"
_PAGES = f"Accept-Encoding, Accept-Language, Cookie, {htmx.ASKED_WITH}"


def register(app: Flask) -> None:
    """Say it with every answer."""
    app.after_request(_say)


def _say(response: Response) -> Response:
    is_file = request.path.startswith("/static/") and response.status_code < HTTPStatus.BAD_REQUEST
    response.headers["Vary"] = _FILES if is_file else _SCRIPTS if is_for_scripts() else _PAGES
    return response
