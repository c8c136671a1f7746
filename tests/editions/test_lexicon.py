"""Tests of spoken card names: understood in their box, refused in other boxes."""

import pytest

from companion.game.cards.lexicon import words
from tests.rows import cases
from tests.table import BOXES

each_box = pytest.mark.parametrize("edition", BOXES)

# Spoken names by card, in the singular (SAID) and plural (MANY), separated by bars.
SAID = {
    "7": "7 | seven | sept",
    "0": "0 | zero | zéro | oh",
    "1": "1 | one | un",
    "draw-two": "+2 | + 2 | plus two | Plus 2 | draw two | draw 2 | take two | pick up two | d2"
    "| dt | plus deux | prends deux | pige deux | pioche 2 | draw-two",
    "reverse": "reverse | rev | inversion | Inverse | sens inverse | changement de sens",
    "skip": "skip | passer | passe | PASSÉ | passe ton tour | saute | saut | interdiction",
    "wild": "wild | joker | carte blanche | multicolore | wild card",
    "wild-draw-four": "+4 | plus four | draw four | wild draw four | wd4 | wild +4 | plus quatre"
    "| plus 4 | joker plus quatre | super joker | carte blanche +4",
    "swap-hands": "swap | swap hands | échange | echange de mains | Échange de main",
    "customizable": "custom | blank | wild customisable | vierge | personnalisable"
    "| joker personnalisable",
    "badtz-maru": "badtz-maru | badtz | penguin | pingouin",
    "colour-character": "character | personnage | personnage couleur | personnage rouge",
    "free-colour": "free colour | free color | couleur libre",
    "lotso": "lotso | bear | ours",
    "draw-one": "+1 | plus 1 | draw one | plus un | pioche 1",
    "draw-five": "+5 | plus 5 | draw five | plus cinq | pioche 5",
    "flip": "flip | flip card | carte flip",
    "wild-draw-two": "wild +2 | wild draw 2 | wild draw two | wild plus two | joker plus deux",
    "wild-draw-color": "draw color | draw colour | wild draw colour | pioche couleur",
    "draw-four": "coloured plus four | colored +4 | plus 4 de couleur",
    "wild-draw-ten": "+10 | plus ten | wild draw 10 | joker plus dix",
    "voldemort": "voldemort",
}
MANY = {
    "6": "sixes",
    "0": "zeros | zeroes | zéros",
    "7": "sevens | septs",
    "skip": "skips | passes",
    "wild": "wilds | jokers | cartes blanches | wild cards",
    "draw-two": "draw twos | plus twos",
    "wild-draw-four": "super jokers | wild draw fours",
    "swap-hands": "échanges de mains",
    "lotso": "bears",
}

# Cards that have the names of a card their box lacks, by box.
NAMED_ALIKE = {
    "flip": {"wild-draw-two"},
    "no-mercy": {"draw-four", "wild-reverse-draw-four"},
}


def forms(said: str) -> list[str]:
    return said.split("|")


@each_box
def test_spoken_names_include_id_and_name_in_both_languages(edition: str) -> None:
    for card in BOXES[edition].cards.values():
        assert {card.card, card.name["en"], card.name["fr"]} <= set(card.spoken)


@each_box
@pytest.mark.parametrize("card", list(SAID))
def test_spoken_forms_of_each_card_are_understood(edition: str, card: str) -> None:
    box = BOXES[edition]
    if card in box.cards:
        assert {
            form: box.lexicon.singulars.get(words(form)) for form in forms(SAID[card])
        } == dict.fromkeys(forms(SAID[card]), card)
    else:
        known = {form: box.lexicon.singulars.get(words(form)) for form in forms(SAID[card])}
        assert {*known.values()} <= {None, *NAMED_ALIKE.get(edition, ())}
        assert [f for f in known if not known[f] and words(f) not in box.lexicon.foreign] == []


@each_box
@pytest.mark.parametrize("card", list(MANY))
def test_plural_forms_are_understood(edition: str, card: str) -> None:
    box = BOXES[edition]
    named = {box.lexicon.plurals.get(words(form)) for form in forms(MANY[card])}
    if card in box.cards:
        assert named == {card}
    else:
        assert named <= {None, *NAMED_ALIKE.get(edition, ())}
        foreign = box.lexicon.foreign.keys() | box.lexicon.plurals.keys()
        assert [form for form in forms(MANY[card]) if words(form) not in foreign] == []


@each_box
def test_every_card_name_is_either_in_the_box_or_refused_as_foreign(edition: str) -> None:
    lexicon = BOXES[edition].lexicon
    for other in BOXES.values():
        for card in other.cards.values():
            for name in map(words, card.spoken):
                assert (name in lexicon.singulars) != (name in lexicon.foreign), name


@each_box
def test_cards_suggested_for_foreign_names_belong_to_the_deck(edition: str) -> None:
    box = BOXES[edition]
    offered = {card for cards in box.lexicon.foreign.values() for card in cards}
    assert offered <= set(box.deck.by_id)


@cases("""edition | said | offered
power-colours | wild | ("colour-character", "free-colour")
power-colours | joker | ("colour-character", "free-colour")
power-colours | cartes blanches | ("colour-character", "free-colour")
power-colours | power | ()
power-colours | pouvoir couleur | ()
power-colours | zero | ()
power-colours | "0" | ()
hello-kitty | lotso | ("badtz-maru",)
hello-kitty | power | ()
classic-108 | penguin | ("wild", "wild-draw-four")
classic-112 | couleur libre | ("swap-hands", "customizable")
toy-story-3 | échange | ("lotso",)
""")
def test_name_of_another_boxs_card_is_refused_with_suggested_cards(
    edition: str, said: str, offered: tuple[str, ...]
) -> None:
    assert BOXES[edition].lexicon.foreign[words(said)] == offered


def test_wild_four_is_not_a_name_of_wild_draw_four() -> None:
    for said in ("wild 4", "wild four", "joker 4", "joker quatre"):
        assert words(said) not in BOXES["classic-108"].lexicon.singulars


@each_box
def test_number_words_mean_counts(edition: str) -> None:
    counts = BOXES[edition].lexicon.counts
    assert sorted(set(counts.values())) == list(range(1, 10))
    assert [counts[word] for word in ("a", "an", "one", "un", "une")] == [1] * 5
    assert [counts[w] for w in ("two", "deux", "six", "nine", "neuf")] == [2, 2, 6, 9, 9]


@each_box
def test_number_words_also_mean_number_cards(edition: str) -> None:
    box = BOXES[edition]
    for word, number in box.lexicon.counts.items():
        if word not in {"a", "an", "une"}:
            assert box.lexicon.singulars[words(word)] == str(number)
