"""A bad box file is refused, with every fault named by file and path."""

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest

from companion.datafiles.reader import read_folder
from companion.editions.base import read_box_base
from companion.editions.box import read_box
from companion.editions.cards import read_cards
from tests.table import BOXES

House = Callable[..., Path]
Refusal = Callable[[Path], list[str]]

UNKNOWN = "is not known here"
MISSING = "is missing"
TABLE = "must be a table"
ID = "must be lower-case words with hyphens"
TEXT = "must be one line of 1 to 200 characters"
NAME = "must be a name of 1 to 6 words, 40 characters"
NAMES = f"must be a list without repeats; each entry {NAME}"
LINES = "must be a line of the sheet, 1 to 1000, or a list of such lines"
POINTS = "must be a whole number from 0 to 1000"
COUNT = "must be a whole number from 1 to 1000"
CSS = "must be a colour as #rrggbb, in lower case"
KIND = "must be one of action, wild, aside"
MARK = "must be one of circle, square, triangle, diamond, heart"
SIGN = (
    "must be one of skip, reverse, draw-two, wild, wild-draw-four, swap-hands, customizable,"
    " badtz-maru, colour-character, free-colour, power, lotso, flip, skip-everyone,"
    " discard-all, special"
)
LIKE_WHICH = f"must be one of {', '.join(BOXES)}"

THUNDER_EN = '["thunder", "storm"]'
LIKE = 'rulings_like = "classic-108"'
LOT = "[lots.numbers]"
RAIN = (
    '\n[cards.rain]\nkind = "aside"\nsign = "power"\nname = { en = "Rain", fr = "Pluie" }\n'
    'spoken = { en = ["rain"], fr = ["pluie"] }\n'
)

# What stands in a good box, what is written there instead, what is said: "path: what".
SLIPS = {
    "keys": [
        ("box_count = 86", "box_count = 86\ncolor = 1", f"color: {UNKNOWN}"),
        ("points = 30", "points = 30\nvalue = 3", f"cards.thunder.value: {UNKNOWN}"),
        ("points = 30", 'points = 30\n"a b\\n" = 3', f'cards.thunder."a b\\n": {UNKNOWN}'),
        ("blue = {}", "blue = { shade = 1 }", f"colours.blue.shade: {UNKNOWN}"),
        (LOT, f"{LOT}\nsize = 7", f"lots.numbers.size: {UNKNOWN}"),
        ("count = 6", "count = 6\nlines = { n = 3 }", f"cards.thunder.lines.n: {UNKNOWN}"),
        ("box_count = 86", "", f"box_count: {MISSING}"),
        ('en = "Our old box", ', "", f"name.en: {MISSING}"),
        ('en = ["thunder", "storm"], ', "", f"cards.thunder.spoken.en: {MISSING}"),
        ('"Our old box", fr', '"Our old box", rf', f"name.rf: {UNKNOWN}"),
        ('kind = "action"', "", f"cards.thunder.kind: {MISSING}"),
        ("points = 30", "", f"cards.thunder.points: {MISSING}"),
        ("count = 6", "", f"cards.thunder.count: {MISSING}"),
        ('sign = "special"', "", f"cards.thunder.sign: {MISSING}"),
        ("count = 4", "", f"cards.wild.count: {MISSING}"),
        ("[cards.wild]\ncount = 4", "[cards]\nwild = 4", f"cards.wild: {TABLE}"),
        ("box_count = 86", "box_count = 86\nlines = 3", f"lines: {TABLE}"),
    ],
    "numbers": [
        ("points = 30", "points = -1", f"cards.thunder.points: {POINTS}"),
        ("points = 30", "points = 1001", f"cards.thunder.points: {POINTS}"),
        ("points = 30", "points = 30.0", f"cards.thunder.points: {POINTS}"),
        ("points = 30", "points = true", f"cards.thunder.points: {POINTS}"),
        ("points = 30", 'points = "30"', f"cards.thunder.points: {POINTS}"),
        ("points = 30", "points = 2026-11-21", f"cards.thunder.points: {POINTS}"),
        ("count = 6", "count = 0", f"cards.thunder.count: {COUNT}"),
        ("box_count = 86", "box_count = []", f"box_count: {COUNT}"),
        ("red = {}", "red = { lines = 0 }", f"colours.red.lines: {LINES}"),
        ("red = {}", "red = { lines = [] }", f"colours.red.lines: {LINES}"),
        ("red = {}", "red = { lines = [7, 7] }", f"colours.red.lines: {LINES}"),
        ("red = {}", "red = { lines = [7, true] }", f"colours.red.lines: {LINES}"),
    ],
    "sums": [
        ("box_count = 86", "box_count = 108", "box_count: says 108, but the cards make 86"),
        ("count = 6", "count = 7", "box_count: says 86, but the cards make 87"),
    ],
    "texts": [
        ('"A taped lid"', '""', f"recognise.en: {TEXT}"),
        ('"A taped lid"', '" A taped lid"', f"recognise.en: {TEXT}"),
        ('"A taped lid"', '"A taped\\nlid"', f"recognise.en: {TEXT}"),
        ('"A taped lid"', '"A taped\\u202elid"', f"recognise.en: {TEXT}"),
        ('"A taped lid"', f'"{"lid" * 67}"', f"recognise.en: {TEXT}"),
        ('"Thunder"', '"!?"', f"cards.thunder.name.en: {NAME}"),
        ('"Thunder"', '"a b c d e f g"', f"cards.thunder.name.en: {NAME}"),
        ('"Thunder"', f'"{"th" * 21}"', f"cards.thunder.name.en: {NAME}"),
        (THUNDER_EN, '"thunder"', f"cards.thunder.spoken.en: {NAMES}"),
        (THUNDER_EN, "[]", f"cards.thunder.spoken.en: {NAMES}"),
        (THUNDER_EN, '["storm", 7]', f"cards.thunder.spoken.en: {NAMES}"),
        (THUNDER_EN, '["storm", "storm"]', f"cards.thunder.spoken.en: {NAMES}"),
        ("points = 30", "points = 30\nplural = [1]", f"cards.thunder.plural: {NAMES}"),
    ],
    "words of ours": [
        ('kind = "action"', 'kind = "number"', f"cards.thunder.kind: {KIND}"),
        ('sign = "special"', 'sign = "bolt"', f"cards.thunder.sign: {SIGN}"),
        ('sign = "special"', 'sign = ["special"]', f"cards.thunder.sign: {SIGN}"),
        (LIKE, 'rulings_like = "house"', f"rulings_like: {LIKE_WHICH}"),
        ("[cards.thunder]", "[cards.Thunder]", f"cards.Thunder: {ID}"),
        ("[cards.thunder]", '[cards."thun der"]', f'cards."thun der": {ID}'),
        ("[cards.thunder]", "[cards.10]", f"cards.10: {ID}"),
    ],
    "spoken names": [
        ('"storm"', '"joker"', "cards.thunder.spoken: “joker” already means wild"),
        ('"storm"', '"Séven"', "cards.thunder.spoken: “Séven” already means 7"),
        ('"storm"', '"wild cards"', "cards.thunder.spoken: “wild cards” already means wild"),
        ('"Tonnerre"', '"Sept"', "cards.thunder.spoken: “Sept” already means 7"),
        (
            "points = 30",
            'points = 30\nplural = ["sixes"]',
            "cards.thunder.spoken: “sixes” already means 6",
        ),
    ],
    "lots": [
        (
            LOT,
            f"{LOT}\neach = 7",
            "lots.numbers.count: must be from 10 to 70 for 10 kinds of at most 7",
        ),
        (LOT, f"{LOT}\neach = 0", f"lots.numbers.each: {COUNT}"),
        (LOT, f"{LOT}\ncount = 0", f"lots.numbers.count: {COUNT}"),
        (
            LOT,
            f'{LOT}\ncards = "0-9"',
            f"lots.numbers.cards: must be a list without repeats; each entry {TEXT}",
        ),
        (
            LOT,
            f'[lots.pair]\ncards = ["wild"]\ncount = 4\neach = 4\n{LOT}',
            "cards.wild.count: is not needed: lots.pair counts this card",
        ),
        (
            LOT,
            f'[lots.pair]\ncards = ["7"]\ncount = 4\neach = 4\n{LOT}\ncount = 72',
            "lots.numbers.cards: names 7, which lots.pair has",
        ),
    ],
    "colours": [
        ("blue = {}", 'blue = { css = "blue" }', f"colours.blue.css: {CSS}"),
        ("blue = {}", 'blue = { css = "#12345" }', f"colours.blue.css: {CSS}"),
        ("blue = {}", "blue = { css = 123456 }", f"colours.blue.css: {CSS}"),
        ("blue = {}", 'blue = { mark = "moon" }', f"colours.blue.mark: {MARK}"),
        ("blue = {}", 'blue = { mark = "square" }', "colours.green.mark: is the mark of blue too"),
        (
            "blue = {}",
            'blue = { letter = { fr = "bl" } }',
            "colours.blue.letter.fr: must be a capital letter",
        ),
        (
            "red = {}",
            'red = { letter = { fr = "V" } }',
            "colours.red.letter.fr: is the letter of green too",
        ),
    ],
}

# What is added to a good box.
ADDED = {
    "cards": [
        (f"{RAIN}count = 1", "box_count: says 86, but the cards make 87"),
        (f"{RAIN}count = 0", f"cards.rain.count: {COUNT}"),
    ],
    "described": [
        ("[described]\nteams = []", f"described.teams: {COUNT}"),
        ("[described]\nduel = 7", f"described.duel: {UNKNOWN}"),
    ],
    "piles": [
        ("[piles]\nstock = 7", f"piles.stock: {UNKNOWN}"),
        ('[piles]\ndraw = { word = "" }', f"piles.draw.word: {NAME}"),
        ("[piles]\ndraw = 7", f"piles.draw: {TABLE}"),
    ],
    "start": [
        ("[start]\nhand_size = 0", f"start.hand_size: {COUNT}"),
        ("[start]\ntarget = 10001", "start.target: must be a whole number from 1 to 10000"),
        ("[start.lines]\nfirst = 7", f"start.lines.first: {UNKNOWN}"),
    ],
    "last card": [
        ('[last_card.own]\nfr = "Attention."', f"last_card.own.en: {MISSING}"),
        ("[last_card]\ndraw-cards = 3", f"last_card.draw-cards: {TABLE}"),
    ],
}


@pytest.mark.parametrize(
    ("right", "wrong", "said"), [slip for slips in SLIPS.values() for slip in slips]
)
def test_a_slip_is_named_by_file_and_path(
    house: House, refusal: Refusal, right: str, wrong: str, said: str
) -> None:
    assert refusal(house((right, wrong))) == [f"boxes/house.toml: {said}"]


@pytest.mark.parametrize(("added", "said"), [slip for slips in ADDED.values() for slip in slips])
def test_a_slip_in_what_may_be_left_out_is_named_too(
    house: House, refusal: Refusal, added: str, said: str
) -> None:
    assert refusal(house(added=added)) == [f"boxes/house.toml: {said}"]


def test_a_colour_we_do_not_know_needs_everything(house: House, refusal: Refusal) -> None:
    keys = ["name.en", "letter.en", "css", "mark"]
    assert refusal(house(("blue = {}", "azure = {}"), ("red = {}", "Rust = {}"))) == [
        *(f"boxes/house.toml: colours.azure.{key}: {MISSING}" for key in keys),
        f"boxes/house.toml: colours.Rust: {ID}",
        *(f"boxes/house.toml: colours.Rust.{key}: {MISSING}" for key in keys),
    ]


def test_a_lot_names_only_cards_that_are_shuffled(house: House, refusal: Refusal) -> None:
    lot = 'cards = ["hail", "rain"]\ncount = 2\neach = 1\n'
    faults = refusal(house((LOT, f"[lots.weather]\n{lot}{LOT}\ncount = 74"), added=RAIN))
    assert faults == [
        "boxes/house.toml: lots.weather.cards: names hail, which is no card we know",
        "boxes/house.toml: lots.weather.cards: names rain, which lies aside",
    ]


def test_a_built_in_box_borrows_no_rulings() -> None:
    faults: list[str] = []
    tables = read_folder(files("companion.editions"), faults)
    base = read_box_base(tables.pop("base"), tuple(tables))
    box = tables["hello-kitty"]
    box.values = {**box.values, "rulings_like": "classic-108"}
    cards = read_cards(box, base)
    assert read_box("hello-kitty", box, cards, cards.faces.values(), base)
    said = "rulings_like: is for a table's own box: a built-in one has rulings of its own"
    assert faults == [f"editions/hello-kitty.toml: {said}"]
