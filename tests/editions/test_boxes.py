"""Tests of the built-in boxes against facts that were read by hand from their leaflets."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from companion import editions
from companion.datafiles.text import Lines
from companion.editions import Edition, LocalizedText
from companion.game.formats import FORMATS
from companion.game.scoring import SCORINGS
from tests.table import BOXES

# Facts of each leaflet, collected by hand, one file per box. A box with two-sided cards has `sides`
# with the facts of each card side: its cards, lots, points and colours.
Sheet = dict[str, Any]
SHEETS: Mapping[str, Sheet] = {
    path.stem: tomllib.loads(path.read_text(encoding="utf-8"))
    for path in sorted(Path(__file__).parent.glob("sheets/*.toml"))
}

each_box = pytest.mark.parametrize("box", BOXES.values(), ids=BOXES)
each_sheet = pytest.mark.parametrize(
    ("box", "sheet"), [(BOXES[name], SHEETS[name]) for name in SHEETS], ids=SHEETS
)


def turned(box: Edition, sheet: Sheet) -> list[tuple[Edition, Sheet]]:
    """Return pairs of a box with one card side up, and the leaflet's facts of that card side."""
    sides: Mapping[str, Sheet] = sheet.get("sides", {})
    assert tuple(sides) == box.deck.sides
    return [(box.for_side(side), {**sheet, **sides[side]}) for side in sides] or [(box, sheet)]


def test_built_in_boxes_are_loaded_in_display_order() -> None:
    base = Path(editions.__file__).with_name("base.toml").read_text(encoding="utf-8")
    order = tomllib.loads(base)["boxes"]
    assert list(BOXES) == [name for name in order if name in SHEETS]
    assert BOXES.keys() == SHEETS.keys()
    for name, box in BOXES.items():
        assert box.edition == box.rulings_from == name  # a built-in box has rulings of its own


@each_sheet
def test_box_contents_match_leaflet(box: Edition, sheet: Sheet) -> None:
    for up, facts in turned(box, sheet):
        counts = {card: each["count"] for card, each in facts["cards"].items()}
        assert {card.card: card.count for card in up.cards.values()} == counts
        assert list(up.cards) == list(counts)
        assert [[lot.size, len(lot.cards)] for lot in up.deck.lots] == facts["lots"]
        sums = [facts[key] for key in ("box_count", "deck_count", "deck_points")]
        assert [up.box_count, up.deck_count, up.deck.value] == sums
        assert [colour.colour for colour in up.colours] == facts["colours"]
    assert [card.card for card in box.cards.values() if card.is_own] == sheet["own_cards"]
    assert {pile: box.piles[pile].word for pile in box.piles} == sheet["piles"]


@each_sheet
def test_card_points_match_leaflet(box: Edition, sheet: Sheet) -> None:
    for up, facts in turned(box, sheet):
        cards = {card.card: card.points for card in up.cards.values()}
        assert cards == {card: each.get("points") for card, each in facts["cards"].items()}
        assert {card.card: card.points for card in up.deck.cards} == cards


@each_sheet
def test_card_kinds_match_leaflet(box: Edition, sheet: Sheet) -> None:
    for up, facts in turned(box, sheet):
        kinds = {card: each["kind"] for card, each in facts["cards"].items()}
        assert {card: face.kind for card, face in up.cards.items()} == kinds


@each_sheet
def test_formats_start_and_last_card_reminders_match_leaflet(box: Edition, sheet: Sheet) -> None:
    assert {fact: line for fact, line in box.described.items() if line} == sheet["described"]
    assert box.described.keys() == {*FORMATS, "two-players", *SCORINGS}
    assert [box.start.hand_size, box.start.target] == [sheet["hand_size"], sheet["target"]]
    assert {k: list(lines) for k, lines in box.start.lines.items()} == sheet["start_lines"]
    assert [list(note.lines) for note in box.last_card] == sheet["last_card"]
    for note in box.last_card:
        assert ("rules don’t say" in note.words["en"]) == (not note.lines)
        is_silent = re.search("La règle (ne dit pas|n’en dit rien)", note.words["fr"])
        assert bool(is_silent) == (not note.lines)


def facts(box: Edition) -> Iterator[tuple[str, Lines]]:
    """Yield each fact that a leaflet must state, by name, with its leaflet lines."""
    yield "box_count", box.lines["box_count"]
    yield from ((f"colour {c.colour}", c.lines) for c in box.colours)
    yield from ((f"pile {p}", pile.lines) for p, pile in box.piles.items())
    for card in box.cards.values():
        yield from ((f"{card.card} {fact}", lines) for fact, lines in card.lines.items())


def silences(box: Edition) -> Iterator[tuple[str, Lines]]:
    """Yield each fact that a leaflet may omit, by name, with its leaflet lines (maybe none)."""
    yield from ((f"start {fact}", lines) for fact, lines in box.start.lines.items())
    yield from (("last card", note.lines) for note in box.last_card)
    yield from ((fact, (line,) if line else ()) for fact, line in box.described.items())


@each_sheet
def test_facts_of_a_box_have_valid_and_sorted_leaflet_lines(box: Edition, sheet: Sheet) -> None:
    unstated = {*sheet.get("unstated", ())}
    for fact, lines in facts(box):
        assert bool(lines) == unstated.isdisjoint(fact.split()), fact
    for fact, lines in (*facts(box), *silences(box)):
        assert all(1 <= line <= sheet["sheet_length"] for line in lines), fact
        assert list(lines) == sorted(set(lines)), fact


def texts(box: Edition) -> Iterator[LocalizedText]:
    """Yield the texts of a box that people see, in all languages."""
    yield from (box.name, box.recognise, box.start.dealer)
    yield from (note.words for note in box.last_card)
    yield from (colour.name for colour in box.colours)
    yield from (card.name for card in box.cards.values())


@each_box
def test_every_box_text_exists_in_both_languages(box: Edition) -> None:
    for words in texts(box):
        assert words["en"]
        assert words["fr"]
    for sentence in (box.recognise, *(n.words for n in box.last_card)):
        assert sentence["en"] != sentence["fr"]


@each_box
def test_number_cards_have_their_id_as_name_and_no_sign(box: Edition) -> None:
    for card in box.cards.values():
        if card.kind == "number":
            assert (card.name, card.sign) == (LocalizedText.same(card.card), None)


def luminance(css: str) -> float:
    """Return the relative luminance (0 to 1, as in WCAG 2) of a colour like `#rrggbb`."""
    channels = [int(part, 16) / 255 for part in re.findall("..", css[1:])]
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@each_box
def test_colours_have_contrast_and_unique_marks_and_letters(box: Edition) -> None:
    for colour in box.colours:
        assert 1.05 / (luminance(colour.css) + 0.05) >= 4.5, colour.colour
    for up in box.by_side:
        assert len({colour.mark for colour in up.colours}) == len(up.colours)
        for language in ("en", "fr"):
            letters: list[str] = []  # each is the first letter of the colour's name not used so far
            for colour in up.colours:
                name = colour.name.localized(language)
                letters.append(next(letter for letter in name if letter not in letters))
                assert colour.letter.localized(language).lower() == letters[-1]
