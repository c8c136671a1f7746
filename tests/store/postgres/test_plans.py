"""However many games there are, what is asked for is found by an index."""

from collections.abc import Callable

import psycopg
import pytest
from psycopg.rows import dict_row

from companion.store.postgres.database import PostgresDatabase as Database
from companion.store.store import Store
from tests.store.table import every_call


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
    every_call(store)
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
