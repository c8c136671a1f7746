"""Positions in a printed leaflet, described in every language.

A place is a list of passages; a passage is a list of steps from the heading inwards:
`["Fin d'une manche", "paragraph 3", "sentence 1-2"]`. A step is a heading as printed, a counted
unit (`sentence 2`, `line 1,3`, `item 4-7`, `paragraph last`), a phrase of places.toml, `after`
another step, two headings joined by `and`, or `(words)` quoted from the leaflet.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from companion.datafiles.reader import Rule, Table, list_of, text
from companion.datafiles.text import DEFAULT_LANGUAGE, LANGUAGES, LocalizedText

Passage = tuple[str, ...]
Place = tuple[Passage, ...]
# By heading in the leaflet's first language: that heading as printed for readers by language.
Headings = Mapping[str, LocalizedText]

_PHRASE = text(60)
_BETWEEN: Rule[str] = Rule("must be a text", lambda v: v if isinstance(v, str) else None, "")
_COUNTED = re.compile(r"(\w+) ((?:\d+|last)(?:[,-](?:\d+|last))*)")

PLACE: Rule[Place] = list_of(list_of(text(80)), least=0)


class UnknownStepError(ValueError):
    """Step of a place that is neither a heading of the leaflet nor known to places.toml."""


@dataclass(frozen=True, slots=True)
class Unit:
    """Counted unit of a leaflet, such as a sentence or an item, with its phrases."""

    one: LocalizedText
    many: LocalizedText
    last: LocalizedText
    ordinals: Mapping[str, tuple[str, ...]]

    def ordinal(self, number: str, language: str) -> str:
        """Return an ordinal such as "2nd" for "2", or the word for `last`."""
        if number == "last":
            return self.last.localized(language)
        ordinals = self.ordinals.get(language, self.ordinals[DEFAULT_LANGUAGE])
        return ordinals[min(int(number), len(ordinals)) - 1].format(number)


@dataclass(frozen=True, slots=True)
class PlacePhrases:
    """Phrases of places.toml by key, some with `{}` placeholders, to describe places."""

    phrases: Mapping[str, LocalizedText]
    nowhere: Mapping[str, LocalizedText]
    steps: Mapping[str, LocalizedText]
    units: Mapping[str, Unit]
    remarks: tuple[str, ...]  # headings of remarks that belong to the entry above them

    def describe(self, place: Place, headings: Headings) -> LocalizedText:
        """Return a place described in all languages, or raise `UnknownStepError`."""
        return self._in_all_languages(lambda language: self._passages(place, headings, language))

    def nearest(self, kind: str, near: LocalizedText) -> LocalizedText:
        nowhere = self.nowhere[kind]
        if not near[DEFAULT_LANGUAGE]:
            return nowhere
        return self.joined("nearest", nowhere, near)

    def joined(self, key: str, *parts: LocalizedText) -> LocalizedText:
        return self._in_all_languages(
            lambda language: self._phrase(key, language, *(p.localized(language) for p in parts))
        )

    def _in_all_languages(self, say: Callable[[str], str]) -> LocalizedText:
        return LocalizedText({language: say(language) for language in LANGUAGES})

    def _phrase(self, key: str, language: str, *parts: str) -> str:
        return self.phrases[key].localized(language).format(*parts)

    def _passages(self, place: Place, headings: Headings, language: str) -> str:
        said = ""
        for before, passage in pairwise(((), *place)):
            # Omit the heading if the previous passage has the same one.
            same = before[:1] == passage[:1]
            steps = self._steps(passage, headings, language)[same:]
            between = self._phrase("passages" if same else "parts", language) if said else ""
            said += between + self._phrase("steps", language).join(steps)
        return said

    def _steps(self, passage: Passage, headings: Headings, language: str) -> list[str]:
        said: list[str] = []
        entry = False  # whether the previous step is a heading below another
        for step in passage:
            if step in self.remarks and step in headings and entry:
                remark = self._step(step, headings, language)
                said[-1] = self._phrase("under", language, remark, said[-1])
            elif step.startswith("(") and step.endswith(")") and said:
                words = self._phrase("heading", language, step[1:-1])
                said[-1] = self._phrase("words", language, said[-1], words)
            else:
                said.append(self._step(step, headings, language))
            # The first heading names a part of the leaflet, later headings an entry in it.
            entry = step in headings and step != passage[0]
        return said

    def _step(self, step: str, headings: Headings, language: str) -> str:
        quoted = [
            self._phrase("heading", language, headings[name].localized(language))
            for name in ([step] if step in headings else step.split(" and "))
            if name in headings
        ]
        if step in headings:
            return quoted[0]
        if len(quoted) > 1:
            return self._phrase("both_headings", language, *quoted)
        if step.startswith("after "):
            passed = self._step(step.removeprefix("after "), headings, language)
            return self._phrase("after", language, passed)
        if step in self.steps:
            return self.steps[step].localized(language)
        counted = _COUNTED.fullmatch(step)
        if not counted or counted[1] not in self.units:
            raise UnknownStepError(step)
        return self._counted(self.units[counted[1]], counted[2], language)

    def _counted(self, unit: Unit, numbers: str, language: str) -> str:
        if "-" in numbers:
            first, last = (unit.ordinal(number, language) for number in numbers.split("-"))
            return unit.many.localized(language).format(self._phrase("to", language, first, last))
        *others, end = (unit.ordinal(number, language) for number in numbers.split(","))
        if not others:
            return unit.one.localized(language).format(end)
        listed = self._phrase("listed", language).join(others)
        return unit.many.localized(language).format(self._phrase("and", language, listed, end))


def read_place(table: Table, headings: Headings, places: PlacePhrases) -> LocalizedText:
    """Return the description of a table's `place`, empty with a fault if a step is unknown."""
    try:
        return places.describe(table.required("place", PLACE), headings)
    except UnknownStepError as unknown:
        message = f"{unknown} is no heading of this sheet and no step of places.toml"
        table.add_fault(message, "place")
        return LocalizedText.same("")


def read_places(table: Table) -> PlacePhrases:
    phrases = {
        key: table.text(key, _PHRASE)
        for key in (
            *("heading", "both_headings", "under", "after", "words"),
            *("against", "nearest", "not_here"),
        )
    }
    phrases |= table.texts("between", _BETWEEN, "passages", "parts", "steps")
    phrases |= table.texts("ranges", _BETWEEN, "listed", "and", "to")
    nowhere = table.texts("nowhere", _PHRASE, "leaflet", "article")
    steps = table.texts("steps", _PHRASE)
    remarks = table.required("remarks", list_of(_PHRASE))
    units = {}
    with table.section("units") as stated:
        for key in stated.values:
            with stated.section(key) as unit, unit.section("ordinals") as ordinals:
                units[key] = Unit(
                    one=unit.text("one", _PHRASE),
                    many=unit.text("many", _PHRASE),
                    last=unit.text("last", _PHRASE),
                    ordinals=ordinals.by_language(list_of(_PHRASE)),
                )
    table.close()
    return PlacePhrases(phrases, nowhere, steps, units, remarks)
