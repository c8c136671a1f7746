"""From the box files to the editions: the built-in ones, then a table's own."""

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from companion.datafiles.reader import InvalidFileError, read_folder
from companion.datafiles.schema import ID
from companion.editions.base import read_box_base
from companion.editions.box import read_box
from companion.editions.cards import read_cards
from companion.editions.edition import Edition

BASE = "base"
RESERVED = {BASE, "compare"}  # "compare" stands in addresses where an edition does


class InvalidBoxError(InvalidFileError):
    """Box files that were refused."""


def load_editions(own: Path | None = None) -> Mapping[str, Edition]:
    """Return every edition in the order they are shown; `InvalidBoxError` with all faults."""
    faults: list[str] = []
    boxes = read_folder(files(__name__.rpartition(".")[0]), faults)
    base = read_box_base(boxes.pop(BASE), tuple(boxes))
    if own is not None and own.is_dir():
        own_boxes = read_folder(own, faults)
        for edition, table in own_boxes.items():
            if ID.check(edition) is None:
                table.add_fault(f"the name of the file {ID.message}")
            if edition in base.boxes:
                table.add_fault("may not replace a built-in box: give the file another name")
            if edition in RESERVED:
                table.add_fault("is a reserved word: give the file another name")
        # A file with a built-in box's name is refused, so it never takes its place.
        boxes |= own_boxes
    # Every lexicon refuses the cards of all other boxes by name, so all cards are read first.
    cards = {edition: read_cards(table, base) for edition, table in boxes.items()}
    all_faces = [face for held in cards.values() for face in held.faces.values()]
    editions = {
        edition: read_box(edition, table, cards[edition], all_faces, base)
        for edition, table in boxes.items()
    }
    if faults:
        raise InvalidBoxError(faults)
    return editions
