"""Checks of every request, and the security headers of every response."""

from http import HTTPStatus
from urllib.parse import urlsplit

from flask import Response, abort, current_app, request

from companion.web.http import compression, hosts, htmx, i18n

LARGEST_BODY = 64 * 1024
LARGEST_JOURNAL = 4 * 1024 * 1024  # a long game moved from another server
JOURNAL_PATHS = {"/api/games/import", "/api/games/restore", "/games/import"}
_LONGEST_URL = 2048  # characters of an origin or a public address; `urlsplit` caches URLs
_PORTS = {"http": 80, "https": 443}
_CSP_NONE = "'none'"
_BEHIND_PROXY = (
    "A browser that opened %s was refused, as this companion does not know that address. If a proxy"
    " leads from there to here, start it with --public-url %s --proxy 1."
)
_SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
_OTHER_SITES = {"cross-site", "same-site"}  # `Sec-Fetch-Site` (`none`: a typed address)

POLICY = "; ".join(
    (
        "default-src 'none'",
        f"script-src 'self' {htmx.CDN_ADDRESS}",
        "style-src 'self'",
        "img-src 'self' data:",
        "media-src 'self'",
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
    # Addresses and pages contain access keys, so nothing between phone and server may store them.
    # The phone may: with `no-store`, going back to the game would load its page again.
    "Cache-Control": "private, no-cache",
}
_FILES_VARY_BY = "Accept-Encoding"
_JSON_VARIES_BY = "Accept-Encoding, Accept-Language"
_PAGES_VARY_BY = f"Accept-Encoding, Accept-Language, Cookie, {htmx.VARY_HEADERS}"


class ForeignOriginError(Exception):
    """A write requested by another site, or by a page behind a proxy that we do not know of."""

    def __init__(self, *, is_behind_proxy: bool = False) -> None:
        super().__init__()
        self.is_behind_proxy = is_behind_proxy


def check_request() -> None:
    """Refuse requests from other sites, for other hosts, or with too large a body."""
    public_url = current_app.config["PUBLIC_URL"]
    if request.method not in _SAFE_METHODS:
        origin = request.headers.get("Origin")
        # Scripts send neither header.
        if not is_own_origin(origin, public_url) if origin else is_from_other_site():
            own, asking = _server(hosts.base_url()), _server(origin or "")
            is_behind_proxy = bool(own and asking and own[1] == asking[1])
            if is_behind_proxy:
                hosts.log_once(origin or "", _BEHIND_PROXY)
            raise ForeignOriginError(is_behind_proxy=is_behind_proxy)
    hosts.require_own_host(request.host, public_url, current_app.config["HOST_NAMES"])
    if request.path in JOURNAL_PATHS:
        request.max_content_length = request.max_form_memory_size = LARGEST_JOURNAL
    if (request.content_length or 0) > (request.max_content_length or 0):
        abort(413)


def is_from_other_site() -> bool:
    """Return whether the browser names another site as the source, as it does over https."""
    return request.headers.get("Sec-Fetch-Site") in _OTHER_SITES


def finish_response(response: Response) -> Response:
    """Compress the response, and add the headers that the view has not set."""
    # Another site may choose the address and observe the size. Compressed, that would reveal the
    # keys of this phone's games (the BREACH attack), so its requests are answered uncompressed.
    if response.status_code == HTTPStatus.OK and not (request.cookies and is_from_other_site()):
        response = compression.compress(response)  # other responses are short
    # Only a board may be shown in a frame, and only by the configured sites.
    ancestors = current_app.config["FRAME_ANCESTORS"] if request.path.startswith("/watch/") else ()
    policy = f"{POLICY}; frame-ancestors {' '.join(ancestors) or _CSP_NONE}"
    own = {**HEADERS, "Content-Security-Policy": policy}
    present = set(response.headers.keys(lower=True))
    response.headers.extend({name: own[name] for name in own if name.lower() not in present})
    if any("key" in name for name in request.view_args or ()):
        # A link with a key may be posted anywhere, and search engines must not list it.
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
    # A missing static file is answered with a page.
    is_file = request.path.startswith("/static/") and response.status_code < HTTPStatus.BAD_REQUEST
    response.headers["Vary"] = (
        _FILES_VARY_BY if is_file else _JSON_VARIES_BY if i18n.is_for_scripts() else _PAGES_VARY_BY
    )
    return response


def is_own_origin(origin: str, public_url: str | None) -> bool:
    own = {_server(hosts.base_url()), _server(public_url or "")}
    return _server(origin) in own - {None}


def _server(url: str) -> tuple[str, str, int] | None:
    """Return an origin's scheme, host and port, or None if it is not a server's."""
    if len(url) > _LONGEST_URL:
        return None
    try:
        parts = urlsplit(url)
        port = parts.port or _PORTS[parts.scheme]
    except (ValueError, KeyError):
        return None
    return (parts.scheme, parts.hostname, port) if parts.hostname else None
