"""A score sheet as text, both ways: what people type, and a game written out."""

from companion.game.scoresheet.reader import read_sheet as read_sheet
from companion.game.scoresheet.writer import write_sheet as write_sheet
