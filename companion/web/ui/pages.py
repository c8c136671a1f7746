"""Rendering of pages and partials, with a cache of fragments that are equal on many phones."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import TypeVar
from urllib.parse import urlsplit

from flask import current_app, request
from markupsafe import Markup

from companion.network.phones import is_loopback
from companion.services.access import Access
from companion.services.groups.group import Group
from companion.web.http import hosts, htmx
from companion.web.http.i18n import gettext, language
from companion.web.ui import forms
from companion.web.ui.access import PAGES
from companion.web.ui.headlines import joined_names
from companion.web.ui.registry import registry

Text = TypeVar("Text", bound=str)
Item = TypeVar("Item")

SLICE_SIZE = 200  # lines, the most of a long list that one page shows


@dataclass(frozen=True, slots=True)
class PageSlice:
    """A range of a long list's lines on one page, numbered from 1 (the oldest), `of` the total."""

    first: int
    last: int
    of: int

    @property
    def until(self) -> int | None:
        """The query parameter `until` of the page with these lines, None for the latest lines."""
        return None if self.last == self.of else self.last

    @property
    def earlier(self) -> int | None:
        """The last line of the page of earlier lines, None if this page has line 1."""
        return self.first - 1 or None

    @property
    def later(self) -> int | None:
        return None if self.last == self.of else min(self.last + SLICE_SIZE, self.of)

    def shown(self, latest_first: Sequence[Item]) -> Sequence[Item]:
        return latest_first[self.of - self.last : self.of - self.first + 1]


def requested_slice(number: int) -> PageSlice:
    """Return the range of a list of `number` lines up to the query's `until` or the last line."""
    until = forms.digits(request.args.get("until", ""))
    last = number if until is None else min(max(until, 1), number)
    return PageSlice(max(last - SLICE_SIZE + 1, 1), last, number)


def fragment(template: str, access: Access | None = None, **values: Hashable) -> Markup:
    """Return a rendered partial from the cache, equal for all phones with the same access key.

    It is rendered once for each game version, language and `values`, so its template must read
    nothing else that can change: no request, session or store.
    """
    # The access key is always included, so that a viewer is never shown links for scoring.
    opened = (access.key, access.game_id, access.game.version) if access else ()
    key = (template, *opened, *((k, _without_game(v)) for k, v in values.items()))

    def render() -> Markup:
        if access is None:
            return render_partial(template, **values)
        return render_partial(
            template, access=access, game=access.game, edition=access.edition, **values
        )

    return cached_text(*key, make=render)


def cached_text(*key: Hashable, make: Callable[[], Text]) -> Text:
    """Return a text from the cache, or `make` and cache it for this cache key and language."""
    text: Text = registry().fragments.get_or_make((*key, language()), make)
    return text


def render_partial(template: str, **values: object) -> Markup:
    """Render a template with `values` and Jinja's globals, without Flask's context processors."""
    rendered = current_app.jinja_env.get_template(template).render(values)
    return Markup(rendered)  # noqa: S704 - a template's own output


def _without_game(value: Hashable) -> Hashable:
    """Return a value as cache key, a dataclass without its uncompared fields (such as a game)."""
    if not is_dataclass(value) or all(each.compare for each in fields(value)):
        return value
    compared = (getattr(value, each.name) for each in fields(value) if each.compare)
    return (type(value), *map(_without_game, compared))


def cached_group_text(name: str, group: Group, *more: Hashable, make: Callable[[], Text]) -> Text:
    """Return a cached text, or `make` it for this name, group's state, `more` and language."""
    return cached_text(name, group.id, group.state, *more, make=make)


def group_label(group: Group) -> str:
    """Return a group's name, or one of the latest players: `Ana, Bo, Cy and 2 others`."""

    def label() -> str:
        if name := group.names.group:
            return name
        names = group.latest_names()
        return joined_names(names, most=3) if names else gettext("A group with no names yet")

    return cached_group_text("label", group, make=label)


def render(template: str, partial: str, **values: object) -> str:
    """Return a page around its partial, or only the partial for a poll or a request by htmx.

    An open page that polls keeps its frame and its flash message.
    """
    rendered = render_partial(partial, **values)
    if is_polling():
        return rendered
    if htmx.wants_partial():
        return rendered + render_partial("shared/_flash.html", is_alone=True)
    # The partial is rendered first, because a Jinja block would yield many small texts.
    return render_partial(template, partial=rendered, **values)


def is_polling() -> bool:
    """Return whether an open page polls for changes, instead of a visitor loading it."""
    return "since" in request.args and request.endpoint in PAGES.values()


def link(path: str) -> str:
    """Return the absolute address of a path, for use on another phone."""
    # Without a public address, the request's own host is used. If only this computer can use that
    # host, the address in its network is used instead.
    url, phones = current_app.config["PUBLIC_URL"], registry().phones
    if not url and phones and is_loopback(urlsplit(hosts.base_url()).hostname or ""):
        url = phones.likeliest_url()
    base = urlsplit(url or hosts.base_url())
    return f"{base.scheme}://{base.netloc}{path}"
