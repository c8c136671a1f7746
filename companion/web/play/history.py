"""View of a game's history, with the times of its rounds and the phone behind each change."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from flask import Blueprint, render_template

from companion.game import entries as e
from companion.services import Line as JournalLine
from companion.services.access import Access
from companion.web.play.score_sheet import Line, ScoreSheet
from companion.web.ui import device
from companion.web.ui.access import game_service, open_game, whole_game_slot
from companion.web.ui.journal import history as journal_history
from companion.web.ui.pages import PageSlice, fragment, requested_slice

bp = Blueprint("history", __name__, url_prefix="/games/<key>")


@dataclass(frozen=True, slots=True)
class Row:
    """A change, with the `line` of the round it recorded and `notes` of its later changes."""

    item: journal_history.HistoryItem
    line: Line | None = None
    notes: Sequence[journal_history.HistoryItem] = ()


@dataclass(frozen=True)
class Changes:
    """The changes in the version range `page_slice`, computed when the template reads them."""

    access: Access = field(compare=False, repr=False)
    page_slice: PageSlice

    @cached_property
    def journal(self) -> Sequence[tuple[JournalLine, e.Entry]]:
        journal = game_service().journal(self.access.game_id)
        # Another phone may have changed the game since it was read.
        return journal[: self.access.game.version]

    @cached_property
    def items(self) -> Sequence[journal_history.HistoryItem]:
        """The changes, newest first."""
        return journal_history.history(self.journal, self.access.game, self.page_slice)

    @cached_property
    def steps(self) -> Collection[int]:
        """The versions that the game can be set back to."""
        # The start and every effective change except the last, which is the present state.
        return frozenset((1, *self.access.game.changes)[:-1])

    @cached_property
    def sheet(self) -> ScoreSheet | None:
        """The score sheet, or None if each table has its own sides."""
        game = self.access.game
        return None if game.game_format.has_several_tables else ScoreSheet(game)

    @property
    def parts(self) -> tuple[Sequence[Row], Sequence[Row], Sequence[Row]]:
        """Rows after the last round, from the last round to the first, and before the first."""
        rows = list(self.rows)
        played = [index for index, row in enumerate(rows) if row.line]
        first, last = (played[0], played[-1] + 1) if played else (0, 0)
        return rows[:first], rows[first:last], rows[last:]

    @property
    def rows(self) -> Iterator[Row]:
        """The changes, newest first, except that corrections are listed with their round."""
        rounds = {
            number: versions
            for number, versions in enumerate(self._rounds(), start=1)
            if self.page_slice.first <= versions[0] <= self.page_slice.last
        }
        if not (self.sheet and rounds):
            yield from map(Row, self.items)
            return
        shown = PageSlice(min(rounds), max(rounds), len(self.access.game.rounds))
        drawn = ScoreSheet(self.access.game, shown).shown
        lines = {line.played.number: line for line in drawn if isinstance(line, Line)}
        numbers = {versions[0]: number for number, versions in rounds.items()}
        items = {item.line.version: item for item in self.items}
        below = {each for versions in rounds.values() for each in versions[1:]}
        for version, item in items.items():
            if number := numbers.get(version):
                notes = [items[each] for each in rounds[number][1:] if each in items]
                yield Row(item, lines[number], notes)
            elif version not in below:
                yield Row(item)

    def _rounds(self) -> Sequence[Sequence[int]]:
        """Return the versions that recorded and later corrected each round."""
        effective = {*self.access.game.changes}
        entries = {line.version: entry for line, entry in self.journal}
        # If rounds were removed, an undone correction may belong to any round.
        is_numbered = not any(isinstance(entries[each], e.RoundRemoved) for each in effective)
        rounds: list[list[int]] = []
        for version, entry in entries.items():
            is_effective = version in effective
            match entry:
                case e.RoundRecorded() if is_effective:
                    rounds.append([version])
                case e.RoundRemoved(number) if is_effective:
                    del rounds[number - 1]
                case _ if is_effective or is_numbered:
                    number = _corrected(entry, entries)
                    if 0 < number <= len(rounds):
                        rounds[number - 1].append(version)
        return rounds


def _corrected(entry: e.Entry, entries: dict[int, e.Entry]) -> int:
    """Return the round whose correction an entry makes or undoes, or 0 for other entries."""
    match entry:
        case e.RoundCorrected(number):
            return number
        case e.Undone((version,)):
            return _corrected(entries[version], entries)
    return 0


@bp.get("/history")
def show(key: str) -> str:
    access = open_game(key, "score", "watch")
    page_slice = requested_slice(access.game.version)
    changes = Changes(access, page_slice)
    with whole_game_slot(access):
        drawn = fragment("play/_changes.html", access, changes=changes)  # same on all phones
    return render_template(
        "play/history.html",
        access=access,
        page_slice=page_slice,
        changes=drawn,
        nickname=device.nickname(),
    )
