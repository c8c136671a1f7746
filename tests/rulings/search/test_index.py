"""Rulings are found by the terms in what was asked about them, the rare ones first."""

import pytest

from companion.datafiles.text import LANGUAGES
from companion.rulebook import open_rulebook
from companion.rulings.search import training
from companion.rulings.search.index import RulingIndex, Terms
from companion.rulings.search.questions import read_examples
from companion.rulings.search.vocabulary import read_vocabulary

CARDS = {card for box in open_rulebook().editions.values() for card in box.cards}


def counted(text: str) -> Terms:
    return dict.fromkeys(text.split(), 1.0)


@pytest.fixture
def index() -> RulingIndex:
    return RulingIndex.of(
        (
            (("dance", "sing"), counted("may the old bear dance")),
            (("sing",), counted("may the old bear sing")),
            (("sleep",), counted("may the cat sleep")),
        )
    )


def first(scores: dict[str, float]) -> str:
    return max(scores, key=lambda rule: scores[rule])


def test_words_of_no_example_find_nothing(index: RulingIndex) -> None:
    assert index.scores(counted("moon")) == {}
    assert index.scores({}) == {}


def test_a_rare_word_counts_more_than_a_frequent_one_and_an_unknown_one_less(
    index: RulingIndex,
) -> None:
    assert first(index.scores(counted("old cat"))) == "sleep"
    assert index.scores(counted("dance")).keys() == {"dance", "sing"}  # an example of both
    plain, odd = (index.scores(counted(text)) for text in ("old bear", "old bear ?mars"))
    assert all(odd[rule] < plain[rule] for rule in plain)


def test_what_is_meant_unsaid_helps_its_rulings_and_costs_no_other(index: RulingIndex) -> None:
    said, meant = index.scores(counted("the")), index.scores(counted("the"), counted("dance"))
    assert meant["dance"] > said["dance"]
    assert meant["sleep"] == said["sleep"]


ASKED = (
    (("dance",), counted("may a brown bear dance")),
    (("dance",), counted("does a brown bear dance")),
    (("sing",), counted("may a loud bird sing")),
    (("sing",), counted("the brown bear")),  # left out it is an example of "dance"
)


def test_an_example_leads_away_from_what_it_would_be_mistaken_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taught = RulingIndex.of(ASKED).scores(counted("brown bear"))
    monkeypatch.setattr(training, "STEP", 0.0)
    added_up = RulingIndex.of(ASKED).scores(counted("brown bear"))
    assert taught["sing"] - taught["dance"] > added_up["sing"] - added_up["dance"]


def test_what_only_one_example_says_does_not_find_it_when_it_is_left_out() -> None:
    (rules, terms), *_ = ((("sing",), {"loud": 0.8, "bear": 0.6}),)
    sums = {"loud": {"sing": 0.8}, "bear": {"sing": 1.4}}
    left = training.left_out(rules[0], terms, sums, {"loud": {"sing": 1}, "bear": {"sing": 1}}, 1)
    assert left.keys() == {"bear"}
    assert left["bear"] == pytest.approx(1 - 1.4**training.DAMPING + 0.8**training.DAMPING)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ruling_has_examples_in_every_language(language: str) -> None:
    rules = {rule for example in read_examples(language) for rule in example.rules}
    assert rules == open_rulebook().rulings.by_edition["classic-108"].keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_example_is_there_twice(language: str) -> None:
    every = [example.question.casefold() for example in read_examples(language)]
    assert len(every) == len(set(every)) > 1200


@pytest.mark.parametrize("word", ["because", "maintenant", "vraiment", "parce"])
def test_a_word_that_people_use_is_not_taken_for_a_slip(word: str) -> None:
    assert open_rulebook().parser.tokenizer.words(word) == (word,)


def test_every_concept_and_card_is_asked_for() -> None:
    asked = open_rulebook().parser.index.weights.keys()
    concepts = {each for some in read_vocabulary().concepts.values() for each in some}
    assert {f"@{each}" for each in concepts | CARDS if not each.isdigit()} <= asked
