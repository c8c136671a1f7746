"""What all rulings share (base.toml), and the rule sheets they refer to (sheets.toml)."""

from collections.abc import Container, Mapping
from dataclasses import dataclass

from companion.datafiles.reader import Table
from companion.datafiles.schema import ID, integer, list_of, pattern, text
from companion.datafiles.text import LANGUAGES, Lines, LocalizedText
from companion.game.rounds import RULE_PATTERN
from companion.rulings.history import History
from companion.rulings.likeness import Likeness, read_likeness
from companion.rulings.place import PlacePhrases
from companion.rulings.ruling import Box
from companion.rulings.source import Source, read_source
from companion.rulings.statement import StatedStatement, read_statements

RESERVED = {"cards", "compare", "search", "source"}
LONGEST_SECTION = 40
LONGEST_HEADING = 80
LONGEST_VERDICT = 60

RULE = pattern(RULE_PATTERN, "must be a rule such as stack.2on2")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A rule sheet: its number of lines, and the first line of each section, in order."""

    length: int
    sections: tuple[tuple[int, LocalizedText], ...]
    headings: tuple[str, ...]  # as they are printed in it
    source: Source
    like: Likeness | None

    def section(self, lines: Lines) -> LocalizedText | None:
        """Return the names of the sections that these lines are in, each once."""
        named: dict[LocalizedText, None] = {}
        for line in sorted(lines):
            started = [name for first, name in self.sections if first <= line]
            if started:
                named[started[-1]] = None
        if not named:
            return None
        return LocalizedText(
            {code: " · ".join(name.localized(code) for name in named) for code in LANGUAGES}
        )


@dataclass(frozen=True, slots=True)
class RulingBase:
    """The order of the topics, the boxes and their sheets, and the texts where no sheet has one."""

    topics: tuple[str, ...]
    verdicts: Mapping[str, LocalizedText]  # by basis
    elsewhere: LocalizedText  # holds `{boxes}`
    cards: Mapping[str, tuple[str, ...]]  # the rules that say in short what a card does
    groups: tuple[tuple[str, ...], ...]  # the rules that are one answer
    boxes: Mapping[str, Box]
    sheets: Mapping[str, Sheet]
    places: PlacePhrases
    history: History
    statements: Mapping[str, list[StatedStatement]]  # by rule


def read_ruling_base(
    tables: Mapping[str, Table],
    boxes: Mapping[str, Box],
    sheets: Mapping[str, Sheet],
    places: PlacePhrases,
    history: History,
) -> RulingBase:
    table = tables["base"]
    with table.section("verdicts") as stated:
        verdicts = {
            basis: stated.text(basis, text(LONGEST_VERDICT))
            for basis in ("silent", "contradiction", "not-in-edition")
        }
    with table.section("cards") as stated:
        cards = {card: stated.required(card, list_of(RULE)) for card in stated.values}
    base = RulingBase(
        topics=table.required("topics", list_of(ID)),
        verdicts=verdicts,
        elsewhere=table.text("elsewhere", text(200)),
        cards=cards,
        groups=table.optional("groups", list_of(list_of(RULE, least=2), least=0)),
        boxes=boxes,
        sheets=sheets,
        places=places,
        history=history,
        statements=read_statements(tables["statements"]),
    )
    for topic in RESERVED & {*base.topics}:
        table.add_fault(
            f"{topic} stands in addresses where a topic does: name it otherwise", "topics"
        )
    table.close()
    return base


def read_sheets(table: Table, boxes: Container[str], places: PlacePhrases) -> Mapping[str, Sheet]:
    with table.section("sections") as sections:
        names = {key: sections.text(key, text(LONGEST_SECTION)) for key in sections.values}
        for key in names:
            if ID.check(key) is None:
                sections.add_fault(ID.message, key)
    sheets: dict[str, Sheet] = {}
    with table.section("sheets") as stated:
        for box in stated.values:
            if box not in boxes:
                stated.add_fault("is no box of editions/", box)
                continue
            with stated.section(box) as sheet:
                length = sheet.required("length", integer(1))
                line = integer(1, max(length, 1))
                starts = [(sheet.required(k, line), names[k]) for k in sheet.values if k in names]
                headings = sheet.required("headings", list_of(text(LONGEST_HEADING)))
                source = read_source(sheet, headings, places)
                lengths = {other: before.length for other, before in sheets.items()}
                like = read_likeness(sheet, length, lengths)
            starts.sort(key=lambda start: start[0])
            sheets[box] = Sheet(length, tuple(starts), headings, source, like)
    table.close()
    return sheets
