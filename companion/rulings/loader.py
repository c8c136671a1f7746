"""From the files of the topics to the rulings of every box."""

from collections.abc import Iterable, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable

from companion.datafiles.folder import read_folder
from companion.datafiles.reader import Table
from companion.rulings.base import Base, read_base
from companion.rulings.resolve import resolved
from companion.rulings.ruling import Box, InvalidRulingsError, Ruling, Rulings, Topic
from companion.rulings.sheets import read_sheets
from companion.rulings.topic_file import StatedRuling, read_topic


def load_rulings(boxes: Iterable[Box], folder: Traversable | None = None) -> Rulings:
    """Load the rulings of these boxes; `folder` holds base.toml, sheets.toml and `topics`.

    Every built-in box must be among them, and come before a table's own that is like it. Raises
    `InvalidRulingsError` with everything that is wrong in any file.
    """
    folder = folder or files(__name__.rpartition(".")[0])
    faults: list[str] = []
    base = _base(read_folder(folder, faults), faults)
    topics, stated = _topics(read_folder(folder / "topics", faults), base)
    _refuse_strangers(stated)
    by_box = {box.edition: box for box in boxes}
    rulings = Rulings(
        topics, base.cards, {edition: _of(edition, by_box, stated, base) for edition in by_box}
    )
    if faults:
        raise InvalidRulingsError(list(dict.fromkeys(faults)))
    return rulings


def _base(tables: Mapping[str, Table], faults: list[str]) -> Base:
    if faults:  # not even TOML: nothing else can be read
        raise InvalidRulingsError(faults)
    return read_base(tables["base"], read_sheets(tables["sheets"]))


def _topics(
    tables: Mapping[str, Table], base: Base
) -> tuple[Mapping[str, Topic], list[StatedRuling]]:
    for name, table in tables.items():
        if name not in base.topics:
            table.fault("is no topic of base.toml")
    read = [read_topic(topic, tables[topic], base) for topic in base.topics if topic in tables]
    topics = {topic.topic: topic for topic, _ in read}
    return topics, [ruling for _, rulings in read for ruling in rulings]


def _refuse_strangers(stated: list[StatedRuling]) -> None:
    """Refuse a rule that stands twice, and a related one that is none or the ruling itself."""
    seen: set[str] = set()
    known = {ruling.rule for ruling in stated}
    for ruling in stated:
        if ruling.rule in seen:
            ruling.table.fault("stands twice", "rule")
        seen.add(ruling.rule)
        for rule in ruling.related:
            if rule not in known or rule == ruling.rule:
                ruling.table.fault(f"names {rule}, which is no other ruling", "related")


def _of(
    edition: str, boxes: Mapping[str, Box], stated: list[StatedRuling], base: Base
) -> Mapping[str, Ruling]:
    box = boxes[edition]
    here = {ruling.rule for ruling in stated if box.like in ruling.boxes}
    return {ruling.rule: resolved(ruling, box, boxes, here, base) for ruling in stated}
