"""A store with one object per kind of row, over any engine."""

from collections.abc import Callable

from companion.store.database import Engine
from companion.store.rows.drafts import Drafts
from companion.store.rows.groups import Groups
from companion.store.rows.journals import Journals
from companion.store.rows.keys import Keys
from companion.store.rows.televisions import Televisions
from companion.store.rows.trash import Trash


class Store:
    """Access to all kinds of rows, with `StoreUnavailableError` from every call after `close`."""

    def __init__(
        self, engine: Engine, check: Callable[[], None], close: Callable[[], None]
    ) -> None:
        self.journals, self.keys, self.drafts = Journals(engine), Keys(engine), Drafts(engine)
        self.groups, self.trash = Groups(engine), Trash(engine)
        self.televisions = Televisions(engine)
        self.check = check  # raises `StoreUnavailableError` if the database does not answer
        self.close = close
