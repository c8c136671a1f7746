"""Reader of base.toml, the values all boxes share, and the rule for names in box files."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.datafiles.reader import ID, Rule, Table, Values, list_of, text
from companion.game.cards.lexicon import MOST_WORDS, words

LONGEST_CARD_NAME = 40

_LINE = text(LONGEST_CARD_NAME)


def _checked_name(value: object) -> str | None:
    name = _LINE.check(value)
    if name is None or not any(ch.isalnum() for ch in name) or len(words(name)) > MOST_WORDS:
        return None
    return name


NAME = Rule(
    f"must be a name of 1 to {MOST_WORDS} words, {LONGEST_CARD_NAME} characters", _checked_name, ""
)


@dataclass(frozen=True, slots=True)
class BoxBase:
    """Contents of base.toml."""

    boxes: tuple[str, ...]  # the built-in boxes
    signs: tuple[str, ...]
    marks: tuple[str, ...]
    unread: tuple[str, ...]  # boxes whose leaflet was not read, in the order they are shown
    counts: Mapping[str, int]
    articles: tuple[str, ...]
    colours_behind: tuple[str, ...]  # languages that put the colour after the card
    values: Values  # the raw file: defaults for the sections of a box file

    def at(self, *keys: str) -> Values:
        """Return the TOML table at a path of keys, empty if absent."""
        found: object = self.values
        for key in keys:
            found = found.get(key) if isinstance(found, Mapping) else None
        return found if isinstance(found, Mapping) else {}


def read_box_base(table: Table, boxes: tuple[str, ...]) -> BoxBase:
    """Read base.toml; its cards, lots and colours are validated when a box uses them."""
    with table.section("counts") as counts:
        number_words = {
            word: number
            for number in range(1, 10)
            for word in counts.required(str(number), list_of(NAME))
        }
    with table.section("spoken") as spoken:
        articles = spoken.required("articles", list_of(NAME))
        colours_behind = spoken.required("colours_behind", list_of(ID))
    return BoxBase(
        boxes=boxes,
        signs=table.required("signs", list_of(ID)),
        marks=table.required("marks", list_of(ID)),
        unread=table.required("unread", list_of(ID)),
        counts=number_words,
        articles=articles,
        colours_behind=colours_behind,
        values=table.values,
    )
