"""Static files: their addresses hold a version, so a browser may keep them for good.

The version stands in front of the path, not behind it: what a script imports by a relative path
has it too. It changes for all files when one of them does.
"""

from hashlib import blake2b
from pathlib import Path

from flask import Flask, Response

ENDPOINTS = ("static", "versioned_static")
_ONE_YEAR = 365 * 24 * 3600
_DIGEST_SIZE = 5  # bytes, so ten characters; no folder of ours has so long a name


def init_app(app: Flask, prefix: str) -> None:
    """Serve `/static/<version>/<path>` beside Flask's own `/static/<path>`, below a prefix."""
    current = _version(Path(str(app.static_folder)))

    @app.get(f"{app.static_url_path}/<string(length={2 * _DIGEST_SIZE}):version>/<path:filename>")
    def versioned_static(version: str, filename: str) -> Response:
        response = app.send_static_file(filename)
        # A page from before an upgrade still finds its files, but keeps none of them.
        if version == current:
            response.cache_control.no_cache = None
            response.cache_control.public = response.cache_control.immutable = True
            response.cache_control.max_age = _ONE_YEAR
        return response

    @app.template_global("static")
    def static_address(name: str) -> str:
        # Written out: a page has a dozen of them, and `url_for` would look through all routes.
        return f"{prefix}{app.static_url_path}/{current}/{name}"


def _version(folder: Path) -> str:
    digest = blake2b(digest_size=_DIGEST_SIZE)
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(str(path.relative_to(folder)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()
