"""The built-in boxes against their sheets."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.editions import Edition, Lines, LocalizedText, load_editions
from companion.game.formats import FORMATS
from companion.game.scoring import SCORINGS

# What each box holds, counted by hand: one file a box.
SHEETS: Mapping[str, dict[str, Any]] = {
    path.stem: tomllib.loads(path.read_text(encoding="utf-8"))
    for path in sorted(Path(__file__).parent.glob("sheets/*.toml"))
}
ACTIONS = {"draw-two", "reverse", "skip"}
POINTS = dict(zip("0123456789", range(10), strict=True)) | {
    "draw-two": 20,
    "reverse": 20,
    "skip": 20,
    "wild": 50,
    "wild-draw-four": 50,
    "swap-hands": 40,
    "customizable": 40,
    "badtz-maru": 50,
    "colour-character": 50,
    "free-colour": 50,
    "power": None,
    "lotso": 50,
}

each_box = pytest.mark.parametrize("edition", SHEETS)


def test_the_boxes_stand_in_the_order_they_are_shown(editions: Mapping[str, Edition]) -> None:
    assert list(editions) == list(SHEETS)
    assert [box.edition for box in editions.values()] == list(SHEETS)


@each_box
def test_a_box_holds_what_its_sheet_lists(editions: Mapping[str, Edition], edition: str) -> None:
    box = editions[edition]
    sheet = SHEETS[edition]
    assert {card.card: card.count for card in box.cards.values()} == sheet["counts"]
    assert list(box.cards) == list(sheet["counts"])
    assert [[lot.size, len(lot.cards)] for lot in box.deck.lots] == sheet["lots"]


@each_box
def test_the_counts_make_the_box_and_the_deck(
    editions: Mapping[str, Edition], edition: str
) -> None:
    box = editions[edition]
    sums = [SHEETS[edition][key] for key in ("box_count", "deck_count", "deck_points")]
    assert [box.box_count, box.deck_count, box.deck.value] == sums


@each_box
def test_a_card_scores_what_the_sheet_says(editions: Mapping[str, Edition], edition: str) -> None:
    box = editions[edition]
    assert {c.card: c.points for c in box.cards.values()} == {
        card: POINTS[card] for card in SHEETS[edition]["counts"]
    }
    assert [(c.card, c.points, c.count) for c in box.deck.cards] == [
        (c.card, c.points, c.count) for c in box.cards.values()
    ]


@each_box
def test_own_cards_are_those_of_this_box_alone(
    editions: Mapping[str, Edition], edition: str
) -> None:
    assert [c.card for c in editions[edition].cards.values() if c.is_own] == SHEETS[edition][
        "own_cards"
    ]


@each_box
def test_kinds_follow_the_cards(editions: Mapping[str, Edition], edition: str) -> None:
    kinds = {c.card: c.kind for c in editions[edition].cards.values()}
    assert {card for card, kind in kinds.items() if kind == "number"} <= set("0123456789")
    assert {card for card, kind in kinds.items() if kind == "action"} == ACTIONS
    others = {card for card, kind in kinds.items() if kind not in {"number", "action"}}
    assert {card for card, kind in kinds.items() if kind == "wild"} == others - {"power"}


@each_box
def test_colours_are_those_of_the_sheet(editions: Mapping[str, Edition], edition: str) -> None:
    assert [colour.colour for colour in editions[edition].colours] == SHEETS[edition]["colours"]


@each_box
def test_a_format_is_described_or_not(editions: Mapping[str, Edition], edition: str) -> None:
    described = editions[edition].described
    assert {fact: line for fact, line in described.items() if line} == SHEETS[edition]["described"]
    assert described.keys() == {*FORMATS, "two-players", *SCORINGS}


@each_box
def test_piles_are_called_as_in_the_sheet(editions: Mapping[str, Edition], edition: str) -> None:
    piles = editions[edition].piles
    assert {pile: piles[pile].word for pile in piles} == SHEETS[edition]["piles"]


@each_box
def test_a_round_starts_with_seven_cards(editions: Mapping[str, Edition], edition: str) -> None:
    start = editions[edition].start
    assert (start.hand_size, start.target) == (7, 500)
    assert {k: list(lines) for k, lines in start.lines.items()} == SHEETS[edition]["start_lines"]


@each_box
def test_the_last_card_has_its_reminder(editions: Mapping[str, Edition], edition: str) -> None:
    notes = editions[edition].last_card
    assert [list(note.lines) for note in notes] == SHEETS[edition]["last_card"]
    for note in notes:
        assert ("rules don’t say" in note.words["en"]) == (not note.lines)
        assert ("la notice ne dit pas" in note.words["fr"].lower()) == (not note.lines)


@each_box
def test_a_built_in_box_has_its_own_rulings(editions: Mapping[str, Edition], edition: str) -> None:
    assert editions[edition].rulings_like == edition


def facts(box: Edition) -> Iterator[tuple[str, Lines]]:
    """Every fact of a box that its sheet must state, with its lines."""
    yield "box_count", box.lines["box_count"]
    yield from ((f"colour {c.colour}", c.lines) for c in box.colours)
    yield from ((f"pile {p}", pile.lines) for p, pile in box.piles.items())
    for card in box.cards.values():
        yield from ((f"{card.card} {fact}", lines) for fact, lines in card.lines.items())


def silences(box: Edition) -> Iterator[tuple[str, Lines]]:
    """Every fact of which a sheet may say nothing."""
    yield from ((f"start {fact}", lines) for fact, lines in box.start.lines.items())
    yield from (("last card", note.lines) for note in box.last_card)
    yield from ((fact, (line,) if line else ()) for fact, line in box.described.items())


@each_box
def test_every_fact_has_its_line(editions: Mapping[str, Edition], edition: str) -> None:
    for fact, lines in facts(editions[edition]):
        assert lines, fact
    for fact, lines in (*facts(editions[edition]), *silences(editions[edition])):
        assert all(1 <= line <= SHEETS[edition]["sheet_length"] for line in lines), fact
        assert list(lines) == sorted(set(lines)), fact


def texts(box: Edition) -> Iterator[LocalizedText]:
    """Everything of a box that people read."""
    yield from (box.name, box.recognise, box.start.dealer)
    yield from (note.words for note in box.last_card)
    yield from (colour.name for colour in box.colours)
    yield from (card.name for card in box.cards.values())


@each_box
def test_everything_is_said_in_both_languages(
    editions: Mapping[str, Edition], edition: str
) -> None:
    for words in texts(editions[edition]):
        assert words["en"]
        assert words["fr"]
    for sentence in (editions[edition].recognise, *(n.words for n in editions[edition].last_card)):
        assert sentence["en"] != sentence["fr"]


@each_box
def test_a_number_is_called_by_its_face(editions: Mapping[str, Edition], edition: str) -> None:
    for card in editions[edition].cards.values():
        if card.kind == "number":
            assert (card.name, card.sign) == (LocalizedText.same(card.card), None)


def luminance(css: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    channels = [int(part, 16) / 255 for part in re.findall("..", css[1:])]
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@each_box
def test_a_colour_can_be_read_on_a_light_page_and_told_without_it(
    editions: Mapping[str, Edition], edition: str
) -> None:
    colours = editions[edition].colours
    for colour in colours:
        assert 1.05 / (luminance(colour.css) + 0.05) >= 4.5, colour.colour
    assert len({colour.mark for colour in colours}) == len(colours)
    for language in ("en", "fr"):
        assert len({colour.letter.localized(language) for colour in colours}) == len(colours)
        names = [colour.name.localized(language) for colour in colours]
        assert [colour.letter.localized(language).lower() for colour in colours] == [
            n[0] for n in names
        ]


def test_loading_twice_gives_the_same_facts() -> None:
    assert load_editions() == load_editions()
