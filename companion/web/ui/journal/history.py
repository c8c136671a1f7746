"""A journal being told, for its history and for whoever missed a change."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import islice

from companion.game import entries as e
from companion.game.game import Game
from companion.game.replay import fold, replay
from companion.services import Line
from companion.web.http.i18n import gettext
from companion.web.ui.journal.entries import entry_sentence
from companion.web.ui.pages import PIECE, Piece

_APART = timedelta(hours=1)
_MOST_NAMED = 20  # changes that were taken back at once, as far as the history names them


@dataclass(frozen=True, slots=True)
class HistoryItem:
    """An entry of a journal; `table`: whose round it is about, None for the whole game.

    `is_early`: it says that it was made well before the one above it, so that its time is that of
    a phone which brought it later; servers' clocks differ by less.
    """

    line: Line
    sentence: str
    is_effective: bool
    table: int | None
    is_early: bool = False


def history(
    journal: Sequence[tuple[Line, e.Entry]], game: Game, piece: Piece | None = None
) -> list[HistoryItem]:
    """Return the changes of a piece, or all, the latest first.

    Each is told of the game as it stood before it, which only a replay of all before it tells.
    """
    told = _History(journal, game)
    piece = piece or Piece(1, len(journal), len(journal))
    return [told.item(version) for version in range(piece.last, piece.first - 1, -1)]


class _History:
    """A journal being told; what others refer to is told where it is needed first."""

    def __init__(self, journal: Sequence[tuple[Line, e.Entry]], game: Game) -> None:
        self.journal = journal
        self.entries = {line.version: entry for line, entry in journal}
        self.effective = {*game.changes, 1}
        self.items: dict[int, HistoryItem] = {}

    def item(self, version: int) -> HistoryItem:
        if version not in self.items:
            # Those around it are asked for as well, and one replay does for all of them.
            first = version - (version - 1) % PIECE
            self._tell(first)
        return self.items[version]

    def _tell(self, first: int) -> None:
        before: Game | None = None
        for line, entry in self.journal[first - 1 : first - 1 + PIECE]:
            version = line.version
            is_back = isinstance(entry, e.TakenBack)
            if not is_back and version > 1:
                # `fold` returns None where something was taken back; then only a replay tells.
                before = before or replay(islice(self.entries.items(), version - 1))
            is_effective = is_back or version in self.effective
            said, table = self._said(entry, before), self._table(entry, before)
            above = self.journal[max(version - 2, 0)][0]
            is_early = above.at - line.at > _APART
            self.items[version] = HistoryItem(line, said, is_effective, table, is_early)
            before = before and fold(before, (version, entry))

    def _said(self, entry: e.Entry, before: Game | None) -> str:
        if not isinstance(entry, e.TakenBack):
            return entry_sentence(entry, before) if before else gettext("Game started.")
        # An undoing that is taken back itself was a redoing.
        first = self.entries[entry.versions[0]]
        is_redo = isinstance(first, e.TakenBack)
        words = gettext("Redone: %(what)s") if is_redo else gettext("Undone: %(what)s")
        versions = first.versions if isinstance(first, e.TakenBack) else entry.versions
        named = [self.item(version).sentence for version in versions[:_MOST_NAMED]]
        more = "…" if len(versions) > len(named) else ""
        return words % {"what": " ".join(filter(None, [*named, more]))}

    def _table(self, entry: e.Entry, before: Game | None) -> int | None:
        match entry:
            case e.RoundRecorded() | e.RoundCorrected():
                return entry.round.table
            case e.RoundRemoved(number) if before:
                return before.rounds[number - 1].table
            case e.TakenBack(versions):
                of_all = {self.item(version).table for version in versions[:_MOST_NAMED]}
                return of_all.pop() if len(of_all) == 1 else None
        return None
