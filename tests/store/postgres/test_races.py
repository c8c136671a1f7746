"""Races of two servers, one of which pauses between its read and its write.

The pausing server runs in its own thread. The other one makes its call meanwhile, or waits for a
lock of the first. In either order nothing is lost, and at most one call is refused.
"""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from threading import Event, get_ident

import pytest

from companion.store.errors import UnknownGameError, UnknownGroupError, VersionConflictError
from companion.store.postgres.database import PostgresDatabase as Database
from companion.store.rows.drafts import Draft
from companion.store.rows.groups import GroupMembership
from companion.store.store import Store
from tests.store.table import NOON, at, bodies, change, play

LOCK_WAIT = 0.3  # seconds for the other server's call, after which it must be waiting for a lock

Race = Callable[[Callable[[], object], Callable[[], object]], list[object]]
"""A function that makes the second call during the first, and returns their results or errors."""


@pytest.fixture
def other(open_store: Callable[[], Store]) -> Store:
    """Open the same store as another server."""
    return open_store()


@pytest.fixture
def race(monkeypatch: pytest.MonkeyPatch) -> Race:
    """Return a function that makes a second call between the read and the write of a first."""
    write = Database.write

    def raced(first: Callable[[], object], second: Callable[[], object]) -> list[object]:
        pausing: list[int] = []
        has_read, may_write = Event(), Event()

        def paused(db: Database, sql: str, /, **values: object) -> int:
            if pausing == [get_ident()]:
                pausing.clear()
                has_read.set()
                may_write.wait()
            return write(db, sql, **values)

        def begun() -> object:
            pausing.append(get_ident())
            return first()

        with monkeypatch.context() as patch, ThreadPoolExecutor(2) as servers:
            patch.setattr(Database, "write", paused)
            calls = [servers.submit(begun)]
            assert has_read.wait(5)
            calls.append(servers.submit(second))
            wait(calls[1:], LOCK_WAIT)
            may_write.set()
            return [call.exception() or call.result() for call in calls]

    return raced


def refused_calls(answers: list[object], error: type[Exception]) -> list[int]:
    """Return the indexes of the calls that raised, and assert that all raised this error."""
    refused = [number for number, each in enumerate(answers) if isinstance(each, Exception)]
    assert {type(answers[number]) for number in refused} <= {error}
    return refused


def test_one_of_racing_saves_is_refused(store: Store, other: Store, game: str, race: Race) -> None:
    answers = race(
        lambda: store.journals.append(game, 1, change("Ana goes out")),
        lambda: other.journals.append(game, 1, change("Bo goes out")),
    )
    (refused,) = refused_calls(answers, VersionConflictError)
    assert bodies(other.journals.read(game, 1)) == [["Bo goes out"], ["Ana goes out"]][refused]


def test_save_racing_with_deletion_leaves_game_deleted(
    store: Store, other: Store, game: str, race: Race
) -> None:
    answers = race(
        lambda: store.journals.append(game, 1, change("Ana goes out")),
        lambda: other.trash.delete(game, at(1)),
    )
    saved = 1 - len(refused_calls(answers, UnknownGameError))
    assert [summary.version for summary in other.trash.latest(9)] == [1 + saved]


def test_deletion_racing_with_save_loses_no_saved_round(
    store: Store, other: Store, game: str, race: Race
) -> None:
    answers = race(lambda: store.trash.delete(game, at(1)), lambda: play(other, game, 1))
    saved = 1 - len(refused_calls(answers, UnknownGameError))
    assert [summary.version for summary in store.trash.latest(9)] == [1 + saved]
    store.trash.undelete(game)
    assert len(store.journals.read(game)) == 1 + saved


def test_purge_racing_with_undelete_never_removes_restored_game(
    store: Store, other: Store, game: str, race: Race
) -> None:
    store.trash.delete(game, at(1))
    purged, brought_back = race(
        lambda: store.trash.purge(at(2)), lambda: other.trash.undelete(game)
    )
    assert purged == len(refused_calls([brought_back], UnknownGameError))
    assert [summary.game for summary in store.journals.latest(9)] == [game] * (not purged)


def test_racing_drafts_get_unique_counts(store: Store, other: Store, game: str, race: Race) -> None:
    counts = race(
        lambda: store.drafts.put(game, Draft(1, 1, 1, "9")),
        lambda: other.drafts.put(game, Draft(1, 1, 2, "wild")),
    )
    assert {1, 2} == set(counts)
    counts = race(
        lambda: store.drafts.clear(game, 1),
        lambda: other.drafts.put(game, Draft(1, 1, 3, "skip")),
    )
    assert {3, 4} == set(counts)
    hands = {hand.seat: hand.text for hand in store.drafts.read(game, 1)}
    assert hands == {1: "", 2: "", 3: "" if counts[0] == 4 else "skip"}


def test_one_of_two_racing_group_writes_is_refused(
    store: Store, other: Store, game: str, race: Race
) -> None:
    group = store.groups.begin(game)
    answers = race(
        lambda: store.groups.write(group.id, 0, "Bo is Bob"),
        lambda: other.groups.write(group.id, 0, "Bo is Robert"),
    )
    (refused,) = refused_calls(answers, VersionConflictError)
    text = ["Bo is Robert", "Bo is Bob"][refused]
    assert store.groups.get(group.id).text == text
    race(
        lambda: store.groups.renew(group.id, "ours"), lambda: other.groups.renew(group.id, "yours")
    )
    found = store.groups.get(group.id)
    assert found.key in {"ours", "yours"}
    assert found.text == text


def test_only_one_of_two_boards_sent_to_a_code_at_once_is_shown(
    store: Store, other: Store, race: Race
) -> None:
    code = store.televisions.offer_code("tv", "192.0.2.1", NOON).code or ""
    ours, theirs = race(
        lambda: store.televisions.send(code, "ours", NOON),
        lambda: other.televisions.send(code, "theirs", NOON),
    )
    assert ours != theirs
    assert store.televisions.showing("ours" if ours else "theirs") == ["tv"]


def test_group_is_removed_when_two_servers_remove_its_last_games(
    store: Store, other: Store, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    second = store.journals.create(change("sit down"))
    group = store.groups.begin(game)
    store.groups.put(second, GroupMembership(group.id))
    write = Database.write
    with ThreadPoolExecutor(1) as threads:
        begun: list[Future[None]] = []

        def write_then_remove(db: Database, sql: str, /, **values: object) -> int:
            # Once the first server has seen the second game in the group, the other takes it out.
            count = write(db, sql, **values)
            if sql.startswith("DELETE FROM groups") and not begun:
                begun.append(threads.submit(other.groups.put, second, GroupMembership()))
                wait(begun, timeout=LOCK_WAIT)  # the other waits for a lock, or sees both games
            return count

        monkeypatch.setattr(Database, "write", write_then_remove)
        store.groups.put(game, GroupMembership())
    assert begun[0].result() is None
    assert store.groups.find(group.key) is None


def test_game_moved_into_group_as_its_last_game_leaves_joins_or_is_refused(
    store: Store, other: Store, game: str, race: Race
) -> None:
    second = store.journals.create(change("sit down"))
    group = store.groups.begin(game)
    answers = race(
        lambda: store.groups.put(game, GroupMembership()),
        lambda: other.groups.put(second, GroupMembership(group.id)),
    )
    found = store.groups.find(group.key)
    assert bool(refused_calls(answers, UnknownGroupError)) == (found is None)
    assert store.groups.membership(second).group == (found and found.id)


def test_only_one_of_two_racing_key_renewals_remains(store: Store, other: Store, game: str) -> None:
    for _ in range(5):
        with ThreadPoolExecutor(2) as threads:
            new = [threads.submit(each.keys.renew, game, "score") for each in (store, other)]
            keys = {task.result() for task in new}
        opening = [each.key for each in store.keys.of_game(game) if each.kind == "score"]
        assert len(opening) == 1
        assert set(opening) < keys
