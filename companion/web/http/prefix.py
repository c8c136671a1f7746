"""The path under which the companion stands, where its public address has one: `/cards`.

Every link then begins with it, because it is what WSGI calls the name of the script. It comes from
the settings only: what a stranger could put into links would lead whoever follows them astray.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_HEADER = "HTTP_X_FORWARDED_PREFIX"


class PrefixMiddleware:
    """Cuts `path` off the address of a request, and has all links begin with it.

    A request without it is answered as it stands. Where a trusted proxy says that it has cut off
    just this path, nothing more is: below `/games` there is a page `/games`. Anything else that is
    said there is not believed.
    """

    def __init__(self, app: "WSGIApplication", path: str, *, is_proxy_trusted: bool) -> None:
        self._app, self._path, self._is_proxy_trusted = app, path, is_proxy_trusted

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> "Iterable[bytes]":
        prefix = environ.pop(_HEADER, "")
        is_cut = bool(prefix) and self._is_proxy_trusted and prefix.rstrip("/") == self._path
        # A server that mounts applications has cut off something already.
        whole = environ.get("SCRIPT_NAME", "") + environ.get("PATH_INFO", "")
        if self._path and not is_cut and f"{whole}/".startswith(f"{self._path}/"):
            environ["PATH_INFO"] = whole.removeprefix(self._path) or "/"
        environ["SCRIPT_NAME"] = self._path
        return self._app(environ, start_response)
