"""Compression of text responses with gzip, because phones may be on a slow network.

Libraries that do this include compiled parts, which some small computers cannot install.
"""

import gzip
from functools import lru_cache

from flask import Response, request

from companion.web.http import static_files

MIN_SIZE = 500  # bytes, below which compression hardly helps
PAGE_LEVEL, FILE_LEVEL = 5, 9  # a page is compressed for each response, a static file once
_UNCHANGING = {*static_files.ENDPOINTS, "api.rulings.book"}
_TEXT_TYPES = ("text/", "application/json", "image/svg+xml")


def compress(response: Response) -> Response:
    is_text = (response.mimetype or "").startswith(_TEXT_TYPES) and not response.content_encoding
    is_large = (response.content_length or 0) >= MIN_SIZE
    if not (is_text and is_large and request.accept_encodings.quality("gzip")):
        return response
    etag, _ = response.get_etag()
    response.direct_passthrough = False
    text = response.get_data()
    if request.endpoint in _UNCHANGING:
        # Cached by content, so other spellings of its path (`x/../table.css`) add no entries.
        compressed = _compressed_file(text)
        response.close()
    else:
        compressed = gzip.compress(text, PAGE_LEVEL, mtime=0)
    response.set_data(compressed)
    response.content_encoding = "gzip"
    if etag:
        response.set_etag(etag, weak=True)  # the same text, but no longer the same bytes
    return response


@lru_cache(maxsize=200)
def _compressed_file(text: bytes) -> bytes:
    return gzip.compress(text, FILE_LEVEL, mtime=0)
