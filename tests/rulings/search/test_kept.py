"""Tests of the cached index of questions: reused at the next start, rebuilt if stale."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.rulings.search import questions
from companion.rulings.search.index import RulingIndex
from companion.rulings.search.questions import ExampleQuestion, QuestionParser

NAMES = {"lotso": {"Lotso", "bear"}}
ASKED = (
    ExampleQuestion(("dance",), "may the bear dance on a skip"),
    ExampleQuestion(("sing", "dance"), "may l’ours sing"),
)


@pytest.fixture
def cache_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the path of an index cache, without the slow builds-in examples."""
    monkeypatch.setattr(questions, "LANGUAGES", {})
    return tmp_path / "questions.index"


@pytest.fixture
def builds(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that grows each time an index is builds."""
    calls: list[int] = []
    build = RulingIndex.of

    def counted(examples: object) -> RulingIndex:
        calls.append(len(calls))
        return build(examples)  # type: ignore[arg-type]

    monkeypatch.setattr(RulingIndex, "of", counted)
    return calls


def test_second_parser_reuses_cached_index(cache_file: Path, builds: list[int]) -> None:
    first, second = (QuestionParser(NAMES, ASKED, cache_file) for _ in range(2))
    assert len(builds) == 1
    terms = first.terms("may the baer sing")  # the index corrects the misspelt word
    assert second.terms("may the baer sing") == terms
    assert second.index.rarity == first.index.rarity
    assert second.index.scores(terms) == first.index.scores(terms) != {}
    assert second.index.is_about_rules(terms) == first.index.is_about_rules(terms)
    assert list(second.index.weights) == list(first.index.weights), "sums in another order differ"


@pytest.mark.parametrize(
    "harm",
    [
        lambda content: content[:-3],
        lambda content: content.replace(b"dance", b"prance"),
        lambda content: content[content.index(b"\n") :],
        lambda _: b"",
        lambda _: b"\xff[1, 2]\n{}",
    ],
    ids=["cut off", "altered", "without its mark", "empty", "foreign"],
)
def test_damaged_or_foreign_cache_file_is_rebuilt(
    cache_file: Path, builds: list[int], harm: Callable[[bytes], bytes]
) -> None:
    QuestionParser(NAMES, ASKED, cache_file)
    whole = cache_file.read_bytes()
    cache_file.write_bytes(harm(whole))
    assert "dance" in QuestionParser(NAMES, ASKED, cache_file).index.weights["@lotso"]
    assert len(builds) == 2
    assert cache_file.read_bytes() == whole


def test_changed_examples_names_or_version_rebuild_cache(
    cache_file: Path, builds: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    QuestionParser(NAMES, ASKED, cache_file)
    QuestionParser(NAMES, ASKED[:1], cache_file)
    QuestionParser({"lotso": {"Lotso"}}, ASKED[:1], cache_file)
    monkeypatch.setattr(questions, "__version__", "another")
    QuestionParser({"lotso": {"Lotso"}}, ASKED[:1], cache_file)
    assert len(builds) == 4


@pytest.mark.parametrize("place", ["no such folder/index", "a folder"])
def test_unwritable_cache_rebuilds_index_each_time(
    cache_file: Path, builds: list[int], place: str
) -> None:
    cache_file.with_name("a folder").mkdir()
    before = sorted(cache_file.parent.iterdir())
    for _ in range(2):
        assert QuestionParser(NAMES, ASKED, cache_file.parent / place).index.weights
    assert len(builds) == 2
    assert sorted(cache_file.parent.iterdir()) == before
