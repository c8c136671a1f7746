"""Readers of base.toml (data shared by all rulings) and sheets.toml (leaflets)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from companion.datafiles.reader import ID, RULE, Table, Values, choice, integer, list_of, text
from companion.datafiles.text import LANGUAGES, Lines, LocalizedText
from companion.rulings.first_turn import FirstTurnStep, read_first_turn
from companion.rulings.history import History
from companion.rulings.place import PLACE, Headings, PlacePhrases, read_places
from companion.rulings.ruling import Box
from companion.rulings.source import Source, read_source
from companion.rulings.statement import StatedStatement, read_statements

RESERVED = {"cards", "compare", "search", "source"}
LONGEST_SECTION = 40
LONGEST_HEADING = 80
LONGEST_VERDICT = 60

_PASSAGE = re.compile(r"(\d{1,4})(?:-(\d{1,4}))?")
_NUMBERS = list_of(integer(1), least=0)
_HEADINGS = list_of(text(LONGEST_HEADING))


@dataclass(frozen=True, slots=True)
class Likeness:
    """Passages that a leaflet shares with that of `box`, whose rulings it then inherits.

    `lines` maps line numbers of the other leaflet to those of this one.
    """

    box: str
    lines: Mapping[int, int]
    steps: Mapping[str, str]  # headings of the other leaflet -> those of this one

    def adapted(self, stated: Values) -> dict[str, object]:
        """Return the other box's values of a ruling with lines and places of this leaflet."""
        adapted = dict(stated)
        lines = [self.lines.get(line) for line in _NUMBERS.check(stated.get("lines")) or ()]
        place = PLACE.check(stated.get("place"))
        adapted["lines"] = lines
        if place is not None:
            adapted["place"] = [[self._step(step) for step in passage] for passage in place]
        # If this leaflet lacks a passage, its box must state its own lines and place.
        if None in lines:
            del adapted["lines"]
            adapted.pop("place", None)
        readings = stated.get("readings")
        if isinstance(readings, list):
            adapted["readings"] = [self.adapted(r) for r in readings if isinstance(r, Mapping)]
        return adapted

    def _step(self, step: str) -> str:
        after, heading = "after " if step.startswith("after ") else "", step.removeprefix("after ")
        return after + " and ".join(self.steps.get(name, name) for name in heading.split(" and "))


@dataclass(frozen=True, slots=True)
class LeafletOutline:
    """Leaflet with its number of lines and its sections (first line, name) in order."""

    length: int
    sections: tuple[tuple[int, LocalizedText], ...]
    headings: Headings
    source: Source
    like: Likeness | None

    def section(self, lines: Lines) -> LocalizedText | None:
        """Return the names of the sections that contain these lines, None if there are none."""
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
    """Data shared by all rulings: topics in order, boxes, leaflets and default verdicts."""

    topics: tuple[str, ...]
    topic_groups: Mapping[str, LocalizedText]  # headings of lists of topics, in display order
    first_turn: tuple[FirstTurnStep, ...]
    languages: Mapping[str, LocalizedText]  # names of the languages of leaflets
    verdicts: Mapping[str, LocalizedText]  # by basis
    elsewhere: LocalizedText  # with placeholder `{boxes}`
    cards: Mapping[str, tuple[str, ...]]  # by card, the rulings that summarize it
    groups: tuple[tuple[str, ...], ...]  # ruling groups, each shown as one answer
    boxes: Mapping[str, Box]
    leaflets: Mapping[str, LeafletOutline]
    places: PlacePhrases
    history: History
    statements: Mapping[str, list[StatedStatement]]  # by rule


def read_ruling_base(
    tables: Mapping[str, Table], boxes: Mapping[str, Box], history: History
) -> RulingBase:
    places = read_places(tables["places"])
    leaflets = _read_leaflets(tables["sheets"], boxes, places)
    table = tables["base"]
    bases = ("silent", "contradiction", "not-in-edition")
    verdicts = table.texts("verdicts", text(LONGEST_VERDICT), *bases)
    topic_groups = table.texts("topic_groups", text(LONGEST_SECTION))
    languages = table.texts("languages", text(LONGEST_SECTION))
    for box, leaflet in leaflets.items():
        if leaflet.source.language not in languages:
            message = f"is missing: the leaflet of {box} is in this language"
            table.add_fault(message, "languages", leaflet.source.language)
    with table.section("cards") as stated:
        cards = {card: stated.required(card, list_of(RULE)) for card in stated.values}
    base = RulingBase(
        topics=table.required("topics", list_of(ID)),
        topic_groups=topic_groups,
        first_turn=read_first_turn(table),
        languages=languages,
        verdicts=verdicts,
        elsewhere=table.text("elsewhere", text(200)),
        cards=cards,
        groups=table.optional("groups", list_of(list_of(RULE, least=2), least=0)),
        boxes=boxes,
        leaflets=leaflets,
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


def _read_leaflets(
    table: Table, boxes: Mapping[str, Box], places: PlacePhrases
) -> Mapping[str, LeafletOutline]:
    with table.section("sections") as sections:
        names = {key: sections.text(key, text(LONGEST_SECTION)) for key in sections.values}
        for key in names:
            if ID.check(key) is None:
                sections.add_fault(ID.message, key)
    leaflets: dict[str, LeafletOutline] = {}
    with table.section("sheets") as stated:
        for box in stated.values:
            languages = boxes[box].languages if box in boxes else ()
            if not languages:
                stated.add_fault("is no box of editions/ with a leaflet", box)
                continue
            with stated.section(box) as sheet:
                length = sheet.required("length", integer(1))
                line = integer(1, max(length, 1))
                starts = [(sheet.required(k, line), names[k]) for k in sheet.values if k in names]
                headings = _read_headings(sheet, languages)
                source = read_source(sheet, languages, headings, places)
                lengths = {other: before.length for other, before in leaflets.items()}
                like = _read_likeness(sheet, length, lengths)
            starts.sort(key=lambda start: start[0])
            leaflets[box] = LeafletOutline(length, tuple(starts), headings, source, like)
    table.close()
    return leaflets


def _read_headings(sheet: Table, languages: tuple[str, ...]) -> Headings:
    """Return the printed headings by that in the leaflet's first language.

    A heading of another language remains as it is: only that side may have the words of a passage.
    """
    first, *others = languages
    if not others:
        printed = {first: sheet.required("headings", _HEADINGS)}
    else:
        with sheet.section("headings") as stated:
            printed = {language: stated.required(language, _HEADINGS) for language in languages}
    if len({*map(len, printed.values())}) > 1:
        sheet.add_fault("must be as many in every language, in the same order", "headings")
    of_readers = {language: printed.get(language, printed[first]) for language in LANGUAGES}
    named = {heading: LocalizedText.same(heading) for own in printed.values() for heading in own}
    return named | {
        heading: LocalizedText({language: each[at] for language, each in of_readers.items()})
        for at, heading in enumerate(printed[first][: min(map(len, printed.values()))])
    }


def _read_likeness(sheet: Table, length: int, lengths: Mapping[str, int]) -> Likeness | None:
    """Read `like` of a leaflet of `length` lines, None if absent; `lengths` is by earlier box."""
    if "like" not in sheet.values:
        return None
    lines: dict[int, int] = {}
    with sheet.section("like") as like:
        box = like.required("box", choice(tuple(lengths), ""))
        with like.section("lines") as passages:
            for passage in passages.values:
                first_here = passages.required(passage, integer(1))
                found = _PASSAGE.fullmatch(passage)
                there = range(int(found[1]), int(found[2] or found[1]) + 1) if found else range(0)
                here = range(first_here, first_here + len(there))
                if not there or there[-1] > lengths.get(box, 0) or here[-1] > length:
                    message = (
                        "must be lines there, such as 11-33, and the line here that they begin at"
                    )
                    passages.add_fault(message, passage)
                lines |= zip(there, here, strict=True)
        with like.section("steps") as steps:
            named = {step: steps.required(step, text(80)) for step in steps.values}
    return Likeness(box, lines, named)
