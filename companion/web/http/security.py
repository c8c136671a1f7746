"""What every request and every answer must pass, whatever the address."""

from flask import Flask, Response, abort, request

from companion.config import Config
from companion.web.http.hosts import is_own_host, is_own_origin
from companion.web.http.htmx import CDN_ADDRESS

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


class ForeignOriginError(Exception):
    """A write that another site asked for."""


def register(app: Flask, config: Config) -> None:
    """Put the guards before every request and the headers on every answer."""
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    app.config["MAX_FORM_PARTS"] = 2000

    @app.before_request
    def _check() -> None:
        origin = request.headers.get("Origin")
        if request.method not in _READS and origin and not is_own_origin(origin, config):
            raise ForeignOriginError
        if not is_own_host(request.host, config):
            abort(400)
        if request.path in JOURNALS:
            request.max_content_length = LARGEST_JOURNAL
        if (request.content_length or 0) > (request.max_content_length or 0):
            abort(413)

    @app.after_request
    def _guard(response: Response) -> Response:
        said = {name.lower() for name, _ in response.headers}
        response.headers.extend([(n, v) for n, v in HEADERS.items() if n.lower() not in said])
        return response
