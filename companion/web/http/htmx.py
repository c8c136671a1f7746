"""All that is known of htmx: where it is loaded from, and its headers."""

from flask import Response, make_response, redirect, request
from werkzeug.wrappers import Response as BaseResponse

VERSION = "4.0.1"
CDN_ADDRESS = f"https://cdn.jsdelivr.net/npm/htmx.org@{VERSION}/dist/htmx.min.js"
LOCAL_FILE = f"vendor/htmx-{VERSION}.min.js"
ASKED_WITH = "HX-Request, HX-Request-Type"  # page and partial of one address are two answers
_MINIMAL = "return=minimal"
INTEGRITY = "sha384-Qp9rdC8H7EqOoX+nR0P3RPG2Noji+qdwJlGpfzwQJsfOpp3sGwIdSP9xO3+UlEhn"


def is_asking() -> bool:
    """Return whether htmx asks, be it for a page or a part of one, so that scripts run there."""
    return "HX-Request" in request.headers


def wants_partial() -> bool:
    return request.headers.get("HX-Request-Type") == "partial"


def wants_little() -> bool:
    """Return whether no more than what a save has changed need be answered."""
    return wants_partial() and request.headers.get("Prefer") == _MINIMAL


def answer(drawn: str, status: int = 200) -> Response:
    return make_response(drawn, status)


def answer_little(drawn: str) -> Response:
    response = answer(drawn)
    response.headers["Preference-Applied"] = _MINIMAL
    return response


def scroll_up(response: Response) -> Response:
    """Let the part that is swapped in be read from its top, wherever the page had been scrolled."""
    response.headers["HX-Reswap"] = "outerMorph show:top showTarget:body"
    return response


def leave_for(place: str) -> BaseResponse:
    """Let the page that htmx asks from be left for another one."""
    return Response(status=204, headers={"HX-Redirect": place})


def move_to(place: str) -> BaseResponse:
    """Let the browser open another page, as after a form that was sent without htmx."""
    if wants_partial():
        return leave_for(place)
    # 303: the page is got anew, and loading it again sends no form a second time.
    return redirect(place, 303)
