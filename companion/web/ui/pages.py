"""Pages and partials, with what is alike for many phones drawn once."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, fields, is_dataclass
from typing import TypeVar
from urllib.parse import urlsplit

from flask import current_app, request
from markupsafe import Markup

from companion.network.phones import is_loopback
from companion.services.access import Access
from companion.services.groups.group import Group
from companion.web.http import htmx
from companion.web.http.i18n import gettext, language
from companion.web.ui import forms
from companion.web.ui.access import PAGES
from companion.web.ui.headlines import joined_names
from companion.web.ui.registry import registry

Text = TypeVar("Text", bound=str)

PIECE = 200  # lines of a page that has thousands


@dataclass(frozen=True, slots=True)
class Piece:
    """The lines of a long page that are shown, of so many; they are numbered from 1."""

    first: int
    last: int
    of: int

    @property
    def until(self) -> int | None:
        """What the address asks for; None for the latest lines, whichever these are."""
        return None if self.last == self.of else self.last

    @property
    def earlier(self) -> int | None:
        """Until which line the piece before goes; None where this is the first."""
        return self.first - 1 or None

    @property
    def later(self) -> int | None:
        return None if self.last == self.of else min(self.last + PIECE, self.of)


def piece_asked(number: int) -> Piece:
    """Return the piece of so many lines that `?until` asks for, the latest unless it does."""
    until = forms.digits(request.args.get("until", ""))
    last = number if until is None else min(max(until, 1), number)
    return Piece(max(last - PIECE + 1, 1), last, number)


def fragment(template: str, access: Access | None = None, **values: Hashable) -> Markup:
    """Return a part of a page that all phones with the same key are shown alike.

    It is rendered once for each version of the game, language and `values`, so its template must
    read nothing else that can change: no request, session or store.
    """
    # The key is always part of it: whoever watches is never given the addresses of who writes.
    opened = (access.key, access.game_id, access.game.version) if access else ()
    key = (template, *opened, *((k, _without_game(v)) for k, v in values.items()))

    def render() -> Markup:
        if access is None:
            return draw(template, **values)
        return draw(template, access=access, game=access.game, edition=access.edition, **values)

    return drawn_once(*key, make=render)


def drawn_once(*key: Hashable, make: Callable[[], Text]) -> Text:
    """Return what is drawn once for each key and language, as long as there is room for it."""
    drawn: Text = registry().fragments.get_or_make((*key, language()), make)
    return drawn


def draw(template: str, **values: object) -> Markup:
    """Return a part of a page, without what Flask looks up for each: here all of it is global."""
    drawn = current_app.jinja_env.get_template(template).render(values)
    return Markup(drawn)  # noqa: S704 - a template's own output


def _without_game(value: Hashable) -> Hashable:
    """Return what tells a value from others: a key is kept, and would keep a game in memory."""
    if not is_dataclass(value) or all(each.compare for each in fields(value)):
        return value
    compared = (getattr(value, each.name) for each in fields(value) if each.compare)
    return (type(value), *map(_without_game, compared))


def drawn_of_group(name: str, group: Group, *more: Hashable, make: Callable[[], Text]) -> Text:
    """Return what is drawn once for each state of a group, language and `more`."""
    return drawn_once(name, group.id, group.state, *more, make=make)


def group_label(group: Group) -> str:
    """Return what a group is called: `Ana, Bo and Cy`."""

    def label() -> str:
        names = group.latest_names()
        return joined_names(names, most=3) if names else gettext("A group with no names yet")

    return drawn_of_group("label", group, make=label)


def render(template: str, partial: str, **values: object) -> str:
    """Return a page around its partial, or where htmx asks only the partial.

    An open page that asks for what is new keeps the frame and the message that it shows.
    """
    drawn = draw(partial, **values)
    if is_asking_again():
        return drawn
    if htmx.wants_partial():
        return drawn + draw("shared/_flash_partial.html")
    # Drawn first and passed on whole: a block would hand its pieces on one by one.
    return draw(template, partial=drawn, **values)


def is_asking_again() -> bool:
    """Return whether an open page asks for what is new, rather than somebody for a page."""
    return "since" in request.args and request.endpoint in PAGES.values()


def link(path: str) -> str:
    """Return the whole address of a path of ours, as another phone must type it."""
    # Else the name by which this request came: that one leads here, unless nobody but this
    # computer itself can ask by it.
    base = urlsplit(current_app.config["PUBLIC_URL"] or _base_for_phones() or request.host_url)
    return f"{base.scheme}://{base.netloc}{path}"


def _base_for_phones() -> str | None:
    """Return where phones find this server, for who opens it by a name only this computer knows."""
    phones = registry().phones
    if phones is None or not is_loopback(urlsplit(request.host_url).hostname or ""):
        return None
    return phones.likeliest_url()
