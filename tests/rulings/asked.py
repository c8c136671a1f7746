"""The questions of tests/rulings/questions/: what people ask, and which rulings settle it.

Each has its box and the rules that are right; the topic is that of these rules. Half of what is
public or our own is there to tune the look-up with, the other half only to judge it: which is
which a hash decides, so that nobody chooses. The later ones are all for tuning, the blind ones,
which are older than the vocabulary, only for judging.
"""

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from companion.boxes import Boxes, Wish

FOLDER = Path(__file__).with_name("questions")
LANGUAGES = ("en", "fr")
HALVES = ("tuning", "test", "blind")
FIRST = 3  # a ruling counts as found among so many


@dataclass(frozen=True)
class Question:
    ask: str
    box: str
    rules: tuple[str, ...]
    source: str = ""


@dataclass(frozen=True)
class Recall:
    """In per cent: the right ruling among the first three, the right topic first."""

    ruling: float
    topic: float
    missed: tuple[Question, ...]


def questions(half: str, language: str) -> tuple[Question, ...]:
    """Read the questions of a half (`tuning`, `test`, `blind`) in a language."""
    if half == "blind":
        return tuple(_read(half, language))
    every = (*_read("public", language), *_read("own", language))
    later = _read("later", language) if half == "tuning" else ()
    return (*later, *(q for q in every if is_for_tuning(q.ask) == (half == "tuning")))


def is_for_tuning(ask: str) -> bool:
    return sha256(ask.encode()).digest()[0] % 2 == 0


def recall(boxes: Boxes, asked: Iterable[Question]) -> Recall:
    """Ask all questions of their boxes."""
    each = tuple(asked)
    missed = tuple(question for question in each if not _has_ruling(boxes, question))
    topics = sum(_has_topic(boxes, question) for question in each)
    return Recall(100 * (len(each) - len(missed)) / len(each), 100 * topics / len(each), missed)


def _has_ruling(boxes: Boxes, question: Question) -> bool:
    found = boxes.answer(question.box, question.ask, Wish(limit=FIRST))
    return any(ruling.rule in question.rules for ruling in found)


def _has_topic(boxes: Boxes, question: Question) -> bool:
    topics = {boxes.rulings.by_edition[question.box][rule].topic for rule in question.rules}
    found = boxes.answer(question.box, question.ask, Wish(limit=1))
    return any(ruling.topic in topics for ruling in found)


def _read(kind: str, language: str) -> Iterator[Question]:
    path = FOLDER / f"{kind}-{language}.toml"
    for said in tomllib.loads(path.read_text(encoding="utf-8"))["questions"]:
        yield Question(said["ask"], said["box"], tuple(said["rules"]), said.get("source", ""))
