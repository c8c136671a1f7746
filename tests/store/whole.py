"""Whole stores: one in which there is some of everything, and all that one holds."""

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from companion.store.archives import OTHER_TABLES, StoredGame
from companion.store.rows.drafts import Draft
from companion.store.rows.groups import Place
from companion.store.store import Store
from companion.store.urls import open_archive, open_store
from tests.store.sqlite import raw
from tests.store.table import FIRST_KEYS, NOON, at, change, play


def fill(store: Store) -> list[str]:
    """Play some games of every kind, and return them in order."""
    games = [store.journals.create(change(f"sit down {n}"), keys=FIRST_KEYS) for n in range(5)]
    first, second, third, deleted, purged = games
    for game in games:
        play(store, game, 3)
    store.keys.add(first, "table", 7)
    store.keys.renew(second, "watch")
    store.drafts.put(third, Draft(1, 4, 2, "7 ★ skip", "Bo"))
    store.drafts.put(third, Draft(2, 4, 1, ""))
    group = store.groups.begin(first)
    store.groups.write(group.id, 0, '{"people": ["Ana"]}')
    store.groups.put(second, Place(group.id, follows=first, is_counted=False))
    store.televisions.send(
        str(store.televisions.offer_code("tv", "203.0.113.1", NOON).code), "k", NOON
    )
    store.trash.delete(deleted, at(9))
    store.trash.delete(purged, at(2))
    store.trash.purge(at(5))
    return games


def filled(url: str) -> list[str]:
    """The same in the store at a URL."""
    with closing(open_store(url)) as store:
        return fill(store)


@dataclass(frozen=True)
class Everything:
    """All that a store holds, as one compares it."""

    games: list[StoredGame | None]
    beside: list[object]


def everything(url: str) -> Everything:
    with open_archive(url) as archive:
        return Everything(
            [archive.read(game) for game in archive.games()],
            [archive.rows(part) for part in OTHER_TABLES],
        )


def spoil(url: str, sql: str) -> None:
    """Carry out a statement behind the back of a store in a file."""
    raw.run(Path(url.removeprefix("sqlite:///")), sql.replace("keys", "doors"))
