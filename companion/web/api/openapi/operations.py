"""What each view under `/api` takes and returns, declared beside the view by `describe`."""

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import Any, TypeVar

from companion.web.api.openapi.requests import RoundRequest, RoundsQuery, WriteRequest
from companion.web.api.openapi.responses import GameValues, NewKeysValues

View = TypeVar("View", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation of the OpenAPI document; its summary is the docstring of the view.

    `response` is a type, or the media type of a text. `statuses` are those of a success.
    `query` is a `TypedDict` of parameters. `sent_header` may be sent, `header` is in the response.
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
"""Each view that is described, and how."""


def describe(operation: Operation) -> Callable[[View], View]:
    def register(view: View) -> View:
        OPERATIONS[view] = operation
        return view

    return register


def reading(name: str) -> Operation:
    """Return the operation that reads a game, for which there is more than one kind of key."""
    return Operation(
        name, GameValues, (200, 304), query=RoundsQuery, sent_header="If-None-Match", header="ETag"
    )


def creating(name: str, request: type) -> Operation:
    """Return the operation that makes a new game, of which `Location` is the page for people."""
    return Operation(name, NewKeysValues, (201,), request=request, header="Location")


def recording(name: str) -> Operation:
    """Return the operation that records a round; a repeated request is answered 200."""
    return Operation(name, GameValues, (201, 200), request=RoundRequest)


def undoing(name: str) -> Operation:
    """Return the operation that takes something back, for which no body is needed."""
    return Operation(name, GameValues, request=WriteRequest, is_body_required=False)
