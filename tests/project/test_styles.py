"""Style sheets: where classes are ruled, and whether every seat has its rules."""

import re
from collections import Counter
from collections.abc import Iterable

from companion.config import STATIC
from companion.game.formats import FORMATS, GameFormat
from companion.game.formats.individual import Individual
from companion.game.formats.teams import Teams
from companion.game.tournament.tables import SEATS

MOST_SHARED = 60  # classes with rules in more than one sheet
NO_SELECTOR = re.compile(r'/\*.*?\*/|"[^"]*"|\[[^\]]*\]', re.DOTALL)
SELECTOR = re.compile(r"([^{};@]+)\{")
CLASS = re.compile(r"\.(-?[A-Za-z_][\w-]*)")
HAND = re.compile(r'\.hand\[data-side="(\d+)"\]')


def classes(sheet: str) -> set[str]:
    """Return the classes that occur in the selectors of a style sheet."""
    selectors = SELECTOR.findall(NO_SELECTOR.sub("", sheet))
    return {each for selector in selectors for each in CLASS.findall(selector)}


def shared(sheets: Iterable[str]) -> list[str]:
    """Return the classes that occur in the selectors of more than one sheet."""
    numbers = Counter(each for sheet in sheets for each in classes(sheet))
    return sorted(each for each, number in numbers.items() if number > 1)


def test_classes_of_a_sheet_are_those_of_its_selectors() -> None:
    sheet = '@media print { .a:is(.b-1, p) > [x=".c"] { width: .5em; } } .d { content: ".e {"; }'
    assert classes(f"/* .f {{ }} */ {sheet}") == {"a", "b-1", "d"}
    assert shared([sheet, ".d, .g {}", ".h .a {}"]) == ["a", "d"]


def test_at_most_60_classes_are_ruled_in_several_sheets() -> None:
    sheets = [path.read_text("utf-8") for path in STATIC.rglob("*.css")]
    found = shared(sheets)
    assert len(found) <= MOST_SHARED, found


def unhidden_sides(game_format: GameFormat) -> list[int]:
    """Return the sides at a full table that no style hides when they win or rest.

    A resting player hides their whole side, so nobody may rest in a format with partners.
    """
    players = SEATS if game_format.has_several_tables else game_format.max_players
    sides = game_format.sides(tuple(range(1, players + 1)))
    ruled = {int(each) for each in HAND.findall((STATIC / "pad.css").read_text("utf-8"))}
    return [
        number
        for number, side in enumerate(sides, start=1)
        if number not in ruled or (game_format.allows_resting and len(side) > 1)
    ]


def test_style_sheets_have_rules_for_every_side_of_a_format() -> None:
    assert not [name for name, each in FORMATS.items() if unhidden_sides(each)]


def test_format_with_more_sides_than_the_style_sheets_is_refused() -> None:
    crowd, pairs = Individual(), Teams()
    crowd.max_players, pairs.allows_resting = 12, True
    assert unhidden_sides(crowd) == [11, 12]
    assert unhidden_sides(pairs) == [1, 2]
