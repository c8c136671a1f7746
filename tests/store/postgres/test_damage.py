"""What the database holds is not as it was written: it is said, and never believed."""

from collections.abc import Callable

import pytest

from companion.store.errors import DamagedGameError, DamagedRowError
from companion.store.postgres.database import request_digest
from companion.store.rows.drafts import Draft
from companion.store.rows.groups import Place
from companion.store.store import Store
from tests.store.table import FIRST_KEYS, NOON, at, change, play

Behind = Callable[[str], None]


@pytest.fixture
def game(store: Store) -> str:
    game = store.journals.create(change("sit down"), keys=FIRST_KEYS)
    play(store, game, 3)
    return game


@pytest.mark.parametrize(
    ("damage", "sound"),
    [
        ("UPDATE lines SET body = 'Cy goes out' WHERE version = 3", 2),
        ("UPDATE lines SET body = '\\xff' WHERE version = 3", 2),
        ("UPDATE lines SET at = at + 1 WHERE version = 1", 0),
        ("DELETE FROM lines WHERE version = 4", 3),
        ("DELETE FROM lines WHERE version = 2", 1),
        ("UPDATE games SET version = 3", 4),
        ("UPDATE games SET seal = '\\x00'", 4),
    ],
)
def test_a_damaged_journal(
    store: Store, game: str, behind: Behind, damage: str, sound: int
) -> None:
    version = len(store.journals.read(game))
    key = store.keys.of_game(game)[0].key
    behind(damage)
    with pytest.raises(DamagedGameError) as damaged:
        store.journals.read(game)
    assert damaged.value.sound_version == sound
    if "WHERE" not in damage or "= 4" in damage:  # a new line would hide what is wrong at the end
        found = store.keys.find(key)
        assert found
        assert found.version is None
        with pytest.raises(DamagedGameError):
            store.journals.append(game, 3 if "= 3" in damage else version, change("Ana goes out"))


def test_an_index_that_leads_to_another_line(store: Store, game: str, behind: Behind) -> None:
    digest = request_digest("id 3")
    assert digest
    behind("UPDATE lines SET request = NULL WHERE version = 4")
    behind(f"UPDATE lines SET request = '\\x{digest.hex()}' WHERE version = 2")
    with pytest.raises(DamagedGameError):
        store.journals.request(game, "id 3")


@pytest.mark.parametrize("damage", ["kind = 'watch'", "seal = '\\x00'", '"table" = 7'])
def test_a_damaged_key_opens_nothing(store: Store, game: str, behind: Behind, damage: str) -> None:
    score = store.keys.of_game(game)[0].key
    behind(f"UPDATE keys SET {damage} WHERE kind = 'score'")
    with pytest.raises(DamagedRowError):
        store.keys.find(score)
    assert [found.kind for found in store.keys.of_game(game)] == ["watch"]


def test_damage_neither_hides_a_game_nor_erases_it(store: Store, game: str, behind: Behind) -> None:
    behind("UPDATE games SET deleted = 5")
    assert len(store.journals.read(game)) == 4
    assert store.trash.purge(at(1)) == 0
    play(store, game, 1)
    assert [heading.game for heading in store.journals.latest(9)] == [game]


def test_a_damaged_hand_is_none(store: Store, game: str, behind: Behind) -> None:
    store.drafts.put(game, Draft(1, 1, 1, "9"))
    behind("UPDATE drafts SET text = '8'")
    assert store.drafts.read(game, 1) == []


def test_a_damaged_place_and_a_damaged_group(store: Store, game: str, behind: Behind) -> None:
    second = store.journals.create(change("sit down"))
    group = store.groups.begin(game)
    store.groups.put(second, Place(group.id, follows=game))
    behind("UPDATE places SET is_counted = 5 WHERE follows IS NOT NULL")
    assert store.groups.following(game) is None
    assert store.groups.place(second) == Place()
    behind("UPDATE groups SET text = 'Bo is Ana'")
    with pytest.raises(DamagedRowError):
        store.groups.find(group.key)


def test_a_damaged_television_asks_again(store: Store, behind: Behind) -> None:
    code = store.televisions.offer_code("tv", "192.0.2.1", NOON).code
    behind("UPDATE televisions SET at = at + 1")
    assert store.televisions.find("tv") is None
    assert store.televisions.offer_code("tv", "192.0.2.1", NOON).code != code
