"""404 pages that suggest similar existing pages."""

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from http import HTTPStatus
from typing import NamedTuple, NoReturn

from flask import Response, abort, make_response, redirect, render_template, url_for

from companion.editions import CardFace, Edition
from companion.rulings.ruling import Topic
from companion.web.http.i18n import language
from companion.web.ui.registry import registry


class Offer(NamedTuple):
    """Existing page: name, address, and its box if it is the page of one."""

    name: str
    address: str
    box: Edition | None = None


def offers_of(
    pages: Mapping[str, Edition | Topic | CardFace], address: Callable[[str], str]
) -> dict[str, Offer]:
    def offer(key: str, page: Edition | Topic | CardFace) -> Offer:
        box = page if isinstance(page, Edition) else None
        return Offer(page.name.localized(language()), address(key), box)

    return {key: offer(key, page) for key, page in pages.items()}


def missing(wanted: str, offers: Mapping[str, Offer]) -> Response:
    """Return a 404 response that suggests the pages with ids most similar to `wanted`."""
    # Comparing is slow, so only the length of a name is compared.
    nearest = get_close_matches(wanted[:60].casefold(), list(offers), n=3, cutoff=0.5)
    page = render_template("rules/missing.html", offers=[offers[each] for each in nearest])
    return make_response(page, HTTPStatus.NOT_FOUND)


def box_or_404(edition: str, endpoint: str) -> Edition:
    """Return a playable box, or abort with a 404 that suggests similar boxes."""
    boxes = registry().playable
    if edition not in boxes:
        offers = offers_of(boxes, lambda key: url_for(endpoint, edition=key))
        abort(missing(edition, offers))
    return boxes[edition]


def redirect_to_box(box: Edition) -> NoReturn:
    """Abort with a redirect to the page of a box, for boxes without rulings."""
    abort(redirect(url_for("boxes.show", edition=box.edition), HTTPStatus.SEE_OTHER))
