"""From a key to the game that it opens."""

from dataclasses import dataclass
from typing import NoReturn

from flask import abort, g, request, url_for
from werkzeug.exceptions import NotFound

from companion.editions import Edition
from companion.editions.fallback import edition_of_game
from companion.game.replay import Game
from companion.services.caches import Gone
from companion.services.games import GameService
from companion.store.protocols import AccessKey
from companion.web.ui.registry import game_service, registry

PAGES = {"score": "table.show", "watch": "watch.show", "table": "tournament_table.show"}


class FormerKeyError(NotFound):
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
        return edition_of_game(start.edition, start.deck, registry().editions)

    @property
    def page(self) -> str:
        """The address that this key opens."""
        return url_for(PAGES[self.kind], key=self.key)

    @property
    def games(self) -> GameService:
        """Where it is kept."""
        return game_service()


def access_key_of(key: str, *kinds: str) -> AccessKey:
    """Return what this key opens, if it is one of these kinds.

    A wrong key is answered 404, and 429 once one address has tried too many; a right one never.
    """
    found = game_service().access_key(key)
    if found is None:
        _refuse(key)
    if found.kind not in kinds:
        abort(404)
    return found


def _refuse(key: str) -> NoReturn:
    """Say what is known of a key that opens nothing; one never seen here may be a guess."""
    why = registry().recent.former.why(key)
    if why:
        raise FormerKeyError(why)
    registry().limits.wrong_keys.count(request.remote_addr or "")
    abort(404)


def open_game(key: str, *kinds: str) -> Access:
    """Open the game behind a key; by default only a key that may write will do."""
    found = access_key_of(key, *(kinds or ("score",)))
    access = Access(key, found.kind, found.game, game_service().behind(found), found.table)
    g.edition = access.edition  # whose names for its cards an error will use
    return access


def count_new_game() -> None:
    """Slow down whoever creates games by the hundred."""
    registry().limits.new_games.count(request.remote_addr or "")
