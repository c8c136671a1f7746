"""Example questions are found by their words, the rare ones first, and every ruling has some."""

import pytest

from companion.datafiles.text import LANGUAGES
from companion.rulebook import open_rulebook
from companion.rulings.search.bm25 import ENOUGH, Bm25Index, read_examples
from companion.rulings.search.vocabulary import Phrase

EXAMPLES = (
    (("dance", "sing"), ("may", "the", "old", "bear", "dance")),
    (("sing",), ("may", "the", "old", "bear", "sing")),
    (("sleep",), ("may", "the", "cat", "sleep")),
)


def words_themselves(words: Phrase) -> Phrase:
    return words


@pytest.fixture
def index() -> Bm25Index:
    # Often enough, so that a single word scores enough.
    return Bm25Index(EXAMPLES * 9 + ((("eat",), ("x",)),) * 400, words_themselves)


def test_words_of_no_example_find_nothing(index: Bm25Index) -> None:
    assert index.scores(("moon",)) == {}
    assert index.scores(()) == {}


def test_a_rare_word_counts_more_than_a_frequent_one(index: Bm25Index) -> None:
    scores = index.scores(("old", "cat"))
    assert max(scores, key=lambda rule: scores[rule]) == "sleep"
    assert index.weights["cat"]["sleep"] > index.weights["old"]["sing"]


def test_a_word_of_nearly_every_example_counts_nothing(index: Bm25Index) -> None:
    assert index.scores(("may",)) == {}


def test_an_example_of_two_rules_finds_both(index: Bm25Index) -> None:
    assert index.scores(("dance",)).keys() == {"dance", "sing"}


def test_a_word_that_is_there_twice_counts_once(index: Bm25Index) -> None:
    assert index.scores(("bear", "bear")) == index.scores(("bear",))


def test_little_is_little_and_the_most_is_one(index: Bm25Index) -> None:
    assert index.scores(("old",))["sing"] < 0.1
    long = tuple(f"{word} {n}" for n in range(20) for word in ("old", "bear"))
    scores = Bm25Index(((("sing",), long), *EXAMPLES), words_themselves).scores(long)
    assert scores["sing"] == 1
    assert ENOUGH > 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ruling_has_examples_in_every_language(language: str) -> None:
    rules = {rule for example in read_examples(language) for rule in example.rules}
    assert rules == open_rulebook().rulings.by_edition["classic-108"].keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_example_is_there_twice(language: str) -> None:
    every = [example.question.casefold() for example in read_examples(language)]
    assert len(every) == len(set(every)) > 1200


@pytest.mark.parametrize("word", ["because", "maintenant", "vraiment", "parce"])
def test_a_word_that_people_use_is_neither_strange_nor_a_slip(word: str) -> None:
    query = open_rulebook().parser.parse(word)
    assert (query.words, query.unknown_words) == ((word,), 0)
