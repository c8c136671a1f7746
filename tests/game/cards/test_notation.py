"""A hand as people say it."""

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.game.cards import notation
from companion.game.cards.lexicon import words
from companion.game.cards.notation import LONGEST_TEXT, format_hand, parse_hand
from companion.game.faults import Fault, ValidationError
from tests.rows import cases
from tests.table import BOXES

EDITIONS = tuple(BOXES)
each_box = pytest.mark.parametrize("edition", EDITIONS)


def said(text: str, edition: str = "hello-kitty") -> str:
    """The cards that were understood, in a row."""
    return " ".join(parse_hand(text, BOXES[edition].lexicon))


def refused(text: str, edition: str = "hello-kitty") -> list[tuple[Any, ...]]:
    """What was not understood: the code, the word, its place, what is offered."""
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
draw two two | draw-two 2
2 skips | skip skip
deux passer | skip skip
2 sevens | 7 7
3x9 | 9 9 9
2 7 | 2 7
"77" | 7 7
2 skip | skip skip
""")
def test_the_examples_of_the_promises(text: str, cards: str) -> None:
    assert said(text) == cards


@cases("""text | cards
a yellow seven | "7"
two red sevens and a blue draw two | 7 7 draw-two
un sept rouge, deux passer verts, un joker | 7 skip skip wild
yellow 3, 9 green | 3 9
red 7 blue skip | 7 skip
yellow three green reverse | 3 reverse
7 rouge passer bleu | 7 skip
2 blue skips | skip skip
passer bleu 2 jokers | skip wild wild
the red seven and the +4 | 7 wild-draw-four
les deux jokers, le 7, l'inversion, des 9 | wild wild 7 reverse 9
""")
def test_a_colour_or_an_article_said_with_a_card_changes_nothing(text: str, cards: str) -> None:
    assert said(text, "classic-108") == cards


def test_a_colour_may_be_part_of_a_name_but_is_no_card_itself() -> None:
    assert said("red character, a blue 7", "power-colours") == "colour-character 7"
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
def test_what_is_refused_is_named_as_it_was_typed(text: str, expected: tuple[object, ...]) -> None:
    assert refused(text, "classic-108") == [expected]


@pytest.mark.parametrize("text", ["power", "Cartes Pouvoir", "pouvoir couleur", "power cards"])
def test_a_card_that_lies_on_the_table_is_not_said_to_be_missing(text: str) -> None:
    assert refused(text, "power-colours") == [("never-in-a-hand", text, 1, ())]
    assert refused(text, "toy-story-3") == [("not-in-box", text, 1, ())]


def test_a_card_of_another_box_in_the_examples() -> None:
    assert said("inversion, échange", "classic-112") == "reverse swap-hands"


@cases(r"""text | cards
# a count before a singular is one only where that is the whole item
7 skip | "skip " * 7
7, skip, wild | 7 skip wild
7 skip, wild | "skip " * 7 + "wild"
wild 2 skip | wild 2 skip
wild, 2 skip | wild skip skip
wild and 2 skip | wild skip skip
wild; 2 skip. 9 | wild skip skip 9
2 skip & 2 wild | skip skip wild wild
# before a plural it always is
7 skip 2 wilds | 7 skip wild wild
2 skips 3 wilds 9 | skip skip wild wild wild 9
two cartes blanches et 3 inversions | wild wild reverse reverse reverse
# a number word counts what is no number itself
9 two skip | 9 skip skip
deux passer un joker | skip skip wild
a wild a skip | wild skip
two draw two | draw-two draw-two
two draw twos | draw-two draw-two
trois +4 | "wild-draw-four " * 3
# and another number only as a whole item
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
# with an x anything is counted
3 x 9 | 9 9 9
3×9 | 9 9 9
3x 9, 2x skip | 9 9 9 skip skip
3x9 9 | 9 9 9 9
10x7 | "7 " * 10
1x7 | "7"
2x draw two | draw-two draw-two
three times seven | 7 7 7
trois fois sept | 7 7 7
# the longest name first
draw two twos | draw-two 2
draw 2 2 | draw-two 2
plus deux deux | draw-two 2
wild draw four | wild-draw-four
wild, draw four | wild wild-draw-four
wild four | wild 4
joker +4 | wild-draw-four
joker, +4 | wild wild-draw-four
# any case, accents, signs of a keyboard or a phone
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
def test_what_is_understood(text: str, cards: str) -> None:
    assert said(text).split() == cards.split()


def test_the_longest_name_of_a_box_is_counted_like_any_other() -> None:
    name = "joker échange de mains"
    assert BOXES["classic-112"].lexicon.longest == len(words(name))
    assert said(f"2 {name}", "classic-112") == "swap-hands swap-hands"
    assert said(f"2 {name} skip", "classic-112") == "2 swap-hands skip"
    assert said(f"two times {name} skip", "classic-112") == "swap-hands swap-hands skip"


@cases("""text | faults
"10" | [("number-no-card", "10", 1, None)]
9 79 | [("number-no-card", "79", 3, None)]
8 skyp | [("unknown-word", "skyp", 3, ("skip",))]
revers 7 | [("unknown-word", "revers", 1, ("reverse",))]
9, zzzz | [("unknown-word", "zzzz", 4, ())]
zéro  pasé | [("unknown-word", "pasé", 7, ("skip",))]
two skyps | [("unknown-word", "skyps", 5, ("skip",))]
9 ? 9 | [("unknown-word", "?", 3, ())]
9 -- * | [("unknown-word", "*", 6, ())]
ten skips | [("unknown-word", "ten", 1, ())]
3x | [("count-alone", "3x", 1, None)]
9, 3x, 9 | [("count-alone", "3x", 4, None)]
three times | [("count-alone", "three", 1, None)]
"0x9" | [("count-out-of-range", "0x", 1, None)]
100x9 | [("count-out-of-range", "100x", 1, None)]
3x skyp | [("unknown-word", "skyp", 4, ("skip",))]
two sevens and a banana | [("unknown-word", "banana", 18, ())]
une banane, un sept | [("unknown-word", "banane", 5, ("wild",))]
a, banana | [("unknown-word", "a", 1, ()), ("unknown-word", "banana", 4, ())]
the skyp | [("unknown-word", "skyp", 5, ("skip",))]
3x10 | [("number-no-card", "10", 3, None)]
lotso 9 swap hands
| [("not-in-box", "lotso", 1, ("badtz-maru",)), ("not-in-box", "swap hands", 9, ("badtz-maru",))]
""")
def test_what_is_refused_and_where(text: str, faults: list[tuple[Any, ...]]) -> None:
    assert refused(text) == faults


@pytest.mark.parametrize("name", ["wild", "joker", "carte blanche", "wilds", "2 jokers"])
def test_without_a_plain_wild_the_own_wilds_of_the_box_are_offered(name: str) -> None:
    (fault,) = refused(name, "power-colours")
    assert (fault[0], fault[3]) == ("not-in-box", ("colour-character", "free-colour"))


@pytest.mark.parametrize("text", ["", "  ", ",", "and", "et , ; .", "-", "’"])
def test_nothing_said_is_no_hand(text: str) -> None:
    assert [fault[0] for fault in refused(text)] == ["hand-blank"]


@each_box
def test_every_name_of_every_card_is_understood_or_refused_as_what_it_is(edition: str) -> None:
    box = BOXES[edition]
    for other in BOXES.values():
        for card in other.cards.values():
            for name in (card.card, *card.spoken, *card.plurals):
                if card.card in box.deck.by_id:
                    assert said(name, edition) == card.card, name
                    assert said(f"9, {name}, 9", edition) == f"9 {card.card} 9", name
                    assert said(f"2x {name}", edition) == f"{card.card} {card.card}", name
                elif words(name) in box.lexicon.elsewhere:
                    code = "never-in-a-hand" if card.card in box.cards else "not-in-box"
                    assert {fault[0] for fault in refused(name, edition)} == {code}, name


@each_box
def test_every_name_that_is_no_number_can_be_counted(edition: str) -> None:
    box = BOXES[edition]
    for card in box.deck:
        if not card.card.isdigit():
            for name in box.cards[card.card].spoken:
                assert said(f"two {name}", edition) == f"{card.card} {card.card}", name
                if not name.startswith("+"):
                    assert said(f"2 {name}", edition) == f"{card.card} {card.card}", name


def test_what_is_said_is_bounded() -> None:
    assert said("9 " * 250) == " ".join(["9"] * 250)
    assert refused("9" * (LONGEST_TEXT + 1)) == [("text-too-long", None, None, None)]


def test_at_most_eight_faults_are_looked_into(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_up: list[str] = []

    def close_matches(word: str, *_: object, **__: object) -> list[str]:
        looked_up.append(word)
        return []

    monkeypatch.setattr(notation, "get_close_matches", close_matches)
    assert len(refused("zz " * 166)) == 8
    assert len(looked_up) == 8


@given(data=st.data(), edition=st.sampled_from(EDITIONS))
@settings(max_examples=150)
def test_what_is_written_is_read_back(data: st.DataObject, edition: str) -> None:
    ids = list(BOXES[edition].deck.by_id)
    cards = tuple(data.draw(st.lists(st.sampled_from(ids), min_size=1, max_size=30)))
    assert parse_hand(format_hand(cards), BOXES[edition].lexicon) == cards


MUMBLED = st.lists(
    st.one_of(
        st.sampled_from(
            ("7", "skip", "two", "+", "4", "x", "×", "draw", "wild", ",", "and", "s", "'")
        ),
        st.text(max_size=8),
    ),
    max_size=60,
).flatmap(lambda parts: st.sampled_from(("", " ")).map(lambda between: between.join(parts)))


@given(text=MUMBLED, edition=st.sampled_from(EDITIONS))
@example(text="9" * LONGEST_TEXT, edition="hello-kitty")
@example(text="9x" * 250, edition="hello-kitty")
@example(text="+" * LONGEST_TEXT, edition="hello-kitty")
@example(text="ﷺ" * LONGEST_TEXT, edition="hello-kitty")  # each folds into eighteen letters
@example(text="٣x٩ ²₂ ½ Ⅳ", edition="hello-kitty")
@example(text="\ud800 7", edition="hello-kitty")
@settings(max_examples=400)
def test_nothing_that_can_be_said_raises_anything_but_a_refusal(text: str, edition: str) -> None:
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
