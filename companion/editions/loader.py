"""From the box files to the editions: the built-in ones, then a table's own."""

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
# These stand where an edition does, in addresses or in a game.
RESERVED = {BASE, OWN, "compare", "just-points", "new", "other", "which"}

log = logging.getLogger(__name__)


class InvalidBoxError(InvalidFileError):
    """Box files that were refused."""


def load_editions(own: Path | None = None) -> Mapping[str, Edition]:
    """Return every box with rulings in the order they are shown; `InvalidBoxError`."""
    editions, _ = load_boxes(own)
    return editions


def load_boxes(own: Path | None = None) -> tuple[Mapping[str, Edition], Mapping[str, Edition]]:
    """Return the boxes with rulings, and all that a game can be played with.

    Both in the order they are shown; raises `InvalidBoxError` with all faults.
    """
    faults: list[str] = []
    boxes = read_folder(files(__name__.rpartition(".")[0]), faults)
    base = read_box_base(boxes.pop(BASE), tuple(boxes))
    own_boxes: dict[str, Table] = {}
    if own is not None and own.is_dir():
        own_boxes = read_folder(own, faults)
        # Such a file may be older than the word, and the other boxes are to be played with.
        for edition in sorted(RESERVED & own_boxes.keys()):
            file = own_boxes.pop(edition).file
            log.warning("%s is left out: its name is a reserved word, give it another", file)
        for edition, table in own_boxes.items():
            if ID.check(edition) is None:
                table.add_fault(f"the name of the file {ID.message}")
            if edition in base.boxes:
                table.add_fault("may not replace a built-in box: give the file another name")
        # A file with a built-in box's name is refused, so it never takes its place.
        boxes |= {name: table for name, table in own_boxes.items() if not is_box(table.values)}
    # Every lexicon refuses the cards of all other boxes by name, so all cards are read first.
    cards = {edition: read_cards(table, base) for edition, table in boxes.items()}
    all_faces = [face for held in cards.values() for face in held.faces.values()]
    editions = {
        edition: read_box(edition, table, cards[edition], all_faces, base)
        for edition, table in boxes.items()
    }
    playable = PlayableBoxes(editions, base)
    for edition, table in own_boxes.items():
        # Put in anew, so that all own ones stand in the order of their names.
        older = editions.pop(edition) if edition in editions else None
        editions[edition] = older or _own_box(edition, table, base, playable)
    if faults:
        raise InvalidBoxError(faults)
    # A table's own box has the rulings of the one that it names, or none.
    return {edition: box for edition, box in editions.items() if box.rulings_like}, playable


def _own_box(edition: str, table: Table, base: BoxBase, playable: Mapping[str, Edition]) -> Edition:
    """Return a box from a file like those that games write; of no use where it has a fault."""
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
