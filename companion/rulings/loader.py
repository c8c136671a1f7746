"""Loader of the files of rulings, resolved for every box."""

from collections.abc import Iterable, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import chain

from companion.datafiles.reader import Table, read_folder
from companion.rulings.base import RulingBase, read_ruling_base
from companion.rulings.history import read_history
from companion.rulings.resolve import resolve
from companion.rulings.ruling import Box, InvalidRulingsError, Ruling, Rulings, Topic
from companion.rulings.topic_file import StatedRuling, read_topic


def load_rulings(boxes: Iterable[Box], folder: Traversable | None = None) -> Rulings:
    """Load the rulings of these boxes, by default from the shipped files.

    They must include every built-in box, each before the own boxes that are like it. Raises
    `InvalidRulingsError` with all faults, including built-in boxes without rulings.
    """
    folder = folder or files(__name__.rpartition(".")[0])
    faults: list[str] = []
    tables = read_folder(folder, faults)
    if faults:  # without valid TOML, nothing else can be checked
        raise InvalidRulingsError(faults)
    by_box = {box.edition: box for box in boxes}
    base = read_ruling_base(tables, by_box, read_history(folder))
    topic_tables = read_folder(folder / "topics", faults)
    for name, table in topic_tables.items():
        if name not in base.topics:
            table.add_fault("is no topic of base.toml")
    topics: dict[str, Topic] = {}
    stated: list[StatedRuling] = []
    for name in base.topics:
        if name in topic_tables:
            topics[name], rulings = read_topic(name, topic_tables[name], base)
            stated += (ruling for ruling in rulings if ruling.boxes)  # else already a fault
    _check_rules(stated, base, tables)
    by_edition: dict[str, dict[str, Ruling]] = {}
    for box in by_box.values():
        rules = {
            ruling.rule
            for ruling in stated
            if box.like in ruling.boxes
            and (box.like == box.edition or box.is_concerned(ruling.cards))
        }
        if not rules and box.like == box.edition:
            message = f"{folder.name}/topics: no ruling concerns the box {box.edition}"
            faults.append(
                f"{message}: name it under `in` of a ruling, and its sheet in sheets.toml"
            )
        by_edition[box.edition] = {
            ruling.rule: resolve(ruling, box, rules, base) for ruling in stated
        }
    if faults:
        raise InvalidRulingsError(list(dict.fromkeys(faults)))
    sources = {edition: base.leaflets[box.like].source for edition, box in by_box.items()}
    return Rulings(
        topics,
        base.topic_groups,
        base.first_turn,
        base.languages,
        base.cards,
        by_edition,
        sources,
        base.history,
    )


def _check_rules(stated: list[StatedRuling], base: RulingBase, tables: Mapping[str, Table]) -> None:
    """Add faults for duplicate ruling ids, and for unknown ones that rulings or a file name."""
    seen: set[str] = set()
    rules = {ruling.rule for ruling in stated}
    for ruling in stated:
        if ruling.rule in seen:
            ruling.table.add_fault("stands twice", "rule")
        seen.add(ruling.rule)
        for rule in ruling.related:
            if rule not in rules or rule == ruling.rule:
                ruling.table.add_fault(f"names {rule}, which is no other ruling", "related")
    grouped: set[str] = set()
    for rule in chain.from_iterable(base.groups):
        if rule not in rules:
            tables["base"].add_fault(f"names {rule}, which is no ruling", "groups")
        if rule in grouped:
            tables["base"].add_fault(f"names {rule} twice", "groups")
        grouped.add(rule)
    for rule in {rule for step in base.first_turn for rule in step.rules} - rules:
        tables["base"].add_fault(f"names {rule}, which is no ruling", "first_turn")
    for rule in base.statements.keys() - rules:
        tables["statements"].add_fault(f"names {rule}, which is no ruling")
