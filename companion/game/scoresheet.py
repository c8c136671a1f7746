"""A score sheet as text, both ways: what people type, and a game written out."""

from companion.game.sheet_read import read_sheet
from companion.game.sheet_written import write_sheet

__all__ = ["read_sheet", "write_sheet"]
