"""The version and the headers of htmx. No other module uses these."""

from flask import Response, make_response, redirect, request
from werkzeug.wrappers import Response as BaseResponse

VERSION = "4.0.1"
CDN_ADDRESS = f"https://cdn.jsdelivr.net/npm/htmx.org@{VERSION}/dist/htmx.min.js"
LOCAL_FILE = f"vendor/htmx-{VERSION}.min.js"
VARY_HEADERS = "HX-Request, HX-Request-Type"  # a page and its partial have the same address
_MINIMAL = "return=minimal"
INTEGRITY = "sha384-Qp9rdC8H7EqOoX+nR0P3RPG2Noji+qdwJlGpfzwQJsfOpp3sGwIdSP9xO3+UlEhn"


def is_sender() -> bool:
    """Return whether htmx sent this request, whether for a whole page or a partial."""
    return "HX-Request" in request.headers


def wants_partial() -> bool:
    return request.headers.get("HX-Request-Type") == "partial"


def wants_minimal() -> bool:
    """Return whether only what a save changed is wanted (`Prefer: return=minimal`)."""
    return wants_partial() and request.headers.get("Prefer") == _MINIMAL


def response(html: str, status: int = 200) -> Response:
    return make_response(html, status)


def minimal_response(html: str) -> Response:
    return make_response(html, {"Preference-Applied": _MINIMAL})


def scroll_up(response: Response) -> Response:
    """Make htmx scroll to the top of the partial that it swaps in."""
    response.headers["HX-Reswap"] = "outerMorph show:top showTarget:body"
    return response


def client_redirect(url: str) -> BaseResponse:
    """Make htmx open another page in place of the one that sent the request."""
    return Response(status=204, headers={"HX-Redirect": url})


def redirect_to(url: str) -> BaseResponse:
    """Redirect to another page, whether htmx or a plain form sent the request."""
    if wants_partial():
        return client_redirect(url)
    # 303: the browser loads the page with GET, so a reload does not send the form again.
    return redirect(url, 303)
