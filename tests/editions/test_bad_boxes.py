"""Tests that each fault of an own box's file is reported with file and TOML path."""

import re
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

from companion.datafiles.reader import read_folder
from companion.editions.base import read_box_base
from companion.editions.box import read_box
from companion.editions.cards import Lexicons, read_cards
from tests.rows import cases
from tests.table import BOXES

WriteOwnBox = Callable[..., Path]
Refusal = Callable[[Path], list[str]]

MISSING = "is missing"
COUNT = "must be a whole number from 1 to 1000"
ID = "must be lower-case words with hyphens"
# Short forms of messages in the tables of cases below, and the full messages.
MESSAGES = {
    "UNKNOWN": "is not known here",
    "MISSING": MISSING,
    "TABLE": "must be a table",
    "ID": ID,
    "CARD": "must be a number or lower-case words with hyphens",
    "TEXT": "must be one line of 1 to 200 characters",
    "NAMES": "must be a list without repeats; each entry NAME",
    "NAME": "must be a name of 1 to 6 words, 40 characters",
    "LINES": "must be a line of the sheet, 1 to 1000, or a list of such lines",
    "POINTS": "must be a whole number from -100 to 1000",
    "COUNT": COUNT,
    "CSS": "must be a colour as #rrggbb, in lower case",
    "KIND": "must be one of action, wild, aside",
    "MARK": "must be one of circle, square, triangle, diamond, heart",
    "SIGN": "must be one of skip, reverse, draw-one, draw-two, draw-five, wild, wild-draw-two,"
    " wild-draw-four, wild-draw-color, swap-hands, shuffle-hands, customizable, badtz-maru,"
    " colour-character, free-colour, power, lotso, voldemort, flip, skip-everyone, discard-all,"
    " draw-four, wild-reverse-draw-four, wild-draw-six, wild-draw-ten, wild-color-roulette,"
    " special",
    "BOX": f"must be one of {', '.join(BOXES)}",
}

LOT = "[lots.numbers]"
RAIN = (
    '\n[cards.rain]\nkind = "aside"\nsign = "power"\nname = { en = "Rain", fr = "Pluie" }\n'
    'spoken = { en = ["rain"], fr = ["pluie"] }\n'
)

PAIR = '[lots.pair]\ncards = ["{}"]\ncount = 4\neach = 4\n'


def expand(fault: str) -> str:
    for short, words in MESSAGES.items():
        fault = re.sub(rf"\b{short}\b", words, fault)
    return f"boxes/house.toml: {fault}"


@cases(
    r"""right | wrong | fault
# keys
box_count = 86 | box_count = 86¶color = 1 | color: UNKNOWN
points = 30 | points = 30¶value = 3 | cards.thunder.value: UNKNOWN
points = 30 | points = 30¶"a b\n" = 3 | cards.thunder."a b\n": UNKNOWN
blue = {} | blue = { shade = 1 } | colours.blue.shade: UNKNOWN
LOT | LOT + "\nsize = 7" | lots.numbers.size: UNKNOWN
count = 6 | count = 6¶lines = { n = 3 } | cards.thunder.lines.n: UNKNOWN
en = "Our old box",  | "" | name.en: MISSING
en = ["thunder", "storm"],  | "" | cards.thunder.spoken.en: MISSING
"Our old box", fr | "Our old box", rf | name.rf: UNKNOWN
kind = "action" | "" | cards.thunder.kind: MISSING
points = 30 | "" | cards.thunder.points: MISSING
box_count = 86 | box_count = 86¶lines = 3 | lines: TABLE
# numbers
points = 30 | points = -101 | cards.thunder.points: POINTS
points = 30 | points = 1001 | cards.thunder.points: POINTS
points = 30 | points = 30.0 | cards.thunder.points: POINTS
points = 30 | points = true | cards.thunder.points: POINTS
points = 30 | points = "30" | cards.thunder.points: POINTS
points = 30 | points = 2026-11-21 | cards.thunder.points: POINTS
count = 6 | count = 0 | cards.thunder.count: COUNT
box_count = 86 | box_count = [] | box_count: COUNT
red = {} | red = { lines = 0 } | colours.red.lines: LINES
red = {} | red = { lines = [] } | colours.red.lines: LINES
red = {} | red = { lines = [7, 7] } | colours.red.lines: LINES
red = {} | red = { lines = [7, true] } | colours.red.lines: LINES
# sums
box_count = 86 | box_count = 108 | box_count: says 108, but the cards make 86
count = 6 | count = 7 | box_count: says 86, but the cards make 87
# texts
'"A taped lid"' | '""' | recognise.en: TEXT
'"A taped lid"' | '" A taped lid"' | recognise.en: TEXT
'"A taped lid"' | '"A taped\\nlid"' | recognise.en: TEXT
'"A taped lid"' | '"A taped\\u202elid"' | recognise.en: TEXT
'"A taped lid"' | '"' + "lid" * 67 + '"' | recognise.en: TEXT
'"Thunder"' | '"!?"' | cards.thunder.name.en: NAME
'"Thunder"' | '"a b c d e f g"' | cards.thunder.name.en: NAME
'"Thunder"' | '"' + "th" * 21 + '"' | cards.thunder.name.en: NAME
'["thunder", "storm"]' | '"thunder"' | cards.thunder.spoken.en: NAMES
'["thunder", "storm"]' | "[]" | cards.thunder.spoken.en: NAMES
'["thunder", "storm"]' | '["storm", 7]' | cards.thunder.spoken.en: NAMES
'["thunder", "storm"]' | '["storm", "storm"]' | cards.thunder.spoken.en: NAMES
points = 30 | points = 30¶plural = [1] | cards.thunder.plural: NAMES
# ids and choices
kind = "action" | kind = "number" | cards.thunder.kind: KIND
sign = "special" | sign = "bolt" | cards.thunder.sign: SIGN
sign = "special" | sign = ["special"] | cards.thunder.sign: SIGN
rulings_like = "classic-108" | rulings_like = "house" | rulings_like: BOX
[cards.thunder] | [cards.Thunder] | cards.Thunder.card: CARD
[cards.thunder] | [cards."thun der"] | cards."thun der".card: CARD
[cards.thunder] | [cards.100] | cards.100.card: CARD
# spoken names
'"storm"' | '"joker"' | cards.thunder.spoken: “joker” already means wild
'"storm"' | '"Séven"' | cards.thunder.spoken: “Séven” already means 7
'"storm"' | '"wild cards"' | cards.thunder.spoken: “wild cards” already means wild
'"Tonnerre"' | '"Sept"' | cards.thunder.spoken: “Sept” already means 7
points = 30 | points = 30¶plural = ["sixes"] | cards.thunder.spoken: “sixes” already means 6
# lots
LOT | LOT + "\neach = 7" | lots.numbers.count: must be from 10 to 70 for 10 kinds of at most 7
LOT | LOT + "\neach = 0" | lots.numbers.each: COUNT
LOT | LOT + "\ncount = 0" | lots.numbers.count: COUNT
LOT | LOT + '\ncards = "0-9"'
| lots.numbers.cards: must be a list without repeats; each entry TEXT
LOT | PAIR.format("wild") + LOT | cards.wild.count: is not needed: lots.pair counts this card
LOT | PAIR.format(7) + LOT + "\ncount = 72" | lots.numbers.cards: names 7, which lots.pair has
# colours
blue = {} | blue = { css = "blue" } | colours.blue.css: CSS
blue = {} | blue = { css = "#12345" } | colours.blue.css: CSS
blue = {} | blue = { css = 123456 } | colours.blue.css: CSS
blue = {} | blue = { mark = "moon" } | colours.blue.mark: MARK
blue = {} | blue = { mark = "square" } | colours.green.mark: is the mark of blue too
blue = {} | blue = { letter = { fr = "bl" } } | colours.blue.letter.fr: must be a capital letter
red = {} | red = { letter = { fr = "V" } } | colours.red.letter.fr: is the letter of green too""",
    LOT=LOT,
    PAIR=PAIR,
)
def test_fault_in_own_box_file_is_reported_with_file_and_toml_path(
    write_own_box: WriteOwnBox, refusal: Refusal, right: str, wrong: str, fault: str
) -> None:
    assert refusal(write_own_box((right.replace("¶", "\n"), wrong.replace("¶", "\n")))) == [
        expand(fault)
    ]


@cases(
    r"""added | fault
RAIN + "count = 1" | box_count: says 86, but the cards make 87
RAIN + "count = 0" | cards.rain.count: COUNT
"[described]\nteams = []" | leaflet.described.teams: COUNT
"[described]\nduel = 7" | leaflet.described.duel: UNKNOWN
"[piles]\nstock = 7" | piles.stock: UNKNOWN
'[piles]\ndraw = { word = "" }' | piles.draw.word: NAME
"[piles]\ndraw = 7" | piles.draw: TABLE
"[start]\nhand_size = 0" | start.hand_size: COUNT
"[start]\ntarget = 10001" | start.target: must be a whole number from 1 to 10000
"[start.lines]\nfirst = 7" | start.lines.first: UNKNOWN
'[last_card.own]\nfr = "Attention."' | last_card.own.en: MISSING
"[last_card]\ndraw-cards = 3" | last_card.draw-cards: TABLE
""",
    RAIN=RAIN,
)
def test_fault_in_optional_part_of_box_file_is_reported_with_path(
    write_own_box: WriteOwnBox, refusal: Refusal, added: str, fault: str
) -> None:
    assert refusal(write_own_box(added=added)) == [expand(fault)]


def test_new_colour_requires_name_letter_css_and_mark(
    write_own_box: WriteOwnBox, refusal: Refusal
) -> None:
    keys = ["name.en", "letter.en", "css", "mark"]
    assert refusal(write_own_box(("blue = {}", "azure = {}"), ("red = {}", "Rust = {}"))) == [
        *(f"boxes/house.toml: colours.azure.{key}: {MISSING}" for key in keys),
        f"boxes/house.toml: colours.Rust: {ID}",
        *(f"boxes/house.toml: colours.Rust.{key}: {MISSING}" for key in keys),
    ]


def test_lot_refuses_unknown_cards_and_cards_never_held(
    write_own_box: WriteOwnBox, refusal: Refusal
) -> None:
    lot = 'cards = ["hail", "rain"]\ncount = 2\neach = 1\n'
    faults = refusal(write_own_box((LOT, f"[lots.weather]\n{lot}{LOT}\ncount = 74"), added=RAIN))
    assert faults == [
        "boxes/house.toml: lots.weather.cards: names hail, which is no card we know",
        "boxes/house.toml: lots.weather.cards: names rain, which lies aside",
    ]


def test_box_with_leaflet_may_not_set_rulings_like() -> None:
    faults: list[str] = []
    tables = read_folder(files("companion.editions"), faults)
    base = read_box_base(tables.pop("base"), tables)
    box = tables["hello-kitty"]
    box.values = {**box.values, "rulings_like": "classic-108"}
    cards = read_cards(box, base)
    assert read_box(box, cards, Lexicons(base, ()), is_own=False)
    fault = "rulings_like: is for a box without a leaflet: this one has its own"
    assert faults == [f"editions/hello-kitty.toml: {fault}"]
