"""Tests of the lexicon of spoken card names: folding, plurals and precedence."""

import pytest

from companion.game.cards.lexicon import Lexicon, fold, words
from tests.rows import cases


@cases(r"""text | heard
SKIP | skip
Échange | echange
Cœur | coeur
Straße | strasse
"\uff37ild²" | wild2
""")
def test_fold_removes_case_accents_and_typographic_variants(text: str, heard: str) -> None:
    assert fold(text) == heard


@cases("""name | parts
Wild Draw Four | ("wild", "draw", "four")
draw-two | ("draw", "two")
"+4" | ("+4",)
"+ 4" | ("+4",)
wd4 | ("wd4",)
passe-partout d'or | ("passe", "partout", "d", "or")
d'or | ("d", "or")
""")
def test_card_name_is_split_into_words(name: str, parts: tuple[str, ...]) -> None:
    assert words(name) == parts


@pytest.fixture
def lexicon() -> Lexicon:
    return Lexicon.of(
        singulars={
            "7": ["seven"],
            "skip": ["pass"],
            "wild-draw-four": ["carte noire"],
            "2": ["twos"],
        },
        plurals={"skip": ["passes"]},
        counts={"Two": 2},
        foreign={"lotso": ["skip"], "seven": []},
    )


def test_card_id_is_a_name_in_the_lexicon(lexicon: Lexicon) -> None:
    assert lexicon.singulars[("wild", "draw", "four")] == "wild-draw-four"


def test_regular_plurals_are_generated(lexicon: Lexicon) -> None:
    assert lexicon.plurals[("sevens",)] == "7"
    assert lexicon.plurals[("7s",)] == "7"
    assert lexicon.plurals[("cartes", "noires")] == "wild-draw-four"
    assert lexicon.plurals[("passes",)] == "skip"
    assert lexicon.foreign[("lotsos",)] == ("skip",)


def test_own_singular_takes_precedence_over_plurals_and_other_boxes(lexicon: Lexicon) -> None:
    assert ("twos",) not in lexicon.plurals
    assert ("seven",) not in lexicon.foreign
    assert lexicon.counts == {"two": 2}  # count words are folded to lower case like names
    assert lexicon.longest == 3
