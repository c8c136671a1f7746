"""Text is sent compressed to whoever takes it so: a slow network wants it small.

Libraries that do this come with compiled parts, which not every small computer can install.
"""

import gzip
import re
from functools import lru_cache
from pathlib import Path

from flask import Response, request

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
    response.direct_passthrough = False
    text = response.get_data()
    if request.endpoint in static_files.ENDPOINTS:
        suffix = Path((request.view_args or {})["filename"]).suffix
        # By its text: however an address is spelled (`x/../table.css`), a file is held once.
        compressed = _compressed_file(text, suffix)
        response.close()
    else:
        compressed = gzip.compress(text, PAGE_EFFORT, mtime=0)
    response.set_data(compressed)
    response.content_encoding = "gzip"
    if etag:
        response.set_etag(etag, weak=True)  # the same text, but no longer the same bytes
    return response


@lru_cache(maxsize=200)
def _compressed_file(text: bytes, suffix: str) -> bytes:
    return gzip.compress(condensed(text, suffix), FILE_EFFORT, mtime=0)


def condensed(text: bytes, suffix: str) -> bytes:
    """Return a file without what is for its readers: no line of ours begins within a string."""
    # Comments are a sixth of what a phone loads, and for nobody who plays.
    pattern = _FOR_READERS.get(suffix)
    return pattern.sub(b"", text) if pattern else text
