"""Loader of box files: built-in boxes first, then a table's own."""

import logging
from collections.abc import Mapping
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

from companion.datafiles.reader import ID, InvalidFileError, Table, choice, read_folder
from companion.editions.base import BoxBase, read_box_base
from companion.editions.box import read_box
from companion.editions.cards import read_cards
from companion.editions.edition import Edition
from companion.editions.fallback import edition_of_box
from companion.editions.own_boxes import is_box, read_file
from companion.editions.unread_boxes import PlayableBoxes
from companion.game.cards.box import OWN, deck_of
from companion.game.faults import ValidationError

BASE = "base"
# Words used in place of an edition in addresses or games.
RESERVED = {BASE, OWN, "compare", "just-points", "new", "other", "which"}

log = logging.getLogger(__name__)


class InvalidBoxError(InvalidFileError):
    """Invalid box files, with all their faults."""


def load_editions(own: Path | None = None) -> Mapping[str, Edition]:
    """Return the boxes with rulings in display order, or raise `InvalidBoxError`."""
    editions, _ = load_boxes(own)
    return editions


def load_boxes(own: Path | None = None) -> tuple[Mapping[str, Edition], Mapping[str, Edition]]:
    """Return the boxes with rulings, and all boxes a game can be played with.

    Both are in display order. Raises `InvalidBoxError` with all faults.
    """
    faults: list[str] = []
    boxes = read_folder(files(__name__.rpartition(".")[0]), faults)
    base = read_box_base(boxes.pop(BASE), tuple(boxes))
    own_boxes: dict[str, Table] = {}
    if own is not None and own.is_dir():
        own_boxes = read_folder(own, faults)
        # Only warn: the file may predate the reserved word, and the other boxes must still load.
        for edition in sorted(RESERVED & own_boxes.keys()):
            file = own_boxes.pop(edition).file
            log.warning("%s is left out: its name is a reserved word, give it another", file)
        for edition, table in own_boxes.items():
            if ID.check(edition) is None:
                table.add_fault(f"the name of the file {ID.message}")
            if edition in base.boxes:
                table.add_fault("may not replace a built-in box: give the file another name")
        # A file named like a built-in box was reported above, so replacing that box is harmless.
        boxes |= {name: table for name, table in own_boxes.items() if not is_box(table.values)}
    # Every lexicon rejects the cards of all other boxes by name, so all cards are read first.
    cards = {edition: read_cards(table, base) for edition, table in boxes.items()}
    all_faces = [face for held in cards.values() for face in held.faces.values()]
    editions = {
        edition: read_box(edition, table, cards[edition], all_faces, base)
        for edition, table in boxes.items()
    }
    playable = PlayableBoxes(editions, base)
    for edition, table in own_boxes.items():
        # Re-insert, so that own boxes are sorted by name whatever their file format.
        older = editions.pop(edition) if edition in editions else None
        editions[edition] = older or _own_box(edition, table, base, playable)
    if faults:
        raise InvalidBoxError(faults)
    # An own box has the rulings of the box named by `rulings_like`, or no rulings.
    return {edition: box for edition, box in editions.items() if box.rulings_like}, playable


def _own_box(edition: str, table: Table, base: BoxBase, playable: Mapping[str, Edition]) -> Edition:
    """Return the box of a file in the JSON's words; unusable if `table` has collected faults."""
    like = table.optional("rulings_like", choice(base.boxes, ""))
    try:
        box = read_file(table.values, tuple(playable))
    except ValidationError as refused:
        for fault in refused.faults:
            steps = (str(int(s) + 1) if s.isdecimal() else s for s in fault.path.split("/")[1:])
            values = "; ".join(f"{name}: {value}" for name, value in fault.values.items())
            table.add_fault(f"{fault.code.replace('-', ' ')} ({values})", *steps)
        return next(iter(playable.values()))
    read = edition_of_box(box, deck_of(box), playable)
    return replace(read, edition=edition, rulings_like=like)
