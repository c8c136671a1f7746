"""From the box files to the editions: the built-in ones, then a table's own."""

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from companion.datafiles.folder import read_folder
from companion.datafiles.reader import InvalidFileError, Table
from companion.datafiles.schema import ID
from companion.editions.base import Base, read_base
from companion.editions.box import read_box
from companion.editions.cards import read_cards
from companion.editions.edition import Edition

BASE = "base"
RESERVED = {BASE, "compare"}  # "compare" stands in addresses where an edition does


class InvalidBoxError(InvalidFileError):
    """Box files that were refused."""


def load_editions(own: Path | None = None) -> Mapping[str, Edition]:
    """Load every edition, by its id, in the order they are shown.

    `own` is the folder of a table's own box files (`<data>/boxes`); it need not exist. Raises
    `InvalidBoxError` with everything that is wrong in any file.
    """
    faults: list[str] = []
    built_in = read_folder(files(__name__.rpartition(".")[0]), faults)
    base = read_base(built_in.pop(BASE), tuple(built_in))
    boxes = [*built_in.items(), *_own_tables(own, base, faults).items()]
    cards = [read_cards(table, base) for _, table in boxes]
    every = [face for held in cards for face in held.faces.values()]
    editions = {
        edition: read_box(edition, table, held, every, base)
        for (edition, table), held in zip(boxes, cards, strict=True)
    }
    if faults:
        raise InvalidBoxError(faults)
    return editions


def _own_tables(folder: Path | None, base: Base, faults: list[str]) -> Mapping[str, Table]:
    if folder is None or not folder.is_dir():
        return {}
    tables = read_folder(folder, faults)
    for edition, table in tables.items():
        if ID.reads(edition) is None:
            table.fault(f"the name of the file {ID.says}")
        if edition in base.boxes:
            table.fault("may not replace a built-in box: give the file another name")
        if edition in RESERVED:
            table.fault("is a reserved word: give the file another name")
    return tables
