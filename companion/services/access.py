"""What a key opens: a game, and what may be done with it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from companion.editions import Edition
from companion.editions.fallback import edition_of_game
from companion.game.game import Game
from companion.services.caches import FormerReason
from companion.store.errors import DamagedRowError
from companion.store.rows.keys import AccessKey, Kind


@dataclass(frozen=True)
class Access:
    """A game as it stood when a key to it opened it; a key with a `table` is for that one only."""

    key: str
    kind: Kind
    game_id: str
    game: Game
    editions: Mapping[str, Edition]
    table: int | None = None

    @cached_property
    def edition(self) -> Edition:
        """The box the game is played with, whatever has become of its file."""
        # Not every request names a card: whoever only records points needs no box.
        return edition_of_game(self.game.start, self.editions)


def watch_key(keys: Iterable[AccessKey]) -> str:
    """Return the key that may only watch; every game has one, so `DamagedRowError` for none."""
    found = next((each.key for each in keys if each.kind == "watch"), None)
    if found is None:
        msg = "a key in the file is damaged"
        raise DamagedRowError(msg)
    return found


class UnknownKeyError(Exception):
    """A key that opens nothing, and may be a guess."""

    is_guess = True


class FormerKeyError(UnknownKeyError):
    """A key that opened something once (`why`); `restorable`: itself, where it can restore."""

    is_guess = False

    def __init__(self, why: FormerReason, restorable: str | None = None) -> None:
        super().__init__(why)
        self.why = why
        self.restorable = restorable


class WrongKindError(UnknownKeyError):
    """A key that opens a game, but may not do this."""

    is_guess = False
