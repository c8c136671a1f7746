"""The language of a response, and template filters for dates, times and numbers."""

import gettext as _gettext
import re
from datetime import UTC, date, datetime, timedelta
from functools import cache
from urllib.parse import quote, urlencode

from flask import Flask, Response, current_app, g, has_request_context, request, url_for
from markupsafe import Markup

from companion.datafiles.text import DEFAULT_LANGUAGE, LANGUAGES, TRANSLATIONS, LocalizedText
from companion.web.http.sessions import cookie_name, read_cookie, write_cookie

_ONE_YEAR = 365 * 24 * 3600
# No line may break at the hyphen between a French verb and its pronoun ("protège-t-il").
_INVERSION = re.compile(r"-(?=(?:t-)?(?:je|tu|il|elle|on|nous|vous|ils|elles|ce)\b)")
_LONGEST_QUERY = 2048  # bytes that a link to another language retains, as pages cache such links
_POLL_PARAMETERS = {"since", "every"}


def N_(message: str) -> str:  # noqa: N802 - the customary name, which the extraction expects
    """Mark a sentence for extraction, to be translated where it is used."""
    return message


_MONTHS = (
    N_("Jan"), N_("Feb"), N_("Mar"), N_("Apr"), N_("May"), N_("Jun"),
    N_("Jul"), N_("Aug"), N_("Sept"), N_("Oct"), N_("Nov"), N_("Dec"),
)  # fmt: skip


def is_for_scripts() -> bool:
    return request.path in {"/api", "/healthz"} or request.path.startswith("/api/")


def language() -> str:
    """Return the language of `?lang`, the cookie (for pages) or the browser, or the default."""
    # Called dozens of times for a page, so the cached answer comes first.
    try:
        known: str = g.language
    except (AttributeError, RuntimeError):
        if not has_request_context():
            return DEFAULT_LANGUAGE
    else:
        return known
    remembered = read_cookie("lang") or request.cookies.get("lang")
    # `fr-CA` is answered in French. Werkzeug's own matching would take English for `fr-CA,
    # en;q=0.5`, because only that tag matches exactly.
    preferred = (
        tag.partition("-")[0].lower() for tag, quality in request.accept_languages if quality
    )
    candidates = (request.args.get("lang"), None if is_for_scripts() else remembered, *preferred)
    g.language = next((lang for lang in candidates if lang in LANGUAGES), DEFAULT_LANGUAGE)
    return str(g.language)


@cache
def _translations(lang: str) -> _gettext.NullTranslations:
    # The source code is written in the default language, which has no catalogue.
    return _gettext.translation("messages", TRANSLATIONS, [lang], fallback=True)


def gettext(message: str) -> str:
    return _translations(language()).gettext(message)


def translated(lang: str, message: str) -> str:
    """Translate a sentence into a given language, also outside a request."""
    return _translations(lang).gettext(message)


def ngettext(one: str, many: str, number: int, lang: str | None = None) -> str:
    """Translate a sentence with a number, into `lang` or the language of the response."""
    return _translations(lang or language()).ngettext(one, many, number)


def other_languages(*only: str) -> tuple[tuple[str, str], ...]:
    """Return each other language with this page's address in it, as a relative URL.

    `only`: keep no query parameters but these, as flags. Pages with the keys of several games need
    that: if text chosen by another site appeared beside the keys, the size of the compressed page
    would reveal whether the two are alike.
    """
    known = {k: v for k, v in request.args.to_dict(flat=False).items() if k not in _POLL_PARAMETERS}
    if len(request.query_string) > _LONGEST_QUERY:
        known = {}
    if only:
        known = {name: ["1"] for name in only if name in known}
    return tuple(
        (lang, f"{_page()}?{urlencode({**known, 'lang': lang}, doseq=True)}")
        for lang in LANGUAGES
        if lang != language()
    )


def _page() -> str:
    """Return the page's address, which after a refused form is that of the form's page."""
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
    """Store the language of `?lang`, or of the cookie that earlier versions set."""
    is_chosen = not (is_for_scripts() or _POLL_PARAMETERS & request.args.keys())
    lang = request.args.get("lang") if is_chosen else None
    if lang is None and read_cookie("lang") is None:
        lang = request.cookies.get("lang")
    if lang and lang in LANGUAGES and not request.path.startswith("/static/"):
        write_cookie(response, cookie_name("lang"), lang, _ONE_YEAR)
    return response


def init_app(app: Flask) -> None:
    app.jinja_env.add_extension("jinja2.ext.i18n")
    install = app.jinja_env.install_gettext_callables  # type: ignore[attr-defined]
    install(gettext, ngettext, newstyle=True)
    app.jinja_env.globals.update(
        language=language, other_languages=other_languages, LANGUAGES=LANGUAGES
    )
    # Jinja's own `_` looks up `gettext` for each sentence.
    app.jinja_env.globals["_"] = app.jinja_env.globals["gettext"]
    for each in (clock, clock_time, day, partial_date, duration, average, localized):
        app.jinja_env.filters[each.__name__] = each


def clock(at: datetime) -> str:
    """Format a moment in UTC."""
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")


def day(at: date) -> str:
    """Format a day (`21 Nov 2026`) in the server's time zone, until a script localizes it."""
    here = at.astimezone() if isinstance(at, datetime) else at
    written = {"day": here.day, "month": gettext(_MONTHS[here.month - 1]), "year": here.year}
    return gettext("%(day)s %(month)s %(year)s") % written


def partial_date(at: str) -> str:
    """Format a date that may lack its day or its month: `2019-05`."""
    match at.split("-"):
        case [year]:
            return year
        case [year, month]:
            values = {"month": gettext(_MONTHS[int(month) - 1]), "year": year}
            return gettext("%(month)s %(year)s") % values
        case _:
            return day(date.fromisoformat(at))


def clock_time(at: str) -> str:
    """Format the time of a timestamp that is already in the table's own time: `22:00`."""
    return gettext("%(hour)s:%(minute)s") % {"hour": at[11:13], "minute": at[14:16]}


def duration(took: timedelta) -> str:
    """Format a duration: `48 min`, `1 h 50`, `2 h`."""
    hours, minutes = divmod(max(1, round(took.total_seconds() / 60)), 60)
    if not hours:
        return gettext("%(minutes)s min") % {"minutes": minutes}
    if not minutes:
        return gettext("%(hours)s h") % {"hours": hours}
    return gettext("%(hours)s h %(minutes)s min") % {"hours": hours, "minutes": f"{minutes:02}"}


def average(number: float) -> str:
    """Format a number with one decimal and the decimal mark of the language."""
    written = f"{number:.1f}"
    return written.replace(".", LANGUAGES[language()].decimal_mark)


def localized(text: LocalizedText) -> str:
    """Return a text in the response's language, marked as English if it is untranslated."""
    lang = language()
    if lang in text:
        return _INVERSION.sub("-\N{WORD JOINER}", text[lang]) if lang == "fr" else text[lang]
    return Markup('<span lang="{}">{}</span>').format(DEFAULT_LANGUAGE, text.localized(lang))
