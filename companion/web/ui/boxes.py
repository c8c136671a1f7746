"""Lists of boxes, and sentences that name some of them as examples."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from flask import url_for

from companion.editions import Edition
from companion.editions.edition import by_group
from companion.editions.fallback import edition_of_box
from companion.game.cards.box import deck_of
from companion.web.http.i18n import gettext, language
from companion.web.ui import device
from companion.web.ui.names import short_name
from companion.web.ui.registry import registry

_EXAMPLES = 3


def played() -> dict[str, Edition]:
    """Return the boxes played on this phone, an own one by the access key of a game with it."""
    playable = registry().playable
    own = {
        key: replace(edition_of_box(box, deck_of(box), playable), edition=key)
        for key, box in device.own_boxes().items()
    }
    known = {**playable, **own}
    return {box: known[box] for box in (*device.boxes(), *own) if box in known}


def box_url(box: Edition, question: str | None = None) -> str:
    """Return the address of a box's page (a game's rules if it is its own), or of an answer."""
    if box.edition not in registry().playable:
        return url_for("in_game.search", key=box.edition, q=question)
    page = "boxes.show" if question is None else "rules.search"
    return url_for(page, edition=box.edition, q=question)


def listed(boxes: Mapping[str, Edition]) -> Mapping[str, list[Edition]]:
    """Return boxes by translated heading: last used on this phone, own boxes, then box groups."""
    every, used = dict(boxes), device.boxes()
    played = [every.pop(edition) for edition in used if edition in every]
    own = [box for box in every.values() if box.is_own]
    others = by_group(box for box in every.values() if not box.is_own)
    return {
        **({gettext("Last used"): played} if played else {}),
        **({gettext("Your own boxes"): own} if own else {}),
        **{heading.localized(language()): some for heading, some in others.items()},
    }


def other_boxes_hint() -> str:
    """Return a hint on the page of other boxes: `A, B, C… or just points`, with three box names."""
    playable = registry().playable.values()
    names = [_plain_name(box) for box in playable if not box.rulings_from and box.cards]
    examples = ", ".join(names[:_EXAMPLES])
    return gettext("%(boxes)s… or just points") % {"boxes": examples}


def as_in(has_it: Callable[[Edition], object]) -> str:
    """Return `as in` and the first playable box for which `has_it` is true, empty if none."""
    box = next(filter(has_it, registry().playable.values()), None)
    return gettext("as in %(box)s") % {"box": _plain_name(box)} if box else ""


def lender(edition: Edition, *facts: str) -> Edition | None:
    """Return the box whose leaflet lends a format or scoring, None if the box's own has all."""
    lacked = [fact for fact in facts if edition.leaflet and not edition.described.get(fact)]
    boxes = registry().playable.values()
    return next((box for fact in lacked for box in boxes if box.described.get(fact)), None)


def _plain_name(box: Edition) -> str:
    """Return a box's short name up to its first `!`, `/` or `(`."""
    return re.split(r" ?[!/(]", short_name(box))[0]
