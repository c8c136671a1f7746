"""Score sheets as text: reader and writer."""

from companion.game.scoresheet.reader import read_sheet as read_sheet
from companion.game.scoresheet.writer import write_sheet as write_sheet
