"""Ends of a game: forgotten by one phone, or deleted for everybody and for a day brought back."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from flask import (
    Blueprint,
    Flask,
    current_app,
    flash,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from itsdangerous import BadSignature, URLSafeTimedSerializer
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from companion.services.trash import A_DAY
from companion.store.errors import UnknownGameError
from companion.web.http.i18n import gettext
from companion.web.ui.access import Access, open_game
from companion.web.ui.device import bring_back
from companion.web.ui.device import forget as forget_game
from companion.web.ui.registry import game_service, registry

bp = Blueprint("deletion", __name__)

_DELETED = "deleted"
_MOST = 3  # a cookie is small
_LONGEST_LABEL = 60


@dataclass(frozen=True, slots=True)
class Deleted:
    """A game that this phone deleted: who played, and the slip that brings it back."""

    label: str
    slip: str


def register(app: Flask) -> None:
    """Sweep away what was deleted a day ago."""

    @app.before_request
    def _sweep() -> None:
        registry().recent.sweeper.sweep(game_service().store.trash, game_service().now())


@bp.post("/games/<key>/delete")
def delete(key: str) -> str:
    """Delete a game for everybody, and show how it is brought back."""
    access = open_game(key)
    keys = game_service().store.keys.of_game(access.game_id)
    slip = _slips().dumps([access.game_id, key])
    now = game_service().now()
    game_service().store.trash.delete(access.game_id, now)
    registry().recent.sweeper.deleted(now)
    game_service().former.note([found.key for found in keys], "deleted")
    registry().recent.glances.forget()
    session.permanent = True
    session[_DELETED] = [[_label(access), slip], *_kept()][:_MOST]
    return render_template("games/deleted.html", deleted=Deleted(_label(access), slip))


@bp.post("/undelete")
def undelete() -> Response:
    """Bring a deleted game back, by the slip that its deletion gave."""
    slip = request.form.get("slip", "")
    try:
        game_id, key = _slips().loads(slip)  # whether a day has passed, the trash tells
        game_service().store.trash.undelete(game_id)
    except (BadSignature, ValueError, TypeError, UnknownGameError):
        raise UndeleteExpiredError from None
    keys = [found.key for found in game_service().store.keys.of_game(game_id)]
    game_service().former.forget(keys)
    session[_DELETED] = [each for each in _kept() if each[1] != slip]
    flash(gettext("The game is back, with all its links."))
    return redirect(url_for("table.show", key=key), 303)


@bp.post("/forget")
def forget() -> Response:
    """Forget a game on this phone, or bring back the one that was forgotten last."""
    if "back" in request.form:
        bring_back()
    else:
        forget_game(request.form.get("key", ""))
    return redirect(url_for("home.index"), 303)


class UndeleteExpiredError(NotFound):
    """A slip that brings nothing back: a day has passed, or it is none of ours."""


def deleted() -> Iterator[Deleted]:
    """Go through the games that this phone deleted and can still bring back."""
    for label, slip in _kept():
        with suppress(BadSignature):
            _slips().loads(slip, max_age=int(A_DAY.total_seconds()))
            yield Deleted(label, slip)


def _kept() -> list[list[str]]:
    kept = session.get(_DELETED)
    return [each for each in kept if _is_pair(each)] if isinstance(kept, list) else []


def _is_pair(value: object) -> bool:
    match value:
        case [str(), str()]:
            return True
    return False


def _slips() -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(str(current_app.secret_key), salt="deleted")


def _label(access: Access) -> str:
    label = ", ".join(access.game.names)
    return label if len(label) <= _LONGEST_LABEL else f"{label[:_LONGEST_LABEL]}…"
