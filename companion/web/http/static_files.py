"""Static files, at addresses that contain a version, so that browsers may cache them for a year.

The version precedes the path, so that relative imports inherit it. It changes for all files when
one of them does.

At such an address a script or a style sheet comes minified and joined with what it imports, as
esbuild wrote it into `BUNDLES` (see CONTRIBUTING). A file without a bundle, and every file at an
address without a version, is served as it was written.
"""

from functools import cache
from hashlib import blake2b
from pathlib import Path

from flask import Flask, Response, send_from_directory
from werkzeug.exceptions import NotFound

from companion.config import BUNDLES

ENDPOINTS = ("static", "versioned_static")
_ONE_YEAR = 365 * 24 * 3600
_DIGEST_SIZE = 5  # bytes, so ten characters; no folder of ours has so long a name


def init_app(app: Flask, prefix: str) -> None:
    """Serve `/static/<version>/<path>` beside Flask's own `/static/<path>`, below a prefix."""
    current = _version(Path(str(app.static_folder)), BUNDLES)

    @app.get(f"{app.static_url_path}/<string(length={2 * _DIGEST_SIZE}):version>/<path:filename>")
    def versioned_static(version: str, filename: str) -> Response:
        try:
            response = send_from_directory(BUNDLES, filename)
        except NotFound:
            response = app.send_static_file(filename)
        # A page from before an upgrade still finds its files, but must not cache newer ones.
        if version == current:
            response.cache_control.no_cache = None
            response.cache_control.public = response.cache_control.immutable = True
            response.cache_control.max_age = _ONE_YEAR
        return response

    @app.template_global("static")
    def static_address(name: str) -> str:
        # Not `url_for`, which searches all routes: a page has a dozen of these.
        return f"{prefix}{app.static_url_path}/{current}/{name}"


@cache
def _version(*folders: Path) -> str:
    digest = blake2b(digest_size=_DIGEST_SIZE)
    for folder in folders:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            digest.update(str(path.relative_to(folder)).encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()
