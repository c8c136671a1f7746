"""Contract tests of access keys, for every engine."""

from companion.store.rows.keys import AccessKey, Kind
from companion.store.store import Store
from tests.store.table import FIRST_KEYS, change


def test_new_game_has_requested_keys(store: Store) -> None:
    wanted: list[tuple[Kind, int | None]] = [("table", 2), *FIRST_KEYS, ("table", 1)]
    game = store.journals.create(change("sit down"), keys=wanted)
    keys = store.keys.of_game(game)
    found = [(each.kind, each.table) for each in keys]
    assert found == [("score", None), ("table", 1), ("table", 2), ("watch", None)]
    assert [store.keys.find(found.key) for found in keys] == keys


def test_access_key_lookup_returns_current_version_of_game(store: Store, game: str) -> None:
    key = store.keys.add(game, "watch")
    for version in range(1, 4):
        found = store.keys.find(key)
        assert found is not None
        assert found.version == version == len(store.journals.read(game))
        store.journals.append(game, version, change(f"round {version}"))


def test_renewing_access_key_with_given_key_is_idempotent(store: Store, game: str) -> None:
    for _ in range(2):
        assert store.keys.renew(game, "watch", key="chosen") == "chosen"
        assert [found.key for found in store.keys.of_game(game, "watch")] == ["chosen"]


def test_wrong_key_opens_no_game(store: Store, game: str) -> None:
    key = store.keys.of_game(game)[0].key
    for wrong in (
        *("", "x", "Ключ", "\ud83c", "a" * 10_000, "' OR 1 = 1 --", "nul\0"),
        *(game, key[:-1], key + "a", key.swapcase(), key.rjust(23), key + "\0"),
    ):
        assert store.keys.find(wrong) is None, wrong


def test_renewed_key_replaces_all_keys_of_same_kind(store: Store, game: str) -> None:
    score, watch = store.keys.of_game(game)
    another = store.keys.add(game, "score")
    new = store.keys.renew(game, "score")
    assert store.keys.find(score.key) is None
    assert store.keys.find(another) is None
    assert store.keys.find(watch.key) == watch
    assert store.keys.of_game(game) == [AccessKey(new, game, "score"), watch]


def test_renewed_table_key_replaces_only_key_of_that_table(store: Store, game: str) -> None:
    tables = {table: store.keys.add(game, "table", table) for table in (1, 2)}
    new = store.keys.renew(game, "table", 2)
    assert store.keys.find(tables[1]) == AccessKey(tables[1], game, "table", 1)
    assert store.keys.find(tables[2]) is None
    assert store.keys.find(new) == AccessKey(new, game, "table", 2)


def test_renewing_key_does_not_affect_other_games(store: Store, game: str) -> None:
    other = store.journals.create(change("sit down"), keys=[("score", None)])
    store.keys.renew(game, "score")
    assert len(store.keys.of_game(other)) == 1


def test_keys_and_game_ids_are_unique_with_128_bits(store: Store, game: str) -> None:
    made = {store.keys.add(game, "watch") for _ in range(20)}
    made |= {store.journals.create(change("sit down")) for _ in range(20)}
    assert len(made) == 40
    assert {len(each) for each in made} == {22}  # characters of 6 bits each
