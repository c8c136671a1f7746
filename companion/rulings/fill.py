"""What stands between braces in a text, taken from the box it is about."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from companion.datafiles.reader import Table
from companion.datafiles.text import LocalizedText

_BRACES = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class Filler:
    """Fills the texts of one ruling from the facts of one box; what is not known is a fault."""

    facts: Mapping[str, LocalizedText]
    table: Table
    edition: str

    def words(self, text: LocalizedText, key: str) -> LocalizedText:
        """Fill a text that stands at a key of the ruling, in every language."""
        return LocalizedText({lang: self._filled(said, lang, key) for lang, said in text.items()})

    def _filled(self, text: str, language: str, key: str) -> str:
        def value(braces: re.Match[str]) -> str:
            known = self.facts.get(braces[1])
            if known is None:
                says = f"{braces[0]} is nothing that {self.edition} knows"
                self.table.fault(says, key, language)
            return known.localized(language) if known else braces[0]

        filled = _BRACES.sub(value, text)
        if "{" in _BRACES.sub("", text) or "}" in _BRACES.sub("", text):
            self.table.fault("has a brace alone", key, language)
        return filled
