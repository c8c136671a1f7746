"""Lists of boxes, and sentences that name some of them as examples."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from flask import url_for

from companion.editions import Edition, by_group
from companion.editions.fallback import edition_of_box
from companion.game.cards.box import deck_of
from companion.web.http.i18n import gettext, language
from companion.web.ui import device
from companion.web.ui.messages import short_name
from companion.web.ui.registry import registry

_EXAMPLES = 3


def played() -> list[Edition]:
    """Return the boxes played on this phone, the last used first.

    The id of an own box is the access key of a game with it.
    """
    playable = registry().playable
    own = {
        key: replace(edition_of_box(box, deck_of(box), playable), edition=key)
        for key, box in device.own_boxes().items()
    }
    known = {**playable, **own}
    return [known[box] for box in dict.fromkeys([*device.boxes(), *own]) if box in known]


def box_url(box: Edition) -> str:
    """Return the address of a box's page, or of the rules of the game whose own box it is."""
    if box.edition in registry().playable:
        return url_for("boxes.show", edition=box.edition)
    return url_for("in_game.index", key=box.edition)


def question_url(box: Edition, question: str | None = None) -> str:
    """Return the address of the answer to a question about a box, or of the form for one."""
    if box.edition in registry().playable:
        return url_for("rules.search", edition=box.edition, q=question)
    return url_for("in_game.search", key=box.edition, q=question)


def listed(
    boxes: Iterable[Edition], last_used: Iterable[Edition] | None = None
) -> Mapping[str, list[Edition]]:
    """Return boxes by translated heading: last used on this phone, own boxes, then box groups.

    By default the last used ones are those among `boxes`.
    """
    every = {box.edition: box for box in boxes}
    if last_used is None:
        last_used = [every[edition] for edition in device.boxes() if edition in every]
    played = list(last_used)
    for box in played:
        every.pop(box.edition, None)
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


def _plain_name(box: Edition) -> str:
    """Return a box's short name up to its first `!`, `/` or `(`."""
    return re.split(r" ?[!/(]", short_name(box))[0]
