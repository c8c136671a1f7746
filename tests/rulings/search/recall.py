"""The questions of tests/rulings/search/questions/, and how many of them find their ruling.

Each has its box and the rules that are right; the topic is that of these rules. The examples
(companion/rulings/search/questions-*.txt) are there to tune the look-up with. All else is only to
judge it: our own, the blind ones, older than the vocabulary, the fresh ones, older than the
examples, and the spoken ones, in the voices of people who claim, complain and tell stories.
"""

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from companion.rulebook import Rulebook, SearchOptions, open_rulebook
from companion.rulings.search.lookup import SearchResults
from companion.rulings.search.questions import read_examples

FOLDER = Path(__file__).with_name("questions")
SETS = ("tuning", "own", "blind", "fresh", "spoken")
UNTAUGHT = SETS[1:]
SLIPPERY = 4  # letters from which a finger may slip in a word
FIRST = 3  # a ruling counts as found among so many answers, as one of their groups


@dataclass(frozen=True)
class Question:
    ask: str
    box: str
    rules: tuple[str, ...]
    kind: str = "question"


@dataclass(frozen=True)
class Recall:
    """In per cent: the right answer among the first three, and first."""

    among_three: float
    first: float
    missed: tuple[Question, ...]


@dataclass(frozen=True)
class Firmness:
    """In per cent: covered questions that get a sure answer, those of them that are right, covered
    ones that get a sure yes where no is right or no where yes is, and uncovered questions that get
    a sure answer all the same.
    """

    firm: float
    right: float
    opposite: float
    uncovered: float


def questions(kind: str, language: str) -> tuple[Question, ...]:
    """Read the covered questions of a set (`SETS`) in a language."""
    if kind == "tuning":
        return tuple(_examples(language))
    if kind == "spoken":
        return tuple(question for question in spoken(language) if question.rules)
    return tuple(_read(kind, language))


def spoken(language: str) -> tuple[Question, ...]:
    """Read the spoken set in a language; a question without rules is uncovered."""
    return tuple(read_judged(FOLDER / "spoken.toml", language))


def unheard(language: str) -> tuple[Question, ...]:
    """Read the set that nobody has looked at to make the look-up better."""
    return tuple(read_judged(FOLDER / "unheard.toml", language))


def judged(language: str) -> tuple[Question, ...]:
    """Read the judged sets (LEDGER.md) in a language; a question without rules is uncovered."""
    paths = sorted(FOLDER.glob("judged-*.toml"))
    return tuple(each for path in paths for each in read_judged(path, language))


def read_judged(path: Path, language: str) -> Iterator[Question]:
    for entry in tomllib.loads(path.read_text(encoding="utf-8"))["questions"]:
        if entry["lang"] == language:
            rules = tuple(entry["rules"])
            yield Question(entry["ask"], entry["box"], rules, kind=entry["kind"])


@cache
def answered(question: Question) -> SearchResults:
    """Ask a question of its box, once for all that judge the answer: that takes longest here."""
    return open_rulebook().look_ups[question.box].find(question.ask)


def firmness(asked: Iterable[Question]) -> Firmness:
    """Ask all questions of their boxes; but for opposite verdicts a group is one answer."""
    covered, firm, right, opposite, uncovered, wrongly = 0, 0, 0, 0, 0, 0
    for question in asked:
        look_up = open_rulebook().look_ups[question.box]
        found = answered(question)
        if not question.rules:
            uncovered += 1
            wrongly += found.is_sure
            continue
        covered += 1
        if found.is_sure:
            first = found.results[0]
            firm += 1
            right += not {first.rule, *first.together}.isdisjoint(question.rules) or any(
                look_up.answers[first.rule] == look_up.answers[rule] for rule in question.rules
            )
            meant = {_first_word(question.box, rule) for rule in question.rules}
            told = _first_word(question.box, first.rule)
            opposite += told not in meant and {told, *meant} >= {"Yes", "No"}
    return Firmness(
        100 * firm / covered,
        100 * right / max(firm, 1),
        100 * opposite / covered,
        100 * wrongly / max(uncovered, 1),
    )


def _first_word(box: str, rule: str) -> str:
    ruling = open_rulebook().rulings.by_edition[box][rule]
    return ruling.verdict.localized("en").partition(",")[0]


def with_slips(ask: str, words: int = 2) -> str:
    """Let the fingers slip in some longer words: the same ones each time, by a hash."""
    split = ask.split()
    long = [at for at, word in enumerate(split) if len(word) >= SLIPPERY and word.isalpha()]
    for at in sorted(long, key=lambda at: _hash(f"{at} {ask}"))[:words]:
        split[at] = _slipped(split[at], _hash(split[at]))
    return " ".join(split)


def _slipped(word: str, chance: int) -> str:
    """Swap two letters of a word, leave one out, say one twice or hit another; not the first."""
    at = 1 + chance // 4 % (len(word) - 2)
    here, after = word[at], word[at + 1]
    slip = (after + here, after, here + here + after, "e" + after)[chance % 4]
    return word[:at] + slip + word[at + 2 :]


def _hash(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:4], "big")


def recall(rulebook: Rulebook, asked: Iterable[Question]) -> Recall:
    """Ask all questions of their boxes."""
    every, missed, first = tuple(asked), [], 0
    for question in every:
        answers = rulebook.answer(question.box, question.ask, SearchOptions(limit=FIRST))
        shown = [
            {each.rule for each in (ruling, *answers.together.get(ruling.rule, ()))}
            for ruling in answers.rulings
        ]
        right = [not rules.isdisjoint(question.rules) for rules in shown]
        if not any(right):
            missed.append(question)
        first += right[:1] == [True]
    found = len(every) - len(missed)
    return Recall(100 * found / len(every), 100 * first / len(every), tuple(missed))


def _examples(language: str) -> Iterator[Question]:
    """Ask each of another box, of those that have what settles it."""
    by_edition = open_rulebook().rulings.by_edition
    for number, example in enumerate(read_examples(language)):
        fit = [box for box in by_edition if by_edition[box][example.rules[0]].is_here]
        yield Question(example.question, fit[number % len(fit)], example.rules)


def _read(kind: str, language: str) -> Iterator[Question]:
    path = FOLDER / f"{kind}-{language}.toml"
    for entry in tomllib.loads(path.read_text(encoding="utf-8"))["questions"]:
        yield Question(entry["ask"], entry["box"], tuple(entry["rules"]))
