"""Contract tests of groups, for every engine."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.store.errors import (
    DamagedRowError,
    UnknownGameError,
    UnknownGroupError,
    VersionConflictError,
)
from companion.store.rows.groups import Group, GroupMembership
from companion.store.store import Store
from tests.store.sqlite import raw
from tests.store.table import at, change


def start_game(store: Store) -> str:
    return store.journals.create(change("Ana and Bo sit down"))


def members(store: Store, group: Group) -> list[str]:
    return [member.game for member in store.groups.games(group.id)]


def test_game_has_no_group_until_one_begins_with_it(store: Store, game: str) -> None:
    assert store.groups.membership(game) == GroupMembership()
    assert store.groups.following(game) is None
    group = store.groups.begin(game)
    assert store.groups.membership(game) == GroupMembership(group.id)
    assert store.groups.find(group.key) == store.groups.get(group.id) == group
    assert (group.version, group.text) == (0, "")
    assert len({group.id, group.key}) == 2
    assert members(store, group) == [game]


@pytest.mark.parametrize("key", ["", "wrong", "\ud800", "Zoé"])
def test_wrong_group_key_finds_no_group(store: Store, game: str, key: str) -> None:
    group = store.groups.begin(game)
    assert store.groups.find(key) is None
    assert store.groups.find(group.id) is None
    assert store.keys.find(group.key) is None


def test_group_lists_games_in_order_of_creation(store: Store, game: str) -> None:
    group, second, third = store.groups.begin(game), start_game(store), start_game(store)
    store.groups.put(third, GroupMembership(group.id))
    store.groups.put(second, GroupMembership(group.id, follows=game, is_counted=False))
    assert members(store, group) == [game, second, third]
    listed = store.groups.games(group.id)[1]
    assert (listed.created, listed.version, listed.deleted) == (at(0), 1, None)
    assert [each.is_counted for each in store.groups.games(group.id)] == [True, False, True]
    assert store.groups.membership(second) == GroupMembership(group.id, game, is_counted=False)
    assert store.groups.following(game) == second


def test_group_is_removed_with_its_last_game(store: Store, game: str) -> None:
    first, second = store.groups.begin(game), start_game(store)
    other = store.groups.begin(second)
    store.groups.put(game, GroupMembership(other.id))
    assert store.groups.find(first.key) is None
    assert members(store, other) == [game, second]
    store.groups.put(game, GroupMembership())
    store.trash.delete(second, at(1))
    assert members(store, other) == [second]
    assert store.trash.purge(at(9)) == 1
    assert store.groups.find(other.key) is None
    assert store.groups.membership(game) == GroupMembership()


def test_beginning_group_can_copy_group_of_another_store(store: Store, game: str) -> None:
    taken = store.groups.begin(game)
    second, third, fourth = start_game(store), start_game(store), start_game(store)
    moved = Group("group-of-elsewhere", "key-of-elsewhere", 7, "Bo is Robert")
    assert store.groups.begin(second, moved) == moved
    assert store.groups.begin(third, moved) == moved
    assert members(store, moved) == [second, third]
    other = store.groups.begin(fourth, Group("another", taken.key))
    assert other.key != taken.key
    assert store.groups.find(taken.key) == taken


def test_deleted_group_and_replaced_key_cannot_be_begun_again(store: Store, game: str) -> None:
    deleted, second = store.groups.begin(game), start_game(store)
    renewed = store.groups.begin(second)
    store.groups.delete(deleted.id)
    current = store.groups.renew(renewed.id)
    again = (
        deleted,
        Group(deleted.id, "new"),
        Group("new", deleted.key),
        Group("new", renewed.key),
    )
    for like in again:
        with pytest.raises(UnknownGroupError):
            store.groups.begin(game, like)
        assert store.groups.find(like.key) is None
    assert store.groups.membership(game) == GroupMembership()
    assert store.groups.begin(game, current) == current


def test_writing_group_text_requires_current_version(store: Store, game: str) -> None:
    group = store.groups.begin(game)
    written = store.groups.write(group.id, 0, "Bo is Robert")
    assert (written.version, written.text) == (1, "Bo is Robert")
    with pytest.raises(VersionConflictError):
        store.groups.write(group.id, 0, "Bo is Bob")
    assert store.groups.find(group.key) == written
    with pytest.raises(ValueError, match="surrogates"):
        store.groups.write(group.id, 1, "\ud800")
    assert store.groups.get(group.id) == written


def test_renewed_group_key_replaces_old_key(store: Store, game: str) -> None:
    group = store.groups.write(store.groups.begin(game).id, 0, "Bo is Robert")
    renewed = store.groups.renew(group.id)
    assert store.groups.find(group.key) is None
    assert store.groups.find(renewed.key) == renewed
    assert (renewed.id, renewed.version, renewed.text) == (group.id, 1, "Bo is Robert")
    assert store.groups.renew(group.id, "chosen").key == "chosen"


def test_deleting_group_leaves_its_games(store: Store, game: str) -> None:
    group, second = store.groups.begin(game), start_game(store)
    store.groups.put(second, GroupMembership(group.id, follows=game))
    store.groups.delete(group.id)
    assert store.groups.find(group.key) is None
    assert store.groups.membership(second) == GroupMembership(None, game)
    assert store.groups.following(game) == second
    assert store.journals.read(game)


def test_group_state_changes_with_group_and_its_games(store: Store, game: str) -> None:
    group, second = store.groups.begin(game), start_game(store)
    seen = [store.groups.state(group.id)]
    changes: list[Callable[[], object]] = [
        lambda: store.groups.put(second, GroupMembership(group.id)),
        lambda: store.journals.append(second, 1, change("round 1")),
        lambda: store.groups.put(second, GroupMembership(group.id, is_counted=False)),
        lambda: store.trash.delete(game, at(2)),
        lambda: store.groups.write(group.id, 0, "Bo is Robert"),
    ]
    for make in changes:
        make()
        seen.append(store.groups.state(group.id))
    assert len(set(seen)) == len(seen)
    store.keys.add(second, "watch")
    assert store.groups.state(group.id) == seen[-1]


def test_following_game_skips_games_in_trash(store: Store, game: str) -> None:
    second, third = start_game(store), start_game(store)
    for later in (third, second):
        store.groups.put(later, GroupMembership(follows=game))
    assert store.groups.following(game) == second
    store.trash.delete(second, at(1))
    assert store.groups.following(game) == third
    store.groups.put(third, GroupMembership())
    assert store.groups.following(game) is None
    store.trash.undelete(second)
    assert store.groups.following(game) == second


def test_deleted_game_of_shared_group_keeps_group_and_is_purged_later(
    store: Store, game: str
) -> None:
    group, second, alone = store.groups.begin(game), start_game(store), start_game(store)
    store.groups.put(second, GroupMembership(group.id))
    store.groups.begin(alone)
    for each in (game, alone):
        store.trash.delete(each, at(3))
    assert [each.deleted for each in store.groups.games(group.id)] == [at(3), None]
    assert store.groups.membership(game) == GroupMembership(group.id)
    assert store.trash.purge(at(5), at(3)) == 1
    with pytest.raises(UnknownGameError):
        store.trash.undelete(alone)
    store.trash.undelete(game)
    assert members(store, group) == [game, second]
    store.trash.delete(game, at(3))
    assert store.trash.purge(at(5), at(4)) == 1
    assert members(store, group) == [second]


def test_unknown_games_and_groups_raise_errors(store: Store, game: str) -> None:
    with pytest.raises(UnknownGroupError):
        store.groups.put(game, GroupMembership("no group"))
    groups = store.groups
    for call in (groups.get, groups.games, groups.state, groups.renew, groups.delete):
        with pytest.raises(UnknownGroupError):
            call("no group")
    with pytest.raises(UnknownGroupError):
        groups.write("no group", 0, "")
    for ask in (store.groups.begin, store.groups.membership, store.groups.following):
        with pytest.raises(UnknownGameError):
            ask("no game")
    with pytest.raises(UnknownGameError):
        store.groups.put("no game", GroupMembership())
    assert store.groups.membership(game) == GroupMembership()


@pytest.mark.parametrize(
    "damage", ["is_counted = 5", "seal = x'00'", "follows = follows || 'x'", "\"group\" = 'x'"]
)
def test_game_with_damaged_group_membership_row_is_ungrouped(
    sqlite_store: Store, file: Path, damage: str
) -> None:
    game, second = (sqlite_store.journals.create(change("sit down")) for _ in range(2))
    group = sqlite_store.groups.begin(game)
    sqlite_store.groups.put(second, GroupMembership(group.id, follows=game))
    raw.run(file, f"UPDATE places SET {damage} WHERE follows IS NOT NULL")
    assert sqlite_store.groups.following(game) is None
    assert sqlite_store.groups.membership(second) == GroupMembership()
    assert members(sqlite_store, group) == [game]


@pytest.mark.parametrize("damage", ["text = 'Bo is Ana'", "seal = x'00'", "version = 5"])
def test_damaged_group_row_is_reported(sqlite_store: Store, file: Path, damage: str) -> None:
    group = sqlite_store.groups.begin(sqlite_store.journals.create(change("sit down")))
    raw.run(file, f"UPDATE groups SET {damage}")
    with pytest.raises(DamagedRowError):
        sqlite_store.groups.find(group.key)
    with pytest.raises(DamagedRowError):
        sqlite_store.groups.games(group.id)
