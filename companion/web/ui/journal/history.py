"""A journal as sentences, for its history and for pages that missed changes."""

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
from companion.web.ui.pages import SLICE_SIZE, PageSlice

_OFFLINE_FOR = timedelta(hours=1)
_MOST_NAMED = 20  # changes undone at once that the history names


@dataclass(frozen=True, slots=True)
class HistoryItem:
    """An entry of a journal as a sentence.

    `table`: the table of the entry's round, None for the whole game. `is_early`: dated over an hour
    before the entry above, so a phone sent it late (servers' clocks differ by less).
    """

    line: Line
    sentence: str
    is_effective: bool
    table: int | None
    is_early: bool = False


def history(
    journal: Sequence[tuple[Line, e.Entry]], game: Game, page_slice: PageSlice | None = None
) -> list[HistoryItem]:
    """Return the history of a range of versions (default: all of a journal), latest first.

    Each sentence needs the game before its entry, which only a replay of earlier entries gives.
    """
    cache = _History(journal, game)
    page_slice = page_slice or PageSlice(1, len(journal), len(journal))
    return [cache.item(version) for version in range(page_slice.last, page_slice.first - 1, -1)]


class _History:
    """Items of a journal, built on demand because an undo also needs those it refers to."""

    def __init__(self, journal: Sequence[tuple[Line, e.Entry]], game: Game) -> None:
        self.journal = journal
        self.entries = {line.version: entry for line, entry in journal}
        self.effective = {*game.changes, 1}
        self.items: dict[int, HistoryItem] = {}

    def item(self, version: int) -> HistoryItem:
        if version not in self.items:
            # All items of the page's range are built, because one replay serves all of them.
            first = version - (version - 1) % SLICE_SIZE
            self._build(first)
        return self.items[version]

    def _build(self, first: int) -> None:
        before: Game | None = None
        for line, entry in self.journal[first - 1 : first - 1 + SLICE_SIZE]:
            version = line.version
            is_undo = isinstance(entry, e.Undone)
            if not is_undo and version > 1:
                # `fold` returns None after an undo, and then only a replay gives the game.
                before = before or replay(islice(self.entries.items(), version - 1))
            is_effective = is_undo or version in self.effective
            sentence, table = self._sentence(entry, before), self._table(entry, before)
            above = self.journal[max(version - 2, 0)][0]
            is_early = above.at - line.at > _OFFLINE_FOR
            self.items[version] = HistoryItem(line, sentence, is_effective, table, is_early)
            before = before and fold(before, (version, entry))

    def _sentence(self, entry: e.Entry, before: Game | None) -> str:
        if not isinstance(entry, e.Undone):
            return entry_sentence(entry, before) if before else gettext("Game started.")
        # An undo of an undo is a redo.
        first = self.entries[entry.versions[0]]
        is_redo = isinstance(first, e.Undone)
        words = gettext("Redone: %(what)s") if is_redo else gettext("Undone: %(what)s")
        versions = first.versions if isinstance(first, e.Undone) else entry.versions
        named = [self.item(version).sentence for version in versions[:_MOST_NAMED]]
        more = "…" if len(versions) > len(named) else ""
        return words % {"what": " ".join(filter(None, [*named, more]))}

    def _table(self, entry: e.Entry, before: Game | None) -> int | None:
        match entry:
            case e.RoundRecorded() | e.RoundCorrected():
                return entry.round.table
            case e.RoundRemoved(number) if before:
                return before.rounds[number - 1].table
            case e.Undone(versions):
                of_all = {self.item(version).table for version in versions[:_MOST_NAMED]}
                return of_all.pop() if len(of_all) == 1 else None
        return None
