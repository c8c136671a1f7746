"""Loader of all box files: built-in boxes, then own boxes from the operator's folder."""

import logging
from collections.abc import Collection, Mapping
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

from companion.datafiles.reader import ID, InvalidFileError, Table, choice, read_folder
from companion.editions.base import BoxBase, read_box_base
from companion.editions.box import read_box
from companion.editions.cards import Lexicons, read_cards
from companion.editions.edition import Edition
from companion.editions.fallback import edition_of_box
from companion.editions.own_boxes import from_older_format, is_document, read_file
from companion.game.cards.box import OWN, deck_of
from companion.game.faults import ValidationError

BASE = "base"
# Names that no own box may have, as addresses or games use them with another meaning.
RESERVED = {BASE, OWN, "compare", "just-points", "new", "other", "which"}

Boxes = tuple[Mapping[str, Edition], Mapping[str, Edition]]

log = logging.getLogger(__name__)


class InvalidBoxError(InvalidFileError):
    """Box files with faults."""


def load_sound_boxes(own: Path) -> Boxes:
    """Return the boxes as `load_boxes` does, but leave out and log own files with faults."""
    left_out: set[str] = set()
    while True:
        try:
            return load_boxes(own, left_out)
        except InvalidBoxError as error:
            names = {f"{own.name}/{file.name}: ": file.name for file in own.iterdir()}
            found = {names[at] for at in names if any(f.startswith(at) for f in error.faults)}
            if found <= left_out:
                raise
            left_out |= found
            for fault in error.faults:
                log.warning("%s; this file is left out", fault)


def load_boxes(own: Path | None = None, left_out: Collection[str] = ()) -> Boxes:
    """Return the boxes with rulings by id, and all boxes a game can be played with.

    Both are in display order, without the files `left_out` of a table's own. Raises
    `InvalidBoxError` with all faults.
    """
    faults: list[str] = []
    tables = read_folder(files(__name__.rpartition(".")[0]), faults)
    base = read_box_base(tables.pop(BASE), tables)
    own_tables = _own_tables(own, base, faults, left_out)
    documents = {name: table for name, table in own_tables.items() if is_document(table.values)}
    # An own file replaces a built-in box without leaflet of the same name.
    read = {box: tables[box] for box in base.boxes if box in tables and box not in own_tables}
    for name, table in own_tables.items():
        if name not in documents:
            table.values = from_older_format(table.values, base)
            read[name] = table
    # Lexicons refuse names of other boxes' cards, so the cards of all boxes are read first.
    cards = {name: read_cards(table, base) for name, table in read.items()}
    known = [cards[name] for name in read if name in base.with_leaflet or name in own_tables]
    lexicons = Lexicons(base, [face for held in known for face in held.faces.values()])
    boxes = {
        name: read_box(table, cards[name], lexicons, is_own=name in own_tables)
        for name, table in read.items()
    }
    # Boxes with rulings come first; own boxes, of both file formats together, come last.
    playable = dict(sorted(boxes.items(), key=lambda item: not item[1].rulings_from))
    for name in own_tables:
        document, box = documents.get(name), playable.pop(name, None)
        if found := _own_box(document, base, playable) if document else box:
            playable[name] = found
    if faults:
        raise InvalidBoxError(faults)
    return {name: box for name, box in playable.items() if box.rulings_from}, playable


def _own_tables(
    own: Path | None, base: BoxBase, faults: list[str], left_out: Collection[str]
) -> dict[str, Table]:
    if own is None or not own.is_dir():
        return {}
    tables = read_folder(own, faults, left_out)
    # Editors of Windows add the suffix, which its folders then hide.
    for name in sorted(file.name for file in own.glob("*.[Tt][Oo][Mm][Ll].[Tt][Xx][Tt]")):
        log.warning("%s/%s is left out: its name must end in .toml", own.name, name)
    # Only warn: the file may predate the reserved word, and the other boxes must still load.
    for edition in sorted(RESERVED & tables.keys()):
        file = tables.pop(edition).file
        log.warning("%s is left out: its name is a reserved word, give it another", file)
    for edition, table in tables.items():
        if ID.check(edition) is None:
            table.add_fault(f"the name of the file {ID.message}")
        if edition in base.with_leaflet:
            table.add_fault("may not replace a built-in box: give the file another name")
    return tables


def _own_box(table: Table, base: BoxBase, playable: Mapping[str, Edition]) -> Edition:
    """Return the box of a file with the API's fields; faults are added to `table`."""
    like = table.optional("rulings_like", choice(base.with_leaflet, ""))
    try:
        box = read_file(table.values, tuple(playable))
    except ValidationError as refused:
        for fault in refused.faults:
            steps = (str(int(s) + 1) if s.isdecimal() else s for s in fault.path.split("/")[1:])
            values = "; ".join(f"{name}: {value}" for name, value in fault.values.items())
            table.add_fault(f"{fault.code.replace('-', ' ')} ({values})", *steps)
        return next(iter(playable.values()))
    read = edition_of_box(box, deck_of(box), playable)
    return replace(read, edition=table.name, rulings_from=like)
