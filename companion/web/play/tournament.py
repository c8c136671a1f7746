"""Pages of a tournament for its organiser and guests, with standings and plan."""

from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.game.faults import ValidationError
from companion.game.players import alphabetical
from companion.game.rounds import OpenTable, Side
from companion.game.standings import Standing, has_leaders
from companion.game.tally import ScoredRound
from companion.game.tournament.heats import stage_reached
from companion.game.tournament.seating import Rotation
from companion.game.tournament.stages import Stage
from companion.game.tournament.tables import rotations_begun
from companion.services.access import Access
from companion.services.clock import TableClock
from companion.services.errors import ConflictError
from companion.web.errors import answer_to
from companion.web.play.round_form import Refusal
from companion.web.play.score_sheet import GameView
from companion.web.play.story import story_of_end
from companion.web.ui import device, forms
from companion.web.ui.access import game_service, open_game
from companion.web.ui.device import group_url
from companion.web.ui.journal.saved import flash_kind, saved_sentence
from companion.web.ui.messages import fault_sentences
from companion.web.ui.pages import PageSlice, render, requested_slice

bp = Blueprint("tournament", __name__, url_prefix="/games/<key>")

_LATEST = 5  # rounds of all tables, shown below the current ones
# A table's printed card, with the number of each rotation and the sides that play.
Card = list[tuple[int, tuple[Side, ...]]]


@dataclass(frozen=True)
class Board(GameView):
    """The state of a tournament, with the rounds of `page_slice` or by default the last few.

    `clock` has the start of this rotation.
    """

    clock: TableClock
    page_slice: PageSlice | None = None

    @cached_property
    def number(self) -> int:
        if self.game.game_format.has_stages:
            return len(self.game.seating)
        # Tables wait for each other, so this is the furthest open table's; at the end, the last.
        return max((t.rotation for t in self.game.tables_open), default=len(self.game.seating))

    @property
    def ended_rotation(self) -> int | None:
        """The rotation that is over while players change seats, else None."""
        if rotations_begun(self.game.rounds) >= self.number or not self.clock.is_changing:
            return None
        return self.number - 1 or None

    @property
    def rotation(self) -> Rotation:
        return self.game.seating[self.number - 1]

    @property
    def latest(self) -> tuple[ScoredRound, ...]:
        played = self.game.tally.played
        if self.page_slice:
            return played[self.page_slice.first - 1 : self.page_slice.last]
        return played[-_LATEST:]

    @property
    def playing(self) -> int:
        """The number of tables with rounds left in this rotation."""
        return sum(bool(self.left(table)) for table in self.unfinished_first)

    @property
    def unfinished_first(self) -> tuple[int, ...]:
        """The tables of this rotation, with finished ones last."""
        tables = range(1, len(self.rotation.tables) + 1)
        return tuple(sorted(tables, key=lambda table: not self.left(table)))

    @property
    def seats_by_name(self) -> tuple[tuple[str, int], ...]:
        """Players and their tables in this rotation, sorted by name."""
        seated = [
            (self.game.name(seat), table)
            for table, sides in enumerate(self.rotation.tables, start=1)
            for side in sides
            for seat in side
        ]
        return tuple(sorted(seated, key=lambda each: alphabetical(each[0])))

    @property
    def leaders(self) -> tuple[Standing, ...]:
        """The leaders, none before the first round or that of a stage."""
        return tuple(s for s in self.standings if s.rank == 1) if has_leaders(self.game) else ()

    @property
    def is_replanned(self) -> bool:
        """Whether later rotations were planned again because a player left or joined."""
        return self.game.plan != self.game.game_format.plan(len(self.game.founders))

    def played(self, table: int) -> int:
        return self.game.rounds_each - self.left(table)

    def left(self, table: int) -> int:
        here = (t for t in self.game.tables_open if (t.table, t.rotation) == (table, self.number))
        return next((t.rounds_left or 0 for t in here), 0)

    @property
    def stage(self) -> Stage | None:
        """The last stage drawn, None in a tournament of partners."""
        return self.game.stages[-1] if self.game.stages else None

    def reached(self, standing: Standing) -> int:
        return stage_reached(self.game.seating, standing.side[0])

    @property
    def is_stage_done(self) -> bool:
        """Whether a stage is over after which another one is drawn."""
        return bool(self.stage and not self.stage.is_final and not self.stage.unfinished)

    @property
    def is_corrected(self) -> bool:
        """Whether others would have gone on to the last stage since a correction."""
        return any(stage.is_outdated for stage in self.game.stages[-2:-1])

    @property
    def is_outdated(self) -> bool:
        """Whether the last stage can be drawn again since a correction, as no round was played."""
        return self.is_corrected and rotations_begun(self.game.rounds) < self.number

    @property
    def ranked(self) -> tuple[Standing, ...]:
        """The standings for guests, during heats only of players who are out."""
        if self.stage is None or self.ending:
            return tuple(self.standings)
        return tuple(each for each in self.standings if self.reached(each) < self.number)

    @property
    def behind(self) -> tuple[OpenTable, ...]:
        """The tables that lack a round of an earlier rotation."""
        return tuple(t for t in self.game.tables_open if t.rotation < self.number)


@dataclass(frozen=True)
class Plan(GameView):
    """The whole plan of a tournament."""

    @property
    def tables_by_name(self) -> list[tuple[str, list[int | None]]]:
        """Players sorted by name, each with a table per rotation (None if sitting out)."""
        tables = [
            {s: n for n, sides in enumerate(r.tables, 1) for side in sides for s in side}
            for r in self.game.seating
        ]
        seats = sorted({*chain(*tables)}, key=lambda seat: alphabetical(self.game.name(seat)))
        return [(self.game.name(seat), [each.get(seat) for each in tables]) for seat in seats]

    @property
    def cards(self) -> list[Card]:
        seating = self.game.seating
        # After players have left, later rotations may have fewer tables than earlier ones.
        most = max(len(rotation.tables) for rotation in seating)
        return [
            [(n, r.tables[table]) for n, r in enumerate(seating, 1) if table < len(r.tables)]
            for table in range(most)
        ]


def tournament_page(access: Access, refusal: Refusal) -> str:
    clock = game_service().clock.of(access.game_id, access.game)
    rounds = len(access.game.rounds)
    board = Board(access.game, clock, requested_slice(rounds) if "all" in request.args else None)
    return render(
        "play/tournament/tournament.html",
        "play/tournament/_tournament.html",
        access=access,
        board=board,
        refusal=refusal,
        table_keys=tuple(game_service().table_keys(access.game_id, access.game)),
        watch_key=game_service().key_of(access.game_id, "watch"),  # None if its row is damaged
        group=group_url(access),
        story=story_of_end(access) if board.ending else None,
    )


@bp.post("/stages")
def draw(key: str) -> Response:
    """Draw the next stage, also if the clock has ended this one, or draw the last one again."""
    access, choice = open_game(key), request.form.get("draw", "")
    changes = game_service().changes
    write = forms.write_from_form(request.form, device.author(access))
    try:
        if choice == "again":
            changed = changes.draw_again(access, write)
        else:
            changed = changes.draw_stage(access, write, {"ended": choice == "by-time"})
        flash(saved_sentence(changed), flash_kind(changed))
    except ValidationError as refused:
        flash(" ".join(fault_sentences(refused.faults).values()), "fault")
    except ConflictError as conflict:
        flash(answer_to(conflict).message, "fault")
    return redirect(url_for("table.show", key=key), 303)


@bp.get("/plan")
def plan(key: str) -> str:
    access = open_game(key, "score", "watch")
    if not access.game.seating:
        abort(404)
    return render_template("play/tournament/plan.html", access=access, plan=Plan(access.game))
