"""Output that never fails for a letter that a terminal or file cannot show."""

import codecs
import io
import sys
import unicodedata

_HANDLER = "nearest"
# Curly quotes by code, as they look like others.
_PUNCTUATION = {"\u2018": "'", "\u2019": "'", "“": '"', "”": '"', "«": '"', "»": '"', "—": "-"}


def accept_all_letters() -> None:
    """Let standard output and error replace letters that their encoding lacks by similar ones.

    On Windows, output to a file or a pipe has the code page of the country, such as cp1252.
    """
    codecs.register_error(_HANDLER, _nearest)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_HANDLER)


def _nearest(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(_similar(ch, error.encoding) for ch in lacking), error.end


def _similar(letter: str, encoding: str) -> str:
    """Return a plain space for a narrow one, an e for an ě, or a question mark."""
    parts = unicodedata.normalize("NFKD", letter)
    plain = "".join(ch for ch in parts if not unicodedata.combining(ch))
    try:
        plain.encode(encoding)
    except UnicodeEncodeError:
        return _PUNCTUATION.get(letter, "?")
    return plain
