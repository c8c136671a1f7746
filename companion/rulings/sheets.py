"""The rule sheets: how long each is, and which part of it a line stands in."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.datafiles.reader import Table
from companion.datafiles.schema import ID, text, whole
from companion.datafiles.text import Lines, LocalizedText

LONGEST_SECTION = 40


@dataclass(frozen=True, slots=True)
class Sheet:
    """A rule sheet: its number of lines, and the first line of each part, in order."""

    length: int
    parts: tuple[tuple[int, LocalizedText], ...]

    def section(self, lines: Lines) -> LocalizedText | None:
        """Name the part that the first of these lines stands in."""
        started = [name for first, name in self.parts if lines and first <= lines[0]]
        return started[-1] if started else None


def read_sheets(table: Table) -> Mapping[str, Sheet]:
    """Read sheets.toml: the sheets by box, the boxes in their order."""
    with table.part("sections") as sections:
        names = {key: sections.words(key, text(LONGEST_SECTION)) for key in sections.values}
        for key in names:
            if ID.reads(key) is None:
                sections.fault(ID.says, key)
    with table.part("sheets") as sheets:
        read = {box: _sheet(sheets, box, names) for box in sheets.values}
    table.close()
    return read


def _sheet(sheets: Table, box: str, names: Mapping[str, LocalizedText]) -> Sheet:
    with sheets.part(box) as table:
        length = table.take("length", whole(1))
        a_line = whole(1, max(length, 1))
        parts = [(table.take(key, a_line), names[key]) for key in table.values if key in names]
    return Sheet(length, tuple(sorted(parts, key=lambda part: part[0])))
