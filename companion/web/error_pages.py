"""What is answered when something is wrong: a page for people, JSON under `/api`."""

import traceback
from types import TracebackType

from flask import Flask, Response, current_app, g, jsonify, make_response, render_template, request
from werkzeug.exceptions import HTTPException

from companion.game.faults import ValidationError
from companion.game.reports.state import state
from companion.services.games import ConflictError
from companion.store.errors import StoreError
from companion.web.errors import Answer, answer_to
from companion.web.http.i18n import is_for_scripts
from companion.web.http.json_body import InvalidJsonError, JsonTypeError
from companion.web.http.rate_limits import RateLimitError
from companion.web.http.security import ForeignOriginError

_FORESEEN = (
    HTTPException,
    ValidationError,
    ConflictError,
    ForeignOriginError,
    RateLimitError,
    StoreError,
    InvalidJsonError,
    JsonTypeError,
)


def register(app: Flask) -> None:
    """Answer every error in one of two ways; what nobody foresaw is logged and answered 500."""
    for kind in _FORESEEN:
        app.register_error_handler(kind, _answered)
    app.log_exception = _log  # type: ignore[assignment,method-assign]


def _answered(error: Exception) -> Response:
    answer = answer_to(error, g.get("edition"))
    response = as_json(answer) if is_for_scripts() else _as_page(answer)
    if isinstance(error, RateLimitError):
        response.headers["Retry-After"] = str(error.seconds)
    if isinstance(error, HTTPException):  # which methods are allowed, which ranges there are
        also = dict(error.get_headers())
        response.headers.extend({k: v for k, v in also.items() if k != "Content-Type"})
    return response


def as_json(answer: Answer) -> Response:
    """Write an error the way scripts are promised."""
    said = {"code": answer.code, "message": answer.message, "fields": dict(answer.fields)}
    body: dict[str, object] = {"error": said}
    if answer.game:
        body["game"] = state(answer.game)
    response = jsonify(body)
    response.status_code = answer.status
    return response


def _as_page(answer: Answer) -> Response:
    return make_response(render_template("shared/error.html", answer=answer), answer.status)


def _log(
    fault: tuple[type, BaseException, TracebackType] | tuple[None, None, None],
) -> None:
    """Log what nobody foresaw without the address, which holds the key of a game."""
    told = "".join(traceback.format_exception(*fault))
    for name, value in (request.view_args or {}).items():
        if "key" in name:
            told = told.replace(value, f"<{name}>")
    current_app.logger.error("%s at %s\n%s", request.method, request.endpoint, told)
