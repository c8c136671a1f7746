"""Drawing a page of a game, or giving it as it was drawn for whoever asked before."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from secrets import token_urlsafe

from flask import g, render_template, request

from companion.services.access import Access
from companion.web.http import htmx
from companion.web.http.i18n import language
from companion.web.ui.flash import told
from companion.web.ui.forms import Form, fresh_request_id
from companion.web.ui.polling import EVERY
from companion.web.ui.registry import registry

_TOLD_HERE = token_urlsafe(24)  # stands in a kept page where a phone is told something
_NOTHING_MORE: Mapping[str, object] = {
    "faults": {},
    "shown": {},
    "conflict": None,
    "meanwhile": None,
    "is_impossible": False,
}
"""What a page of rounds shows beside the rounds, as long as nothing is wrong."""


@dataclass(frozen=True, slots=True)
class Page:
    """What a page of a game is drawn of.

    It may hang on nothing but its address, the language, the game as it stands, and `also`. What
    is `shown` on it is only worked out where it must be drawn. One that `is_whole` has no partial:
    whoever asks for one is given the page.
    """

    template: str
    shown: Callable[[], Mapping[str, object]]
    also: Hashable = None
    is_whole: bool = False


def page_of(access: Access, page: Page) -> str:
    """Give a page, with a `request_id` of its own and what its phone is to be told once.

    The key is part of the address, so nobody is given what was drawn for another key.
    """
    stands = (access.game_id, access.game.version, page.also)
    asked = (htmx.wants_partial(), request.path, _asked(), language())
    name = (page.template, *asked, *stands)

    def draw(hole: str) -> str:
        return _drawn(access, page, hole, {"told_here": _TOLD_HERE, **page.shown()})

    before, here, after = (
        registry().pages.page(name, fresh_request_id(), draw).partition(_TOLD_HERE)
    )
    return f"{before}{told()}{after}" if here else before


def _asked() -> tuple[tuple[str, str], ...]:
    """Give what was asked for, without how soon an open page asks again: that draws nothing."""
    return tuple((name, v) for name, v in request.args.items(multi=True) if name != EVERY)


def form_page(access: Access, page: Page, typed: Form | None, more: Mapping[str, object]) -> str:
    """Give a page with the form of a round, blank or as far as it was filled in.

    What was `typed`, and `more` that is said of it (`faults` by field, `shown`: hands as they were
    understood, `conflict`: an `Answer`, `meanwhile`, `said`: what was just done), is drawn for that
    phone alone.
    """
    blank: dict[str, object] = {"typed": Form(), **_NOTHING_MORE}
    if typed is None and not more:
        return page_of(access, replace(page, shown=lambda: {**blank, **page.shown()}))
    said = more if typed is None else {"typed": typed, **more}
    return _drawn(access, page, fresh_request_id(), {**blank, **page.shown(), **said})


def _drawn(access: Access, page: Page, own_id: str, shown: Mapping[str, object]) -> str:
    """Draw a page; where htmx asks, only its partial: `games/_table.html` of `games/table.html`.

    What was just said goes beside a partial to the place that is read aloud.
    """
    values = {"game": access.game, "edition": access.edition, **shown}
    values |= {"access": access}
    g.request_id = own_id  # what `fresh_request_id` of the templates counts on from
    if page.is_whole or not htmx.wants_partial():
        return render_template(page.template, **values)
    folder, _, name = page.template.rpartition("/")
    said = render_template("shared/_said.html", said=values.get("said"))
    return render_template(f"{folder}/_{name}", **values) + said
