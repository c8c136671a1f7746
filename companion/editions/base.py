"""Reader of base.toml, which has the values that boxes share, and the rule for names."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.datafiles.reader import ID, Rule, Table, Values, list_of, text
from companion.datafiles.text import LocalizedText
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
    """Contents of base.toml: lists of boxes and signs, and defaults for box files."""

    boxes: tuple[str, ...]  # the built-in boxes, in display order
    with_leaflet: tuple[str, ...]  # the built-in boxes with a leaflet
    groups: Mapping[str, LocalizedText]  # headings of lists of boxes, in display order
    signs: tuple[str, ...]
    marks: tuple[str, ...]
    counts: Mapping[str, int]
    articles: tuple[str, ...]
    colours_behind: tuple[str, ...]  # languages that put the colour after the card
    values: Values  # the raw file: defaults for the sections of a box file

    def at(self, *keys: str) -> Values:
        """Return the TOML table at a path of keys, {} if absent."""
        found: object = self.values
        for key in keys:
            found = found.get(key) if isinstance(found, Mapping) else None
        return found if isinstance(found, Mapping) else {}

    def card(self, card: str) -> Values:
        """Return base.toml's values of a card without spoken names, {} if it is not there."""
        return {key: value for key, value in self.at("cards", card).items() if key != "spoken"}

    def spoken(self, card: str) -> Iterator[str]:
        """Yield base.toml's spoken names of a card in all languages."""
        for names in self.at("cards", card, "spoken").values():
            if isinstance(names, list):
                yield from map(str, names)

    @property
    def colour_names(self) -> Iterator[LocalizedText]:
        for colour in self.at("colours"):
            names = self.at("colours", colour, "name")
            yield LocalizedText({language: str(name) for language, name in names.items()})


def read_box_base(table: Table, boxes: Mapping[str, Table]) -> BoxBase:
    """Read base.toml; its cards, lots and colours are validated when one of `boxes` uses them."""
    with table.section("counts") as counts:
        number_words = {
            word: number
            for number in range(1, 10)
            for word in counts.required(str(number), list_of(NAME))
        }
    with table.section("spoken") as spoken:
        articles = spoken.required("articles", list_of(NAME))
        colours_behind = spoken.required("colours_behind", list_of(ID))
    order = table.required("boxes", list_of(ID))
    for box in sorted({*order} ^ boxes.keys()):
        table.add_fault(f"must name exactly the files beside it: {box}", "boxes")
    return BoxBase(
        boxes=order,
        with_leaflet=tuple(box for box in order if box in boxes and "leaflet" in boxes[box].values),
        groups=table.texts("groups", NAME),
        signs=table.required("signs", list_of(ID)),
        marks=table.required("marks", list_of(ID)),
        counts=number_words,
        articles=articles,
        colours_behind=colours_behind,
        values=table.values,
    )
