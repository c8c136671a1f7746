"""The questions of tests/rulings/search/questions/, and how many of them find their ruling.

Each has its box and the rules that are right; the topic is that of these rules. The examples
(companion/rulings/search/questions-*.txt) and half of the public ones are there to tune the look-up
with: which half a hash decides, so that nobody chooses. All else is only to judge it: our own, the
blind ones, older than the vocabulary, and the fresh ones, older than the examples.
"""

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain
from pathlib import Path

from companion.rulebook import Rulebook, SearchOptions, open_rulebook
from companion.rulings.search.questions import read_examples

FOLDER = Path(__file__).with_name("questions")
HALVES = ("tuning", "test", "blind", "fresh")
SLIPPERY = 4  # letters from which a finger may slip in a word
FIRST = 3  # a ruling counts as found among so many answers, as one of their groups


@dataclass(frozen=True)
class Question:
    ask: str
    box: str
    rules: tuple[str, ...]
    source: str = ""
    kind: str = "question"


@dataclass(frozen=True)
class Recall:
    """In per cent: the right ruling among the first three, the right topic first."""

    ruling: float
    topic: float
    missed: tuple[Question, ...]


@dataclass(frozen=True)
class Firmness:
    """In per cent: covered questions that get a sure answer, those of them that are right, and
    uncovered questions that get one all the same.
    """

    firm: float
    right: float
    uncovered: float


def questions(half: str, language: str) -> tuple[Question, ...]:
    """Read the questions of a half (`tuning`, `test`, `blind`, `fresh`) in a language."""
    if half in {"blind", "fresh"}:
        return tuple(_read(half, language))
    public = _read("public", language)
    other = _examples(language) if half == "tuning" else _read("own", language)
    return (*other, *(q for q in public if is_for_tuning(q.ask) == (half == "tuning")))


def judged(language: str) -> tuple[Question, ...]:
    """Read the judged sets (LEDGER.md) in a language; a question without rules is uncovered."""
    paths = sorted(FOLDER.glob("judged-*.toml"))
    return tuple(each for path in paths for each in read_judged(path, language))


def read_judged(path: Path, language: str) -> Iterator[Question]:
    for entry in tomllib.loads(path.read_text(encoding="utf-8"))["questions"]:
        if entry["lang"] == language:
            rules = tuple(entry["rules"])
            yield Question(entry["ask"], entry["box"], rules, kind=entry["kind"])


def firmness(asked: Iterable[Question]) -> Firmness:
    """Ask all questions of their boxes."""
    firm, right, covered, wrongly, uncovered = 0, 0, 0, 0, 0
    for question in asked:
        look_up = open_rulebook().look_ups[question.box]
        found = look_up.find(question.ask)
        is_firm = found.is_sure
        if question.rules:
            covered += 1
            firm += is_firm
            meant = [look_up.answers[rule] for rule in question.rules]
            right += is_firm and look_up.answers[found.results[0].rule] in meant
        else:
            uncovered += 1
            wrongly += is_firm
    return Firmness(100 * firm / covered, 100 * right / max(firm, 1), 100 * wrongly / uncovered)


def is_for_tuning(ask: str) -> bool:
    return sha256(ask.encode()).digest()[0] % 2 == 0


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
    every, missed, topics = tuple(asked), [], 0
    for question in every:
        answers = rulebook.answer(question.box, question.ask, SearchOptions(limit=FIRST))
        found = answers.rulings
        shown = (*found, *chain.from_iterable(answers.together.values()))
        if not any(ruling.rule in question.rules for ruling in shown):
            missed.append(question)
        known = rulebook.rulings.by_edition[question.box]
        topics += any(found[0].topic == known[rule].topic for rule in question.rules if found)
    right = len(every) - len(missed)
    return Recall(100 * right / len(every), 100 * topics / len(every), tuple(missed))


def _examples(language: str) -> Iterator[Question]:
    """Ask each of another box, of those that have what settles it."""
    by_edition = open_rulebook().rulings.by_edition
    for number, example in enumerate(read_examples(language)):
        fit = [box for box in by_edition if by_edition[box][example.rules[0]].is_here]
        yield Question(example.question, fit[number % len(fit)], example.rules)


def _read(kind: str, language: str) -> Iterator[Question]:
    path = FOLDER / f"{kind}-{language}.toml"
    for entry in tomllib.loads(path.read_text(encoding="utf-8"))["questions"]:
        yield Question(entry["ask"], entry["box"], tuple(entry["rules"]), entry.get("source", ""))
