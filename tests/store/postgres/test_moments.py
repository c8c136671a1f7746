"""Another server writes in the very moment between what a call has read and what it writes."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import partial

import pytest

from companion.store.errors import UnknownGameError, VersionConflictError
from companion.store.postgres.connections import Database, Values
from companion.store.protocols import Draft, Place, Store
from tests.store.table import FIRST_KEYS, NOON, at, bodies, change, play

Between = Callable[[Callable[[], object]], None]


@pytest.fixture
def game(store: Store) -> str:
    return store.journals.create(change("sit down"), keys=FIRST_KEYS)


@pytest.fixture
def other(open_store: Callable[[], Store]) -> Store:
    """Open the same store as another server."""
    return open_store()


@pytest.fixture
def between(monkeypatch: pytest.MonkeyPatch) -> Between:
    """Have something happen when the next call has read, and before it writes."""
    pending: list[Callable[[], object]] = []
    write = Database.write

    def late(db: Database, sql: str, values: Values = ()) -> int:
        while pending:
            pending.pop()()
        return write(db, sql, values)

    monkeypatch.setattr(Database, "write", late)
    return pending.append


def test_of_two_saves_one_is_told(store: Store, other: Store, game: str, between: Between) -> None:
    between(lambda: play(other, game, 1))
    with pytest.raises(VersionConflictError):
        store.journals.append(game, 1, change("Ana goes out"))
    assert bodies(other.journals.read(game, 1)) == ["round 1"]


def test_a_save_brings_no_deleted_game_back(
    store: Store, other: Store, game: str, between: Between
) -> None:
    between(lambda: other.trash.delete(game, at(1)))
    with pytest.raises(UnknownGameError):
        store.journals.append(game, 1, change("Ana goes out"))
    assert [heading.version for heading in other.trash.latest(9)] == [1]


def test_a_deletion_takes_no_round_away(
    store: Store, other: Store, game: str, between: Between
) -> None:
    between(lambda: play(other, game, 1))
    store.trash.delete(game, at(1))
    assert [heading.version for heading in store.trash.latest(9)] == [2]
    store.trash.undelete(game)
    assert len(store.journals.read(game)) == 2


def test_what_was_brought_back_is_not_removed(
    store: Store, other: Store, game: str, between: Between
) -> None:
    store.trash.delete(game, at(1))
    between(lambda: other.trash.undelete(game))
    assert store.trash.purge(at(2)) == 0
    assert len(store.journals.read(game)) == 1


def test_no_two_hands_have_one_count(
    store: Store, other: Store, game: str, between: Between
) -> None:
    between(lambda: other.drafts.put(game, Draft(1, 1, 2, "wild")))
    assert store.drafts.put(game, Draft(1, 1, 1, "9")) == 2
    between(lambda: other.drafts.put(game, Draft(1, 1, 3, "skip")))
    assert store.drafts.clear(game, 1) == 4
    assert {hand.text for hand in store.drafts.read(game, 1)} == {""}


def test_a_group_is_written_by_one(store: Store, other: Store, game: str, between: Between) -> None:
    group = store.groups.begin(game)
    between(lambda: other.groups.write(group.id, 0, "Bo is Robert"))
    with pytest.raises(VersionConflictError):
        store.groups.write(group.id, 0, "Bo is Bob")
    between(lambda: other.groups.renew(group.id))
    store.groups.renew(group.id)
    assert store.groups.get(group.id).text == "Bo is Robert"


def test_a_code_sends_one_board(store: Store, other: Store, between: Between) -> None:
    code = store.televisions.offer_code("tv", "192.0.2.1", NOON).code or ""
    between(lambda: other.televisions.send(code, "theirs", NOON))
    assert not store.televisions.send(code, "ours", NOON)
    assert store.televisions.showing("theirs") == ["tv"]


def test_two_servers_save_side_by_side(store: Store, other: Store) -> None:
    games = [store.journals.create(change("sit down")) for _ in range(8)]
    with ThreadPoolExecutor(8) as threads:
        rounds = [
            threads.submit(partial(play, (store, other)[n % 2], each, 5))
            for n, each in enumerate(games)
        ]
        assert {len(task.result()) for task in rounds} == {5}
    assert {len(other.journals.read(each)) for each in games} == {6}


def test_a_group_is_gone_when_two_servers_take_its_games_out(
    store: Store, other: Store, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    second = store.journals.create(change("sit down"))
    group = store.groups.begin(game)
    store.groups.put(second, Place(group.id))
    write = Database.write
    with ThreadPoolExecutor(1) as threads:
        begun: list[Future[None]] = []

        def looked(db: Database, sql: str, values: Values = ()) -> int:
            """Once the first has seen that a game is left, have the second take that out."""
            count = write(db, sql, values)
            if sql.startswith("DELETE FROM groups") and not begun:
                begun.append(threads.submit(other.groups.put, second, Place()))
                wait(begun, timeout=0.3)  # it waits for the first, or believes in its game
            return count

        monkeypatch.setattr(Database, "write", looked)
        store.groups.put(game, Place())
    assert begun[0].result() is None
    assert store.groups.find(group.key) is None


def test_of_two_renewed_keys_one_opens(store: Store, other: Store, game: str) -> None:
    for _ in range(5):
        with ThreadPoolExecutor(2) as threads:
            new = [threads.submit(each.keys.renew, game, "score") for each in (store, other)]
            keys = {task.result() for task in new}
        opening = [each.key for each in store.keys.of_game(game) if each.kind == "score"]
        assert len(opening) == 1
        assert set(opening) < keys
