"""The path of the companion's public address, if it has one: `/cards`.

All links begin with it, because it becomes WSGI's `SCRIPT_NAME`. It is read from the settings only.
A client that could choose it could put links to other places into pages.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_HEADER = "HTTP_X_FORWARDED_PREFIX"


class PrefixMiddleware:
    """Removes `path` from request paths and makes all links begin with it.

    A request without it is answered too. If a trusted proxy says that it has removed exactly this
    path, no more is removed, because below `/games` there is a page `/games`. Any other value of
    that header is ignored.
    """

    def __init__(self, app: "WSGIApplication", path: str, *, is_proxy_trusted: bool) -> None:
        self._app, self._path, self._is_proxy_trusted = app, path, is_proxy_trusted

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> "Iterable[bytes]":
        prefix = environ.pop(_HEADER, "")
        is_cut = bool(prefix) and self._is_proxy_trusted and prefix.rstrip("/") == self._path
        # A server that mounts applications has already moved a part to `SCRIPT_NAME`.
        whole = environ.get("SCRIPT_NAME", "") + environ.get("PATH_INFO", "")
        if self._path and not is_cut and f"{whole}/".startswith(f"{self._path}/"):
            environ["PATH_INFO"] = whole.removeprefix(self._path) or "/"
        environ["SCRIPT_NAME"] = self._path
        return self._app(environ, start_response)
