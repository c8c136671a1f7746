"""Page of one tournament table, which can only record and undo rounds of that table."""

from dataclasses import dataclass, field
from functools import cached_property

from flask import Blueprint, url_for
from werkzeug.wrappers import Response

from companion.game.rounds import OpenTable, Round, Seat, Side
from companion.game.standings import Standing
from companion.game.tally import ScoredRound
from companion.game.tournament.stages import StageTable
from companion.services.access import Access
from companion.services.clock import TableClock
from companion.web.http import htmx
from companion.web.joining.join import SeatPosition, own_position
from companion.web.play.hands import counting
from companion.web.play.round_form import NOTHING_REFUSED, Refusal, next_round_form
from companion.web.play.score_sheet import GameView
from companion.web.ui.access import game_service, open_game
from companion.web.ui.device import key_of, remember_game
from companion.web.ui.pages import render
from companion.web.ui.pictures.results import players_end

bp = Blueprint("tournament_table", __name__, url_prefix="/tables/<key>")


@dataclass(frozen=True, slots=True)
class NextSeat:
    """The `table` (None if none) and partner (None if single) of a player in the next rotation."""

    seat: Seat
    table: int | None = None
    partner: Seat | None = None


@dataclass(frozen=True, slots=True)
class OwnTable:
    """The `table` of this phone's player in this rotation, if not the one that the page shows.

    `table` is None if the player rests. `address` is of a form that leads there, or None.
    """

    name: str
    table: int | None
    address: str | None


@dataclass(frozen=True)
class TableBoard(GameView):
    """The state of one `table` of a tournament.

    `open_table` has the sides of its next round, or is None while it has none to play. `clock` has
    the start of this rotation. `is_begun` means that a hand of its next round was counted. `is_own`
    means that this phone's player sits at the table now.
    """

    table: int
    open_table: OpenTable | None = field(compare=False)
    clock: TableClock
    is_begun: bool
    is_own: bool

    @property
    def waiting_for(self) -> list[OpenTable]:
        """The other tables that still play."""
        return [each for each in self.game.tables_open if each.table != self.table]

    @cached_property
    def rounds(self) -> list[ScoredRound]:
        """The rounds of this table, newest first."""
        played = self.game.tally.played
        return [played[number - 1] for number in reversed(self.game.rounds_at(self.table))]

    @cached_property
    def rotation(self) -> int:
        """The rotation that this table plays, or played last."""
        return self._played.rotation if self._played else len(self.game.seating)

    @property
    def sides(self) -> tuple[Side, ...]:
        return self._played.sides if self._played else ()

    @property
    def _played(self) -> OpenTable | Round | None:
        return self.open_table or (self.rounds[0].round if self.rounds else None)

    @property
    def rounds_now(self) -> list[ScoredRound]:
        return [each for each in self.rounds if each.round.rotation == self.rotation]

    @property
    def rounds_before(self) -> list[ScoredRound]:
        return [each for each in self.rounds if each.round.rotation != self.rotation]

    def points(self, side: Side) -> int:
        # Each partner is credited with all of the points.
        credits_ = (credit for each in self.rounds_now for credit in each.credited)
        return sum(credit.points for credit in credits_ if credit.side == side[:1])

    @staticmethod
    def won(played: ScoredRound) -> int:
        """Return the points that a round gave to the player who won it."""
        out = (played.round.went_out,)
        return next((credit.points for credit in played.credited if credit.side == out), 0)

    @property
    def stage_table(self) -> StageTable | None:
        """This table in its stage, with the places of its players, None without stages."""
        stage = self.game.stages[self.rotation - 1] if self.game.stages else None
        tables = stage.tables if stage else ()
        return next((table for table in tables if table.table == self.table), None)

    @property
    def people(self) -> list[Standing]:
        """Standings in the whole tournament of the players at this table, best first."""
        here = {seat for side in self.sides for seat in side}
        return [each for each in self.standings if each.side[0] in here]

    @cached_property
    def ended_rotation(self) -> int | None:
        """The rotation that is over while players change seats, else None."""
        opened = self.game.rotation_now
        played = {each.round.rotation for each in self.rounds}
        is_behind = self.open_table is not None and self.open_table.rotation < opened
        is_over = opened - 1 in played and opened not in played and not is_behind
        # A table without a further rotation keeps showing its last one.
        is_changing = self.clock.is_changing and not self.is_begun
        return opened - 1 if is_over and (is_changing or not self.open_table) else None

    @property
    def next_seats(self) -> list[NextSeat]:
        """Next seats of the players who sit here or just did, none after the last rotation."""
        rotation = self.ended_rotation or self.rotation
        if rotation >= len(self.game.seating):
            return []
        seating = self.game.seating
        sides = seating[rotation - 1].tables[self.table - 1] if self.ended_rotation else self.sides
        next_seats = {
            seat: NextSeat(seat, number, next((s for s in side if s != seat), None))
            for number, pairs in enumerate(seating[rotation].tables, start=1)
            for side in pairs
            for seat in side
        }
        here = [seat for side in sides for seat in side]
        # A player who has left gets no next seat, unless a stand-in (not in heats) has taken over.
        kept = () if self.game.stages else next_seats
        staying = [seat for seat in here if seat in kept or seat in self.game.current_roster]
        return [next_seats.get(seat, NextSeat(seat)) for seat in staying]


@bp.get("")
def show(key: str) -> Response:
    access = open_game(key, "table")
    remember_game(key)
    return htmx.response(tournament_table_page(access))


def tournament_table_page(access: Access, refusal: Refusal = NOTHING_REFUSED) -> str:
    game = access.game
    table = access.table or 1
    clock = game_service().clock.of(access.game_id, game)
    open_table = game.open_table(table)
    counted = counting(access, open_table) if open_table else None
    place = own_position(access)
    is_begun = bool(counted and counted.hands)
    is_own = bool(open_table and place and place.seat in open_table.seated)
    board = TableBoard(game, table, open_table, clock, is_begun, is_own)
    seen = len(game.rounds_at(table))
    return render(
        "play/tournament/table.html",
        "play/tournament/_table.html",
        access=access,
        board=board,
        # A table that has finished its rotation waits for the others and has nothing to record.
        form=next_round_form(access, counted, refusal, seen) if counted else None,
        refusal=refusal,
        seen=seen,
        end=players_end(access, place.seat if place else None),
        own_table=None if is_own or board.ending else _own_table(access, place, table),
        # The link to the board of all tables, None if its row is damaged.
        watch_key=game_service().key_of(access.game_id, "watch"),
    )


def _own_table(access: Access, place: SeatPosition | None, shown: int) -> OwnTable | None:
    if place is None:
        return None
    table = place.table.table if place.table else None
    if table == shown or (table is None and place.seat not in access.game.resting_now):
        return None
    # Only a link that this phone already has, as a renewed one must not be handed out here.
    join = key_of(access.game_id, "join") if table else None
    address = url_for("join.count", key=join.key) if join else None
    return OwnTable(access.game.name(place.seat), table, address)
