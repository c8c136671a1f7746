"""Answers as small as a slow network wants them: text is sent compressed to whoever takes it so.

Static files are compressed once, as far as it goes; pages anew each time, and so with less effort.
"""

import gzip

from flask import Flask, Response, request

SMALLEST = 1000  # bytes; what is smaller fits into one packet anyway
EFFORT, ONCE = 5, 9
_TEXTS = ("text/", "application/json", "image/svg+xml")


def register(app: Flask) -> None:
    """Compress every answer for which it is worth it."""
    kept: dict[tuple[str, str | None], bytes] = {}

    @app.after_request
    def _compress(response: Response) -> Response:
        if response.status_code != 200 or not (response.mimetype or "").startswith(_TEXTS):  # noqa: PLR2004
            return response
        if not request.accept_encodings.quality("gzip") or response.content_encoding:
            return response
        if (response.content_length or 0) < SMALLEST:
            return response
        return _sent(response, _static(response, kept) or _small(response, EFFORT))


def _small(response: Response, effort: int) -> bytes:
    response.direct_passthrough = False
    return gzip.compress(response.get_data(), effort, mtime=0)


def _static(response: Response, kept: dict[tuple[str, str | None], bytes]) -> bytes | None:
    """Give a static file as it was compressed the first time it was asked for."""
    if request.endpoint != "static":
        return None
    key = request.path, response.get_etag()[0]
    if key not in kept:
        kept[key] = _small(response, ONCE)
    response.close()  # the file need not be read again
    return kept[key]


def _sent(response: Response, small: bytes) -> Response:
    response.direct_passthrough = False
    etag, _ = response.get_etag()
    response.set_data(small)
    response.content_encoding = "gzip"
    if etag:
        response.set_etag(etag, weak=True)  # the same text, but no longer the same bytes
    return response
