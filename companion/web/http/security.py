"""What every request must pass, and the headers of every response, whatever the address."""

from http import HTTPStatus

from flask import Response, abort, current_app, request

from companion.web.http.hosts import is_own_host, is_own_origin
from companion.web.http.htmx import ASKED_WITH, CDN_ADDRESS
from companion.web.http.i18n import is_for_scripts

LARGEST_BODY = 64 * 1024
LARGEST_JOURNAL = 4 * 1024 * 1024  # a long game moved from another server
JOURNALS = {"/api/games/import", "/games/import"}
_READS = {"GET", "HEAD", "OPTIONS"}

POLICY = "; ".join(
    (
        "default-src 'none'",
        f"script-src 'self' {CDN_ADDRESS}",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    # Addresses and pages hold keys, so nothing between phone and server may keep them. The phone
    # itself may: `no-store` would cost the way back to the table without loading it anew.
    "Cache-Control": "private, no-cache",
}
_FILES_VARY_BY = "Accept-Encoding"
_JSON_VARIES_BY = "Accept-Encoding, Accept-Language"
_PAGES_VARY_BY = f"Accept-Encoding, Accept-Language, Cookie, {ASKED_WITH}"


class ForeignOriginError(Exception):
    """A write that another site asked for."""


def check_request() -> None:
    """Refuse what another site asks for, what is meant for another host, and what is too large."""
    public_url = current_app.config["PUBLIC_URL"]
    origin = request.headers.get("Origin")
    if request.method not in _READS and origin and not is_own_origin(origin, public_url):
        raise ForeignOriginError
    if not is_own_host(request.host, public_url):
        abort(400)
    if request.path in JOURNALS:
        request.max_content_length = LARGEST_JOURNAL
    if (request.content_length or 0) > (request.max_content_length or 0):
        abort(413)


def add_headers(response: Response) -> Response:
    """Add what every response says to browsers and caches, unless the view has said otherwise."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    # A static file that is missing is answered with a page.
    is_file = request.path.startswith("/static/") and response.status_code < HTTPStatus.BAD_REQUEST
    response.headers["Vary"] = (
        _FILES_VARY_BY if is_file else _JSON_VARIES_BY if is_for_scripts() else _PAGES_VARY_BY
    )
    return response
