"""From the bytes of a request to plain values."""

import json
from typing import Any, NoReturn

from flask import request

DEEPEST = 32  # nobody's hand is deeper, and whoever walks through it must come back
_LONGEST_NUMBER = 18  # digits


class InvalidJsonError(Exception):
    """A body that is not JSON."""


class JsonTypeError(Exception):
    """A body that does not say that it is JSON."""


def body() -> Any:  # noqa: ANN401 - whatever was sent
    """Read the body as JSON, which it must say that it is."""
    if request.mimetype != "application/json":
        raise JsonTypeError
    return parsed(request.get_data())


def parsed(data: bytes) -> Any:  # noqa: ANN401 - whatever was sent
    """Read JSON strictly: UTF-8, no number that is none, no endless depth, nothing said twice."""
    try:
        values = json.loads(
            data.decode("utf-8-sig"),
            object_pairs_hook=_object,
            parse_int=_whole,
            parse_constant=_no_number,
        )
        json.dumps(values, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise InvalidJsonError from None
    if not _is_shallow(values):
        raise InvalidJsonError
    return values


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        raise ValueError(pairs)
    return values


def _whole(digits: str) -> int | float:
    """Read a whole number; one that is far too large for anything loses its last digits."""
    return int(digits) if len(digits) <= _LONGEST_NUMBER else float(digits)


def _no_number(constant: str) -> NoReturn:
    raise ValueError(constant)


def _is_shallow(value: object, depth: int = 0) -> bool:
    if isinstance(value, dict):
        value = list(value.values())
    if not isinstance(value, list):
        return True
    return depth < DEEPEST and all(_is_shallow(each, depth + 1) for each in value)


def optional_body() -> Any:  # noqa: ANN401 - whatever was sent
    return body() if request.get_data() else {}
