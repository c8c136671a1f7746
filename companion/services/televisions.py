"""Televisions that show a board without anybody typing an address on them.

A television shows a short code; a phone that has a game open sends it the board of that game. It
is given the key to watch and nothing else.
"""

from collections.abc import Callable
from dataclasses import dataclass

from companion.services.games import GameService
from companion.store.rows.televisions import Television
from companion.store.store import Store

MOST_OF_A_GAME = 20
"""Televisions that show one game; the one sent first is let go for one more."""

_READ_AS = str.maketrans("SBZI1UO0", "582LLVQQ")  # no sign of ours, and mistaken for one


def read_code(typed: str) -> str:
    """Return the code that somebody typed, whatever they took its signs for."""
    return "".join(typed.upper().split()).replace("-", "").translate(_READ_AS)


@dataclass(frozen=True, slots=True)
class TelevisionService:
    """The televisions that show games of one companion."""

    games: GameService

    @property
    def _store(self) -> Store:
        return self.games.store

    def code(self, television: str, address: str, count: Callable[[], None]) -> Television:
        """Return its board, or a code, counted by `count` before it is made; `NoCodeLeftError`."""
        shown = self._store.televisions.find(television)
        if shown and self._is_good(shown):
            return shown
        if shown and shown.key:  # that board is gone for good
            self._store.televisions.forget(television)
        count()
        return self._store.televisions.offer_code(television, address, self.games.now())

    def _is_good(self, shown: Television) -> bool:
        if shown.code:
            return self._store.televisions.find_code(shown.code, self.games.now())
        return self.board(shown) is not None

    def board(self, shown: Television) -> str | None:
        """Return the watch key of the game that a television shows, or that followed it."""
        found = self.games.access_key(shown.key) if shown.key else None
        if found is None:
            return None
        access = self.games.access(found)
        while (following := self.games.rematch_key(access)) is not None:
            access = self.games.open_game(following, "watch")
        return access.key

    def follow(self, television: str) -> str | None:
        """Return the key to watch what a television shows by now; None where it shows no board."""
        shown = self._store.televisions.find(television)
        key = self.board(shown) if shown else None
        if shown and key and key != shown.key:
            self._store.televisions.show(television, key, self.games.now())
        return key

    def is_code(self, typed: str) -> bool:
        return self._store.televisions.find_code(read_code(typed), self.games.now())

    def send(self, typed: str, game_id: str) -> bool:
        """Send the board of a game to the television that shows this code; whether there is one."""
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
        """End what a television shows; the next time it asks it has a new code."""
        self._store.televisions.forget(television)
