"""Errors of a request: their status, code and message, as a page or as JSON."""

import traceback
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import Enum
from http import HTTPStatus
from types import TracebackType

from flask import (
    Response,
    current_app,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug import exceptions
from werkzeug.wrappers import Response as BaseResponse

from companion import services
from companion.game.faults import ValidationError
from companion.game.game import Game
from companion.game.scoresheet import write_sheet
from companion.services import errors
from companion.services.access import Access, FormerKeyError, UnknownKeyError
from companion.services.caches import FormerReason
from companion.services.recovery import DivergedError
from companion.services.replays import NewerGameError, intact_game
from companion.services.transfer import JournalTooLargeError
from companion.web.http.hosts import UnknownHostError
from companion.web.http.i18n import N_, gettext, is_for_scripts
from companion.web.http.json_body import InvalidJsonError, JsonTypeError
from companion.web.http.rate_limits import BusyError, RateLimitError
from companion.web.http.security import ForeignOriginError
from companion.web.ui import device, messages
from companion.web.ui.registry import registry
from companion.web.ui.settlements import state_for_scripts

_GAMES_SHOWN = 3


class ErrorCode(Enum):
    """Error codes for scripts, each with its status and message. Their names never change."""

    NOT_JSON = 400, N_("This is not JSON.")
    NOT_JSON_TYPE = 415, N_("Send JSON with the content type application/json.")
    FOREIGN_ORIGIN = 403, N_("Another website asked for this change, so nothing was changed.")
    NOT_FOUND = 404, N_("This link doesn’t work.")
    NOT_ALLOWED = 405, N_("This address cannot be used that way.")
    BAD_REQUEST = 400, N_("This request could not be read. Reload the page and try again.")
    STALE = (
        409,
        N_("Somebody else has changed the game in the meantime. Nothing has been saved yet."),
    )
    FINISHED = 409, N_("This game is over: no more rounds can be added.")
    REQUEST_ID_REUSED = (
        409,
        N_("This request id was already used for something else: send a new one."),
    )
    DIVERGED = (
        409,
        N_(
            "The game here no longer matches your copy, so nothing was changed. Your copy stays on "
            "your phone."
        ),
    )
    TOO_LARGE = 413, N_("This is too large: send less at once. Nothing was changed.")
    INVALID = 422, N_("Something is wrong here; nothing was changed.")
    IMPOSSIBLE_COUNT = 422, N_("That can’t be right with this deck: recount, or keep it anyway.")
    SLOW_DOWN = 429, N_("Too many tries. Wait a moment, then try again.")
    STORE_UNAVAILABLE = 503, N_("The games can’t be reached right now. Try again in a moment.")
    NOT_SAVED = (
        507,
        N_("The disk is full or read-only: this was not saved. Everything saved before is safe."),
    )
    BROKEN = 500, N_("Something went wrong on the server. Nothing was changed.")

    def __init__(self, status: int, sentence: str) -> None:
        self.status, self.sentence = status, sentence

    @property
    def code(self) -> str:
        """The code in JSON, such as `not-found`."""
        return self.name.lower().replace("_", "-")


UNKNOWN_HOST = N_(
    "You’ve found the companion, but not by a name it knows. Open the numeric address shown on "
    "its computer instead. Its log tells whoever runs it how to add the name."
)

BEHIND_PROXY = N_(
    "Nothing was changed: the companion doesn’t know the address in your browser. Its log tells"
    " whoever runs it how to add it."
)

DAMAGED = N_(
    "The saved copy of this game is damaged. Everything up to change %(version)s is intact."
)

NEWER = N_(
    "A newer version of the companion wrote this game. Nothing is lost: it opens again once "
    "the companion is updated."
)

FORMER: Mapping[FormerReason, str] = {
    "renewed": N_(
        "This link has been replaced and no longer works. Ask at the table for the new one."
    ),
    "deleted": N_("This game was deleted. For a day its scoring link can restore it."),
    "group-deleted": N_(
        "This group was deleted. Its games are still there, and their links still work."
    ),
    "erased": N_("This game was deleted here, so no phone can bring it back."),
}


# The `why` of an error in JSON. Only with it does a phone delete its own copy of a game.
_WHY: Mapping[FormerReason, str] = {"renewed": "renewed", "deleted": "deleted", "erased": "deleted"}

_CODES: Mapping[type[Exception], ErrorCode] = {
    InvalidJsonError: ErrorCode.NOT_JSON,
    JsonTypeError: ErrorCode.NOT_JSON_TYPE,
    ForeignOriginError: ErrorCode.FOREIGN_ORIGIN,
    UnknownHostError: ErrorCode.BAD_REQUEST,
    UnknownKeyError: ErrorCode.NOT_FOUND,
    services.UnknownGameError: ErrorCode.NOT_FOUND,
    errors.NotInGameError: ErrorCode.NOT_FOUND,
    exceptions.NotFound: ErrorCode.NOT_FOUND,
    exceptions.MethodNotAllowed: ErrorCode.NOT_ALLOWED,
    errors.StaleVersionError: ErrorCode.STALE,
    errors.GameFinishedError: ErrorCode.FINISHED,
    errors.RequestIdReusedError: ErrorCode.REQUEST_ID_REUSED,
    DivergedError: ErrorCode.DIVERGED,
    exceptions.RequestEntityTooLarge: ErrorCode.TOO_LARGE,
    JournalTooLargeError: ErrorCode.TOO_LARGE,
    ValidationError: ErrorCode.INVALID,
    RateLimitError: ErrorCode.SLOW_DOWN,
    BusyError: ErrorCode.STORE_UNAVAILABLE,
    services.NotSavedError: ErrorCode.NOT_SAVED,
    services.StoreError: ErrorCode.STORE_UNAVAILABLE,
}

HANDLED: Collection[type[Exception]] = (exceptions.HTTPException, *_CODES)
"""Errors with an answer of their own. Any other is logged and answered as `broken`."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to an error: its status, its code and a message for people.

    `fields`: messages by JSON Pointer. `game`: its current state, after a conflict. `restorable`:
    the key that restores a deleted game. `unknown_key`: a scoring key unknown here, whose game a
    phone may have stored. `renewed_key`: a scoring key that was replaced, so a phone cannot use it
    any more.
    """

    status: int
    code: ErrorCode
    message: str
    fields: Mapping[str, str] = field(default_factory=dict)
    game: Game | None = None
    restorable: str | None = None
    unknown_key: str | None = None
    renewed_key: str | None = None


def answer_to(error: Exception) -> Answer:
    """Return the answer to an error, with cards named as in the game's box."""
    code = _code(error)
    sentence = UNKNOWN_HOST if isinstance(error, UnknownHostError) else code.sentence
    answer = Answer(code.status, code, gettext(sentence))
    match error:
        case ValidationError():
            edition = error.access.edition if isinstance(error, errors.RefusedChangeError) else None
            answer = replace(answer, fields=messages.fault_sentences(error.faults, edition))
        case errors.ConflictError(access=access):
            answer = replace(answer, game=access.game)
        case FormerKeyError(why=why, restorable=key):
            answer = replace(answer, message=gettext(FORMER[why]), restorable=key)
            if why == "renewed" and _is_for_scoring():
                answer = replace(answer, renewed_key=(request.view_args or {}).get("key"))
        case UnknownKeyError(is_guess=True) if _is_for_scoring():
            answer = replace(answer, unknown_key=(request.view_args or {}).get("key"))
        case ForeignOriginError(is_behind_proxy=True):
            answer = replace(answer, message=gettext(BEHIND_PROXY))
        case NewerGameError():
            answer = replace(answer, message=gettext(NEWER))
        case services.DamagedGameError(intact_version=version):
            answer = replace(answer, message=gettext(DAMAGED) % {"version": version})
        case exceptions.HTTPException(code=int(status)):
            answer = replace(answer, status=status)
    return answer


def _is_for_scoring() -> bool:
    return request.path.startswith("/games/")


def _code(error: Exception) -> ErrorCode:
    if isinstance(error, errors.RefusedChangeError) and error.is_impossible:
        return ErrorCode.IMPOSSIBLE_COUNT
    # The most specific class first, because some subclasses have a code of their own.
    for kind in type(error).mro():
        if kind in _CODES:
            return _CODES[kind]
    is_refused = isinstance(error, exceptions.HTTPException) and 400 <= (error.code or 0) < 500  # noqa: PLR2004
    return ErrorCode.BAD_REQUEST if is_refused else ErrorCode.BROKEN


def _own_games() -> Sequence[Access]:
    """Return this phone's latest games, or none if the store is busy or unavailable."""
    with suppress(BusyError, services.StoreUnavailableError):
        return device.games(_GAMES_SHOWN)
    return ()


def _renewed_address(error: Exception) -> str | None:
    """Return the new address of a page if this phone has renewed its link, or None."""
    values = request.view_args or {}
    is_page = request.endpoint and request.method == "GET" and not is_for_scripts()
    if not is_page or not isinstance(error, FormerKeyError) or "key" not in values:
        return None
    key = device.renewed_key(values["key"])
    return key and url_for(str(request.endpoint), **{**values, "key": key})


def respond(error: Exception) -> BaseResponse:
    """Answer an error with JSON under `/api`, and with a page elsewhere."""
    address = _renewed_address(error)
    return redirect(address, 303) if address else _answer(error)


def _answer(error: Exception) -> Response:
    answer = answer_to(error)
    if is_for_scripts():
        error_code, fields = answer.code.code, dict(answer.fields)
        values = {"code": error_code, "message": answer.message, "fields": fields}
        if isinstance(error, FormerKeyError) and error.why in _WHY:
            values["why"] = _WHY[error.why]
        body: dict[str, object] = {"error": values}
        if answer.game:
            body["game"] = state_for_scripts(answer.game)
        if isinstance(error, DivergedError):
            body["common"] = error.common
        response = make_response(jsonify(body), answer.status)
    elif isinstance(request.routing_exception, exceptions.BadHost):
        # `url_for` fails for such a host, so a page with links cannot be rendered.
        response = Response(f"{answer.message}\n", answer.status, mimetype="text/plain")
    elif isinstance(error, services.DamagedGameError) and not isinstance(error, NewerGameError):
        game = intact_game(error)
        page = render_template(
            "shared/damaged.html",
            message=answer.message,
            key=(request.view_args or {}).get("key", ""),
            sheet=write_sheet(game) if game else None,  # up to the damage
            last_copy=registry().copies.last(),  # which the operator can restore
        )
        response = make_response(page, answer.status)
    else:
        games = _own_games() if answer.status == HTTPStatus.NOT_FOUND else ()
        page = render_template("shared/error.html", answer=answer, games=games)
        response = make_response(page, answer.status)
    if isinstance(error, RateLimitError | BusyError | services.StoreUnavailableError):
        response.headers["Retry-After"] = str(error.seconds)
    is_page = request.method == "GET" and not is_for_scripts()
    if isinstance(error, services.StoreUnavailableError) and is_page:
        # A page reloads itself. A form retries its save with the same request id.
        response.headers["Refresh"] = str(error.seconds)
    if isinstance(error, exceptions.HTTPException):
        # Such as `Allow` and `Content-Range`.
        headers = dict(error.get_headers())
        response.headers.extend({k: v for k, v in headers.items() if k != "Content-Type"})
    return response


def log_exception(
    error: tuple[type, BaseException, TracebackType] | tuple[None, None, None],
) -> None:
    """Log an unexpected error without the request's address, which contains an access key."""
    text = "".join(traceback.format_exception(*error))
    for name, value in (request.view_args or {}).items():
        if "key" in name:
            text = text.replace(value, f"<{name}>")
    current_app.logger.error("%s at %s\n%s", request.method, request.endpoint, text)
