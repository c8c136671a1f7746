"""Contract tests of the trash and of closed stores, for every engine."""

from collections.abc import Callable

import pytest

from companion.store.errors import StoreUnavailableError, UnknownGameError
from companion.store.rows.drafts import Draft
from companion.store.store import Store
from tests.store.table import FIRST_KEYS, at, bodies, change, play

CALLS: dict[str, Callable[[Store, str], object]] = {
    "append": lambda store, game: store.journals.append(game, 1, change("Ana goes out")),
    "read": lambda store, game: store.journals.read(game),
    "request": lambda store, game: store.journals.request(game, "a"),
    "open": lambda store, game: store.keys.add(game, "score"),
    "keys": lambda store, game: store.keys.of_game(game),
    "renew": lambda store, game: store.keys.renew(game, "score"),
    "following": lambda store, game: store.groups.following(game),
    "put": lambda store, game: store.drafts.put(game, Draft(1, 1, 1, "9")),
    "read drafts": lambda store, game: store.drafts.read(game, 1),
    "clear": lambda store, game: store.drafts.clear(game, 1),
}


def test_calls_on_deleted_or_unknown_game_raise_unknown_game(store: Store, game: str) -> None:
    store.trash.delete(game, at(1))
    for name in (game, "unknown"):
        for call in CALLS.values():
            with pytest.raises(UnknownGameError) as error:
                call(store, name)
            assert error.value.game == name
    with pytest.raises(UnknownGameError):
        store.trash.delete("unknown", at(1))
    for ask in (store.trash.undelete, store.trash.read):
        with pytest.raises(UnknownGameError):
            ask("unknown")


def test_deleted_game_is_unlisted_and_its_keys_open_nothing(store: Store, game: str) -> None:
    keys = store.keys.of_game(game)
    assert [store.keys.find(access_key.key, in_trash=True) for access_key in keys] == [None, None]
    store.trash.delete(game, at(1))
    assert [store.keys.find(access_key.key) for access_key in keys] == [None, None]
    assert [store.keys.find(access_key.key, in_trash=True) for access_key in keys] == keys
    assert store.journals.latest(9) == []


def test_trash_lists_latest_deletion_first(store: Store) -> None:
    games = [store.journals.create(change("sit down", minute)) for minute in range(4)]
    for minute, game in zip((5, 7, 6), games, strict=False):
        store.trash.delete(game, at(minute))
    listed = store.trash.latest(2)
    assert [summary.game for summary in listed] == [games[1], games[2]]
    assert (listed[0].created, listed[0].version) == (at(1), 1)
    assert [bodies(store.trash.read(game)) for game in games] == [["sit down"]] * 4


def test_undeleted_game_is_unchanged(store: Store, game: str) -> None:
    play(store, game, 2)
    store.drafts.put(game, Draft(1, 3, 1, "9"))

    def read_all() -> object:
        lines, keys = store.journals.read(game), store.keys.of_game(game)
        return lines, keys, store.drafts.read(game, 1)

    before = read_all()
    store.trash.delete(game, at(1))
    store.trash.undelete(game)
    assert read_all() == before
    play(store, game, 1)


def test_purge_removes_only_games_deleted_before_given_time(store: Store) -> None:
    games = [store.journals.create(change("sit down"), keys=FIRST_KEYS) for _ in range(4)]
    keys = [store.keys.of_game(game)[0].key for game in games]
    for minute, game in enumerate(games[:3], 1):
        store.trash.delete(game, at(minute))
    assert store.trash.purge(before=at(3)) == 2
    assert store.trash.purge(before=at(3)) == 0
    for game in games[:2]:
        with pytest.raises(UnknownGameError):
            store.trash.undelete(game)
    assert [store.keys.find(key, in_trash=True) for key in keys[:2]] == [None, None]
    store.trash.undelete(games[2])
    assert {summary.game for summary in store.journals.latest(9)} == set(games[2:])


def test_deleting_again_does_not_delay_purge(store: Store, game: str) -> None:
    store.trash.delete(game, at(1))
    store.trash.delete(game, at(60))
    assert store.trash.purge(before=at(2)) == 1


def test_closed_store_raises_store_unavailable(store: Store, game: str) -> None:
    store.check()
    store.close()
    store.close()
    with pytest.raises(StoreUnavailableError):
        store.check()
    for call in CALLS.values():
        with pytest.raises(StoreUnavailableError):
            call(store, game)
