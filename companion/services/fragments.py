"""Pages of games as they were drawn, at hand for as long as the game stands as it did.

A kept page is never the truth: whoever asks for one has just read from the store how the game
stands, and what was drawn of another version is not found.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from secrets import token_urlsafe
from threading import Lock


class FragmentCache:
    """The rendered fragments that were asked for last, bounded by their length in all."""

    def __init__(self, limit: int = 4_000_000) -> None:
        self._limit = limit  # characters
        self._size = 0
        self._fragments: OrderedDict[Hashable, str] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, render: Callable[[], str]) -> str:
        """Return the fragment with this key; it is rendered where it is not in the cache."""
        with self._lock:
            if key in self._fragments:
                self._fragments.move_to_end(key)
                return self._fragments[key]
        # Rendered without the lock: a fragment may hold others, and nobody waits for a stranger's.
        fragment = render()
        with self._lock:
            self._size += len(fragment) - len(self._fragments.pop(key, ""))
            self._fragments[key] = fragment
            while self._size > self._limit:
                _, oldest = self._fragments.popitem(last=False)
                self._size -= len(oldest)
        return fragment


class Pages:
    """The pages that were asked for last, cut where each has an id of its own."""

    MOST = 4_000_000  # characters in all
    HOLE = token_urlsafe(24)  # stands for that id while a page is drawn; nobody can have typed it

    def __init__(self) -> None:
        self._cut: OrderedDict[Hashable, tuple[str, ...]] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def page(self, name: Hashable, own_id: str, draw: Callable[[str], str]) -> str:
        """Give a page with this id; it is drawn where none of that name is at hand."""
        with self._lock:
            pieces = self._cut.get(name, ())
            if pieces:
                self._cut.move_to_end(name)
        if not pieces:
            pieces = tuple(draw(self.HOLE).split(self.HOLE))
            self._keep(name, pieces)
        return own_id.join(pieces)

    def _keep(self, name: Hashable, pieces: tuple[str, ...]) -> None:
        with self._lock:
            self._size += _size(pieces) - _size(self._cut.pop(name, ()))
            self._cut[name] = pieces
            while self._size > self.MOST:
                _, oldest = self._cut.popitem(last=False)
                self._size -= _size(oldest)


def _size(pieces: tuple[str, ...]) -> int:
    return sum(map(len, pieces))
