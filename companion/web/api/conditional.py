"""Conditional JSON responses, which are 304 for a client with a current copy."""

from collections.abc import Callable
from http import HTTPStatus

from flask import Response, jsonify, request

from companion.version import __version__
from companion.web.ui.access import key_by_secret


def conditional_json(tag: str, values: Callable[[], object]) -> Response:
    """Return values (or their JSON), or 304 without making them if the client has `tag`."""
    response = Response("", mimetype="application/json")
    # Another version may write the same values differently. The secret changes when the disk is
    # lost: a game that is then restored may continue differently, up to the same version number.
    response.set_etag(f"{__version__}-{key_by_secret('ETag')[:6]}-{tag}")
    response.make_conditional(request)
    # Polling scripts mostly have a current copy, so the values are made only for the others.
    if response.status_code != HTTPStatus.NOT_MODIFIED:
        made = values()
        response.set_data(made if isinstance(made, bytes) else jsonify(made).get_data())
    return response
