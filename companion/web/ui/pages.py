"""Drawing a page of a game, or giving it as it was drawn for whoever asked before."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from secrets import token_urlsafe

from flask import g, render_template, request
from markupsafe import Markup

from companion.services.access import Access
from companion.web.http import htmx
from companion.web.http.i18n import language
from companion.web.ui.forms import Form, fresh_request_id
from companion.web.ui.polling import EVERY, is_asking_again
from companion.web.ui.registry import registry


def fragment(template: str, access: Access, **values: Hashable) -> Markup:
    """Return a part of a page that all phones with the same key are shown alike.

    It is rendered once for each version of the game, language and `values`, with these values,
    `access`, `game` and `edition`. The template must read nothing else that can change: no
    request, session or store. What it needs of them is given to it as a value.
    """
    # The key is always part of it: whoever watches is never given the addresses of who writes.
    key = (template, access.key, access.game_id, access.game.version, language(), *values.items())

    def render() -> str:
        return render_template(
            template, access=access, game=access.game, edition=access.edition, **values
        )

    return Markup(registry().fragments.get(key, render))  # noqa: S704 - a template's own output


def render(template: str, partial: str, page: object) -> str:
    """Return a page, or where htmx asks only its partial, with the flash messages beside it."""
    if not htmx.wants_partial():
        return render_template(template, page=page)
    drawn = render_template(partial, page=page)
    # An open page that asks for what is new keeps the message that it shows.
    return drawn if is_asking_again() else drawn + render_template("shared/_flash_partial.html")


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

    drawn = registry().pages.page(name, fresh_request_id(), draw)
    before, here, after = drawn.partition(_TOLD_HERE)
    if here:
        return f"{before}{render_template('shared/_flash.html')}{after}"
    return before if page.is_whole else before + render_template("shared/_flash_partial.html")


def _asked() -> tuple[tuple[str, str], ...]:
    """Give what was asked for, without how soon an open page asks again: that draws nothing."""
    return tuple((name, v) for name, v in request.args.items(multi=True) if name != EVERY)


def form_page(access: Access, page: Page, typed: Form | None, more: Mapping[str, object]) -> str:
    """Give a page with the form of a round, blank or as far as it was filled in.

    What was `typed`, and `more` that is said of it (`faults` by field, `shown`: hands as they were
    understood, `conflict`: an `Answer`, `meanwhile`), is drawn for that
    phone alone.
    """
    blank: dict[str, object] = {"typed": Form(), **_NOTHING_MORE}
    if typed is None and not more:
        return page_of(access, replace(page, shown=lambda: {**blank, **page.shown()}))
    said = more if typed is None else {"typed": typed, **more}
    drawn = _drawn(access, page, fresh_request_id(), {**blank, **page.shown(), **said})
    if page.is_whole or not htmx.wants_partial():
        return drawn
    return drawn + render_template("shared/_flash_partial.html")


def _drawn(access: Access, page: Page, own_id: str, shown: Mapping[str, object]) -> str:
    """Draw a page; where htmx asks, only its partial: `games/_table.html` of `games/table.html`.

    Flash messages go beside it.
    """
    values = {"game": access.game, "edition": access.edition, **shown}
    values |= {"access": access}
    g.request_id = own_id  # what `fresh_request_id` of the templates counts on from
    if page.is_whole or not htmx.wants_partial():
        return render_template(page.template, **values)
    folder, _, name = page.template.rpartition("/")
    return render_template(f"{folder}/_{name}", **values)
