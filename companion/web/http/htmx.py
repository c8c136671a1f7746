"""All that is known of htmx: where it is loaded from, and its headers."""

from flask import Response, make_response, request

VERSION = "4.0.1"
CDN_ADDRESS = f"https://cdn.jsdelivr.net/npm/htmx.org@{VERSION}/dist/htmx.min.js"
LOCAL_FILE = f"vendor/htmx-{VERSION}.min.js"
ASKED_WITH = "HX-Request, HX-Request-Type"  # page and partial of one address are two answers
INTEGRITY = "sha384-Qp9rdC8H7EqOoX+nR0P3RPG2Noji+qdwJlGpfzwQJsfOpp3sGwIdSP9xO3+UlEhn"


def wants_partial() -> bool:
    """Return whether htmx asks for a part of a page rather than a browser for all of it."""
    return request.headers.get("HX-Request-Type") == "partial"


def answer(drawn: str, status: int = 200, place: str | None = None) -> Response:
    """Answer with a page or a partial; `place` is the address that then stands in the browser."""
    response = make_response(drawn, status)
    if place and wants_partial():
        response.headers["HX-Push-Url"] = place
    return response
