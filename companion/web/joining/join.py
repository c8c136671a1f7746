"""The page behind the join link, where a player takes a seat and sees where it is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.game.faults import FaultCode, ValidationError
from companion.game.game import Game
from companion.game.requests.seat import has_open_seats
from companion.game.roster import next_seat
from companion.game.rounds import OpenTable, Seat, Side
from companion.game.standings import Standing, ending, standings
from companion.game.tournament.stages import StageTable
from companion.keys import is_key
from companion.services import joining
from companion.services.access import Access
from companion.services.changes import Write
from companion.services.errors import NotInGameError, RefusedChangeError
from companion.web.http import htmx
from companion.web.http.i18n import gettext
from companion.web.ui import device
from companion.web.ui.access import (
    PAGES,
    count_late_seat,
    game_service,
    key_by_secret,
    open_game,
)
from companion.web.ui.messages import fault_sentences
from companion.web.ui.pages import render
from companion.web.ui.pictures.results import PlayersEnd, players_end

bp = Blueprint("join", __name__)


@dataclass(frozen=True)
class SeatPosition:
    """Table, partners and neighbours of a seat, in a game that has begun."""

    game: Game
    seat: Seat

    @cached_property
    def table(self) -> OpenTable | None:
        """The seat's current table, or None if it rests or waits for the next rotation."""
        if not self.game.game_format.has_rotations:
            return self.game.open_table()
        # A finished stage is shown until the next one is drawn.
        rotation = len(self.game.stages) or self.game.rotation_now
        tables = self.game.seating[rotation - 1].tables if rotation else ()
        seated = (OpenTable(sides, at, rotation) for at, sides in enumerate(tables, start=1))
        return next((t for t in seated if any(self.seat in side for side in t.sides)), None)

    @property
    def stage_table(self) -> StageTable | None:
        """The seat's table in the last stage of heats."""
        tables = self.game.stages[-1].tables if self.game.stages else ()
        return next((table for table in tables if self.seat in table.seats), None)

    @property
    def is_waiting(self) -> bool:
        """Whether a player of heats has no round left in this stage."""
        at = self.stage_table
        return bool(self.game.stages) and not (at and at.rounds_left and self.seat in at.placed)

    @property
    def standing(self) -> Standing:
        return next(each for each in standings(self.game) if self.seat in each.side)

    @property
    def partners(self) -> Sequence[Seat]:
        own: Side = next((s for s in self.table.sides if self.seat in s), ()) if self.table else ()
        return [seat for seat in own if seat != self.seat]

    @property
    def opponents(self) -> Sequence[Seat]:
        sides = self.table.sides if self.table else ()
        return [seat for side in sides if self.seat not in side for seat in side]

    @property
    def left(self) -> Seat:
        """The seat on the left, to which play and deal pass on."""
        return next_seat(self.seat + 1, self.game.current_roster)

    @property
    def right(self) -> Seat:
        before = [seat for seat in self.game.current_roster if seat < self.seat]
        return (before or list(self.game.current_roster))[-1]


@dataclass(frozen=True, slots=True)
class JoinPage:
    """Values of the join page: the form to take a seat, or the seat that this phone has.

    `seat_key`: the access key of the seat. `typed`: content of the name field. `position`: None
    before the game begins. `has_room`: whether one more seat can be taken.
    """

    access: Access
    seat: Seat | None
    seat_key: str
    typed: str
    faults: Mapping[str, str]
    position: SeatPosition | None
    has_room: bool
    is_over: bool
    end: PlayersEnd | None
    watch: str


@bp.get("/join/<key>")
def show(key: str) -> Response:
    page = _page(open_game(key, "join"))
    if page.seat:
        device.remember_game(key)
    return htmx.response(_render(page))


@bp.post("/join/<key>/table")
def count(key: str) -> Response:
    """Redirect a phone with a seat to the page of the table at which it plays now.

    Many people have the join link, so only this response has the table's key, and only for a seat.
    """
    access = open_game(key, "join")
    page = _page(access)
    table = page.position.table if page.position and not page.is_over else None
    keys = dict(game_service().table_keys(access.game_id, access.game))
    if page.seat and table and table.table in keys:
        table_key = keys[table.table]
        device.sit_down(access.game_id, table_key, page.seat)
        return redirect(url_for(PAGES["table"], key=table_key), 303)
    if page.seat is None:
        flash(gettext("This phone has no seat here: only players can count."), "fault")
    else:
        flash(gettext("There’s no table for you to count for right now."))
    return redirect(url_for("join.show", key=key), 303)


@bp.post("/join/<key>")
def take(key: str) -> Response:
    """Take a seat, or rename the one that this phone has."""
    access = open_game(key, "join")
    count_late_seat(access)
    page = _page(access)
    name = request.form.get("name", "")
    # The form has the seat key, so that a second tap takes no second seat even without cookies.
    sent = request.form.get("seat_key", "")
    seat_key = sent if page.seat is None and is_key(sent) else page.seat_key
    try:
        joining.take_seat(
            game_service().changes, access, Write(by=device.nickname()), {"name": name}, seat_key
        )
    except RefusedChangeError as refused:
        faults = fault_sentences(refused.faults)
        free = (f.values["free"] for f in refused.faults if f.code == FaultCode.NAME_TAKEN)
        return htmx.response(
            _render(replace(page, typed=str(next(free, name)), faults=faults)), 422
        )
    device.set_seat_key(access.game_id, seat_key)
    device.remember_game(key)
    if not device.nickname():
        device.set_nickname(name.strip())
    return redirect(url_for("join.show", key=key), 303)


@bp.post("/join/<key>/leave")
def leave(key: str) -> Response:
    access = open_game(key, "join")
    try:
        seat_key = device.seat_key(access.game_id) or ""
        game_service().changes.leave_seat(access, Write(by=device.nickname()), seat_key)
    except (NotInGameError, ValidationError):  # the organiser was first, as the page will show
        pass
    return redirect(url_for("join.show", key=key), 303)


def own_position(access: Access) -> SeatPosition | None:
    """Return the position of this phone's seat, or None if it has no seat in a running game."""
    seat_key = device.seat_key(access.game_id)
    seat = joining.seat_of(access.game, seat_key) if seat_key else None
    return SeatPosition(access.game, seat) if seat and not access.game.is_seating else None


def _render(page: JoinPage) -> str:
    return render("joining/join.html", "joining/_join.html", page=page)


def _new_seat_key(access: Access) -> str:
    return key_by_secret(repr(("seat", access.game_id, device.lasting_id())))


def _page(access: Access) -> JoinPage:
    game = access.game
    is_over = ending(game) is not None
    seat_key = device.seat_key(access.game_id)
    seat = joining.seat_of(game, seat_key) if seat_key else None
    return JoinPage(
        access=access,
        seat=seat,
        seat_key=seat_key if seat_key and seat else _new_seat_key(access),
        typed=game.name(seat) if seat else device.nickname() or "",
        faults={},
        position=own_position(access),
        has_room=has_open_seats(game) and len(game.current_roster) < game.game_format.max_players,
        is_over=is_over,
        end=players_end(access, seat),
        watch=url_for(
            "story.show" if is_over else PAGES["watch"],
            key=game_service().watch_key(access.game_id),
        ),
    )
