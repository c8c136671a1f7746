"""What every template may use."""

from hashlib import blake2b
from pathlib import Path

from flask import Flask, current_app, g, render_template, request, url_for
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from companion.config import Config
from companion.editions import Edition
from companion.game.rounds import Note
from companion.rulings import Ruling
from companion.services.access import Access
from companion.web.http import htmx
from companion.web.http.i18n import language
from companion.web.rules.book import RulesView
from companion.web.ui import forms, messages, polling
from companion.web.ui.access import page_url
from companion.web.ui.pages import fragment
from companion.web.ui.qr import link


def init_app(app: Flask, config: Config) -> None:
    """Give templates the few functions that are not plain values."""
    marks = {
        path: _mark(path) for path in Path(str(app.static_folder)).rglob("*") if path.is_file()
    }

    def static(name: str) -> str:
        """Give the address of a static file; it changes whenever the file does."""
        return url_for("static", filename=name, v=marks[Path(str(app.static_folder)) / name])

    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(
        static=static,
        mark=polling.mark,
        news=polling.news,
        is_asking_again=polling.is_asking_again,
        fragment=fragment,
        link=link,
        page_url=page_url,
        fresh_request_id=_fresh_request_id,
        book_of=_book_of,
        noted=_noted,
        htmx=htmx,
        htmx_is_local=config.htmx == "local",
        format_words=messages.format_words,
        scoring_words=messages.scoring_words,
        seat_names=messages.seat_names,
        side_name=messages.side_name,
        ending_sentence=messages.ending_sentence,
        say_card=messages.card_name,
        say_lines=messages.sheet_lines,
        say_source=messages.ruling_source,
        say_fault=messages.fault_sentence,
        has_counts=_has_counts,
        count_fields=_count_fields,
    )


def _mark(path: Path) -> str:
    return blake2b(path.read_bytes(), digest_size=5).hexdigest()


def _fresh_request_id() -> str:
    """Return an id for one form of the page that is being drawn, another one for each form.

    A page that is kept for many phones is drawn with a placeholder for the part that is each
    phone's own; so ids count on from that part.
    """
    part = g.setdefault("request_id", forms.fresh_request_id())
    g.forms_drawn = g.get("forms_drawn", 0) + 1
    return f"{part}{g.forms_drawn}"


def _book_of(access: Access) -> RulesView:
    return RulesView(access.edition, access)


def _noted(typed: MultiDict[str, str], edition: Edition) -> list[tuple[Note, Ruling | None]]:
    """Find what is noted in a form, else what the address of the page asks to note (`?note=`).

    A game that was brought from elsewhere may name a ruling that is not known here.
    """
    book = RulesView(edition)
    wish = book.get(request.args.get("note", ""))
    wishes = (
        [Note(wish.rule, wish.verdict.localized(language()))]
        if wish and request.method == "GET"
        else []
    )
    return [(note, book.get(note.rule)) for note in (*forms.notes(typed), *wishes)]


def _count_fields(edition: Edition, seat: int | None, typed: MultiDict[str, str]) -> Markup:
    """Draw the count fields of a hand; most are blank, and those look alike on every page."""
    if _has_counts(typed, seat):
        return _drawn_counts(edition, seat, typed)
    worth = tuple((card.card, card.points) for card in edition.deck)
    key = (edition.edition, worth, seat, language())
    drawn: dict[object, Markup] = current_app.extensions.setdefault("counts", {})
    if key not in drawn:
        drawn[key] = _drawn_counts(edition, seat, typed)
    return drawn[key]


def _drawn_counts(edition: Edition, seat: int | None, typed: MultiDict[str, str]) -> Markup:
    drawn = render_template("play/rounds/_counts.html", edition=edition, seat=seat, typed=typed)
    return Markup(drawn)  # noqa: S704 - a template's own output


def _has_counts(typed: MultiDict[str, str], seat: int | None) -> bool:
    return any(name.startswith(f"count-{seat or 0}-") and value for name, value in typed.items())
