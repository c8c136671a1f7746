"""Rulings as their files state them: shared text once, and what differs in each box."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.datafiles.reader import Table, Values
from companion.datafiles.schema import Rule, choice, integer, list_of, pattern, text
from companion.datafiles.text import Lines, LocalizedText
from companion.rulings.base import LONGEST_VERDICT, RULE, RulingBase
from companion.rulings.ruling import Basis, Topic

BASES: tuple[Basis, ...] = ("explicit", "implied", "silent", "contradiction")
WITH_DEFAULT_VERDICT = {"silent", "contradiction"}  # base.toml has what is read aloud
MOST_RELATED = 5

NAME, QUESTION, TEXT = text(60), text(160), text(600)
VERDICT = text(3 * LONGEST_VERDICT)  # as it is written: with its placeholders filled it is shorter
LINES: Rule[Lines] = list_of(integer(1), least=0)


@dataclass(frozen=True, slots=True)
class Stated:
    """What a box states of a ruling, merged over what all boxes share; placeholders unfilled."""

    basis: Basis
    question: LocalizedText
    verdict: LocalizedText | None
    text: LocalizedText
    custom: LocalizedText | None
    readings: tuple[LocalizedText, ...]
    lines: Lines


@dataclass(frozen=True, slots=True)
class StatedRuling:
    """A ruling of a file; `boxes` has those it concerns, `table` names the place of a fault."""

    rule: str
    topic: str
    also: tuple[str, ...]
    cards: tuple[str, ...]
    related: tuple[str, ...]
    boxes: Mapping[str, Stated]
    table: Table


def read_topic(topic: str, table: Table, base: RulingBase) -> tuple[Topic, list[StatedRuling]]:
    """Read the file of a topic; return the topic and its rulings, in the order of the file."""
    table.required("topic", choice((topic,), topic))
    read = Topic(topic, table.text("name", NAME), table.text("about", QUESTION))
    table.read_keys.add("rulings")
    stated = table.values.get("rulings")
    if not isinstance(stated, list) or not stated:
        table.add_fault("must be a list of rulings", "rulings")
        stated = []
    # The path of a fault names the rule rather than its place in the file.
    rulings = [
        _read_ruling(
            Table(table.file, ("rulings", str(values.get("rule", place))), values, table.faults),
            topic,
            base,
        )
        for place, values in enumerate(stated, start=1)
        if isinstance(values, Mapping)
    ]
    table.close()
    return read, rulings


def _read_ruling(table: Table, topic: str, base: RulingBase) -> StatedRuling:
    other_topics = tuple(other for other in base.topics if other != topic)
    shared = {key: value for key, value in table.values.items() if key in Stated.__slots__}
    with table.section("in") as boxes:
        for box in boxes.values:
            if box not in base.sheets:
                boxes.add_fault("is no box we know", box)
        if not boxes.values:
            boxes.add_fault("must name a box")
        stated = {
            box: _read_stated(boxes, box, shared, base)
            for box in base.sheets
            if box in boxes.values
        }
    ruling = StatedRuling(
        rule=table.required("rule", RULE),
        topic=topic,
        also=table.optional("also", list_of(choice(other_topics, ""), least=0)),
        cards=table.optional("cards", list_of(pattern(r"[a-z0-9-]+", "must be a card"), least=0)),
        related=table.required("related", list_of(RULE, most=MOST_RELATED)),
        boxes=stated,
        table=table,
    )
    # What all boxes share was read with each of them; `lines` belong to one sheet.
    table.read_keys |= shared.keys() - {"lines"}
    table.close()
    return ruling


def _read_stated(boxes: Table, box: str, shared: Values, base: RulingBase) -> Stated:
    """Read what a box states of a ruling, and refuse it if it lacks what its basis needs."""
    with boxes.section(box) as table:
        inherited = dict(shared)
        if table.values.get("basis", shared.get("basis")) != shared.get("basis"):
            # What goes with the shared basis does not go with another one.
            inherited.pop("readings", None)
            if table.values["basis"] in WITH_DEFAULT_VERDICT:
                inherited.pop("verdict", None)
        # A text is replaced in all its languages: a shared French one may say something else.
        table.values = {**inherited, **table.values}
        basis = table.required("basis", choice(BASES, "explicit"))
        readings: tuple[LocalizedText, ...] = ()
        if "readings" in table.values:
            with table.section("readings") as section:
                by_language = section.by_language(list_of(TEXT, least=2))
                if len({len(texts) for texts in by_language.values()}) > 1:
                    section.add_fault("must be as many in every language")
            readings = tuple(
                LocalizedText(dict(zip(by_language, texts, strict=True)))
                for texts in zip(*by_language.values(), strict=False)
            )
        stated = Stated(
            basis=basis,
            lines=table.required("lines", LINES),
            question=table.text("question", QUESTION),
            verdict=_optional_text(table, "verdict", VERDICT) or base.verdicts.get(basis),
            text=table.text("text", TEXT),
            custom=_optional_text(table, "custom", TEXT),
            readings=readings,
        )
        length = base.sheets[box].length
        if any(line > length for line in stated.lines):
            table.add_fault(f"must be lines of a sheet of {length} lines", "lines")
        if stated.verdict is None:
            table.add_fault("is missing", "verdict")
        if basis == "silent" and stated.custom is None:
            message = "is missing: where the sheet is silent, say what is played"
            table.add_fault(message, "custom")
        if (basis == "contradiction") != bool(stated.readings):
            table.add_fault("go with a contradiction, and only there", "readings")
        if basis == "explicit" and not stated.lines:
            table.add_fault("are missing: where does the sheet say so?", "lines")
    return stated


def _optional_text(table: Table, key: str, rule: Rule[str]) -> LocalizedText | None:
    return table.text(key, rule) if key in table.values else None
