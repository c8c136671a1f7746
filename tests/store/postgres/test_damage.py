"""Damaged rows in a PostgreSQL database, which are reported and never believed."""

import pytest

from companion.store.errors import DamagedGameError
from companion.store.postgres.database import request_digest
from companion.store.store import Store
from tests.rows import cases
from tests.store.postgres.conftest import RunSql
from tests.store.table import FIRST_KEYS, at, change, play


@pytest.fixture
def game(store: Store) -> str:
    game = store.journals.create(change("sit down"), keys=FIRST_KEYS)
    play(store, game, 3)
    return game


@cases(r"""damage | sound
UPDATE lines SET body = 'Cy goes out' WHERE version = 3 | 2
"UPDATE lines SET body = '\\xff' WHERE version = 3" | 2
UPDATE lines SET at = at + 1 WHERE version = 1 | 0
DELETE FROM lines WHERE version = 4 | 3
DELETE FROM lines WHERE version = 2 | 1
UPDATE games SET version = 3 | 4
"UPDATE games SET seal = '\\x00'" | 4
""")
def test_damaged_journal_in_database_is_reported(
    store: Store, game: str, run_sql: RunSql, damage: str, sound: int
) -> None:
    version = len(store.journals.read(game))
    key = store.keys.of_game(game)[0].key
    run_sql(damage)
    with pytest.raises(DamagedGameError) as damaged:
        store.journals.read(game)
    assert damaged.value.intact_version == sound
    # Damage at the end is also reported on appending, as a new line would hide it.
    if "WHERE" not in damage or "= 4" in damage:
        found = store.keys.find(key)
        assert found
        assert found.version is None
        with pytest.raises(DamagedGameError):
            store.journals.append(game, 3 if "= 3" in damage else version, change("Ana goes out"))


def test_request_id_index_to_wrong_line_is_damage(store: Store, game: str, run_sql: RunSql) -> None:
    digest = request_digest("id 3")
    assert digest
    run_sql("UPDATE lines SET request = NULL WHERE version = 4")
    run_sql(f"UPDATE lines SET request = '\\x{digest.hex()}' WHERE version = 2")
    with pytest.raises(DamagedGameError):
        store.journals.request(game, "id 3")


def test_damaged_deletion_time_is_ignored(store: Store, game: str, run_sql: RunSql) -> None:
    run_sql("UPDATE games SET deleted = 5")
    assert len(store.journals.read(game)) == 4
    assert store.trash.purge(at(1)) == 0
    play(store, game, 1)
    assert [summary.game for summary in store.journals.latest(9)] == [game]
