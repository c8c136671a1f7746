"""Static files with a version in their address, so browsers may cache them forever.

The version comes before the path, so that it also applies to relative imports in scripts. It
changes for all files when one of them changes.

With a version, a script or a style sheet is bundled with its imports, or a page would wait for a
dozen files. Without a version, each file is sent unchanged.
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
_DIGEST_SIZE = 5  # bytes, so ten characters, unlike any folder name of ours
_STYLE = re.compile(rb'(?m)^@import "(.+)";\n')
_IMPORT = re.compile(rb'(?m)^import (?:({.+}) from )?"(.+)";\n')
_EXPORT = re.compile(rb"(?m)^export (?=(?:const|class|(?:async )?function) (\w+))")


def init_app(app: Flask, prefix: str) -> None:
    """Serve `/static/<version>/<path>` beside Flask's `/static/<path>`, below a prefix."""
    folder = str(app.static_folder)
    current = _version(Path(folder))

    @app.get(f"{app.static_url_path}/<string(length={2 * _DIGEST_SIZE}):version>/<path:filename>")
    def versioned_static(version: str, filename: str) -> Response:
        bundle = _bundle(Path(safe_join(folder, filename) or folder))
        if bundle is None:
            response = app.send_static_file(filename)
        else:
            etag = blake2b(bundle, digest_size=_DIGEST_SIZE).hexdigest()
            response = send_file(BytesIO(bundle), download_name=filename, etag=etag)
        # A page from before an upgrade still finds its files, but must not cache them.
        if version == current:
            response.cache_control.no_cache = None
            response.cache_control.public = response.cache_control.immutable = True
            response.cache_control.max_age = _ONE_YEAR
        return response

    @app.template_global("static")
    def static_address(name: str) -> str:
        # Not by `url_for`, which would search all routes for each of a page's dozen files.
        return f"{prefix}{app.static_url_path}/{current}/{name}"


def _bundle(file: Path) -> bytes | None:
    """Return a script or a style sheet with its imports, or None for any other file."""
    if file.suffix not in {".css", ".js"} or not file.is_file():
        return None
    if file.suffix == ".js":
        modules: dict[str, bytes] = {}
        text = _link(file, modules)
        return b"".join(modules.values()) + text
    return _STYLE.sub(lambda name: (file.parent / name[1].decode()).read_bytes(), file.read_bytes())


def _link(file: Path, modules: dict[str, bytes]) -> bytes:
    """Return a script that reads its imports from constants, one for each of `modules`.

    The imported modules are added to `modules` before their importers, each in its own scope.
    """

    def constant(found: re.Match[bytes]) -> bytes:
        path = normpath(file.parent / found[2].decode())
        if path not in modules:
            text = _link(Path(path), modules)
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
