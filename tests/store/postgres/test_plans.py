"""Query plans, which use an index however many games there are."""

from collections.abc import Callable

import psycopg
import pytest
from psycopg.rows import dict_row

from companion.store.postgres.database import PostgresDatabase as Database
from companion.store.store import Store
from tests.store.table import make_every_call


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> dict[str, dict[str, object]]:
    """Collect all statements executed from now on, each with its values."""
    found: dict[str, dict[str, object]] = {}

    def listen(name: str) -> None:
        original = getattr(Database, name)

        def listening(db: Database, sql: str, /, **values: object) -> object:
            found[sql] = values
            return original(db, sql, **values)

        monkeypatch.setattr(Database, name, listening)

    for name in ("rows", "write"):
        listen(name)
    return found


def test_postgresql_queries_avoid_sequential_scans(
    url: str, open_store: Callable[[], Store], statements: dict[str, dict[str, object]]
) -> None:
    store = open_store()
    statements.clear()
    make_every_call(store)
    plans: dict[str, str] = {}
    with psycopg.connect(url, autocommit=True, row_factory=dict_row) as connection:
        # The planner would prefer sequential scans of tables as small as these.
        connection.execute("SET enable_seqscan = off")
        for sql, values in list(statements.items()):
            plan = [
                row["QUERY PLAN"] for row in Database(connection).rows(f"EXPLAIN {sql}", **values)
            ]
            plans |= {line.strip(" ->"): sql for line in plan if "Seq Scan on" in line}
    assert len(statements) > 30
    assert {line.partition("  ")[0] for line in plans} <= {
        "Seq Scan on televisions",  # few rows, scanned to remove old ones
        "Seq Scan on leases",  # one row per server
    }
