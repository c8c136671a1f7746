"""Many small test cases written as one table of text."""

import re
from typing import Any

import pytest


def cases(table: str, **known: object) -> pytest.MarkDecorator:
    """Parametrize a test by the rows of a table, whose first line names the columns."""
    header, _, body = table.strip().partition("\n")
    return pytest.mark.parametrize(header.split(" | "), read_rows(body, **known))


def read_rows(table: str, **known: object) -> list[list[Any]]:
    """Read the rows of a table, where a # starts a comment.

    A bar separates columns, and a line that starts with a bar continues the row above. A cell is
    evaluated as Python (with the names in `known`), or else it is text.
    """
    lines = table.strip().replace("\n| ", " | ").splitlines()
    rows = [re.sub("(^|  )# .*", "", line).strip() for line in lines]
    return [[_read(cell.strip(), known) for cell in row.split(" | ")] for row in rows if row]


def expected_faults(*faults: str) -> list[tuple[str, str]]:
    """Return (code, path) pairs of faults in texts such as `out-of-range /target, missing /box`."""
    each = (fault.partition(" ") for some in faults for fault in some.split(", "))
    return [(code, path) for code, _, path in each]


PLAIN = {"__builtins__": {"float": float, "list": list, "range": range}}


def _read(cell: str, known: dict[str, object]) -> object:
    try:
        return eval(cell, PLAIN | known)
    except (SyntaxError, NameError, TypeError):
        return cell
