"""Tests of parsing hands in spoken words, such as "two sevens and a plus four"."""

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.game.cards import notation
from companion.game.cards.deck import Deck
from companion.game.cards.lexicon import words
from companion.game.cards.notation import LONGEST_TEXT, format_hand, parse_hand
from companion.game.faults import Fault, ValidationError
from companion.game.requests.hand import read_single_hand
from companion.web.ui.messages import fault_sentence
from tests.rows import cases
from tests.table import BOXES

EDITIONS = tuple(BOXES)
each_box = pytest.mark.parametrize("edition", EDITIONS)


def parsed(text: str, edition: str = "hello-kitty") -> str:
    """Parse a hand in words and return its card ids, joined by spaces."""
    return " ".join(parse_hand(text, BOXES[edition].lexicon))


def refused(text: str, edition: str = "hello-kitty") -> list[tuple[Any, ...]]:
    """Return (code, word, position, suggested cards) of each fault of a hand in words."""
    with pytest.raises(ValidationError) as caught:
        parse_hand(text, BOXES[edition].lexicon)
    values = [(fault.code, fault.values) for fault in caught.value.faults]
    return [(code, v.get("word"), v.get("place"), v.get("cards")) for code, v in values]


@cases("""text | cards
7 skip wild | 7 skip wild
two sevens and a plus four | 7 7 wild-draw-four
+4 +2 9 9 | wild-draw-four draw-two 9 9
un joker, deux passer, 3 | wild skip skip 3
3x9 wd4 rev | 9 9 9 wild-draw-four reverse
"\u0667 \u06f2 \u096f" | 7 2 9
"3x\u0669" | 9 9 9
"7️⃣ 9️⃣" | 7 9
"skip\u200b 7\u2060" | skip 7
draw two two | draw-two 2
2 skips | skip skip
deux passer | skip skip
2 sevens | 7 7
3x9 | 9 9 9
2 7 | 2 7
"77" | 7 7
2 skip | skip skip
""")
def test_spoken_hands_from_the_specification_are_parsed(text: str, cards: str) -> None:
    assert parsed(text) == cards


@cases("""text | cards
a yellow seven | "7"
two red sevens and a blue draw two | 7 7 draw-two
un sept rouge, deux passer verts, un joker | 7 skip skip wild
yellow 3, 9 green | 3 9
red 7 blue skip | 7 skip
red 2x7, jaune 3 x skip | 7 7 skip skip skip
yellow three green reverse | 3 reverse
7 rouge passer bleu | 7 skip
2 blue skips | skip skip
passer bleu 2 jokers | skip wild wild
the red seven and the +4 | 7 wild-draw-four
les deux jokers, le 7, l'inversion, des 9 | wild wild 7 reverse 9
""")
def test_colours_and_articles_beside_cards_are_ignored(text: str, cards: str) -> None:
    assert parsed(text, "classic-108") == cards


def test_colour_word_without_card_is_refused_unless_part_of_a_name() -> None:
    assert parsed("red character, a blue 7", "power-colours") == "colour-character 7"
    assert refused("7, yellow") == [("unknown-word", "yellow", 4, ())]
    assert [fault[:2] for fault in refused("skip the, le")] == [
        ("unknown-word", "the"), ("unknown-word", "le"),
    ]  # fmt: skip


@cases("""text | expected
9, Échange  DE mains | ("not-in-box", "Échange DE mains", 4, ("wild", "wild-draw-four"))
Jöcker | ("unknown-word", "Jöcker", 1, ("wild",))
2 Wöld | ("unknown-word", "Wöld", 3, ("wild",))
100 X 7 | ("count-out-of-range", "100 X", 1, None)
""")
def test_faults_of_spoken_hand_show_words_as_typed(text: str, expected: tuple[object, ...]) -> None:
    assert refused(text, "classic-108") == [expected]


@pytest.mark.parametrize("text", ["power", "Cartes Pouvoir", "pouvoir couleur", "power cards"])
def test_naming_a_card_never_held_has_its_own_fault_code(text: str) -> None:
    assert refused(text, "power-colours") == [("never-in-a-hand", text, 1, ())]
    assert refused(text, "toy-story-3") == [("not-in-box", text, 1, ())]


def test_swap_hands_is_parsed_for_classic_112() -> None:
    assert parsed("inversion, échange", "classic-112") == "reverse swap-hands"


@cases(r"""text | cards
# digits before a singular are a count only if the item ends there
7 skip | "skip " * 7
7, skip, wild | 7 skip wild
7 skip, wild | "skip " * 7 + "wild"
wild 2 skip | wild 2 skip
wild, 2 skip | wild skip skip
wild and 2 skip | wild skip skip
wild; 2 skip. 9 | wild skip skip 9
2 skip & 2 wild | skip skip wild wild
# digits before a plural are always a count
7 skip 2 wilds | 7 skip wild wild
2 skips 3 wilds 9 | skip skip wild wild wild 9
two cartes blanches et 3 inversions | wild wild reverse reverse reverse
# a number word is a count before a card that is not a number
9 two skip | 9 skip skip
deux passer un joker | skip skip wild
a wild a skip | wild skip
two draw two | draw-two draw-two
two draw twos | draw-two draw-two
trois +4 | "wild-draw-four " * 3
# and before a number card only as a whole item
deux sept | 7 7
two seven | 7 7
trois deux sept | 3 2 7
# digits before digits are cards
2 7 7 | 2 7 7
"9 +4" | 9 wild-draw-four
"2 +2" | 2 draw-two
2 2 | 2 2
"999" | 9 9 9
"00" | 0 0
1 skip | 1 skip
"1, 2, 3" | 1 2 3
two | "2"
un | "1"
six | "6"
6 sixes | "6 " * 6
# with an x, any card can be counted
3 x 9 | 9 9 9
3×9 | 9 9 9
3x 9, 2x skip | 9 9 9 skip skip
3x9 9 | 9 9 9 9
10x7 | "7 " * 10
1x7 | "7"
2x draw two | draw-two draw-two
three times seven | 7 7 7
# a count behind a card
skip x2 | skip skip
skip * 2 | skip skip
2*skip 3*9 | skip skip 9 9 9
3 ✕ 9 | 9 9 9
7 x7 | 7 7 7 7 7 7 7
"+4 x 2" | wild-draw-four wild-draw-four
wild ×3, 9 | wild wild wild 9
passer fois deux | skip skip
draw two x2 7 | draw-two draw-two 7
0 x2 | 0 0
7 x12 | "7 " * 12
skip 2x9 | skip 9 9
4+ 2+ | wild-draw-four draw-two
trois fois sept | 7 7 7
# the longest name wins
draw two twos | draw-two 2
draw 2 2 | draw-two 2
plus deux deux | draw-two 2
wild draw four | wild-draw-four
wild, draw four | wild wild-draw-four
wild four | wild 4
joker +4 | wild-draw-four
joker, +4 | wild wild-draw-four
# any case, accents, and characters of phone keyboards
SKIP Skip sKiP | skip skip skip
"zero ZÉRO zéro ze\u0301ro" | 0 0 0 0
"+ 4 + 2" | wild-draw-four draw-two
four 7s and two +4s | 7 7 7 7 wild-draw-four wild-draw-four
7's | "7"
2 7’s | 7 7
draw-two wild–draw–four | draw-two wild-draw-four
"9 \uff37\uff29\uff2c\uff24 \uff17" | 9 wild 7  # wide letters
" \t 9\n9 " | 9 9
,, 9 ,, and and 9 ; | 9 9
""")
def test_valid_spoken_hands_parse_to_cards(text: str, cards: str) -> None:
    assert parsed(text).split() == cards.split()


def test_longest_card_name_can_be_counted() -> None:
    name = "joker échange de mains"
    assert BOXES["classic-112"].lexicon.longest == len(words(name))
    assert parsed(f"2 {name}", "classic-112") == "swap-hands swap-hands"
    assert parsed(f"2 {name} skip", "classic-112") == "2 swap-hands skip"
    assert parsed(f"two times {name} skip", "classic-112") == "swap-hands swap-hands skip"


@cases("""text | faults
"10" | [("number-no-card", "10", 1, None)]
9 79 | [("number-no-card", "79", 3, None)]
8 skyp | [("unknown-word", "skyp", 3, ("skip",))]
revers 7 | [("unknown-word", "revers", 1, ("reverse",))]
9, zzzz | [("unknown-word", "zzzz", 4, ())]
zéro  pasé | [("unknown-word", "pasé", 7, ("skip",))]
two skyps | [("unknown-word", "skyps", 5, ("skip",))]
9 ? 9 | [("unknown-word", "?", 3, ())]
9 -- § | [("unknown-word", "§", 6, ())]
ten skips | [("unknown-word", "ten", 1, ())]
3x | [("count-alone", "3x", 1, None)]
9, 3x, 9 | [("count-alone", "3x", 4, None)]
three times | [("count-alone", "three", 1, None)]
"0x9" | [("count-out-of-range", "0x", 1, None)]
100x9 | [("count-out-of-range", "100x", 1, None)]
skip x0 | [("unknown-word", "x0", 6, ("0",))]
7 x | [("count-alone", "7 x", 1, None)]
3x skyp | [("unknown-word", "skyp", 4, ("skip",))]
two sevens and a banana | [("unknown-word", "banana", 18, ())]
une banane, un sept | [("unknown-word", "banane", 5, ("wild",))]
a, banana | [("unknown-word", "a", 1, ()), ("unknown-word", "banana", 4, ())]
the skyp | [("unknown-word", "skyp", 5, ("skip",))]
3x10 | [("number-no-card", "10", 3, None)]
lotso 9 swap hands
| [("not-in-box", "lotso", 1, ("badtz-maru",)), ("not-in-box", "swap hands", 9, ("badtz-maru",))]
""")
def test_faults_of_invalid_spoken_hands(text: str, faults: list[tuple[Any, ...]]) -> None:
    assert refused(text) == faults


@pytest.mark.parametrize("name", ["wild", "joker", "carte blanche", "wilds", "2 jokers"])
def test_box_without_plain_wild_suggests_its_own_wild_cards(name: str) -> None:
    (fault,) = refused(name, "power-colours")
    assert (fault[0], fault[3]) == ("not-in-box", ("colour-character", "free-colour"))


@pytest.mark.parametrize("text", ["", "  ", ",", "and", "et , ; .", "-", "’"])
def test_text_without_cards_is_blank_hand(text: str) -> None:
    assert [fault[0] for fault in refused(text)] == ["hand-blank"]


def consists_of_own(name: str, edition: str) -> bool:
    """Return whether a name of another box is a list of this box's cards, such as `wild +2`."""
    own, spoken = BOXES[edition].lexicon, words(name)
    ends = {0}
    for end in range(1, len(spoken) + 1):
        parts = {spoken[start:end] for start in ends}
        if not parts.isdisjoint({*own.singulars, *own.plurals}):
            ends.add(end)
    return len(spoken) in ends


@each_box
def test_all_card_names_of_all_boxes_are_parsed_or_refused(edition: str) -> None:
    box = BOXES[edition]
    for other in BOXES.values():
        for card in other.cards.values():
            for name in (card.card, *card.spoken, *card.plurals):
                if card.card in box.deck.by_id:
                    assert parsed(name, edition) == card.card, name
                    assert parsed(f"9, {name}, 9", edition) == f"9 {card.card} 9", name
                    assert parsed(f"2x {name}", edition) == f"{card.card} {card.card}", name
                elif words(name) in box.lexicon.foreign and not consists_of_own(name, edition):
                    code = "never-in-a-hand" if card.card in box.cards else "not-in-box"
                    assert {fault[0] for fault in refused(name, edition)} == {code}, name


@each_box
def test_all_non_number_card_names_can_be_counted(edition: str) -> None:
    box = BOXES[edition]
    for card in box.deck:
        if not card.card.isdigit():
            for name in box.cards[card.card].spoken:
                assert parsed(f"two {name}", edition) == f"{card.card} {card.card}", name
                if not name.startswith("+"):
                    assert parsed(f"2 {name}", edition) == f"{card.card} {card.card}", name


def test_length_of_spoken_hand_is_limited() -> None:
    assert parsed("9 " * 250) == " ".join(["9"] * 250)
    assert refused("9" * (LONGEST_TEXT + 1)) == [("text-too-long", None, None, None)]


def test_hand_parser_stops_after_eight_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_up: list[str] = []

    def close_matches(word: str, *_: object, **__: object) -> list[str]:
        looked_up.append(word)
        return []

    monkeypatch.setattr(notation, "get_close_matches", close_matches)
    assert len(refused("zz " * 166)) == 8
    assert len(looked_up) == 8


@given(data=st.data(), edition=st.sampled_from(EDITIONS))
@settings(max_examples=150)
def test_formatted_hand_parses_to_same_cards(data: st.DataObject, edition: str) -> None:
    ids = list(BOXES[edition].deck.by_id)
    cards = tuple(data.draw(st.lists(st.sampled_from(ids), min_size=1, max_size=30)))
    assert parse_hand(format_hand(cards), BOXES[edition].lexicon) == cards


RANDOM_TEXT = st.lists(
    st.one_of(
        st.sampled_from(
            ("7", "skip", "two", "+", "4", "x", "×", "draw", "wild", ",", "and", "s", "'")
        ),
        st.text(max_size=8),
    ),
    max_size=60,
).flatmap(lambda parts: st.sampled_from(("", " ")).map(lambda between: between.join(parts)))


@given(text=RANDOM_TEXT, edition=st.sampled_from(EDITIONS))
@example(text="9" * LONGEST_TEXT, edition="hello-kitty")
@example(text="9x" * 250, edition="hello-kitty")
@example(text="+" * LONGEST_TEXT, edition="hello-kitty")
@example(text="ﷺ" * LONGEST_TEXT, edition="hello-kitty")  # each is folded to 18 letters
@example(text="٣x٩ ²₂ ½ Ⅳ", edition="hello-kitty")
@example(text="\ud800 7", edition="hello-kitty")
@settings(max_examples=400)
def test_parsing_random_hands_gives_cards_or_validation_error(text: str, edition: str) -> None:
    found: tuple[Fault, ...] = ()
    cards: tuple[str, ...] = ()
    try:
        cards = parse_hand(text, BOXES[edition].lexicon)
    except ValidationError as refusal:
        found = refusal.faults
    assert bool(cards) != bool(found)
    assert set(cards) <= set(BOXES[edition].deck.by_id)
    places = [fault.values["place"] for fault in found if "place" in fault.values]
    assert all(isinstance(place, int) and 1 <= place <= len(text) for place in places)


def cards_in(text: str, deck: Deck) -> tuple[str, ...] | None:
    return read_single_hand({"cards": text}, deck, BOXES["classic-108"].lexicon, deck).cards


@pytest.mark.parametrize(
    "text", ["9 x3", "9 x 3", "9 × 3", "9 * 3", "9\u00a0x\u00a03", "red 9 X 3"]
)
def test_numbers_with_an_x_apart_are_asked_back_if_deck_has_too_few(text: str) -> None:
    deck = BOXES["classic-108"].deck
    with pytest.raises(ValidationError) as caught:
        cards_in(text, deck)
    assert [fault.code for fault in caught.value.faults] == ["either-way"]
    assert cards_in("3 x 9", deck) == ("9",) * 3
    assert cards_in("8 x 3", deck) == ("3",) * 8
    assert cards_in("9 x 3", deck.shuffled(2, {})) == ("3",) * 9


@pytest.mark.parametrize("text", ["7 x2", "wild, 7 x2, 3"])
def test_two_numbers_with_an_x_behind_the_space_are_asked_back(text: str) -> None:
    with pytest.raises(ValidationError) as caught:
        parse_hand(text, BOXES["classic-108"].lexicon)
    (fault,) = caught.value.faults
    assert fault.code == "either-way"
    for written, cards in (("2x7", "7 7"), ("7x2", "2 " * 7)):
        assert f"“{written}”" in fault_sentence(fault)
        assert parsed(written).split() == cards.split()
