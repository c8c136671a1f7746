"""Tests of the search index, which scores rulings by the terms of example questions."""

from collections.abc import Sequence

import pytest

from companion.datafiles.text import LANGUAGES
from companion.rulebook import open_rulebook
from companion.rulings.search.index import RulingIndex, Terms
from companion.rulings.search.trained import read_trained_index
from companion.rulings.search.vocabulary import read_entries, read_vocabulary
from tests.rulings.search.recall import each_language, parser
from tests.train import weights as training
from tests.train.examples import read_examples, read_uncovered

CARDS = {card for box in open_rulebook().editions.values() for card in box.cards}


def terms_of(text: str) -> Terms:
    return dict.fromkeys(text.split(), 1.0)


def index_of(asked: Sequence[training.Asked]) -> RulingIndex:
    return RulingIndex.of(training.trained_weights(asked))


@pytest.fixture
def index() -> RulingIndex:
    return index_of(
        (
            (("dance", "sing"), terms_of("may the old bear dance")),
            (("sing",), terms_of("may the old bear sing")),
            (("sleep",), terms_of("may the cat sleep")),
        )
    )


def first(scores: dict[str, float]) -> str:
    return max(scores, key=lambda rule: scores[rule])


def test_terms_absent_from_examples_find_nothing(index: RulingIndex) -> None:
    assert index.scores(terms_of("moon")) == {}
    assert index.scores({}) == {}


def test_rare_term_weighs_more_and_unknown_term_lowers_scores(
    index: RulingIndex,
) -> None:
    assert first(index.scores(terms_of("old cat"))) == "sleep"
    assert index.scores(terms_of("dance")).keys() == {"dance", "sing"}  # example of both
    plain, odd = (index.scores(terms_of(text)) for text in ("old bear", "old bear ?mars"))
    assert all(odd[rule] < plain[rule] for rule in plain)


def test_strongest_share_is_that_of_the_term_which_adds_most_to_the_score(
    index: RulingIndex,
) -> None:
    assert index.strongest_share(terms_of("cat moon"), "sleep") == 1.0
    assert index.strongest_share(terms_of("cat"), "dance") == 0.0
    alone = index.scores(terms_of("the cat"))["sleep"]
    shares = index.shares(terms_of("the cat"))
    gains = {term: share * dict(index.weights(term))["sleep"] for term, share in shares.items()}
    assert sum(gains.values()) == pytest.approx(alone)
    expected = gains["cat"] / alone
    assert index.strongest_share(terms_of("the cat"), "sleep") == pytest.approx(expected)


def test_implied_term_raises_its_rulings_and_lowers_no_other(index: RulingIndex) -> None:
    said, meant = index.scores(terms_of("the")), index.scores(terms_of("the"), terms_of("dance"))
    assert meant["dance"] > said["dance"]
    assert meant["sleep"] == said["sleep"]


ASKED = (
    (("dance",), terms_of("may a brown bear dance")),
    (("dance",), terms_of("does a brown bear dance")),
    (("sing",), terms_of("may a loud bird sing")),
    (("sing",), terms_of("the brown bear")),  # else "brown bear" would find "dance"
)


def test_training_separates_example_from_ruling_it_was_mistaken_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    trained = index_of(ASKED).scores(terms_of("brown bear"))
    monkeypatch.setattr(training, "STEP", 0.0)
    untrained = index_of(ASKED).scores(terms_of("brown bear"))
    assert trained["sing"] - trained["dance"] > untrained["sing"] - untrained["dance"]


def test_weights_of_two_orders_are_the_mean_of_both() -> None:
    examples = [(each.rules, parser().terms(each.question)) for each in read_examples("en")[:200]]
    one, other, both = (
        training.trained_weights(examples, orders) for orders in ((1,), (-1,), (1, -1))
    )
    assert one != other
    for term, by_rule in both.items():
        mean = {rule: (one[term][rule] + other[term][rule]) / 2 for rule in by_rule}
        assert by_rule == pytest.approx(mean, abs=0.0001)


def test_left_out_example_loses_terms_that_only_it_has() -> None:
    (rules, terms), *_ = ((("sing",), {"loud": 0.8, "bear": 0.6}),)
    sums = {"loud": {"sing": 0.8}, "bear": {"sing": 1.4}}
    left = training.leave_out(rules[0], terms, sums, {"loud": {"sing": 1}, "bear": {"sing": 1}}, 1)
    assert left.keys() == {"bear"}
    assert left["bear"] == pytest.approx(1 - 1.4**training.DAMPING + 0.8**training.DAMPING)


@each_language
def test_every_ruling_has_examples_in_every_language(language: str) -> None:
    rules = {rule for example in read_examples(language) for rule in example.rules}
    assert rules == open_rulebook().rulings.by_edition["classic-108"].keys()


@each_language
def test_examples_are_unique_and_numerous(language: str) -> None:
    every = [example.question.casefold() for example in read_examples(language)]
    assert len(every) == len(set(every)) > 1200


@each_language
def test_uncovered_questions_are_many_and_no_examples_of_rulings(language: str) -> None:
    uncovered = {each.question.casefold() for each in read_uncovered(language)}
    assert len(uncovered) == len(read_uncovered(language)) > 300
    assert uncovered.isdisjoint(each.question.casefold() for each in read_examples(language))


def test_uncovered_topics_are_the_same_in_every_language_and_no_rules() -> None:
    topics = [{each.rules for each in read_uncovered(language)} for language in LANGUAGES]
    assert all(each == topics[0] for each in topics)
    rules = open_rulebook().rulings.by_edition["classic-108"]
    assert not {topic for (topic,) in topics[0]} & rules.keys()


def test_words_that_only_uncovered_topics_have_are_unknown_to_rulings() -> None:
    index = index_of(
        (
            (("sing",), {"@bear": 1.0, "?loud": 1.0}),
            (("sleep",), {"@bear": 1.0, "?deep": 1.0}),
            (("~shop",), {"@bear": 1.0, "@price": 1.0}),
        )
    )
    assert index.scores({"@price": 1.0}).keys() == {"~shop"}
    assert index.known_share({"@bear": 1.0}) == 1
    assert index.known_share({"@bear": 1.0, "@price": 1.0}) < 0.5
    counts = index.distinctive_count({"@price": 1.0}), index.distinctive_count({"?loud": 1.0})
    assert counts == (0, 1)
    assert not index.names_the_game({"@price": 1.0}, 0.1)
    assert index.names_the_game({"@bear": 1.0}, 0.1)


@pytest.mark.parametrize("word", ["because", "maintenant", "vraiment", "parce"])
def test_common_word_is_not_corrected_to_another_word(word: str) -> None:
    assert parser().tokenizer.words(word) == (word,)


def test_vocabulary_phrases_are_unchanged_by_normalizing() -> None:
    tables = (entry for entry in read_entries().values() if isinstance(entry, dict))
    texts = (text.replace("\n", " ") for table in tables for text in table.values())
    phrases = {phrase for text in texts for phrase in text.split(",")}
    normalized = read_vocabulary().normalized
    assert {phrase: normalized(phrase) for phrase in phrases if normalized(phrase) != phrase} == {}


def test_every_concept_and_card_occurs_in_examples() -> None:
    asked = {*read_trained_index().index.terms}
    concepts = {each for some in read_vocabulary().concepts.values() for each in some}
    assert {f"@{each}" for each in concepts | CARDS if not each.isdigit()} <= asked
