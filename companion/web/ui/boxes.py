"""Lists of boxes, and sentences that name some of them as examples."""

import re
from collections.abc import Callable, Iterable, Mapping

from companion.editions import Edition, by_group
from companion.web.http.i18n import gettext, language
from companion.web.ui import device
from companion.web.ui.messages import short_name
from companion.web.ui.registry import registry

_EXAMPLES = 3


def listed(boxes: Iterable[Edition]) -> Mapping[str, list[Edition]]:
    """Return boxes by heading: those last played with on this phone, a table's own, then groups."""
    every, used = {box.edition: box for box in boxes}, device.boxes()
    played = [every.pop(edition) for edition in used if edition in every]
    own = [box for box in every.values() if box.is_own]
    others = by_group(box for box in every.values() if not box.is_own)
    return {
        **({gettext("Last used"): played} if played else {}),
        **({gettext("Your own boxes"): own} if own else {}),
        **{heading.localized(language()): some for heading, some in others.items()},
    }


def other_boxes_hint() -> str:
    """Return what the page of other boxes offers, with some of its boxes as examples."""
    playable = registry().playable.values()
    names = [_plain_name(box) for box in playable if not box.rulings_from and box.cards]
    examples = ", ".join(names[:_EXAMPLES])
    return gettext("%(boxes)s… or just points") % {"boxes": examples}


def as_in(has_it: Callable[[Edition], object]) -> str:
    """Return the first box with a property as an example, empty if no box has it."""
    box = next(filter(has_it, registry().playable.values()), None)
    return gettext("as in %(box)s") % {"box": _plain_name(box)} if box else ""


def _plain_name(box: Edition) -> str:
    """Return a box's short name without its second name or remark."""
    return re.split(r" ?[!/(]", short_name(box))[0]
