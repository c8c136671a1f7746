"""What a key opens: a game, and what may be done with it."""

from dataclasses import dataclass

from companion.editions import Edition
from companion.game.game import Game
from companion.services.caches import FormerReason
from companion.store.protocols import Kind


@dataclass(frozen=True, slots=True)
class Access:
    """A game that somebody has a key to, as it stood when it was opened.

    `kind`: what the key may do. `edition`: the box the game is played with. `table`: of a
    tournament, where the key is for that table only.
    """

    key: str
    kind: Kind
    game_id: str
    game: Game
    edition: Edition
    table: int | None = None


class UnknownKeyError(Exception):
    """A key that opens nothing, and may be a guess."""

    is_guess = True


class FormerKeyError(UnknownKeyError):
    """A key that opened something until its link was renewed or its game deleted (`why`)."""

    is_guess = False

    def __init__(self, why: FormerReason) -> None:
        super().__init__(why)
        self.why = why


class WrongKindError(UnknownKeyError):
    """A key that opens a game, but may not do this."""

    is_guess = False
