"""A tournament as its organiser and its guests see it: what is played, who leads, the plan."""

from dataclasses import dataclass

from flask import Blueprint, abort

from companion.game.game import Game
from companion.game.outcome import Outcome
from companion.game.standings import Standing, ending, standings
from companion.game.tally import ScoredRound
from companion.game.tournament.seating import Rotation
from companion.game.tournament.seating import plan as whist_plan
from companion.game.tournament.tables import OpenTable
from companion.web.ui.access import Access, open_game
from companion.web.ui.pages import Page, page_of

bp = Blueprint("tournament", __name__, url_prefix="/games/<key>")

_LATEST = 10


@dataclass(frozen=True, slots=True)
class Board:
    """How a tournament stands.

    `number`: the rotation that is being played. `open`: the tables that still play, some of them
    maybe an earlier rotation. `is_replanned`: somebody left or came.
    """

    number: int
    rotation: Rotation | None
    open: tuple[OpenTable, ...]
    standings: tuple[Standing, ...]
    latest: tuple[ScoredRound, ...]
    ending: Outcome | None
    is_replanned: bool

    @property
    def leaders(self) -> tuple[Standing, ...]:
        """Who leads; nobody before the first round."""
        return tuple(s for s in self.standings if s.rank == 1) if self.latest else ()

    def left(self, table: int) -> int:
        """Tell how many rounds a table has left in this rotation."""
        here = (t for t in self.open if (t.table, t.rotation) == (table, self.number))
        return next((t.rounds_left or 0 for t in here), 0)

    @property
    def behind(self) -> tuple[OpenTable, ...]:
        """The tables that lack a round of an earlier rotation."""
        return tuple(t for t in self.open if t.rotation < self.number)


def board_of(game: Game, latest: int = _LATEST) -> Board:
    """Draw the board of a tournament, with its latest rounds."""
    number = max((t.rotation for t in game.tables_open), default=len(game.seating))
    return Board(
        number=number,
        rotation=game.seating[number - 1],
        open=game.tables_open,
        standings=standings(game),
        latest=game.tally.played[-latest:],
        ending=ending(game),
        is_replanned=game.plan != whist_plan(len(game.start.names)).rotations,
    )


@bp.get("/plan")
def plan(key: str) -> str:
    """Show the whole plan and a card for each table, to be printed."""
    access = open_game(key, "score", "watch")
    if not access.game.game_format.is_planned:
        abort(404)
    page = Page("play/tournament/plan.html", lambda: {"cards": _cards(access)}, is_whole=True)
    return page_of(access, page)


def _cards(access: Access) -> list[list[tuple[int, tuple[tuple[int, ...], ...]]]]:
    """Give for each table who sits there, rotation by rotation."""
    seating = access.game.seating
    most = max(len(rotation.tables) for rotation in seating)
    return [
        [(n, r.tables[table]) for n, r in enumerate(seating, 1) if table < len(r.tables)]
        for table in range(most)
    ]
