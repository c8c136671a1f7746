"""Televisions that show a board without typing an address.

A television shows a short code, and a phone with an open game sends the board to that code. The
television gets only the key to watch.
"""

from collections.abc import Callable
from dataclasses import dataclass

from companion.services.games import GameService
from companion.store.rows.televisions import Television
from companion.store.store import Store

MOST_OF_A_GAME = 20
"""Maximum number of televisions for one game; a further one replaces the oldest."""

_LOOKALIKES = str.maketrans("SBZI1UO0", "582LLVQQ")  # what no code contains -> what it looks like


def read_code(typed: str) -> str:
    """Normalise a typed code: case, spaces, hyphens and lookalike characters."""
    return "".join(typed.upper().split()).replace("-", "").translate(_LOOKALIKES)


@dataclass(frozen=True, slots=True)
class TelevisionService:
    """Service for the televisions of one companion."""

    games: GameService

    @property
    def _store(self) -> Store:
        return self.games.store

    def code(self, television: str, address: str, count: Callable[[], None]) -> Television:
        """Return a television with its board or valid code, else give it a code after `count()`."""
        shown = self._store.televisions.find(television)
        if shown and (self.is_code(shown.code) if shown.code else self.board(shown)):
            return shown
        if shown and shown.key:  # the board's key is no longer valid
            self._store.televisions.forget(television)
        count()
        return self._store.televisions.offer_code(television, address, self.games.now())

    def board(self, shown: Television) -> str | None:
        """Return the watch key of the television's game or its latest rematch, or None."""
        found = self.games.access_key(shown.key) if shown.key else None
        if found is None:
            return None
        access = self.games.access(found)
        while (following := self.games.rematch_key(access)) is not None:
            access = self.games.open_game(following, "watch")
        return access.key

    def follow(self, television: str) -> str | None:
        """Switch a television to its game's latest rematch and return that watch key, or None."""
        shown = self._store.televisions.find(television)
        key = self.board(shown) if shown else None
        if shown and key and key != shown.key:
            self._store.televisions.show(television, key, self.games.now())
        return key

    def is_code(self, typed: str) -> bool:
        return self._store.televisions.find_code(read_code(typed), self.games.now())

    def send(self, typed: str, game_id: str) -> bool:
        """Send a game's board to the television with this code, and return whether it exists."""
        key = self.games.key_of(game_id, "watch")
        if key is None or not self._store.televisions.send(read_code(typed), key, self.games.now()):
            return False
        for oldest in self.showing(game_id)[:-MOST_OF_A_GAME]:
            self.forget(oldest)
        return True

    def showing(self, game_id: str) -> list[str]:
        key = self.games.key_of(game_id, "watch")
        return self._store.televisions.showing(key) if key else []

    def forget(self, television: str) -> None:
        """Remove a television, which gets a new code on its next request."""
        self._store.televisions.forget(television)
