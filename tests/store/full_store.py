"""Helpers for whole stores: filling one with rows of every kind, and reading all of it."""

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from companion.store.archives import OTHER_TABLES, StoredGame
from companion.store.rows.drafts import Draft
from companion.store.rows.groups import GroupMembership
from companion.store.store import Store
from companion.store.urls import open_archive, open_store
from tests.store.sqlite import raw
from tests.store.table import FIRST_KEYS, NOON, at, change, play


def fill(store: Store) -> list[str]:
    """Create five games, one deleted and one purged, and rows of every kind; return all ids."""
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
    store.groups.put(second, GroupMembership(group.id, follows=first, is_counted=False))
    store.televisions.send(
        str(store.televisions.offer_code("tv", "203.0.113.1", NOON).code), "k", NOON
    )
    store.trash.delete(deleted, at(9))
    store.trash.delete(purged, at(2))
    store.trash.purge(at(5))
    return games


def fill_at(url: str) -> list[str]:
    """Fill the store at a URL as `fill` does, and return the ids of all five games."""
    with closing(open_store(url)) as store:
        return fill(store)


@dataclass(frozen=True)
class Snapshot:
    """All rows of a store, for comparison."""

    games: list[StoredGame | None]
    other_rows: list[object]


def snapshot_of(url: str) -> Snapshot:
    with open_archive(url) as archive:
        return Snapshot(
            [archive.read(game) for game in archive.games()],
            [archive.rows(db_table) for db_table in OTHER_TABLES],
        )


def run_raw(url: str, sql: str) -> None:
    """Execute SQL on the SQLite file at a URL, with `keys` replaced by its real name `doors`."""
    raw.run(Path(url.removeprefix("sqlite:///")), sql.replace("keys", "doors"))
