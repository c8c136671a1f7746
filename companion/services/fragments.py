"""Rendered fragments of pages, in memory for as long as somebody asks for them.

A fragment is never the truth: its key holds the version of the game, which whoever asks has just
read from the store, so what was rendered of another version is not found.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
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
