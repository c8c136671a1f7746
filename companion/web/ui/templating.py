"""The environment of all templates."""

import re
from collections.abc import MutableMapping
from threading import RLock
from typing import Any

from flask import Flask
from flask.templating import Environment
from jinja2 import Template
from markupsafe import Markup, escape
from werkzeug.datastructures import MultiDict

from companion.config import Config
from companion.datafiles.text import LocalizedText
from companion.editions import Edition
from companion.keys import public_id
from companion.rulings.source import Source
from companion.web.http import htmx
from companion.web.http.i18n import language
from companion.web.ui import device, forms, headlines, messages, names, pages, polling, settlements
from companion.web.ui.access import line_url, page_url
from companion.web.ui.boxes import box_url, lender, other_boxes_hint
from companion.web.ui.journal import entries, saved

_GLOBALS = (
    polling.version_tag, polling.news, polling.has_lost_rounds,
    pages.is_polling, pages.fragment, pages.link, pages.group_label,
    page_url, line_url, box_url, lender, other_boxes_hint, public_id,
    device.is_joining, device.lasting_id, forms.fresh_request_id,
    messages.format_words, messages.scoring_words, messages.fault_sentence, messages.ruling_basis,
    names.card_name, names.card_mark, names.spoken_example, names.hyphenated,
    messages.sum_sentence,
    settlements.offered_choices,
    headlines.seat_names, headlines.isolated, headlines.joined_names, headlines.side_name,
    headlines.round_number, headlines.ordinal, headlines.rounds_won, headlines.figure,
    headlines.lead_sentence, headlines.goal_sentence, headlines.end_words, headlines.round_of_limit,
    headlines.clock_sentence, headlines.win_headline, headlines.win_reason,
    headlines.adjustment_text,
    headlines.stage_name, headlines.stages_sentence,
    entries.side_sentence, entries.side_up, entries.out_sentence, saved.latest_sentence,
    saved.round_sentence,
)  # fmt: skip


class PageEnvironment(Environment):
    """A Jinja environment whose templates all have the same globals."""

    def __init__(self, *args: Any, **options: Any) -> None:  # noqa: ANN401 - as of Flask's
        super().__init__(*args, **options)
        self._compiling = RLock()

    def get_template(self, *args: Any, **options: Any) -> Template:  # noqa: ANN401 - as of Jinja's
        # After a start all phones ask at once. If each thread compiled the page for itself, a save
        # would be delayed by seconds.
        with self._compiling:
            return super().get_template(*args, **options)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        # Jinja chains the globals to those of one template and copies the chain for each page, name
        # by name. No template here has globals of its own.
        return {**self.globals, **d} if d else self.globals


def init_app(app: Flask, config: Config) -> None:
    """Set up the environment and the functions that all templates may use."""
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update({each.__name__: each for each in _GLOBALS})
    app.jinja_env.globals.update(
        htmx=htmx,
        htmx_is_local=config.htmx == "local",
        export=None,  # set while the rules are exported as static pages
        sheet_place=_sheet_place,
        has_counts=_has_counts,
        count_fields=_count_fields,
    )


def _sheet_place(place: LocalizedText, source: Source) -> Markup:
    """Return a place in the leaflet as HTML, its headings with the leaflet's `lang` if foreign."""
    # Scripts get the headings as they are printed. Here they are typeset.
    said = place.localized(language()).replace("'", "’").replace(" +", "\N{NO-BREAK SPACE}+")
    printed = source.nearest(language())
    if printed == language():
        return escape(said)
    parts = re.split("(«[^»]*»)", said)  # every second part is a heading
    heading = Markup('<i lang="{}">{}</i>')
    return Markup("").join(
        heading.format(printed, part) if at % 2 else part for at, part in enumerate(parts)
    )


def _count_fields(edition: Edition, seat: int, typed: MultiDict[str, str]) -> Markup:
    """Return the HTML of a hand's fields for card counts, from the cache if all are blank."""
    template = "play/rounds/_counts.html"

    def render() -> Markup:
        return pages.render_partial(template, edition=edition, seat=seat, typed=typed)

    if _has_counts(typed, seat):
        return render()
    # The id of a table's own box does not identify its cards, so their names are in the cache key.
    faces = tuple(f.name for f in edition.cards.values()) if edition.is_own else ()
    worth = (faces, *((card.card, card.points) for card in edition.deck))
    return pages.cached_text(template, edition.edition, worth, seat, make=render)


def _has_counts(typed: MultiDict[str, str], seat: int) -> bool:
    return any(name.startswith(f"count-{seat}-") and value for name, value in typed.items())
