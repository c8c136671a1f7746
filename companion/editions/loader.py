"""Loader of box files: built-in boxes first, then a table's own."""

import logging
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

from companion.datafiles.reader import ID, InvalidFileError, Table, choice, read_folder
from companion.editions.base import BoxBase, read_box_base
from companion.editions.box import read_box
from companion.editions.cards import read_cards
from companion.editions.edition import CardFace, Edition
from companion.editions.fallback import edition_of_box
from companion.editions.own_boxes import from_older_format, is_document, read_file
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
    tables = read_folder(files(__name__.rpartition(".")[0]), faults)
    base = read_box_base(tables.pop(BASE), tables)
    own_tables = _own_tables(own, base, faults)
    documents = {name: table for name, table in own_tables.items() if is_document(table.values)}
    for name, table in own_tables.items():
        if name not in documents:
            table.values = from_older_format(table.values, base)
    # Boxes with rulings and a table's own are read at once, so that their faults are reported.
    eager = {box: tables[box] for box in base.boxes if _has_rulings(tables.get(box))}
    eager |= {name: table for name, table in own_tables.items() if name not in documents}
    # Every lexicon rejects the cards of all other boxes by name, so all cards are read first.
    cards = {edition: read_cards(table, base) for edition, table in eager.items()}
    all_faces = [face for held in cards.values() for face in held.faces.values()]
    editions = {
        edition: read_box(table, cards[edition], all_faces, base, is_own=edition in own_tables)
        for edition, table in eager.items()
    }
    playable = PlayableBoxes(editions, tables, all_faces, base)
    for edition in own_tables:
        # Re-insert, so that own boxes are sorted by name whatever their file format.
        document, box = documents.get(edition), editions.pop(edition, None)
        if found := _own_box(document, base, playable) if document else box:
            editions[edition] = found
    if faults:
        raise InvalidBoxError(faults)
    return {edition: box for edition, box in editions.items() if box.rulings_from}, playable


def _has_rulings(table: Table | None) -> bool:
    return table is not None and not table.values.keys().isdisjoint({"leaflet", "rulings_like"})


def _own_tables(own: Path | None, base: BoxBase, faults: list[str]) -> dict[str, Table]:
    """Return the files of a table's own folder by name."""
    if own is None or not own.is_dir():
        return {}
    tables = read_folder(own, faults)
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


class PlayableBoxes(Mapping[str, Edition]):
    """All boxes that a game can be played with, in display order.

    Boxes without rulings are read lazily to keep the start fast, because most tables never use
    them.
    """

    def __init__(
        self,
        editions: Mapping[str, Edition],
        tables: Mapping[str, Table],
        all_faces: Collection[CardFace],
        base: BoxBase,
    ) -> None:
        self._editions, self._tables = editions, tables
        self._all_faces, self._base = all_faces, base
        self._without_rulings: dict[str, Edition] = {}

    def __getitem__(self, edition: str) -> Edition:
        # A table's own file overrides a box without rulings of the same name.
        found = self._editions.get(edition) or self._without_rulings.get(edition)
        if found is None:
            table = replace(self._tables[edition], faults=[])
            cards = read_cards(table, self._base)
            found = read_box(table, cards, self._all_faces, self._base, is_own=False)
            if table.faults:
                raise InvalidBoxError(table.faults)
            self._without_rulings[edition] = found
        return found

    def __iter__(self) -> Iterator[str]:
        own = [edition for edition, box in self._editions.items() if box.is_own]
        yield from (edition for edition in self._editions if edition not in own)
        yield from (edition for edition in self._base.boxes if edition not in self._editions)
        yield from own

    def __len__(self) -> int:
        return len({*self._editions, *self._tables})


def _own_box(table: Table, base: BoxBase, playable: Mapping[str, Edition]) -> Edition:
    """Return the box of a file in the JSON's words; unusable if `table` has collected faults."""
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
