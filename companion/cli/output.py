"""Output that never fails for a letter that a terminal or file cannot show."""

import codecs
import io
import os
import sys
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import Any

_HANDLER = "nearest"
# Curly quotes by code, as they look like others.
_PUNCTUATION = {"\u2018": "'", "\u2019": "'", "“": '"', "”": '"', "«": '"', "»": '"', "—": "-"}


def accept_all_letters() -> None:
    """Let standard output and error replace letters that their encoding lacks by similar ones.

    On Windows, output to a file or a pipe has the code page of the country, such as cp1252.
    """
    codecs.register_error(_HANDLER, _nearest)
    if sys.stdout is None:  # closed by whatever started us, or a Windows service
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115, PTH123 - as long as the process
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_HANDLER)


def print_in_background(show: Callable[..., None], *arguments: Any) -> Thread:  # noqa: ANN401
    """Return a thread that prints, and ends if the output is closed or its disk is full."""

    def run() -> None:
        with suppress(OSError):
            show(*arguments)

    return Thread(target=run, name=show.__name__, daemon=True)


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
