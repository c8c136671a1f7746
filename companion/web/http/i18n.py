"""The language of a page: never part of a stored game."""

import gettext as _gettext
import re
from datetime import UTC, date, datetime, timedelta
from functools import cache
from urllib.parse import quote, urlencode

from flask import Flask, Response, current_app, g, has_request_context, request, url_for
from markupsafe import Markup

from companion.datafiles.text import DEFAULT_LANGUAGE, LANGUAGES, TRANSLATIONS, LocalizedText

COOKIE = "lang"
_ONE_YEAR = 365 * 24 * 3600
# A French verb and the pronoun behind it ("protège-t-il") stay in one line.
_INVERSION = re.compile(r"-(?=(?:t-)?(?:je|tu|il|elle|on|nous|vous|ils|elles|ce)\b)")
_OF_OPEN_PAGES = {"since", "every"}  # what a page adds that asks for what is new


def N_(message: str) -> str:  # noqa: N802 - the customary name, known to the extraction
    """Mark a sentence that is translated where it is used."""
    return message


_MONTHS = (
    N_("Jan"), N_("Feb"), N_("Mar"), N_("Apr"), N_("May"), N_("Jun"),
    N_("Jul"), N_("Aug"), N_("Sept"), N_("Oct"), N_("Nov"), N_("Dec"),
)  # fmt: skip


def is_for_scripts() -> bool:
    return request.path in {"/api", "/healthz"} or request.path.startswith("/api/")


def language() -> str:
    """Return the language asked for, remembered (not of scripts) or preferred, or the default."""
    # A page asks this dozens of times, so what is known is answered first.
    try:
        known: str = g.language
    except (AttributeError, RuntimeError):
        if not has_request_context():
            return DEFAULT_LANGUAGE
    else:
        return known
    remembered = None if is_for_scripts() else request.cookies.get(COOKIE)
    # Who reads fr-CA reads French. Werkzeug's own choice would take the English of
    # `fr-CA, en;q=0.5`, which is there by name.
    preferred = (
        wish.partition("-")[0].lower() for wish, quality in request.accept_languages if quality
    )
    wishes = (request.args.get("lang"), remembered, *preferred)
    g.language = next((wish for wish in wishes if wish in LANGUAGES), DEFAULT_LANGUAGE)
    return str(g.language)


@cache
def _translations(wish: str) -> _gettext.NullTranslations:
    # The sources are written in the default language, so it has no file of its own.
    return _gettext.translation("messages", TRANSLATIONS, [wish], fallback=True)


def gettext(message: str) -> str:
    return _translations(language()).gettext(message)


def translated(wish: str, message: str) -> str:
    """Translate a sentence into a language, where no page is being answered."""
    return _translations(wish).gettext(message)


def ngettext(one: str, many: str, number: int, wish: str | None = None) -> str:
    """Translate a sentence that counts something, into the language of the answer or another."""
    return _translations(wish or language()).ngettext(one, many, number)


def other_languages(*only: str) -> tuple[tuple[str, str], ...]:
    """Return every other language, and the address of this very page in it, relative to itself.

    `only`: of what stands in the address only these names go on, as flags. A page with the
    keys of several games asks for that: what a stranger chose must not stand beside them, else
    how well the page compresses tells whether the two are alike.
    """
    known = {k: v for k, v in request.args.to_dict(flat=False).items() if k not in _OF_OPEN_PAGES}
    if only:
        known = {name: ["1"] for name in only if name in known}
    return tuple(
        (wish, f"{_page()}?{urlencode({**known, 'lang': wish}, doseq=True)}")
        for wish in LANGUAGES
        if wish != language()
    )


def _page() -> str:
    """Return the page to go back to; after a refused form, the page on which the form stood."""
    if request.method in {"GET", "HEAD"}:
        return ""
    if request.endpoint == "start.create":
        return url_for("start.new")
    pages = current_app.create_url_adapter(request)
    path = request.path
    while path and not (pages and pages.test(path, "GET")):
        path = path.rpartition("/")[0]
    return quote(request.script_root + path) or "/"


def remember_language(response: Response) -> Response:
    if "lang" not in request.args:
        return response
    wish = request.args["lang"]
    is_page = not (is_for_scripts() or request.path.startswith("/static/"))
    if wish in LANGUAGES and is_page and not _OF_OPEN_PAGES & request.args.keys():
        response.set_cookie(
            COOKIE,
            wish,
            max_age=_ONE_YEAR,
            path=current_app.config["SESSION_COOKIE_PATH"],
            secure=bool(current_app.config["SESSION_COOKIE_SECURE"]),
            samesite="Lax",
            httponly=True,
        )
    return response


def init_app(app: Flask) -> None:
    app.jinja_env.add_extension("jinja2.ext.i18n")
    install = app.jinja_env.install_gettext_callables  # type: ignore[attr-defined]
    install(gettext, ngettext, newstyle=True)
    app.jinja_env.globals.update(
        language=language, other_languages=other_languages, LANGUAGES=LANGUAGES
    )
    # Jinja's own looks up `gettext` anew for each sentence.
    app.jinja_env.globals["_"] = app.jinja_env.globals["gettext"]
    for each in (clock, clock_time, day, known_day, duration, average, localized):
        app.jinja_env.filters[each.__name__] = each


def clock(at: datetime) -> str:
    """Write a moment so that everybody reads it alike, in universal time."""
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")


def day(at: date) -> str:
    """Write a day, `21 Nov 2026`, in the server's time; a script does it in that of the phone."""
    here = at.astimezone() if isinstance(at, datetime) else at
    written = {"day": here.day, "month": gettext(_MONTHS[here.month - 1]), "year": here.year}
    return gettext("%(day)s %(month)s %(year)s") % written


def known_day(at: str) -> str:
    """Write a day of which perhaps only the month or the year is known: `2019-05`."""
    match at.split("-"):
        case [year]:
            return year
        case [year, month]:
            said = {"month": gettext(_MONTHS[int(month) - 1]), "year": year}
            return gettext("%(month)s %(year)s") % said
        case _:
            return day(date.fromisoformat(at))


def clock_time(at: str) -> str:
    """Write the time of a moment that is given in a table's own time: `22:00`."""
    return gettext("%(hour)s:%(minute)s") % {"hour": at[11:13], "minute": at[14:16]}


def duration(took: timedelta) -> str:
    """Write how long something took: `48 min`, `1 h 50`."""
    hours, minutes = divmod(max(1, round(took.total_seconds() / 60)), 60)
    if not hours:
        return gettext("%(minutes)s min") % {"minutes": minutes}
    return gettext("%(hours)s h %(minutes)s min") % {"hours": hours, "minutes": f"{minutes:02}"}


def average(number: float) -> str:
    """Write a number with one decimal, the way the language does."""
    written = f"{number:.1f}"
    return written.replace(".", LANGUAGES[language()].decimal_mark)


def localized(text: LocalizedText) -> str:
    """Return a text in the language of the answer; marked as English where it is not translated."""
    wish = language()
    if wish in text:
        return _INVERSION.sub("-\N{WORD JOINER}", text[wish]) if wish == "fr" else text[wish]
    return Markup('<span lang="{}">{}</span>').format(DEFAULT_LANGUAGE, text.localized(wish))
