"""The contract of doors, for every engine."""

import pytest

from companion.store.errors import UnknownGameError
from companion.store.protocols import AccessKey, Kind, Store
from tests.store.table import FIRST_DOORS, said


def test_a_game_is_born_with_its_doors(store: Store) -> None:
    doors: list[tuple[Kind, int | None]] = [("table", 2), *FIRST_DOORS, ("table", 1)]
    game = store.journals.create(said("sit down"), doors=doors)
    keys = store.doors.keys(game)
    assert [(door.kind, door.table) for door in keys] == [
        ("score", None),
        ("table", 1),
        ("table", 2),
        ("watch", None),
    ]
    assert [store.doors.find(door.key) for door in keys] == keys


def test_a_key_opens_one_game_to_do_one_thing(store: Store, game: str) -> None:
    key = store.doors.open(game, "table", 3)
    assert store.doors.find(key) == AccessKey(key, game, "table", 3)


def test_a_door_knows_how_far_its_game_has_come(store: Store, game: str) -> None:
    key = store.doors.open(game, "watch")
    for version in range(1, 4):
        found = store.doors.find(key)
        assert found is not None
        assert found.version == version == len(store.journals.read(game))
        store.journals.append(game, version, said(f"round {version}"))


@pytest.mark.parametrize(
    "wrong", ["", "x", "Ключ", "\ud83c", "a" * 10_000, "' OR 1 = 1 --", "nul\0"]
)
def test_a_wrong_key_opens_nothing(store: Store, game: str, wrong: str) -> None:
    assert store.doors.find(wrong) is None
    assert store.doors.find(game) is None


def test_half_a_key_opens_nothing(store: Store, game: str) -> None:
    key = store.doors.keys(game)[0].key
    for wrong in (key[:-1], key + "a", key.swapcase(), key.rjust(23), key + "\0"):
        assert store.doors.find(wrong) is None


def test_one_more_key_leaves_the_first_one_working(store: Store, game: str) -> None:
    first = store.doors.keys(game)[0]
    second = store.doors.open(game, "score")
    assert second != first.key
    assert store.doors.find(first.key) == first
    assert len(store.doors.keys(game)) == 3


def test_a_new_lock_shuts_out_the_old_keys_at_once(store: Store, game: str) -> None:
    score, watch = store.doors.keys(game)
    another = store.doors.open(game, "score")
    new = store.doors.renew(game, "score")
    assert store.doors.find(score.key) is None
    assert store.doors.find(another) is None
    assert store.doors.find(watch.key) == watch
    assert store.doors.keys(game) == [AccessKey(new, game, "score"), watch]


def test_a_new_lock_for_one_table_is_for_that_table_only(store: Store, game: str) -> None:
    tables = {table: store.doors.open(game, "table", table) for table in (1, 2)}
    new = store.doors.renew(game, "table", 2)
    assert store.doors.find(tables[1]) == AccessKey(tables[1], game, "table", 1)
    assert store.doors.find(tables[2]) is None
    assert store.doors.find(new) == AccessKey(new, game, "table", 2)


def test_a_new_lock_is_for_one_game_only(store: Store, game: str) -> None:
    other = store.journals.create(said("sit down"), doors=[("score", None)])
    store.doors.renew(game, "score")
    assert len(store.doors.keys(other)) == 1


def test_an_unknown_game_has_no_doors(store: Store) -> None:
    for call in (
        lambda: store.doors.keys("unknown"),
        lambda: store.doors.open("unknown", "score"),
        lambda: store.doors.renew("unknown", "score"),
    ):
        with pytest.raises(UnknownGameError):
            call()


def test_keys_cannot_be_guessed(store: Store, game: str) -> None:
    keys = {store.doors.open(game, "watch") for _ in range(20)}
    assert len(keys) == 20
    assert {len(key) for key in keys} == {22}  # 128 bits, six a character
