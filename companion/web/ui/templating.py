"""What every template may use."""

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
from companion.web.http import htmx
from companion.web.http.i18n import language
from companion.web.ui import device, forms, headlines, messages, polling, settlements
from companion.web.ui.access import page_url
from companion.web.ui.journal import entries, saved
from companion.web.ui.pages import draw, fragment, group_label, is_asking_again, link
from companion.web.ui.registry import registry


class PageEnvironment(Environment):
    """Templates to which the same names are known."""

    def __init__(self, *args: Any, **options: Any) -> None:  # noqa: ANN401 - as of Flask's
        super().__init__(*args, **options)
        self._compiling = RLock()

    def get_template(self, *args: Any, **options: Any) -> Template:  # noqa: ANN401 - as of Jinja's
        # After a start all phones ask at once. If each thread compiled the page for itself, a save
        # would wait for seconds beside them.
        with self._compiling:
            return super().get_template(*args, **options)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        # Jinja chains them to those of one template, and a chain is copied for each page, name by
        # name; here no template has any of its own.
        return {**self.globals, **d} if d else self.globals


def init_app(app: Flask, config: Config) -> None:
    """Install for templates the few functions that are not plain values."""
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(
        mark=polling.mark,
        news=polling.news,
        has_lost_rounds=polling.has_lost_rounds,
        is_asking_again=is_asking_again,
        fragment=fragment,
        group_label=group_label,
        link=link,
        page_url=page_url,
        is_joining=device.is_joining,
        fresh_request_id=forms.fresh_request_id,
        htmx=htmx,
        htmx_is_local=config.htmx == "local",
        format_words=messages.format_words,
        scoring_words=messages.scoring_words,
        seat_names=headlines.seat_names,
        isolated=headlines.isolated,
        joined_names=headlines.joined_names,
        side_name=headlines.side_name,
        round_number=headlines.round_number,
        lead_sentence=headlines.lead_sentence,
        goal_sentence=headlines.goal_sentence,
        target_words=headlines.target_words,
        clock_sentence=headlines.clock_sentence,
        latest_sentence=saved.latest_sentence,
        side_sentence=entries.side_sentence,
        side_up=entries.side_up,
        out_sentence=entries.out_sentence,
        round_sentence=saved.round_sentence,
        win_headline=headlines.win_headline,
        win_reason=headlines.win_reason,
        fault_sentence=messages.fault_sentence,
        card_name=messages.card_name,
        card_mark=messages.card_mark,
        spoken_example=messages.spoken_example,
        ruling_basis=messages.ruling_basis,
        sheet_place=_sheet_place,
        offered_choices=settlements.offered_choices,
        has_counts=_has_counts,
        count_fields=_count_fields,
    )


def _sheet_place(place: LocalizedText, sheet_language: str) -> Markup:
    """Return where a person finds something in a sheet; its headings stand in its own language."""
    # Scripts are given the headings letter by letter, as they were read; here they are typeset.
    said = place.localized(language()).replace("'", "’")
    if sheet_language == language():
        return escape(said)
    parts = re.split("(«[^»]*»)", said)  # every second part is a heading
    heading = Markup('<i lang="{}">{}</i>')
    return Markup("").join(
        heading.format(sheet_language, part) if at % 2 else part for at, part in enumerate(parts)
    )


def _count_fields(edition: Edition, seat: int, typed: MultiDict[str, str]) -> Markup:
    """Return the count fields of a hand; most are blank, and those look alike on every page."""
    template = "play/rounds/_counts.html"

    def render() -> Markup:
        return draw(template, edition=edition, seat=seat, typed=typed)

    if _has_counts(typed, seat):
        return render()
    # A table's own box is known by its cards alone.
    names = tuple(f.name for f in edition.cards.values()) if edition.sheet == "own" else ()
    worth = (names, *((card.card, card.points) for card in edition.deck))
    key = (template, edition.edition, worth, seat, language())
    drawn: Markup = registry().fragments.get_or_make(key, render)
    return drawn


def _has_counts(typed: MultiDict[str, str], seat: int) -> bool:
    return any(name.startswith(f"count-{seat}-") and value for name, value in typed.items())
