"""What people call the cards: heard rather than spelled."""

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
def test_case_accents_and_variants_are_not_heard(text: str, heard: str) -> None:
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
def test_the_words_of_a_name(name: str, parts: tuple[str, ...]) -> None:
    assert words(name) == parts


@pytest.fixture
def lexicon() -> Lexicon:
    return Lexicon.of(
        one={"7": ["seven"], "skip": ["pass"], "wild-draw-four": ["carte noire"], "2": ["twos"]},
        many={"skip": ["passes"]},
        counts={"Two": 2},
        elsewhere={"lotso": ["skip"], "seven": []},
    )


def test_the_id_of_a_card_is_always_a_name(lexicon: Lexicon) -> None:
    assert lexicon.one[("wild", "draw", "four")] == "wild-draw-four"


def test_a_plural_that_only_takes_an_s_need_not_be_listed(lexicon: Lexicon) -> None:
    assert lexicon.many[("sevens",)] == "7"
    assert lexicon.many[("7s",)] == "7"
    assert lexicon.many[("cartes", "noires")] == "wild-draw-four"
    assert lexicon.many[("passes",)] == "skip"
    assert lexicon.elsewhere[("lotsos",)] == ("skip",)


def test_what_names_one_card_is_no_plural_and_no_card_of_another_box(lexicon: Lexicon) -> None:
    assert ("twos",) not in lexicon.many
    assert ("seven",) not in lexicon.elsewhere
    assert lexicon.counts == {"two": 2}  # number words are heard like names
    assert lexicon.longest == 3
