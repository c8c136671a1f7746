"""The index of questions is kept for the next start, and made anew where it does not fit."""

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
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the file of an index; few questions are quicker than all that people asked."""
    monkeypatch.setattr(questions, "LANGUAGES", {})
    return tmp_path / "questions.index"


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Count how often an index is worked out."""
    seen: list[int] = []
    work_out = RulingIndex.of

    def counted(examples: object) -> RulingIndex:
        seen.append(len(seen))
        return work_out(examples)  # type: ignore[arg-type]

    monkeypatch.setattr(RulingIndex, "of", counted)
    return seen


def test_the_next_start_finds_the_index_of_the_one_before(kept: Path, built: list[int]) -> None:
    first, second = (QuestionParser(NAMES, ASKED, kept) for _ in range(2))
    assert len(built) == 1
    terms = first.terms("may the baer sing")  # a slip: which word was meant hangs on the examples
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
def test_a_broken_or_foreign_file_is_made_anew(
    kept: Path, built: list[int], harm: Callable[[bytes], bytes]
) -> None:
    QuestionParser(NAMES, ASKED, kept)
    whole = kept.read_bytes()
    kept.write_bytes(harm(whole))
    assert "dance" in QuestionParser(NAMES, ASKED, kept).index.weights["@lotso"]
    assert len(built) == 2
    assert kept.read_bytes() == whole


def test_other_questions_cards_or_versions_make_another_index(
    kept: Path, built: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    QuestionParser(NAMES, ASKED, kept)
    QuestionParser(NAMES, ASKED[:1], kept)
    QuestionParser({"lotso": {"Lotso"}}, ASKED[:1], kept)
    monkeypatch.setattr(questions, "__version__", "another")
    QuestionParser({"lotso": {"Lotso"}}, ASKED[:1], kept)
    assert len(built) == 4


@pytest.mark.parametrize("place", ["no such folder/index", "a folder"])
def test_where_nothing_can_be_kept_it_is_worked_out_each_time(
    kept: Path, built: list[int], place: str
) -> None:
    kept.with_name("a folder").mkdir()
    before = sorted(kept.parent.iterdir())
    for _ in range(2):
        assert QuestionParser(NAMES, ASKED, kept.parent / place).index.weights
    assert len(built) == 2
    assert sorted(kept.parent.iterdir()) == before
