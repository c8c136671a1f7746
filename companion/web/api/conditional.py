"""What is written out only for whoever lacks it."""

from collections.abc import Callable
from http import HTTPStatus

from flask import Response, jsonify, request

from companion.version import __version__
from companion.web.ui.access import key_by_secret


def unless_known(mark: str, values: Callable[[], object]) -> Response:
    """Return values as JSON, or 304 before they are made; `mark` changes whenever they do."""
    response = Response("", mimetype="application/json")
    # With the version of the program, which may write the same differently, and with what a lost
    # disk takes along: a game that was brought back may have gone on otherwise, to the same length.
    response.set_etag(f"{__version__}-{key_by_secret('ETag')[:6]}-{mark}")
    response.make_conditional(request)
    # Scripts that keep asking mostly have it already.
    if response.status_code != HTTPStatus.NOT_MODIFIED:
        response.set_data(jsonify(values()).get_data())
    return response
