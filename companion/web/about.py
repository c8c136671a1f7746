"""What this companion is, what it brought, how scripts use it; and what robots may read."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, current_app, render_template, request, url_for

from companion.changelog import Release, releases
from companion.datafiles.text import DEFAULT_LANGUAGE, TRANSLATIONS
from companion.version import __version__
from companion.web.http.i18n import language
from companion.web.ui.pages import link

bp = Blueprint("about", __name__)

# No game stands here: a page whose address is forbidden is listed by just that address, which is
# its key. It says itself that it is not to be listed.
_ROBOTS = """\
User-agent: *
Disallow: /rules/*/search
"""


@dataclass(frozen=True, slots=True)
class AboutPage:
    """What the page about this companion shows; `language` is that of the `releases`."""

    version: str
    releases: Sequence[Release]
    language: str


@dataclass(frozen=True, slots=True)
class JsonPage:
    """What the page about the JSON shows: the `base` of its addresses, and that of a `board`."""

    base: str
    board: str


@bp.get("/about")
def show() -> str:
    """Show what this is, that it is unofficial, what it brought, and what it is made of."""
    translated = TRANSLATIONS / language() / "CHANGELOG.md"
    page = (
        AboutPage(__version__, releases(translated), language())
        if translated.exists()
        else AboutPage(__version__, releases(), DEFAULT_LANGUAGE)
    )
    return render_template("home/about.html", page=page)


@bp.get("/about/json")
def json() -> str:
    """Show how scripts read and write what the pages do."""
    base, board = f"{request.script_root}/api", url_for("watch.show", key="WATCH_KEY")
    return render_template("home/json.html", page=JsonPage(link(base), link(board)))


@bp.get("/robots.txt")
def robots() -> Response:
    """Tell robots what not to read; pages of games tell them not to list them."""
    return Response(_ROBOTS, mimetype="text/plain")


@bp.get("/favicon.ico")
def favicon() -> Response:
    """Return the picture that browsers ask for by this name, whatever a page says."""
    response = current_app.send_static_file("favicon.ico")
    del response.headers["Cache-Control"]  # like a page: its address has no version
    return response
