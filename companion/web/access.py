"""From a key to the game behind its door."""

from dataclasses import dataclass
from typing import NoReturn

from flask import abort, g, request
from flask import url_for as address
from werkzeug.exceptions import NotFound

from companion.editions import Edition
from companion.editions.carried import carried
from companion.game.replay import Game
from companion.store.protocols import Door
from companion.web.kept import Games
from companion.web.parts import games, parts
from companion.web.recent import Gone

PAGES = {"score": "games.table", "watch": "watch.watch", "table": "tables.table"}


class FormerKey(NotFound):
    """A key that opened something until its link was renewed or its game deleted."""

    def __init__(self, why: Gone) -> None:
        super().__init__()
        self.why = why


@dataclass(frozen=True, slots=True)
class Access:
    """A game that somebody has a key to."""

    key: str
    kind: str
    game_id: str
    game: Game
    table: int | None = None  # of a tournament, where the key is for that table only

    @property
    def edition(self) -> Edition:
        """The box it is played with."""
        start = self.game.start
        return carried(start.edition, start.deck, parts().editions)

    @property
    def page(self) -> str:
        """The address that this key opens."""
        return address(PAGES[self.kind], key=self.key)

    @property
    def games(self) -> Games:
        """Where it is kept."""
        return games()


def door_of(key: str, *kinds: str) -> Door:
    """Find the door that this key opens, if it is one of these kinds.

    A wrong key is answered 404, and 429 once one address has tried too many; a right one never.
    """
    door = games().door(key)
    if door is None:
        _refuse(key)
    if door.kind not in kinds:
        abort(404)
    return door


def _refuse(key: str) -> NoReturn:
    """Say what is known of a key that opens nothing; one never seen here may be a guess."""
    why = parts().recent.former.why(key)
    if why:
        raise FormerKey(why)
    parts().limits.wrong_keys.count(request.remote_addr or "")
    abort(404)


def opened(key: str, *kinds: str) -> Access:
    """Open the game behind a key; by default only a key that may write will do."""
    door = door_of(key, *(kinds or ("score",)))
    access = Access(key, door.kind, door.game, games().behind(door), door.table)
    g.edition = access.edition  # whose names for its cards an error will use
    return access


def count_new_game() -> None:
    """Slow down whoever creates games by the hundred."""
    parts().limits.new_games.count(request.remote_addr or "")
