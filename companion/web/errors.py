"""Everything that can be wrong with a request, as one kind of answer: status, code, words."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from werkzeug.exceptions import (
    HTTPException,
    MethodNotAllowed,
    NotFound,
    RequestEntityTooLarge,
)

from companion.editions import Edition
from companion.game.faults import ValidationError
from companion.game.replay import Game
from companion.game.requests.round import ImpossibleCountError
from companion.services.caches import Gone
from companion.services.games import ConflictError
from companion.store.errors import DamagedGameError, NotSavedError, StoreError, UnknownGameError
from companion.web.http.i18n import N_, gettext
from companion.web.http.json_body import InvalidJsonError, JsonTypeError
from companion.web.http.rate_limits import RateLimitError
from companion.web.http.security import ForeignOriginError
from companion.web.ui import messages
from companion.web.ui.access import FormerKeyError

SENTENCES: Mapping[str, str] = {
    "not-json": N_("This is not JSON."),
    "not-json-type": N_("Send JSON with the content type application/json."),
    "foreign-origin": N_("Another site asked for this change, so it was not made."),
    "not-found": N_("There is nothing at this address. The link may be old or incomplete."),
    "not-allowed": N_("This address cannot be used that way."),
    "bad-request": N_("This request could not be read. Load the page again and try once more."),
    "stale": N_("Meanwhile somebody else changed the game. Nothing was saved yet."),
    "finished": N_("This game is over and takes no new round."),
    "request-id-reused": N_("This request id was already used for something else: send a new one."),
    "too-large": N_("This is too large: send less at once. Nothing was changed."),
    "invalid": N_("Something is wrong here; nothing was changed."),
    "impossible-count": N_(
        "This deck cannot hold what was counted: count again, or keep it anyway."
    ),
    "slow-down": N_("Too many tries. Wait a moment, then try again."),
    "store-unavailable": N_("The games cannot be reached right now. Try again in a moment."),
    "not-saved": N_("The disk is full or read-only: this was not saved. Nothing earlier is lost."),
    "damaged": N_(
        "This game was damaged where it is kept. Everything up to change %(version)s is sound."
    ),
    "broken": N_("Something went wrong on the server. Nothing was changed."),
}

FORMER: Mapping[Gone, str] = {
    "renewed": N_(
        "This link was renewed, and the old one no longer works. Ask at the table for the new one."
    ),
    "deleted": N_("This game was deleted. For a day the phone that did it can bring it back."),
}

STATUSES: Mapping[str, int] = {
    "not-json": 400,
    "bad-request": 400,
    "foreign-origin": 403,
    "not-found": 404,
    "not-allowed": 405,
    "stale": 409,
    "finished": 409,
    "request-id-reused": 409,
    "too-large": 413,
    "not-json-type": 415,
    "invalid": 422,
    "impossible-count": 422,
    "slow-down": 429,
    "broken": 500,
    "store-unavailable": 503,
    "not-saved": 507,
}

_CODES: Mapping[type[Exception], str] = {
    InvalidJsonError: "not-json",
    JsonTypeError: "not-json-type",
    ForeignOriginError: "foreign-origin",
    UnknownGameError: "not-found",
    NotFound: "not-found",
    MethodNotAllowed: "not-allowed",
    RequestEntityTooLarge: "too-large",
    ImpossibleCountError: "impossible-count",
    ValidationError: "invalid",
    RateLimitError: "slow-down",
    NotSavedError: "not-saved",
    StoreError: "store-unavailable",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """What to tell about an error: the status, the code that never changes, and the words.

    `fields`: sentences by JSON Pointer. `game`: how the game stands, where that matters.
    """

    status: int
    code: str
    message: str
    fields: Mapping[str, str] = field(default_factory=dict)
    game: Game | None = None


def answer_to(error: Exception, edition: Edition | None = None) -> Answer:
    """Find what to tell about an error; cards are named as this box names them."""
    code = _code(error)
    sentence = SENTENCES["damaged" if isinstance(error, DamagedGameError) else code]
    answer = Answer(STATUSES[code], code, gettext(sentence))
    match error:
        case ValidationError():
            return replace(answer, fields=messages.fault_sentences(error.faults, edition))
        case ConflictError():
            return replace(answer, game=error.game)
        case FormerKeyError(why=why):
            return replace(answer, message=gettext(FORMER[why]))
        case DamagedGameError():
            return replace(answer, message=answer.message % {"version": error.sound_version})
        case HTTPException(code=int(status)):
            return replace(answer, status=status)
    return answer


def _code(error: Exception) -> str:
    if isinstance(error, ConflictError):
        return error.code
    if isinstance(error, HTTPException) and 400 <= (error.code or 0) < 500:  # noqa: PLR2004
        return next((c for kind, c in _CODES.items() if isinstance(error, kind)), "bad-request")
    return next((c for kind, c in _CODES.items() if isinstance(error, kind)), "broken")
