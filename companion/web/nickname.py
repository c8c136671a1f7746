"""What a phone is called: kept in its cookie, and written beside every change it makes."""

from flask import Blueprint, redirect, request, session
from flask import url_for as address
from werkzeug.wrappers import Response

from companion.game.names import clean, faults_of
from companion.web import says
from companion.web.access import Access, opened
from companion.web.known import seat_of
from companion.web.locale import gettext
from companion.web.told import tell

bp = Blueprint("nickname", __name__)

_NAME = "nickname"


def nickname() -> str | None:
    """Give what this phone is called; None where nobody said, or a cookie says nonsense."""
    name = session.get(_NAME)
    return name if isinstance(name, str) and not faults_of(name) else None


def called(access: Access) -> str | None:
    """Give who a phone is in a game: the player whose phone it is, else what it is called."""
    own = seat_of(access.key)
    return access.game.name(own) if own in access.game.seats else nickname()


@bp.post("/nickname")
def call() -> Response:
    """Call this phone something, from the first page."""
    return _called(address("home.home"))


@bp.post("/games/<key>/nickname")
def call_at_a_game(key: str) -> Response:
    """Call this phone something, from the history of a game."""
    return _called(address("changes.told", key=opened(key).key))


@bp.post("/tables/<key>/nickname")
def call_at_a_table(key: str) -> Response:
    """Call this phone something, from a table of a tournament."""
    return _called(opened(key, "table").page)


def _called(back: str) -> Response:
    name = clean(request.form.get("nickname", ""))
    faults = faults_of(name) if name else ()
    if faults:
        tell(says.fault(faults[0]))
        return redirect(back, 303)
    session.permanent = True
    session[_NAME] = name
    done = gettext("This phone is now called %(name)s.") % {"name": name}
    tell(done if name else gettext("This phone has no name any more."))
    return redirect(back, 303)
