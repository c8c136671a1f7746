"""What every request must pass, and the headers of every response, whatever the address."""

from http import HTTPStatus
from urllib.parse import urlsplit

from flask import Response, abort, current_app, request

from companion.web.http import compression, hosts, htmx, i18n

LARGEST_BODY = 64 * 1024
LARGEST_JOURNAL = 4 * 1024 * 1024  # a long game moved from another server
JOURNALS = {"/api/games/import", "/api/games/restore", "/games/import"}
_PORTS = {"http": 80, "https": 443}
_NOBODY = "'none'"
_READS = {"GET", "HEAD", "OPTIONS"}
_OTHER_SITES = {"cross-site", "same-site"}  # as `Sec-Fetch-Site` names them; an address typed: none

POLICY = "; ".join(
    (
        "default-src 'none'",
        f"script-src 'self' {htmx.CDN_ADDRESS}",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
    )
)
HEADERS = {
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
_PAGES_VARY_BY = f"Accept-Encoding, Accept-Language, Cookie, {htmx.ASKED_WITH}"


class ForeignOriginError(Exception):
    """A write that another site asked for."""


def check_request() -> None:
    """Refuse what another site asks for, what is meant for another host, and what is too large."""
    public_url = current_app.config["PUBLIC_URL"]
    if request.method not in _READS:
        origin = request.headers.get("Origin")
        # A script says nothing of sites.
        if not is_own_origin(origin, public_url) if origin else is_from_other_site():
            raise ForeignOriginError
    hosts.require_own_host(request.host, public_url, current_app.config["HOST_NAMES"])
    if request.path in JOURNALS:
        request.max_content_length = LARGEST_JOURNAL
    if (request.content_length or 0) > (request.max_content_length or 0):
        abort(413)


def is_from_other_site() -> bool:
    """Return whether the browser says that another site led here; over plain http none says so."""
    return request.headers.get("Sec-Fetch-Site") in _OTHER_SITES


def finish_response(response: Response) -> Response:
    """Compress a page, and add the headers of all; one that the view has set stays as it is."""
    # How small a page becomes tells whoever chose its address, and counts its bytes on the line,
    # what else is in it: the keys of this phone's games. So another site gets it as it is.
    if response.status_code == HTTPStatus.OK and not (request.cookies and is_from_other_site()):
        response = compression.compress(response)  # any other status is short
    # Only a board may be shown in a frame, by whoever was named.
    ancestors = current_app.config["FRAME_ANCESTORS"] if request.path.startswith("/watch/") else ()
    policy = f"{POLICY}; frame-ancestors {' '.join(ancestors) or _NOBODY}"
    own = {**HEADERS, "Content-Security-Policy": policy}
    present = set(response.headers.keys(lower=True))
    response.headers.extend({name: own[name] for name in own if name.lower() not in present})
    if any("key" in name for name in request.view_args or ()):
        # A link that somebody posts somewhere is not for everybody who searches.
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
    # A static file that is missing is answered with a page.
    is_file = request.path.startswith("/static/") and response.status_code < HTTPStatus.BAD_REQUEST
    response.headers["Vary"] = (
        _FILES_VARY_BY if is_file else _JSON_VARIES_BY if i18n.is_for_scripts() else _PAGES_VARY_BY
    )
    return response


def is_own_origin(origin: str, public_url: str | None) -> bool:
    own = {_server(request.host_url), _server(public_url or "")}
    return _server(origin) in own - {None}


def _server(url: str) -> tuple[str, str, int] | None:
    """Reduce an address to what browsers compare; None where it is no server's."""
    try:
        parts = urlsplit(url)
        port = parts.port or _PORTS[parts.scheme]
    except (ValueError, KeyError):
        return None
    return (parts.scheme, parts.hostname, port) if parts.hostname else None
