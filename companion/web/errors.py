"""Everything that can be wrong with a request: its status, code and words, as a page or JSON."""

import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from difflib import get_close_matches
from enum import StrEnum
from http import HTTPStatus
from types import TracebackType
from typing import NamedTuple

from flask import (
    Response,
    abort,
    current_app,
    jsonify,
    make_response,
    render_template,
    request,
    url_for,
)
from werkzeug.exceptions import (
    BadHost,
    HTTPException,
    MethodNotAllowed,
    NotFound,
    RequestEntityTooLarge,
)

from companion.editions import Edition
from companion.game.faults import ValidationError
from companion.game.game import Game
from companion.game.scoresheet import write_sheet
from companion.services import (
    DamagedGameError,
    NotSavedError,
    StoreError,
    StoreUnavailableError,
    UnknownGameError,
)
from companion.services.access import FormerKeyError, UnknownKeyError
from companion.services.caches import FormerReason
from companion.services.errors import (
    ConflictCode,
    ConflictError,
    NotInGameError,
    RefusedChangeError,
)
from companion.services.recovery import DivergedError
from companion.services.replays import sound_part
from companion.services.transfer import JournalTooLargeError
from companion.web.http.hosts import UnknownHostError
from companion.web.http.i18n import N_, gettext, is_for_scripts, language
from companion.web.http.json_body import InvalidJsonError, JsonTypeError
from companion.web.http.rate_limits import BusyError, RateLimitError
from companion.web.http.security import ForeignOriginError
from companion.web.ui import messages
from companion.web.ui.registry import registry
from companion.web.ui.settlements import state_for_scripts


class ErrorCode(StrEnum):
    """What is wrong, for scripts; the codes never change."""

    NOT_JSON = "not-json"
    NOT_JSON_TYPE = "not-json-type"
    FOREIGN_ORIGIN = "foreign-origin"
    NOT_FOUND = "not-found"
    NOT_ALLOWED = "not-allowed"
    BAD_REQUEST = "bad-request"
    STALE = ConflictCode.STALE
    FINISHED = ConflictCode.FINISHED
    REQUEST_ID_REUSED = ConflictCode.REQUEST_ID_REUSED
    DIVERGED = "diverged"
    TOO_LARGE = "too-large"
    INVALID = "invalid"
    IMPOSSIBLE_COUNT = "impossible-count"
    SLOW_DOWN = "slow-down"
    STORE_UNAVAILABLE = "store-unavailable"
    NOT_SAVED = "not-saved"
    BROKEN = "broken"


SENTENCES: Mapping[ErrorCode, str] = {
    ErrorCode.NOT_JSON: N_("This is not JSON."),
    ErrorCode.NOT_JSON_TYPE: N_("Send JSON with the content type application/json."),
    ErrorCode.FOREIGN_ORIGIN: N_("Another website asked for this change, so nothing was changed."),
    ErrorCode.NOT_FOUND: N_("There is nothing at this address. The link may be old or incomplete."),
    ErrorCode.NOT_ALLOWED: N_("This address cannot be used that way."),
    ErrorCode.BAD_REQUEST: N_("This request could not be read. Reload the page and try again."),
    ErrorCode.STALE: N_(
        "Somebody else has changed the game in the meantime. Nothing has been saved yet."
    ),
    ErrorCode.FINISHED: N_("This game is over: no more rounds can be added."),
    ErrorCode.REQUEST_ID_REUSED: N_(
        "This request id was already used for something else: send a new one."
    ),
    ErrorCode.DIVERGED: N_(
        "The game here no longer matches your copy, so nothing was changed. Your copy stays on "
        "your phone."
    ),
    ErrorCode.TOO_LARGE: N_("This is too large: send less at once. Nothing was changed."),
    ErrorCode.INVALID: N_("Something is wrong here; nothing was changed."),
    ErrorCode.IMPOSSIBLE_COUNT: N_(
        "That can’t be right with this deck: recount, or keep it anyway."
    ),
    ErrorCode.SLOW_DOWN: N_("Too many tries. Wait a moment, then try again."),
    ErrorCode.STORE_UNAVAILABLE: N_("The games can’t be reached right now. Try again in a moment."),
    ErrorCode.NOT_SAVED: N_(
        "The disk is full or read-only: this was not saved. Everything saved before is safe."
    ),
    ErrorCode.BROKEN: N_("Something went wrong on the server. Nothing was changed."),
}

UNKNOWN_HOST = N_(
    "You’ve found the companion, but not by a name it knows. Open the numeric address shown on "
    "its computer instead. Its log tells whoever runs it how to add the name."
)

DAMAGED = N_(
    "The saved copy of this game is damaged. Everything up to change %(version)s is intact."
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

STATUSES: Mapping[ErrorCode, int] = {
    ErrorCode.NOT_JSON: 400,
    ErrorCode.BAD_REQUEST: 400,
    ErrorCode.FOREIGN_ORIGIN: 403,
    ErrorCode.NOT_FOUND: 404,
    ErrorCode.NOT_ALLOWED: 405,
    ErrorCode.STALE: 409,
    ErrorCode.FINISHED: 409,
    ErrorCode.REQUEST_ID_REUSED: 409,
    ErrorCode.DIVERGED: 409,
    ErrorCode.TOO_LARGE: 413,
    ErrorCode.NOT_JSON_TYPE: 415,
    ErrorCode.INVALID: 422,
    ErrorCode.IMPOSSIBLE_COUNT: 422,
    ErrorCode.SLOW_DOWN: 429,
    ErrorCode.BROKEN: 500,
    ErrorCode.STORE_UNAVAILABLE: 503,
    ErrorCode.NOT_SAVED: 507,
}

_CODES: Mapping[type[Exception], ErrorCode] = {
    InvalidJsonError: ErrorCode.NOT_JSON,
    JsonTypeError: ErrorCode.NOT_JSON_TYPE,
    ForeignOriginError: ErrorCode.FOREIGN_ORIGIN,
    UnknownHostError: ErrorCode.BAD_REQUEST,
    UnknownKeyError: ErrorCode.NOT_FOUND,
    UnknownGameError: ErrorCode.NOT_FOUND,
    NotInGameError: ErrorCode.NOT_FOUND,
    NotFound: ErrorCode.NOT_FOUND,
    MethodNotAllowed: ErrorCode.NOT_ALLOWED,
    RequestEntityTooLarge: ErrorCode.TOO_LARGE,
    JournalTooLargeError: ErrorCode.TOO_LARGE,
    ValidationError: ErrorCode.INVALID,
    RateLimitError: ErrorCode.SLOW_DOWN,
    BusyError: ErrorCode.STORE_UNAVAILABLE,
    DivergedError: ErrorCode.DIVERGED,
    NotSavedError: ErrorCode.NOT_SAVED,
    StoreError: ErrorCode.STORE_UNAVAILABLE,
}


FORESEEN = (HTTPException, ConflictError, *_CODES)
"""All that is answered as what it is; anything else is logged, and answered as broken."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What is said of an error: its status, its code and the words for people.

    `fields`: sentences by JSON Pointer. `game`: how the game stands, where that matters.
    `restorable`: the key with which a deleted game can be restored. `unknown_key`: the scoring key
    that opens nothing here; a phone may have kept its game.
    """

    status: int
    code: ErrorCode
    message: str
    fields: Mapping[str, str] = field(default_factory=dict)
    game: Game | None = None
    restorable: str | None = None
    unknown_key: str | None = None


def answer_to(error: Exception) -> Answer:
    """Return what is said of an error; cards are named as the box of the game names them."""
    code = _code(error)
    sentence = UNKNOWN_HOST if isinstance(error, UnknownHostError) else SENTENCES[code]
    unknown_key = _lost_key() if isinstance(error, UnknownKeyError) and error.is_guess else None
    answer = Answer(STATUSES[code], code, gettext(sentence), unknown_key=unknown_key)
    match error:
        case ValidationError():
            edition = error.access.edition if isinstance(error, RefusedChangeError) else None
            return replace(answer, fields=messages.fault_sentences(error.faults, edition))
        case ConflictError(access=access):
            return replace(answer, game=access.game)
        case FormerKeyError(why=why, restorable=key):
            return replace(answer, message=gettext(FORMER[why]), restorable=key)
        case DamagedGameError(sound_version=version):
            return replace(answer, message=gettext(DAMAGED) % {"version": version})
        case HTTPException(code=int(status)):
            return replace(answer, status=status)
    return answer


def _lost_key() -> str | None:
    """Return the key of the address, where it would be one for scoring."""
    is_for_scoring = request.path.startswith("/games/")
    return (request.view_args or {}).get("key") if is_for_scoring else None


def _code(error: Exception) -> ErrorCode:
    if isinstance(error, ConflictError):
        return ErrorCode(error.code)
    if isinstance(error, RefusedChangeError) and error.is_impossible:
        return ErrorCode.IMPOSSIBLE_COUNT
    for kind, code in _CODES.items():
        if isinstance(error, kind):
            return code
    is_refused = isinstance(error, HTTPException) and 400 <= (error.code or 0) < 500  # noqa: PLR2004
    return ErrorCode.BAD_REQUEST if is_refused else ErrorCode.BROKEN


def respond(error: Exception) -> Response:
    """Answer an error with a page for people, with JSON under `/api`."""
    answer = answer_to(error)
    if is_for_scripts():
        fields = {"code": answer.code, "message": answer.message, "fields": dict(answer.fields)}
        body: dict[str, object] = {"error": fields}
        if answer.game:
            body["game"] = state_for_scripts(answer.game)
        if isinstance(error, DivergedError):
            body["common"] = error.common
        response = make_response(jsonify(body), answer.status)
    elif isinstance(request.routing_exception, BadHost):
        # No address can be built for such a host, and so no page with links.
        response = make_response(f"{answer.message}\n", answer.status)
        response.mimetype = "text/plain"
    elif isinstance(error, DamagedGameError):
        page = render_template("shared/damaged.html", page=_damaged_page(answer, error))
        response = make_response(page, answer.status)
    else:
        page = render_template("shared/error.html", answer=answer)
        response = make_response(page, answer.status)
    if isinstance(error, RateLimitError | BusyError | StoreUnavailableError):
        response.headers["Retry-After"] = str(error.seconds)
    is_page = request.method == "GET" and not is_for_scripts()
    if isinstance(error, StoreUnavailableError) and is_page:
        # A page comes by itself; a save is sent again by its form, under the same request id.
        response.headers["Refresh"] = str(error.seconds)
    if isinstance(error, HTTPException):  # which methods are allowed, which ranges there are
        headers = dict(error.get_headers())
        response.headers.extend({k: v for k, v in headers.items() if k != "Content-Type"})
    return response


@dataclass(frozen=True, slots=True)
class DamagedPage:
    """What is left of a damaged game, for whoever has a `key` to it.

    `sheet`: the score sheet as far as it is sound. `last_copy`: when the newest copy was made that
    whoever runs the companion can put back.
    """

    message: str
    key: str
    sheet: str | None
    last_copy: datetime | None


def _damaged_page(answer: Answer, error: DamagedGameError) -> DamagedPage:
    game = sound_part(error)
    return DamagedPage(
        message=answer.message,
        key=(request.view_args or {}).get("key", ""),
        sheet=write_sheet(game) if game else None,
        last_copy=registry().copies.last(),
    )


def log_exception(
    error: tuple[type, BaseException, TracebackType] | tuple[None, None, None],
) -> None:
    """Log what nobody foresaw without the address, which holds the key of a game."""
    text = "".join(traceback.format_exception(*error))
    for name, value in (request.view_args or {}).items():
        if "key" in name:
            text = text.replace(value, f"<{name}>")
    current_app.logger.error("%s at %s\n%s", request.method, request.endpoint, text)


class Offer(NamedTuple):
    """A page that exists: what people call it, and its address."""

    name: str
    address: str


def missing(wanted: str, offers: Mapping[str, Offer]) -> Response:
    """Return a 404 that offers the pages whose ids (the keys) come nearest to what was wanted."""
    # Comparing takes its time, so not more than a name can be is compared.
    nearest = get_close_matches(wanted[:60].casefold(), list(offers), n=3, cutoff=0.3)
    page = render_template("shared/missing.html", offers=[offers[each] for each in nearest])
    return make_response(page, HTTPStatus.NOT_FOUND)


def box_or_404(edition: str, endpoint: str) -> Edition:
    """Return a box; where there is none, abort and offer this page of the nearest boxes."""
    editions = registry().editions
    if edition not in editions:
        offers = {
            key: Offer(box.name.localized(language()), url_for(endpoint, edition=key))
            for key, box in editions.items()
        }
        abort(missing(edition, offers))
    return editions[edition]
