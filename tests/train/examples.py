"""Example questions on which the search is trained (questions-*.txt)."""

from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from companion.datafiles.text import LANGUAGES
from companion.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class ExampleQuestion:
    """A question in a player's words, and the rulings that settle it."""

    rules: tuple[str, ...]
    question: str


def read_examples(language: str) -> tuple[ExampleQuestion, ...]:
    """Return the example questions in a language; none if it has no file."""
    file = Path(__file__).with_name(f"questions-{language}.txt")
    lines = file.read_text("utf-8").splitlines() if file.is_file() else []
    split = (line.partition(" | ") for line in lines if line and not line.startswith("#"))
    return tuple(ExampleQuestion(tuple(rules.split()), question) for rules, _, question in split)


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
    """Return questions in all languages with their rulings, the rulings' own questions last."""
    return (*chain.from_iterable(map(read_examples, LANGUAGES)), *own_examples(rulebook))
