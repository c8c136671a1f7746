"""Access to a game by a key, and the errors of keys that give none."""

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
    """A game opened by a key, with `table` if the key is for one tournament table only."""

    key: str
    kind: Kind
    game_id: str
    game: Game
    editions: Mapping[str, Edition]
    table: int | None = None

    @cached_property
    def edition(self) -> Edition:
        """The game's box, or a fallback box if its file is gone."""
        # Cached on first use, because requests that only record points need no box.
        return edition_of_game(self.game.start, self.editions)


def watch_key(keys: Iterable[AccessKey]) -> str:
    """Return the watching key, or raise `DamagedRowError` if it is missing."""
    found = next((each.key for each in keys if each.kind == "watch"), None)
    if found is None:
        msg = "a key in the file is damaged"
        raise DamagedRowError(msg)
    return found


class UnknownKeyError(Exception):
    """A key that has never opened anything, so it may be a guess."""

    is_guess = True


class FormerKeyError(UnknownKeyError):
    """A key that no longer opens anything, with the reason `why`.

    `restorable` is the key itself if it can restore the deleted game.
    """

    is_guess = False

    def __init__(self, why: FormerReason, restorable: str | None = None) -> None:
        super().__init__(why)
        self.why = why
        self.restorable = restorable


class WrongKindError(UnknownKeyError):
    """A key that opens a game but is of a kind without this permission."""

    is_guess = False
