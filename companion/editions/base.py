"""What all boxes share: base.toml, read once."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.datafiles.reader import Table, Values
from companion.datafiles.schema import ID, listed
from companion.editions.rules import NAME


@dataclass(frozen=True, slots=True)
class Base:
    """What base.toml says: the signs and marks that are drawn, number words, and everything else.

    `boxes` are the built-in editions, `counts` gives number words their number; `values` is the
    file as it stands, over which the tables of a box are laid.
    """

    boxes: tuple[str, ...]
    signs: tuple[str, ...]
    marks: tuple[str, ...]
    counts: Mapping[str, int]
    values: Values

    def of(self, *keys: str) -> Values:
        """Give the table at a path of keys, empty where the boxes share nothing of the kind."""
        found: object = self.values
        for key in keys:
            found = found.get(key) if isinstance(found, Mapping) else None
        return found if isinstance(found, Mapping) else {}


def read_base(table: Table, boxes: tuple[str, ...]) -> Base:
    """Read base.toml; its cards, lots and colours are checked where a box uses them."""
    with table.part("counts") as counts:
        words = {
            word: number
            for number in range(1, 10)
            for word in counts.take(str(number), listed(NAME))
        }
    return Base(
        boxes=boxes,
        signs=table.take("signs", listed(ID)),
        marks=table.take("marks", listed(ID)),
        counts=words,
        values=table.values,
    )
