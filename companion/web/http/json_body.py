"""Strict parsing of JSON request bodies."""

import json
from typing import Any, NoReturn

from flask import request

MAX_DEPTH = 32  # levels, more than any valid body has and few enough for recursion
_LONGEST_NUMBER = 18  # digits


class InvalidJsonError(Exception):
    """A body that is not valid JSON."""


class JsonTypeError(Exception):
    """A body without the content type of JSON."""


def body() -> Any:  # noqa: ANN401 - whatever was sent
    """Return the parsed body, which must have the content type of JSON."""
    if request.mimetype != "application/json":
        raise JsonTypeError
    return parsed(request.get_data())


def parsed(data: bytes) -> Any:  # noqa: ANN401 - whatever was sent
    """Parse strict JSON: UTF-8, finite numbers, limited depth, no duplicate names."""
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
    """Return an int, or a float for a number that is too large to be valid anywhere."""
    return int(digits) if len(digits) <= _LONGEST_NUMBER else float(digits)


def _no_number(constant: str) -> NoReturn:
    raise ValueError(constant)


def _is_shallow(value: object, depth: int = 0) -> bool:
    if isinstance(value, dict):
        value = list(value.values())
    if not isinstance(value, list):
        return True
    return depth < MAX_DEPTH and all(_is_shallow(each, depth + 1) for each in value)


def optional_body() -> Any:  # noqa: ANN401 - whatever was sent
    return body() if request.get_data() else {}
