"""Test questions (tests/rulings/search/questions/), and measures of the search's answers.

Each question has its box and the right rules. The examples
(tests/train/questions-*.txt) train the look-up, all other sets only judge it:
own, blind (older than the vocabulary), fresh (older than the examples), and spoken (people who
claim, complain and tell stories).
"""

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest

from companion.datafiles.text import LANGUAGES
from companion.rulebook import Rulebook, SearchOptions, open_rulebook
from companion.rulings.search.lookup import SearchResults
from companion.rulings.search.questions import QuestionParser
from tests.train.examples import read_examples

FOLDER = Path(__file__).with_name("questions")
SETS = ("tuning", "own", "blind", "fresh", "spoken")
UNTRAINED = SETS[1:]  # sets that were not used for training
SLIPPERY = 4  # letters of the shortest word that gets a typing slip
FIRST = 3  # a ruling is found if it is in the ruling groups of the first 3 answers


# A language is skipped until there are files of judged questions in it.
each_language = pytest.mark.parametrize(
    "language",
    [
        pytest.param(
            code,
            marks=pytest.mark.skipif(
                not list(FOLDER.glob(f"*-{code}.toml")),
                reason=f"the search has no judged questions in {language.name}",
            ),
        )
        for code, language in LANGUAGES.items()
    ],
)


@dataclass(frozen=True)
class Question:
    ask: str
    box: str
    rules: tuple[str, ...]
    kind: str = "question"


@dataclass(frozen=True)
class Recall:
    """Percentages of questions with a right ruling among the first 3 answers, and first."""

    among_three: float
    first: float
    missed: tuple[Question, ...]


@dataclass(frozen=True)
class Firmness:
    """Percentages of answers marked as sure, and of right and wrong ones (see fields)."""

    firm: float  # of questions that have a ruling: those with a sure answer
    right: float  # of sure answers to questions that have a ruling: the right ones
    opposite: float  # of questions that have a ruling: a sure yes for no, or no for yes
    uncovered: float  # of questions that have no ruling: those with a sure answer


def questions(kind: str, language: str) -> tuple[Question, ...]:
    """Return the questions of a set named in `SETS`, only those that have a ruling."""
    if kind == "tuning":
        return tuple(_examples(language))
    if kind == "spoken":
        return tuple(question for question in spoken(language) if question.rules)
    return tuple(_read(kind, language))


def spoken(language: str) -> tuple[Question, ...]:
    """Return the spoken set, also questions that have no ruling (empty `rules`)."""
    return tuple(read_judged(FOLDER / "spoken.toml", language))


def unheard(language: str) -> tuple[Question, ...]:
    """Return the unheard set, which was never used to improve the search."""
    return tuple(read_judged(FOLDER / "unheard.toml", language))


def judged(language: str) -> tuple[Question, ...]:
    """Return all judged sets (see LEDGER.md), also questions that have no ruling."""
    paths = sorted(FOLDER.glob("judged-*.toml"))
    return tuple(each for path in paths for each in read_judged(path, language))


def read_judged(path: Path, language: str) -> Iterator[Question]:
    for entry in tomllib.loads(path.read_text(encoding="utf-8"))["questions"]:
        if entry["lang"] == language:
            rules = tuple(entry["rules"])
            yield Question(entry["ask"], entry["box"], rules, kind=entry["kind"])


def parser() -> QuestionParser:
    return open_rulebook().look_ups["classic-108"].parser


@cache
def answered(question: Question) -> SearchResults:
    """Return the search results for a question in its box (cached, as searching is slow)."""
    return open_rulebook().look_ups[question.box].find(question.ask)


def firmness(asked: Iterable[Question]) -> Firmness:
    """Measure how often answers are sure and right; any ruling of the right group is right."""
    covered, firm, right, opposite, uncovered, uncovered_firm = 0, 0, 0, 0, 0, 0
    for question in asked:
        look_up = open_rulebook().look_ups[question.box]
        found = answered(question)
        if not question.rules:
            uncovered += 1
            uncovered_firm += found.is_sure
            continue
        covered += 1
        if found.is_sure:
            first = found.results[0]
            firm += 1
            right += look_up.is_right(first, question.rules)
            meant = {_first_word(question.box, rule) for rule in question.rules}
            answer = _first_word(question.box, first.rule)
            opposite += answer not in meant and {answer, *meant} >= {"Yes", "No"}
    return Firmness(
        100 * firm / covered,
        100 * right / max(firm, 1),
        100 * opposite / covered,
        100 * uncovered_firm / max(uncovered, 1),
    )


def _first_word(box: str, rule: str) -> str:
    ruling = open_rulebook().rulings.by_edition[box][rule]
    return ruling.verdict.localized("en").partition(",")[0]


def with_slips(ask: str, words: int = 2) -> str:
    """Return a question with typing slips in up to `words` longer words, the same each time."""
    split = ask.split()
    long = [at for at, word in enumerate(split) if len(word) >= SLIPPERY and word.isalpha()]
    for at in sorted(long, key=lambda at: _hash(f"{at} {ask}"))[:words]:
        split[at] = _slipped(split[at], _hash(split[at]))
    return " ".join(split)


def _slipped(word: str, chance: int) -> str:
    """Return a word with a letter (not its first) swapped, dropped, doubled or wrong."""
    at = 1 + chance // 4 % (len(word) - 2)
    here, after = word[at], word[at + 1]
    slip = (after + here, after, here + here + after, "e" + after)[chance % 4]
    return word[:at] + slip + word[at + 2 :]


def _hash(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:4], "big")


def recall(rulebook: Rulebook, asked: Iterable[Question]) -> Recall:
    """Measure how many questions find a right ruling among the first three answers, or first."""
    every, missed, first = tuple(asked), [], 0
    for question in every:
        answers = rulebook.answer(question.box, question.ask, SearchOptions(limit=FIRST))
        shown = [
            {each.rule for each in (ruling, *answers.group_rulings.get(ruling.rule, ()))}
            for ruling in answers.rulings
        ]
        right = [not rules.isdisjoint(question.rules) for rules in shown]
        if not any(right):
            missed.append(question)
        first += right[:1] == [True]
    found = len(every) - len(missed)
    return Recall(100 * found / len(every), 100 * first / len(every), tuple(missed))


def _examples(language: str) -> Iterator[Question]:
    """Yield the training examples as questions, each for one of the boxes with its ruling."""
    by_edition = open_rulebook().rulings.by_edition
    for number, example in enumerate(read_examples(language)):
        boxes = [box for box in by_edition if by_edition[box][example.rules[0]].applies]
        yield Question(example.question, boxes[number % len(boxes)], example.rules)


def _read(kind: str, language: str) -> Iterator[Question]:
    path = FOLDER / f"{kind}-{language}.toml"
    for entry in tomllib.loads(path.read_text(encoding="utf-8"))["questions"]:
        yield Question(entry["ask"], entry["box"], tuple(entry["rules"]))
