"""Operations: what a view under `/api` takes and returns, declared by `describe` on the view."""

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import Any, TypeVar

from companion.web.api.openapi.requests import RoundRequest, RoundsQuery, WriteRequest
from companion.web.api.openapi.responses import GameValues, NewKeysValues

View = TypeVar("View", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation of the OpenAPI document, whose summary is the view's docstring.

    `response` is a type, or the media type of a text. `statuses` are those of a success.
    `query` is a `TypedDict`. `sent_header` is an optional request header, `header` is returned.
    """

    name: str
    response: Any
    statuses: tuple[int, ...] = (200,)
    _: KW_ONLY
    request: Any = None
    is_body_required: bool = True
    query: Any = None
    sent_header: str | None = None
    header: str | None = None


OPERATIONS: dict[Callable[..., Any], Operation] = {}
"""Operations by view."""


def describe(operation: Operation) -> Callable[[View], View]:
    def register(view: View) -> View:
        OPERATIONS[view] = operation
        return view

    return register


def reading(name: str) -> Operation:
    """Return an operation that reads a game, with an ETag and an optional range of rounds."""
    return Operation(
        name, GameValues, (200, 304), query=RoundsQuery, sent_header="If-None-Match", header="ETag"
    )


def creating(name: str, request: type) -> Operation:
    """Return an operation that creates a game, with its page for people in `Location`."""
    return Operation(name, NewKeysValues, (201,), request=request, header="Location")


def recording(name: str) -> Operation:
    """Return an operation that records a round, with status 200 for a retry."""
    return Operation(name, GameValues, (201, 200), request=RoundRequest)


def undoing(name: str) -> Operation:
    """Return an operation that undoes or redoes a change, with an optional body."""
    return Operation(name, GameValues, request=WriteRequest, is_body_required=False)
