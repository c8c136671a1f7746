"""Text is sent compressed to whoever takes it so: a slow network wants it small.

Libraries that do this come with compiled parts, which not every small computer can install.
"""

import gzip
import re
from functools import lru_cache
from os.path import normpath
from pathlib import Path

from flask import Response, current_app, request

from companion.web.http import static_files

SMALLEST = 500  # bytes; what is smaller hardly shrinks
PAGE_EFFORT, FILE_EFFORT = 5, 9  # a page is compressed anew each time, a static file once
# Comments, indents and blank lines.
_FOR_READERS = {
    ".css": re.compile(rb"(?ms)/\*.*?\*/\n?|^\s+"),
    ".js": re.compile(rb"(?m)^\s*//.*\n|^\s+"),
}
_TEXTS = ("text/", "application/json", "image/svg+xml")


def compress(response: Response) -> Response:
    is_text = (response.mimetype or "").startswith(_TEXTS) and not response.content_encoding
    is_large = (response.content_length or 0) >= SMALLEST
    if not (is_text and is_large and request.accept_encodings.quality("gzip")):
        return response
    etag, _ = response.get_etag()
    if request.endpoint in static_files.ENDPOINTS:
        filename = (request.view_args or {})["filename"]
        # However an address is spelled (`x/../table.css`), a file is held once. Not `resolve()`:
        # it asks the disk for every step of an address that may have thousands.
        file = Path(normpath(Path(str(current_app.static_folder), filename)))
        compressed = _compressed_file(file, etag)
        response.close()  # the file need not be read again
    else:
        compressed = gzip.compress(response.get_data(), PAGE_EFFORT, mtime=0)
    response.direct_passthrough = False
    response.set_data(compressed)
    response.content_encoding = "gzip"
    if etag:
        response.set_etag(etag, weak=True)  # the same text, but no longer the same bytes
    return response


@lru_cache(maxsize=200)
def _compressed_file(file: Path, _etag: str | None) -> bytes:
    """Return a static file compressed; its etag changes with its content."""
    return gzip.compress(condensed(file), FILE_EFFORT, mtime=0)


def condensed(file: Path) -> bytes:
    """Return a file without what is for its readers: no line of ours begins within a string."""
    text = file.read_bytes()
    # Comments are a sixth of what a phone loads, and for nobody who plays.
    pattern = _FOR_READERS.get(file.suffix)
    return pattern.sub(b"", text) if pattern else text
