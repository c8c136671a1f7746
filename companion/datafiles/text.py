"""Languages of the app, texts by language, and leaflet lines."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

Lines = tuple[int, ...]  # leaflet lines, counted from 1; empty if the leaflet is silent

TRANSLATIONS = Path(__file__).parents[1] / "translations"
DEFAULT_LANGUAGE = "en"  # each text exists in English


@dataclass(frozen=True, slots=True)
class Language:
    """Language of the app, with its name in itself, and its number and date formats."""

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
    """Text by language; English always exists, other languages are optional."""

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

    # Mapping defines __eq__, which removes the default hash; texts are never changed.
    def __hash__(self) -> int:
        return hash(frozenset(self._texts.items()))

    def __repr__(self) -> str:
        return f"LocalizedText({self._texts!r})"
