"""Games opened by access keys, and the errors for keys that open none."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from companion.editions import Edition
from companion.editions.fallback import edition_of_game
from companion.game.entries import Entry, GameStarted
from companion.game.formats import FORMATS
from companion.game.game import Game
from companion.services.caches import FormerReason
from companion.store.errors import DamagedRowError
from companion.store.rows.keys import AccessKey, Kind


@dataclass(frozen=True)
class Access:
    """A game opened by an access key, with `table` if that is for one tournament table only."""

    key: str
    kind: Kind
    game_id: str
    game: Game
    editions: Mapping[str, Edition]
    table: int | None = None

    @cached_property
    def edition(self) -> Edition:
        """The game's box, or a fallback box if the box's file is gone."""
        # Looked up on first use, because requests that only record points need no box.
        return edition_of_game(self.game.start, self.editions)


def keys_needed(start: Entry) -> list[tuple[Kind, int | None]]:
    """Return the kind and table of each key that a game needs, by the entry that starts it."""
    assert isinstance(start, GameStarted)
    game_format = FORMATS[start.game_format]
    most = game_format.most_tables if game_format.has_several_tables else 0
    needed: list[tuple[Kind, int | None]] = [("score", None), ("watch", None)]
    needed += [("table", table + 1) for table in range(most)]
    return [*needed, ("join", None)] if start.open_seats else needed


def watch_key(keys: Iterable[AccessKey]) -> str:
    """Return the first key of kind `watch`, or raise `DamagedRowError` if it is missing."""
    found = next((each.key for each in keys if each.kind == "watch"), None)
    if found is None:
        msg = "a key in the file is damaged"
        raise DamagedRowError(msg)
    return found


class UnknownKeyError(Exception):
    """An access key that the server does not know, so it may be a guess."""

    is_guess = True


class FormerKeyError(UnknownKeyError):
    """An access key that no longer opens a game or group, with the reason `why`.

    `restorable` is the key itself if it can restore the deleted game.
    """

    is_guess = False

    def __init__(self, why: FormerReason, restorable: str | None = None) -> None:
        super().__init__(why)
        self.why = why
        self.restorable = restorable


class WrongKindError(UnknownKeyError):
    """An access key that opens a game but is of a kind without this permission."""

    is_guess = False
