"""Heats: single players at several tables, of which the best go on until the final."""

from collections.abc import Sequence

from companion.game.formats.base import GameFormat
from companion.game.rounds import Seat
from companion.game.tournament.heats import DEFAULT_SIZE, OPTIONS, TABLE_SIZES, first_stage
from companion.game.tournament.seating import Rotation


class Heats(GameFormat):
    """Heats and a final: each stage is drawn when the one before is over, and decides the end."""

    name = "heats"
    min_players = 6
    max_players = 60
    scorings = ("winner-collects", "keep-own")
    options = frozenset({*OPTIONS, "seating"})
    default_rounds = 3
    most_tables = max_players // min(TABLE_SIZES)
    allows_resting = False
    has_rotations = True
    has_stages = True
    most_unsaved = 1  # the next stage depends on all tables

    def first_plan(self, seats: Sequence[Seat], table_size: int | None) -> tuple[Rotation, ...]:
        return (first_stage(seats, table_size or DEFAULT_SIZE),) if seats else ()
