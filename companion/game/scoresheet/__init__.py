"""Score sheets as text, and tables from elsewhere."""

import codecs
from collections.abc import Mapping, Sequence

from companion.game.cards.box import Box
from companion.game.entries import Entry
from companion.game.faults import Fault, FaultCode, ValidationError
from companion.game.scoresheet.columns import is_table as is_table
from companion.game.scoresheet.columns import read_table
from companion.game.scoresheet.reader import LONGEST_SHEET
from companion.game.scoresheet.reader import read_sheet as read_sheet
from companion.game.scoresheet.writer import write_sheet as write_sheet


def text_of(content: bytes) -> str:
    """Decode UTF-8, or UTF-16 by its byte order mark or the zeros beside the first character."""
    encoding = "utf-8-sig"
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encoding = "utf-16"
    elif b"\0" in content[:2]:
        encoding = "utf-16-be" if content.startswith(b"\0") else "utf-16-le"
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        raise ValidationError([Fault(FaultCode.NOT_UTF8)]) from None


def read_scores(text: str, boxes: Mapping[str, Box]) -> tuple[Entry, ...]:
    """Return the entries of a typed score sheet or a table; faults have paths of their lines."""
    if len(text) > LONGEST_SHEET:
        raise ValidationError([Fault(FaultCode.TEXT_TOO_LONG, values={"most": LONGEST_SHEET})])
    return tuple(read_table(text).entries(boxes)) if is_table(text) else read_sheet(text, boxes)


def notes_on(text: str) -> Sequence[Fault]:
    """Return what a table's reader left out, or read in one of two ways, with line and column."""
    return read_table(text).notes if is_table(text) else ()


def fault_place(fault: Fault) -> tuple[int, ...]:
    """Return the line of a fault, in a table with its column, or () for a fault of the whole."""
    line, *steps = fault.path.split("/")[1:] or [""]
    column = map(int, steps if len(steps) == 1 and steps[0].isdecimal() else [])
    return (int(line), *column) if line else ()
