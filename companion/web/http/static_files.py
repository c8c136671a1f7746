"""Static files: their addresses hold a version, so a browser may keep them for good.

The version stands in front of the path, not behind it: what a script imports by a relative path
has it too. It changes for all files when one of them does.

Under such an address a script or a style sheet comes together with what it imports, or a page would
wait for a dozen of them. Without a version each file comes as it stands.
"""

import re
from functools import cache
from hashlib import blake2b
from io import BytesIO
from os.path import normpath
from pathlib import Path

from flask import Flask, Response, send_file
from werkzeug.security import safe_join

ENDPOINTS = ("static", "versioned_static")
_ONE_YEAR = 365 * 24 * 3600
_DIGEST_SIZE = 5  # bytes, so ten characters; no folder of ours has so long a name
_STYLE = re.compile(rb'(?m)^@import "(.+)";\n')
_IMPORT = re.compile(rb'(?m)^import (?:({.+}) from )?"(.+)";\n')
_EXPORT = re.compile(rb"(?m)^export (?=(?:const|class|(?:async )?function) (\w+))")


def init_app(app: Flask, prefix: str) -> None:
    """Serve `/static/<version>/<path>` beside Flask's own `/static/<path>`, below a prefix."""
    folder = str(app.static_folder)
    current = _version(Path(folder))

    @app.get(f"{app.static_url_path}/<string(length={2 * _DIGEST_SIZE}):version>/<path:filename>")
    def versioned_static(version: str, filename: str) -> Response:
        joined = _joined(Path(safe_join(folder, filename) or folder))
        if joined is None:
            response = app.send_static_file(filename)
        else:
            etag = blake2b(joined, digest_size=_DIGEST_SIZE).hexdigest()
            response = send_file(BytesIO(joined), download_name=filename, etag=etag)
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


def _joined(file: Path) -> bytes | None:
    """Return a script or a style sheet with what it imports; None for any other file."""
    if file.suffix not in {".css", ".js"} or not file.is_file():
        return None
    if file.suffix == ".js":
        modules: dict[str, bytes] = {}
        text = _linked(file, modules)
        return b"".join(modules.values()) + text
    return _STYLE.sub(lambda name: (file.parent / name[1].decode()).read_bytes(), file.read_bytes())


def _linked(file: Path, modules: dict[str, bytes]) -> bytes:
    """Return a script that takes what it imports from constants, one for each of the `modules`.

    Those are added to, the imported ones first, each with its names in a scope of its own.
    """

    def constant(found: re.Match[bytes]) -> bytes:
        path = normpath(file.parent / found[2].decode())
        if path not in modules:
            text = _linked(Path(path), modules)
            exported = b", ".join(_EXPORT.findall(text))
            name = b"module%d" % len(modules)
            scope = b"const %s = (() => {\n%sreturn { %s };\n})();\n"
            modules[path] = scope % (name, _EXPORT.sub(b"", text), exported)
        name = b"module%d" % list(modules).index(path)
        return b"const %s = %s;\n" % (found[1], name) if found[1] else b""

    return _IMPORT.sub(constant, file.read_bytes())


@cache
def _version(folder: Path) -> str:
    digest = blake2b(digest_size=_DIGEST_SIZE)
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(str(path.relative_to(folder)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()
