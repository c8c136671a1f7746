"""What this companion is, what it brought, how scripts use it; and what robots may read."""

from flask import Blueprint, Response, current_app, render_template, request, url_for

from companion.changelog import releases
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


@bp.get("/about")
def show() -> str:
    """Show what this is, that it is unofficial, what it brought, and what it is made of."""
    translated = TRANSLATIONS / language() / "CHANGELOG.md"
    told = language() if translated.exists() else DEFAULT_LANGUAGE
    found = releases(translated if translated.exists() else None)
    return render_template("home/about.html", version=__version__, releases=found, told_in=told)


@bp.get("/about/json")
def json() -> str:
    """Show how scripts read and write what the pages do."""
    base, board = f"{request.script_root}/api", url_for("watch.show", key="WATCH_KEY")
    return render_template("home/json.html", base=link(base), board=link(board))


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
