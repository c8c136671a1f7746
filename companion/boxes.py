"""The boxes and their rulings: the one place that knows both, as they do not know each other."""

from collections.abc import Mapping
from pathlib import Path

from companion.editions import Edition, load_editions, told
from companion.rulings import Box, Rulings, load_rulings


def open_boxes(own: Path | None = None) -> tuple[Mapping[str, Edition], Rulings]:
    """Load every box and every ruling; `own` is the folder of a table's own boxes.

    Raises `BadFile` with everything that is wrong in any file.
    """
    editions = load_editions(own)
    boxes = [Box(box.edition, box.rulings_like, told(box)) for box in editions.values()]
    return editions, load_rulings(boxes)
