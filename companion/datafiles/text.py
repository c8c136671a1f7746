"""The languages, texts in them, and lines of a rule sheet."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

Lines = tuple[int, ...]  # lines of a rule sheet, counted from 1; empty: the sheet does not say it

TRANSLATIONS = Path(__file__).parents[1] / "translations"
DEFAULT_LANGUAGE = "en"  # the sources are written in it, so it is never missing


@dataclass(frozen=True, slots=True)
class Language:
    """A language of the companion: its own name, and how it writes numbers and dates."""

    name: str
    decimal_mark: str
    locale: str = ""


LANGUAGES: Mapping[str, Language] = {
    code: Language(**facts)
    for code, facts in tomllib.loads(
        (TRANSLATIONS / "languages.toml").read_text(encoding="utf-8")
    ).items()
}


class LocalizedText(Mapping[str, str]):
    """A text by language: always in English, in any other language where somebody wrote it."""

    __slots__ = ("_texts",)

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = dict(texts)

    @classmethod
    def same(cls, text: str) -> "LocalizedText":
        return cls(dict.fromkeys(LANGUAGES, text))

    def localized(self, language: str) -> str:
        return self._texts.get(language, self._texts[DEFAULT_LANGUAGE])

    def __getitem__(self, language: str) -> str:
        return self._texts[language]

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)

    # Mapping defines equality and so loses the hash; the texts never change.
    def __hash__(self) -> int:
        return hash(frozenset(self._texts.items()))

    def __repr__(self) -> str:
        return f"LocalizedText({self._texts!r})"
