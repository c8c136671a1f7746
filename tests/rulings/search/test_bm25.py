"""What was asked before is remembered by its words, the rare ones most, and every ruling is."""

import pytest

from companion.datafiles.text import LANGUAGES
from companion.rulebook import open_rulebook
from companion.rulings.search.bm25 import ENOUGH, Bm25Index, read_examples
from companion.rulings.search.vocabulary import Phrase

BEFORE = (
    (("dance", "sing"), ("may", "the", "old", "bear", "dance")),
    (("sing",), ("may", "the", "old", "bear", "sing")),
    (("sleep",), ("may", "the", "cat", "sleep")),
)


def words_themselves(words: Phrase) -> Phrase:
    return words


@pytest.fixture
def memory() -> Bm25Index:
    # Said often enough, so that a single word tells enough.
    return Bm25Index(BEFORE * 9 + ((("eat",), ("x",)),) * 400, words_themselves)


def test_nothing_is_remembered_of_words_that_were_never_said(memory: Bm25Index) -> None:
    assert memory.scores(("moon",)) == {}
    assert memory.scores(()) == {}


def test_a_rare_word_tells_more_than_a_frequent_one(memory: Bm25Index) -> None:
    told = memory.scores(("old", "cat"))
    assert max(told, key=lambda rule: told[rule]) == "sleep"
    assert memory.weights["cat"]["sleep"] > memory.weights["old"]["sing"]


def test_what_is_said_of_nearly_everything_tells_nothing(memory: Bm25Index) -> None:
    assert memory.scores(("may",)) == {}


def test_a_question_of_two_rules_is_remembered_with_both(memory: Bm25Index) -> None:
    assert memory.scores(("dance",)).keys() == {"dance", "sing"}


def test_saying_a_word_twice_tells_no_more(memory: Bm25Index) -> None:
    assert memory.scores(("bear", "bear")) == memory.scores(("bear",))


def test_little_is_little_and_the_most_is_one(memory: Bm25Index) -> None:
    assert memory.scores(("old",))["sing"] < 0.1
    long = tuple(f"{word} {n}" for n in range(20) for word in ("old", "bear"))
    told = Bm25Index(((("sing",), long), *BEFORE), words_themselves).scores(long)
    assert told["sing"] == 1
    assert ENOUGH > 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ruling_has_been_asked_for_in_both_languages(language: str) -> None:
    remembered = {rule for asked in read_examples(language) for rule in asked.rules}
    assert remembered == open_rulebook().rulings.by_edition["classic-108"].keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_question_is_remembered_twice(language: str) -> None:
    every = [asked.question.casefold() for asked in read_examples(language)]
    assert len(every) == len(set(every)) > 1200


@pytest.mark.parametrize("word", ["because", "maintenant", "vraiment", "parce"])
def test_a_word_that_people_use_is_neither_strange_nor_a_slip(word: str) -> None:
    heard = open_rulebook().parser.parse(word)
    assert (heard.words, heard.unknown_words) == ((word,), 0)
