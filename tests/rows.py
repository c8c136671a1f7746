"""Many small cases as a table of text, read like one on paper."""

import re
from typing import Any

import pytest


def cases(table: str, **known: object) -> pytest.MarkDecorator:
    """Try every row of a table, whose first line names the columns."""
    head, _, below = table.strip().partition("\n")
    return pytest.mark.parametrize(head.split(" | "), read_rows(below, **known))


def read_rows(table: str, **known: object) -> list[list[Any]]:
    """Read a table; a # begins a remark.

    A bar parts the columns; a line that begins with a bar goes on with the row above. What Python
    would not read, of its own or with what is `known`, is text.
    """
    lines = table.strip().replace("\n| ", " | ").splitlines()
    said = [re.sub("(^|  )# .*", "", line).strip() for line in lines]
    return [[_read(cell.strip(), known) for cell in row.split(" | ")] for row in said if row]


def told(*faults: str) -> list[tuple[str, str]]:
    """Read what is wrong: `out-of-range /target, unknown-player /dealer`."""
    each = (fault.partition(" ") for some in faults for fault in some.split(", "))
    return [(code, path) for code, _, path in each]


PLAIN = {"__builtins__": {"float": float, "list": list, "range": range}}


def _read(cell: str, known: dict[str, object]) -> object:
    try:
        return eval(cell, PLAIN | known)
    except (SyntaxError, NameError, TypeError):
        return cell
