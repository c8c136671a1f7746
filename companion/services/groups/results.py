"""The games of a group, each with its result."""

from dataclasses import dataclass
from datetime import datetime

from companion.game.formats import FORMATS
from companion.game.replay import replay
from companion.game.reports.results import Result, result_of
from companion.keys import public_id
from companion.services.clock import last_played
from companion.services.replays import entry_of
from companion.store.errors import DamagedGameError
from companion.store.store import Store


@dataclass(frozen=True, slots=True)
class GroupGame:
    """A game of a group: when it was started and finished (None: it is being played)."""

    game_id: str
    started: datetime
    finished: datetime | None
    result: Result

    @property
    def public_id(self) -> str:
        return public_id(self.game_id)

    @property
    def ended(self) -> datetime:
        """When it ended, or else began: games are told in this order."""
        return self.finished or self.started

    @property
    def next_round(self) -> int | None:
        """The number of the round that is played next; None where several tables play."""
        game_format = FORMATS[self.result.game_format]
        return None if game_format.has_several_tables else self.result.rounds + 1


def read_result(store: Store, game_id: str) -> GroupGame | None:
    """Return a game as it stands, also one in the trash; None where it is damaged."""
    try:
        lines = store.trash.read(game_id)
    except DamagedGameError:
        return None
    game = replay((line.version, entry_of(line)) for line in lines)
    result = result_of(game)
    finished = last_played(game, lines) if result.is_over else None
    return GroupGame(game_id, lines[0].at, finished, result)
