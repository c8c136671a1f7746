"""However many games there are, what is asked for is found by an index."""

from collections.abc import Callable

import psycopg
import pytest
from psycopg.rows import dict_row

from companion.store.postgres.database import PostgresDatabase as Database
from companion.store.rows.drafts import Draft
from companion.store.rows.groups import Place
from companion.store.store import Store
from tests.store.table import FIRST_KEYS, NOON, at, change, play


def everything(store: Store) -> None:
    """Make every call that people wait for."""
    game = store.journals.create(change("sit down"), keys=FIRST_KEYS)
    play(store, game, 2)
    store.journals.read(game, since=1)
    store.journals.request(game, "id 1")
    store.journals.latest(9)
    store.keys.find(store.keys.renew(game, "score"))
    store.keys.of_game(game)
    store.drafts.put(game, Draft(1, 1, 1, "9"))
    store.drafts.read(game, 1)
    store.drafts.clear(game, 1)
    group = store.groups.begin(game)
    store.groups.put(store.journals.create(change("sit down")), Place(group.id, follows=game))
    store.groups.find(store.groups.renew(group.id).key)
    store.groups.games(group.id)
    store.groups.state(group.id)
    store.groups.following(game)
    code = store.televisions.offer_code("tv", "192.0.2.1", NOON).code or ""
    store.televisions.find_code(code, NOON)
    store.televisions.send(code, "key", NOON)
    store.televisions.showing("key")
    store.trash.delete(game, at(1))
    store.trash.latest(9)
    store.trash.undelete(game)
    store.trash.delete(game, at(1))
    store.trash.purge(before=at(2))


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> dict[str, dict[str, object]]:
    """Return every statement that is asked from now on, with values of it."""
    found: dict[str, dict[str, object]] = {}

    def listen(name: str) -> None:
        ask = getattr(Database, name)

        def listening(db: Database, sql: str, /, **values: object) -> object:
            found[sql] = values
            return ask(db, sql, **values)

        monkeypatch.setattr(Database, name, listening)

    for name in ("rows", "write"):
        listen(name)
    return found


def test_nothing_is_looked_for_from_the_first_row_to_the_last(
    url: str, open_store: Callable[[], Store], asked: dict[str, dict[str, object]]
) -> None:
    store = open_store()
    asked.clear()
    everything(store)
    plans: dict[str, str] = {}
    with psycopg.connect(url, autocommit=True, row_factory=dict_row) as connection:
        # With tables as short as these the server would rather read all of them.
        connection.execute("SET enable_seqscan = off")
        for sql, values in list(asked.items()):
            plan = [
                row["QUERY PLAN"] for row in Database(connection).rows(f"EXPLAIN {sql}", **values)
            ]
            plans |= {line.strip(" ->"): sql for line in plan if "Seq Scan on" in line}
    assert len(asked) > 30
    assert {line.partition("  ")[0] for line in plans} <= {
        "Seq Scan on televisions",  # of the few that show something now, to remove what is old
        "Seq Scan on leases",  # one for each server
    }
