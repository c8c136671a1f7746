"""Tests of the trained files of the search: their format, and reproducible training."""

import sys
from array import array
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.rulings.search.index import RulingIndex
from companion.rulings.search.trained import (
    INDEX_FILE,
    TRIGRAM_FILE,
    TrainedIndex,
    TrainedTrigrams,
)
from tests.train.examples import ExampleQuestion
from tests.train.index import sources_of, train, trained_index
from tests.train.trigrams import trained_trigrams, trigram_weights, trigrams

NAMES = {"lotso": {"Lotso", "bear"}}
ASKED = (
    ExampleQuestion(("dance",), "may the bear dance on a skip"),
    ExampleQuestion(("sing", "dance"), "may l’ours sing"),
)


@pytest.mark.parametrize(
    ("trained", "file"), [(trained_index, INDEX_FILE), (trained_trigrams, TRIGRAM_FILE)]
)
def test_training_reproduces_shipped_file(
    trained: Callable[[], TrainedIndex | TrainedTrigrams], file: Path
) -> None:
    """Fails if training depends on the order of sets, as each run has another hash seed."""
    assert trained().to_bytes() == file.read_bytes()


def test_index_read_from_its_bytes_gives_same_scores() -> None:
    before = train(NAMES, ASKED)
    after = TrainedIndex.from_bytes(before.to_bytes())
    assert (after.sources, after.frequencies) == (before.sources, dict(before.frequencies))
    asked = {"@lotso": 1.0, "?sing": 1.0}
    assert after.index.scores(asked) == before.index.scores(asked)
    assert after.index.scores(asked).keys() == {"dance", "sing"}
    assert dict(after.index.weights("@lotso")) == dict(before.index.weights("@lotso")) != {}
    assert dict(after.index.weights("cat")) == {}


def test_index_file_is_the_same_on_machines_of_both_byte_orders(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    index = RulingIndex.of({"cat": {"sleep": 0.5}})
    content = TrainedIndex("digest", {"cat": 2}, index, (0.5,)).to_bytes()
    texts = b'["digest",{"cat":2},["sleep"],["cat"],[0.5]]'
    assert content == bytes([len(texts), 0, 0, 0]) + texts + b"\1\0\0\0\x88\x13"
    # Simulate the other byte order: swapped numbers, and the other value of `sys.byteorder`.
    index.numbers.byteswap()
    other = "little" if sys.byteorder == "big" else "big"
    monkeypatch.setattr(sys, "byteorder", other)
    assert TrainedIndex("digest", {"cat": 2}, index, (0.5,)).to_bytes() == content
    read = TrainedIndex.from_bytes(content)
    assert (read.index.numbers, read.certainty) == (index.numbers, (0.5,))


def test_trigram_weights_are_read_in_the_order_in_which_examples_have_them() -> None:
    trained = trigram_weights(ASKED)
    read = TrainedTrigrams.from_bytes(TrainedTrigrams.of("digest", trained).to_bytes())
    expected = {
        rule: {trigram: by_rule[rule] for trigram, by_rule in trained.items() if rule in by_rule}
        for rule in ("dance", "sing")
    }
    assert [(rule, [*of.items()]) for rule, of in read.by_rule().items()] == [
        (rule, [*of.items()]) for rule, of in expected.items()
    ]
    assert read.sources == "digest"
    assert {*read.trigrams} <= trigrams(ASKED[0].question) | trigrams(ASKED[1].question)


def test_long_step_between_trigram_weights_rests_at_zeros() -> None:
    rules = [f"rule-{number}" for number in range(256)]
    weights = {"cat": dict.fromkeys(rules, 3), "dog": {rules[-1]: -1}}
    trained = TrainedTrigrams.of("digest", weights)
    assert trained.numbers[2 * len(rules) :] == array("b", [127, 0, 127, 0, 2, -1])
    assert trained.by_rule()[rules[-1]] == {"cat": 3, "dog": -1}
    assert trained.by_rule()["rule-126"] == {"cat": 3}  # column of the first zero


def test_digest_of_sources_differs_if_names_questions_or_rules_do() -> None:
    frog = {"lotso": {"Lotso", "frog"}}
    other = (ASKED[0], ExampleQuestion(("sing",), ASKED[1].question))
    kinds = [(NAMES, ASKED), (frog, ASKED), (NAMES, ASKED[:1]), (NAMES, other)]
    assert len({sources_of(*each) for each in kinds}) == len(kinds)
    assert sources_of({"lotso": ["bear", "Lotso"]}, list(ASKED)) == sources_of(NAMES, ASKED)
