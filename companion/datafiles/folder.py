"""From the TOML files of a folder to their tables."""

import tomllib
from importlib.resources.abc import Traversable

from companion.datafiles.reader import Table


def read_folder(folder: Traversable, faults: list[str]) -> dict[str, Table]:
    """Read the files of a folder by name; hidden files are an editor's, not ours."""
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".toml"))
    tables = {
        name.removesuffix(".toml"): _table(folder, name, faults)
        for name in names
        if not name.startswith(".")
    }
    return {name: table for name, table in tables.items() if table}


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
