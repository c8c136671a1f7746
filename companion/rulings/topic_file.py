"""Reader of topic files, whose rulings have shared values and each box's differences."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial, reduce

from companion.datafiles.reader import (
    ID,
    IS_TRUE,
    RULE,
    Rule,
    Table,
    Values,
    choice,
    integer,
    list_of,
    pattern,
    text,
)
from companion.datafiles.text import DEFAULT_LANGUAGE, Lines, LocalizedText
from companion.rulings.base import LONGEST_VERDICT, RulingBase
from companion.rulings.place import read_place
from companion.rulings.ruling import ASPECTS, Basis, LeafletPosition, Reading, Topic

BASES: tuple[Basis, ...] = ("explicit", "implied", "silent", "contradiction")
WITH_DEFAULT_VERDICT = {"silent", "contradiction"}  # bases whose verdict is in base.toml
MOST_RELATED = 5
SHARED = {"basis", "question", "verdict", "text", "custom", "popular"}  # keys shared by all boxes

NAME, QUESTION, TEXT = text(60), text(160), text(600)
VERDICT = text(3 * LONGEST_VERDICT)  # limit with placeholders, which are longer than their values
LINES: Rule[Lines] = list_of(integer(1), least=0)


@dataclass(frozen=True, slots=True)
class Stated:
    """Values of a ruling for one box, with shared ones, before placeholders are filled."""

    basis: Basis
    question: LocalizedText
    verdict: LocalizedText | None
    text: LocalizedText
    custom: LocalizedText | None
    popular: bool
    readings: tuple[Reading, ...]
    sheet: LeafletPosition


@dataclass(frozen=True, slots=True)
class StatedRuling:
    """Ruling of a topic file, with its values by box; faults are added to `table`."""

    rule: str
    topic: str
    also: tuple[str, ...]
    cards: tuple[str, ...]
    related: tuple[str, ...]
    boxes: Mapping[str, Stated]
    table: Table


def read_topic(topic: str, table: Table, base: RulingBase) -> tuple[Topic, list[StatedRuling]]:
    """Read a topic file; return the topic and its rulings in file order."""
    table.required("topic", choice((topic,), topic))
    read = Topic(
        topic,
        name=table.text("name", NAME),
        about=table.text("about", QUESTION),
        aspect=table.required("aspect", choice(ASPECTS, "disputes")),
        group=table.required("group", choice(tuple(base.topic_groups), "")),
        colour=table.optional("colour", ID),
    )
    table.read_keys.add("rulings")
    stated = table.values.get("rulings")
    if not isinstance(stated, list) or not stated:
        table.add_fault("must be a list of rulings", "rulings")
        stated = []
    # Paths of faults name a ruling by its id instead of its index.
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
    cards = table.optional("cards", list_of(pattern(r"[a-z0-9-]+", "must be a card"), least=0))
    shared = {key: value for key, value in table.values.items() if key in SHARED}
    stated: dict[str, Values] = {}
    read: dict[str, Stated] = {}
    with table.section("in") as boxes:
        for box in boxes.values:
            if box not in base.leaflets:
                boxes.add_fault("is no box we know", box)
        if not boxes.values:
            boxes.add_fault("must name a box")
        # Leaflets are in order, so the leaflet that `like` names has been read already.
        for box, leaflet in base.leaflets.items():
            inherited: Values = shared
            if leaflet.like and leaflet.like.box in stated and base.boxes[box].is_concerned(cards):
                inherited = leaflet.like.adapted(stated[leaflet.like.box])
            elif box not in boxes.values:
                continue
            with boxes.section(box) as own:
                own.values = stated[box] = _over(inherited, own.values)
                read[box] = _read_stated(own, box, base)
    ruling = StatedRuling(
        rule=table.required("rule", RULE),
        topic=topic,
        also=table.optional("also", list_of(choice(other_topics, ""), least=0)),
        cards=cards,
        related=table.required("related", list_of(RULE, most=MOST_RELATED)),
        boxes=read,
        table=table,
    )
    # The shared keys count as read, as they were read with each box.
    table.read_keys |= shared.keys()
    table.close()
    return ruling


def _over(inherited: Values, own: Values) -> Values:
    inherited = dict(inherited)
    basis = own.get("basis", inherited.get("basis"))
    if basis != inherited.get("basis"):
        # Inherited readings and default verdicts belong to another basis, so they are dropped.
        inherited.pop("readings", None)
        if basis in WITH_DEFAULT_VERDICT:
            inherited.pop("verdict", None)
    if "readings" in own:  # each reading states its own place
        inherited.pop("place", None)
    # A text is replaced in all languages, as an inherited French one may differ in meaning.
    stated = {**inherited, **own}
    if stated.get("custom") is False:  # false, as the leaflet itself has this rule
        del stated["custom"]
    return stated


def _read_stated(table: Table, box: str, base: RulingBase) -> Stated:
    """Read a ruling's values for one box, with faults if its basis requires others."""
    basis = table.required("basis", choice(BASES, "explicit"))
    readings = _read_readings(table, box, base)
    if readings:
        place = reduce(partial(base.places.joined, "against"), (r.sheet.place for r in readings))
    else:
        place = read_place(table, base.leaflets[box].headings, base.places)
        if basis == "silent":
            place = base.places.nearest(base.leaflets[box].source.kind, place)
    stated = Stated(
        basis=basis,
        sheet=_position(table, box, base, place),
        question=table.text("question", QUESTION),
        verdict=_optional_text(table, "verdict", VERDICT) or base.verdicts.get(basis),
        text=table.text("text", TEXT),
        custom=_optional_text(table, "custom", TEXT),
        popular=table.optional("popular", IS_TRUE),
        readings=readings,
    )
    if stated.verdict is None:
        table.add_fault("is missing", "verdict")
    if basis == "silent" and stated.custom is None:
        message = "is missing: where the sheet is silent, say what is played"
        table.add_fault(message, "custom")
    if (basis == "contradiction") != (len(stated.readings) > 1):
        table.add_fault("go with a contradiction, and only there", "readings")
    if basis == "explicit" and not stated.sheet.lines:
        table.add_fault("are missing: where does the sheet say so?", "lines")
    if not place[DEFAULT_LANGUAGE]:
        table.add_fault("is missing: where does a reader of the sheet find it?", "place")
    return stated


def _read_readings(table: Table, box: str, base: RulingBase) -> tuple[Reading, ...]:
    readings = []
    for reading in table.each("readings"):
        place = read_place(reading, base.leaflets[box].headings, base.places)
        sheet = _position(reading, box, base, place)
        readings.append(Reading(reading.text("text", TEXT), sheet))
    return tuple(readings)


def _position(table: Table, box: str, base: RulingBase, place: LocalizedText) -> LeafletPosition:
    stated = table.required("lines", LINES)
    lines = tuple(sorted(stated))
    leaflet = base.leaflets[box]
    if lines and lines[-1] > leaflet.length:
        table.add_fault(f"must be lines of a sheet of {leaflet.length} lines", "lines")
    return LeafletPosition(lines, leaflet.section(lines), place)


def _optional_text(table: Table, key: str, rule: Rule[str]) -> LocalizedText | None:
    return table.text(key, rule) if key in table.values else None
