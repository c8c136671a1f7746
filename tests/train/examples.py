"""Questions on which the search is trained (questions-*.txt, uncovered-*.txt)."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from companion.datafiles.text import LANGUAGES
from companion.rulebook import Rulebook
from companion.rulings.search.index import UNCOVERED


@dataclass(frozen=True, slots=True)
class ExampleQuestion:
    """A question in a player's words, and the rulings that settle it."""

    rules: tuple[str, ...]
    question: str


def read_examples(language: str) -> tuple[ExampleQuestion, ...]:
    """Return the example questions in a language; none if it has no file."""
    lines = _lines(f"questions-{language}.txt")
    return tuple(ExampleQuestion(tuple(rules.split()), question) for rules, question in lines)


def read_uncovered(language: str) -> tuple[ExampleQuestion, ...]:
    """Return questions that no ruling settles, each with its topic in place of a rule."""
    lines = _lines(f"uncovered-{language}.txt")
    return tuple(ExampleQuestion((UNCOVERED + topic,), question) for topic, question in lines)


def own_examples(rulebook: Rulebook) -> tuple[ExampleQuestion, ...]:
    """Return the rulings' own questions in all languages."""
    every = chain.from_iterable(box.values() for box in rulebook.rulings.by_edition.values())
    return tuple(
        dict.fromkeys(
            ExampleQuestion((ruling.rule,), text)
            for ruling in every
            for text in ruling.question.values()
        )
    )


def examples_of(rulebook: Rulebook) -> tuple[ExampleQuestion, ...]:
    """Return questions in all languages, those that no ruling settles last."""
    covered, uncovered = (
        chain.from_iterable(map(read, LANGUAGES)) for read in (read_examples, read_uncovered)
    )
    return (*covered, *own_examples(rulebook), *uncovered)


def _lines(name: str) -> Iterator[tuple[str, str]]:
    """Yield what is before and after the bar in each line of a file; nothing without the file."""
    file = Path(__file__).with_name(name)
    for line in file.read_text("utf-8").splitlines() if file.is_file() else ():
        if line and not line.startswith("#"):
            before, _, question = line.partition(" | ")
            yield before, question
