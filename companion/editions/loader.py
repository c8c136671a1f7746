"""From the box files to the editions: the built-in ones, then a table's own."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from companion.editions.base import Base, read_base
from companion.editions.box import read_box
from companion.editions.cards import read_cards
from companion.editions.edition import Edition
from companion.editions.rules import ID
from companion.editions.table import BadBox, Table

BASE = "base"
RESERVED = {BASE, "compare"}  # "compare" stands in addresses where an edition does


def load_editions(own: Path | None = None) -> Mapping[str, Edition]:
    """Load every edition, by its id, in the order they are shown.

    `own` is the folder of a table's own box files (`<data>/boxes`); it need not exist. Raises
    `BadBox` with everything that is wrong in any file.
    """
    faults: list[str] = []
    built_in = _tables(files(__name__.rpartition(".")[0]), faults)
    base = read_base(built_in.pop(BASE), tuple(built_in))
    boxes = [*built_in.items(), *_own_tables(own, base, faults).items()]
    cards = [read_cards(table, base) for _, table in boxes]
    every = [face for held in cards for face in held.faces.values()]
    editions = {
        edition: read_box(edition, table, held, every, base)
        for (edition, table), held in zip(boxes, cards, strict=True)
    }
    if faults:
        raise BadBox(faults)
    return editions


def _own_tables(folder: Path | None, base: Base, faults: list[str]) -> Mapping[str, Table]:
    if folder is None or not folder.is_dir():
        return {}
    tables = _tables(folder, faults)
    for edition, table in tables.items():
        if ID.reads(edition) is None:
            table.fault(f"the name of the file {ID.says}")
        if edition in base.boxes:
            table.fault("may not replace a built-in box: give the file another name")
        if edition in RESERVED:
            table.fault("is a reserved word: give the file another name")
    return tables


def _tables(folder: Traversable, faults: list[str]) -> dict[str, Table]:
    """Read the box files of a folder by name; hidden files are an editor's, not the table's."""
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".toml"))
    read = {
        name.removesuffix(".toml"): _table(folder, name, faults)
        for name in names
        if not name.startswith(".")
    }
    return {edition: table for edition, table in read.items() if table}


def _table(folder: Traversable, name: str, faults: list[str]) -> Table | None:
    table = Table(f"{folder.name}/{name}", (), {}, faults)
    try:
        # Some editors put a byte order mark in front, which TOML does not know.
        table.values = tomllib.loads((folder / name).read_bytes().decode("utf-8-sig"))
    except OSError as error:
        table.fault(f"can not be read: {error.strerror}")
    except UnicodeDecodeError:
        table.fault("is not UTF-8")
    except (ValueError, RecursionError) as error:
        table.fault(f"is not TOML: {error}")
    else:
        return table
    return None
