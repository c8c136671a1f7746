"""The about page, its page about the JSON API, and files for browsers and robots."""

from flask import Blueprint, Response, current_app, render_template, request, url_for

from companion.changelog import releases
from companion.datafiles.text import DEFAULT_LANGUAGE, TRANSLATIONS
from companion.version import __version__
from companion.web.http.i18n import language
from companion.web.ui.pages import link

bp = Blueprint("about", __name__)

# Game pages are not listed here, because search engines show the bare address of a disallowed page,
# which contains the access key. Those pages send `noindex` instead.
_ROBOTS = """\
User-agent: *
Disallow: /rules/*/search
"""


@bp.get("/about")
def show() -> str:
    """Show the about page with the changelog, translated if there is a translation."""
    translated = TRANSLATIONS / language() / "CHANGELOG.md"
    lang = language() if translated.exists() else DEFAULT_LANGUAGE
    found = releases(translated if translated.exists() else None)
    return render_template("home/about.html", version=__version__, releases=found, lang=lang)


@bp.get("/about/json")
def json() -> str:
    """Show how scripts use the JSON API."""
    base, board = f"{request.script_root}/api", url_for("watch.show", key="WATCH_KEY")
    return render_template("home/json.html", base=link(base), board=link(board))


@bp.get("/robots.txt")
def robots() -> Response:
    return Response(_ROBOTS, mimetype="text/plain")


@bp.get("/favicon.ico")
def favicon() -> Response:
    """Return the icon for browsers, which request this address whatever a page says."""
    response = current_app.send_static_file("favicon.ico")
    del response.headers["Cache-Control"]  # must be revalidated, because its address has no version
    return response
