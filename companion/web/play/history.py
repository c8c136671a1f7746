"""The history of a game: its score sheet with the times, and every change, by whom it was made."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from flask import Blueprint, render_template

from companion.game import entries as e
from companion.services import Line as Written
from companion.services.access import Access
from companion.web.play.score_sheet import Line, Sheet
from companion.web.ui import device
from companion.web.ui.access import game_service, open_game, whole_game
from companion.web.ui.journal import history as told
from companion.web.ui.pages import Piece, fragment, piece_asked

bp = Blueprint("history", __name__, url_prefix="/games/<key>")


@dataclass(frozen=True, slots=True)
class Row:
    """A change; `line`: the round that it recorded, with what became of that in `notes`."""

    item: told.HistoryItem
    line: Line | None = None
    notes: Sequence[told.HistoryItem] = ()


@dataclass(frozen=True)
class Changes:
    """A piece of the changes, told where it is drawn."""

    access: Access = field(compare=False, repr=False)
    piece: Piece

    @cached_property
    def journal(self) -> Sequence[tuple[Written, e.Entry]]:
        game = self.access.game
        with whole_game(game.version):
            journal = game_service().journal(self.access.game_id)
        # Somebody may have gone on since the game was read.
        return journal[: game.version]

    @cached_property
    def items(self) -> Sequence[told.HistoryItem]:
        """The changes, the latest first."""
        return told.history(self.journal, self.access.game, self.piece)

    @cached_property
    def steps(self) -> Collection[int]:
        """The versions to which the game can be set back."""
        # The start and every change that still counts, but the last: there the game is already.
        return frozenset((1, *self.access.game.changes)[:-1])

    @cached_property
    def sheet(self) -> Sheet | None:
        """The sheet of the rounds; None where each table has its own sides."""
        game = self.access.game
        return None if game.game_format.has_several_tables else Sheet(game)

    @property
    def parts(self) -> tuple[Sequence[Row], Sequence[Row], Sequence[Row]]:
        """What came after the last round, the rounds with what came between, what came before."""
        rows = list(self.rows)
        played = [place for place, row in enumerate(rows) if row.line]
        first, last = (played[0], played[-1] + 1) if played else (0, 0)
        return rows[:first], rows[first:last], rows[last:]

    @property
    def rows(self) -> Iterator[Row]:
        """The changes, the latest first, but corrections of a round with that round."""
        rounds = {
            number: versions
            for number, versions in enumerate(self._rounds(), start=1)
            if self.piece.first <= versions[0] <= self.piece.last
        }
        if not (self.sheet and rounds):
            yield from map(Row, self.items)
            return
        shown = Piece(min(rounds), max(rounds), len(self.access.game.rounds))
        lines = {line.played.number: line for line in Sheet(self.access.game, shown).shown}
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
        """Return for each round which version recorded it, and which corrected it later on."""
        effective = {*self.access.game.changes}
        entries = {line.version: entry for line, entry in self.journal}
        # Where rounds were removed, a correction that was taken back may be one of any of them.
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
    """Return which round an entry corrects, or does no longer; 0 for any other entry."""
    match entry:
        case e.RoundCorrected(number):
            return number
        case e.TakenBack((version,)):
            return _corrected(entries[version], entries)
    return 0


@bp.get("/history")
def show(key: str) -> str:
    access = open_game(key, "score", "watch")
    piece = piece_asked(access.game.version)
    changes = Changes(access, piece)
    return render_template(
        "play/history.html",
        access=access,
        piece=piece,
        changes=fragment("play/_changes.html", access, changes=changes),  # alike on all phones
        nickname=device.nickname(),
    )
