"""Rulings as their files state them: shared text once, and what differs in each box."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.datafiles.reader import Table, Values
from companion.datafiles.schema import Rule, listed, one_of, shaped, text, whole
from companion.datafiles.text import Lines, LocalizedText
from companion.rulings.base import LONGEST_VERDICT, RULE, Base
from companion.rulings.ruling import Basis, Topic

BASES: tuple[Basis, ...] = ("explicit", "implied", "silent", "contradiction")
SAID_BY_BASIS = {"silent", "contradiction"}  # what is read aloud, where nothing else is said
MOST_RELATED = 5
LONGEST_NAME = 60
LONGEST_QUESTION = 160
LONGEST_TEXT = 600

NAME, QUESTION, TEXT = text(LONGEST_NAME), text(LONGEST_QUESTION), text(LONGEST_TEXT)
VERDICT = text(3 * LONGEST_VERDICT)  # as it is written: what its braces become may be shorter
LINES: Rule[Lines] = listed(whole(1), least=0)


@dataclass(frozen=True, slots=True)
class Stated:
    """What a box states of a ruling, laid over what all boxes share; braces are not yet filled."""

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


def read_topic(topic: str, table: Table, base: Base) -> tuple[Topic, list[StatedRuling]]:
    """Read the file of a topic."""
    table.take("topic", one_of((topic,), topic))
    read = Topic(topic, table.words("name", NAME), table.words("about", QUESTION))
    rulings = [_ruling(each, topic, base) for each in _tables(table)]
    table.close()
    return read, rulings


def _tables(table: Table) -> list[Table]:
    """Open the rulings of a file, each at a path of its own rule."""
    table.asked.add("rulings")
    stated = table.values.get("rulings")
    if not isinstance(stated, list) or not stated:
        table.fault("must be a list of rulings", "rulings")
        return []
    return [
        Table(table.file, ("rulings", str(each.get("rule", place))), each, table.faults)
        for place, each in enumerate(stated, start=1)
        if isinstance(each, Mapping)
    ]


def _ruling(table: Table, topic: str, base: Base) -> StatedRuling:
    others = tuple(each for each in base.topics if each != topic)
    read = StatedRuling(
        rule=table.take("rule", RULE),
        topic=topic,
        also=table.maybe("also", listed(one_of(others, ""), least=0)),
        cards=table.maybe("cards", listed(shaped(r"[a-z0-9-]+", "must be a card"), least=0)),
        related=table.take("related", listed(RULE, most=MOST_RELATED)),
        boxes=_boxes(table, base),
        table=table,
    )
    # What stands above the boxes was read with each of them.
    table.asked |= {"basis", "question", "verdict", "text", "custom", "readings"}
    table.close()
    return read


def _boxes(table: Table, base: Base) -> Mapping[str, Stated]:
    shared = {key: value for key, value in table.values.items() if key in Stated.__slots__}
    with table.part("in") as boxes:
        for box in boxes.values:
            if box not in base.sheets:
                boxes.fault("is no box we know", box)
        if not boxes.values:
            boxes.fault("must name a box")
        return {
            box: _stated(boxes, box, shared, base) for box in base.sheets if box in boxes.values
        }


def _stated(boxes: Table, box: str, shared: Values, base: Base) -> Stated:
    with boxes.part(box) as table:
        table.values = _laid(table.values, shared)
        basis = table.take("basis", one_of(BASES, "explicit"))
        lines = table.take("lines", LINES)
        length = base.sheets[box].length
        if any(line > length for line in lines):
            table.fault(f"must be lines of a sheet of {length} lines", "lines")
        stated = Stated(
            basis=basis,
            question=table.words("question", QUESTION),
            verdict=_maybe(table, "verdict", VERDICT) or base.verdicts.get(basis),
            text=table.words("text", TEXT),
            custom=_maybe(table, "custom", TEXT),
            readings=_readings(table),
            lines=lines,
        )
        _refuse_lacking(table, stated)
    return stated


def _laid(own: Values, shared: Values) -> Values:
    """Lay what a box states over what all share, a text always in both its languages.

    What goes with the shared basis does not go with another one.
    """
    kept = dict(shared)
    if own.get("basis", shared.get("basis")) != shared.get("basis"):
        kept.pop("readings", None)
        if own["basis"] in SAID_BY_BASIS:
            kept.pop("verdict", None)
    return {**kept, **own}


def _refuse_lacking(table: Table, stated: Stated) -> None:
    """Refuse what a basis needs and does not have."""
    if stated.verdict is None:
        table.fault("is missing", "verdict")
    if stated.basis == "silent" and stated.custom is None:
        table.fault("is missing: where the sheet is silent, say what is played", "custom")
    if (stated.basis == "contradiction") != bool(stated.readings):
        table.fault("go with a contradiction, and only there", "readings")
    if stated.basis == "explicit" and not stated.lines:
        table.fault("are missing: where does the sheet say so?", "lines")


def _maybe(table: Table, key: str, rule: Rule[str]) -> LocalizedText | None:
    return table.words(key, rule) if key in table.values else None


def _readings(table: Table) -> tuple[LocalizedText, ...]:
    if "readings" not in table.values:
        return ()
    two = listed(TEXT, least=2)
    with table.part("readings") as stated:
        readings = stated.by_language(two)
        if len({len(said) for said in readings.values()}) > 1:
            stated.fault("must be as many in every language")
    return tuple(
        LocalizedText(dict(zip(readings, said, strict=True)))
        for said in zip(*readings.values(), strict=False)
    )
