"""Tests of the trained search index: its file format, and reproducible training."""

import sys

import pytest

from companion.rulings.search.index import RulingIndex
from companion.rulings.search.questions import ExampleQuestion
from companion.rulings.search.trained import FILE, TrainedIndex
from tests.train import sources_of, train, trained_index

NAMES = {"lotso": {"Lotso", "bear"}}
ASKED = (
    ExampleQuestion(("dance",), "may the bear dance on a skip"),
    ExampleQuestion(("sing", "dance"), "may l’ours sing"),
)


def test_training_reproduces_shipped_index() -> None:
    """Fails if training depends on the order of sets, as each run has another hash seed."""
    assert trained_index().to_bytes() == FILE.read_bytes()


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


def test_digest_of_sources_differs_if_names_questions_or_rules_do() -> None:
    frog = {"lotso": {"Lotso", "frog"}}
    other = (ASKED[0], ExampleQuestion(("sing",), ASKED[1].question))
    kinds = [(NAMES, ASKED), (frog, ASKED), (NAMES, ASKED[:1]), (NAMES, other)]
    assert len({sources_of(*each) for each in kinds}) == len(kinds)
    assert sources_of({"lotso": ["bear", "Lotso"]}, list(ASKED)) == sources_of(NAMES, ASKED)
