"""Many small cases as a table of text, read like one on paper."""

import pytest


def cases(table: str) -> pytest.MarkDecorator:
    """Try every row of a table: its first line names the columns; a # begins a remark.

    A bar parts the columns, two bars the rows of one line. What Python would not read is text.
    """
    head, *lines = table.strip().splitlines()
    said = [line.partition("# ")[0].strip() for line in lines]
    rows = [row for line in said if line for row in line.split(" || ")]
    cells = [[_read(cell.strip()) for cell in row.split(" | ")] for row in rows]
    names = [name.strip() for name in head.split(" | ")]
    return pytest.mark.parametrize(names, cells)


def told(faults: str) -> list[tuple[str, str]]:
    """Read what is wrong: `out-of-range /target, unknown-player /dealer`."""
    return [(code, path) for code, _, path in (each.partition(" ") for each in faults.split(", "))]


def _read(cell: str) -> object:
    try:
        return eval(cell, {"__builtins__": {"float": float, "list": list}})
    except (SyntaxError, NameError, TypeError):
        return cell
