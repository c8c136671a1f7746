"""All that one store keeps, over whichever engine."""

from collections.abc import Callable
from dataclasses import dataclass

from companion.store.database import Engine
from companion.store.rows.drafts import Drafts
from companion.store.rows.groups import Groups
from companion.store.rows.journals import Journals
from companion.store.rows.keys import Keys
from companion.store.rows.televisions import Televisions
from companion.store.rows.trash import Trash


@dataclass(frozen=True, slots=True)
class Store:
    """A class for each kind of row; after `close`, every call raises `StoreUnavailableError`."""

    journals: Journals
    keys: Keys
    drafts: Drafts
    groups: Groups
    televisions: Televisions
    trash: Trash
    check: Callable[[], None]  # raises `StoreUnavailableError` when it does not answer
    close: Callable[[], None]

    @classmethod
    def over(cls, engine: Engine, check: Callable[[], None], close: Callable[[], None]) -> "Store":
        kinds = Journals(engine), Keys(engine), Drafts(engine), Groups(engine)
        return cls(*kinds, Televisions(engine), Trash(engine), check, close)
