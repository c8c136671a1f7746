"""From a question as people ask it to the rulings that answer it, the best first."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from companion.rulings.ruling import Ruling


@dataclass(frozen=True, slots=True)
class Found:
    """A ruling that may answer a question."""

    rule: str


class LookUp:
    """Finds the rulings of one box by the words of their questions."""

    def __init__(self, rulings: Iterable[Ruling]) -> None:
        self._words = {
            ruling.rule: {language: _words(_said(ruling, language)) for language in ("en", "fr")}
            for ruling in rulings
        }

    def find(
        self,
        question: str,
        language: str,
        players: int | None = None,
        game_format: str | None = None,
        limit: int = 5,
    ) -> list[Found]:
        """Find at most `limit` rulings, the best first."""
        del players, game_format
        asked = _words(question)
        close = {rule: len(asked & words[language]) for rule, words in self._words.items()}
        best = sorted((rule for rule in close if close[rule]), key=lambda rule: -close[rule])
        return [Found(rule) for rule in best[:limit]]


def _said(ruling: Ruling, language: str) -> str:
    return f"{ruling.question.in_(language)} {ruling.text.in_(language)}"


def _words(text: str) -> set[str]:
    return set(re.findall(r"[+\w]{2,}", text.casefold()))
