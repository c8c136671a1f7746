"""What facts are said in: both languages, and lines of a rule sheet."""

from dataclasses import dataclass

Lines = tuple[int, ...]  # lines of a rule sheet, counted from 1; empty: the sheet does not say it


@dataclass(frozen=True, slots=True)
class LocalizedText:
    """The same words in both languages."""

    en: str
    fr: str

    def in_(self, language: str) -> str:
        """Give them in a language (`en`, `fr`); English for any other."""
        return self.fr if language == "fr" else self.en
