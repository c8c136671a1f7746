"""Another server writes in the very moment between what a call has read and what it writes.

The server that pauses there is a thread of its own. The other one does what it does meanwhile, or
waits for what the first has locked: whichever comes first, nothing is lost and one is told.
"""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from threading import Event, get_ident

import pytest

from companion.store.errors import UnknownGameError, UnknownGroupError, VersionConflictError
from companion.store.postgres.database import PostgresDatabase as Database
from companion.store.rows.drafts import Draft
from companion.store.rows.groups import Place
from companion.store.store import Store
from tests.store.table import NOON, at, bodies, change, play

LONGEST = 0.3  # seconds for the other server: what takes longer waits for the one that pauses

Meet = Callable[[Callable[[], object], Callable[[], object]], list[object]]
"""Have one server pause in a call while the other makes its own; what each answered or raised."""


@pytest.fixture
def other(open_store: Callable[[], Store]) -> Store:
    """Open the same store as another server."""
    return open_store()


@pytest.fixture
def meet(monkeypatch: pytest.MonkeyPatch) -> Meet:
    """Have something happen when a call has read, and before it writes."""
    write = Database.write

    def met(first: Callable[[], object], second: Callable[[], object]) -> list[object]:
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
            wait(calls[1:], LONGEST)
            may_write.set()
            return [call.exception() or call.result() for call in calls]

    return met


def told(answers: list[object], error: type[Exception]) -> list[int]:
    """Return which of two calls was refused with such an error; no other may be."""
    refused = [number for number, each in enumerate(answers) if isinstance(each, Exception)]
    assert {type(answers[number]) for number in refused} <= {error}
    return refused


def test_of_two_saves_one_is_told(store: Store, other: Store, game: str, meet: Meet) -> None:
    answers = meet(
        lambda: store.journals.append(game, 1, change("Ana goes out")),
        lambda: other.journals.append(game, 1, change("Bo goes out")),
    )
    (refused,) = told(answers, VersionConflictError)
    assert bodies(other.journals.read(game, 1)) == [["Bo goes out"], ["Ana goes out"]][refused]


def test_a_save_brings_no_deleted_game_back(
    store: Store, other: Store, game: str, meet: Meet
) -> None:
    answers = meet(
        lambda: store.journals.append(game, 1, change("Ana goes out")),
        lambda: other.trash.delete(game, at(1)),
    )
    saved = 1 - len(told(answers, UnknownGameError))
    assert [heading.version for heading in other.trash.latest(9)] == [1 + saved]


def test_a_deletion_takes_no_round_away(store: Store, other: Store, game: str, meet: Meet) -> None:
    answers = meet(lambda: store.trash.delete(game, at(1)), lambda: play(other, game, 1))
    saved = 1 - len(told(answers, UnknownGameError))
    assert [heading.version for heading in store.trash.latest(9)] == [1 + saved]
    store.trash.undelete(game)
    assert len(store.journals.read(game)) == 1 + saved


def test_what_was_brought_back_is_not_removed(
    store: Store, other: Store, game: str, meet: Meet
) -> None:
    store.trash.delete(game, at(1))
    purged, brought_back = meet(
        lambda: store.trash.purge(at(2)), lambda: other.trash.undelete(game)
    )
    assert purged == len(told([brought_back], UnknownGameError))
    assert [heading.game for heading in store.journals.latest(9)] == [game] * (not purged)


def test_no_two_hands_have_one_count(store: Store, other: Store, game: str, meet: Meet) -> None:
    counts = meet(
        lambda: store.drafts.put(game, Draft(1, 1, 1, "9")),
        lambda: other.drafts.put(game, Draft(1, 1, 2, "wild")),
    )
    assert {1, 2} == set(counts)
    counts = meet(
        lambda: store.drafts.clear(game, 1),
        lambda: other.drafts.put(game, Draft(1, 1, 3, "skip")),
    )
    assert {3, 4} == set(counts)
    hands = {hand.seat: hand.text for hand in store.drafts.read(game, 1)}
    assert hands == {1: "", 2: "", 3: "" if counts[0] == 4 else "skip"}


def test_a_group_is_written_by_one(store: Store, other: Store, game: str, meet: Meet) -> None:
    group = store.groups.begin(game)
    answers = meet(
        lambda: store.groups.write(group.id, 0, "Bo is Bob"),
        lambda: other.groups.write(group.id, 0, "Bo is Robert"),
    )
    (refused,) = told(answers, VersionConflictError)
    text = ["Bo is Robert", "Bo is Bob"][refused]
    assert store.groups.get(group.id).text == text
    meet(
        lambda: store.groups.renew(group.id, "ours"), lambda: other.groups.renew(group.id, "yours")
    )
    found = store.groups.get(group.id)
    assert found.key in {"ours", "yours"}
    assert found.text == text


def test_a_code_sends_one_board(store: Store, other: Store, meet: Meet) -> None:
    code = store.televisions.offer_code("tv", "192.0.2.1", NOON).code or ""
    ours, theirs = meet(
        lambda: store.televisions.send(code, "ours", NOON),
        lambda: other.televisions.send(code, "theirs", NOON),
    )
    assert ours != theirs
    assert store.televisions.showing("ours" if ours else "theirs") == ["tv"]


def test_a_group_is_gone_when_two_servers_take_its_games_out(
    store: Store, other: Store, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    second = store.journals.create(change("sit down"))
    group = store.groups.begin(game)
    store.groups.put(second, Place(group.id))
    write = Database.write
    with ThreadPoolExecutor(1) as threads:
        begun: list[Future[None]] = []

        def looked(db: Database, sql: str, /, **values: object) -> int:
            """Once the first has seen that a game is left, have the second take that out."""
            count = write(db, sql, **values)
            if sql.startswith("DELETE FROM groups") and not begun:
                begun.append(threads.submit(other.groups.put, second, Place()))
                wait(begun, timeout=LONGEST)  # it waits for the first, or believes in its game
            return count

        monkeypatch.setattr(Database, "write", looked)
        store.groups.put(game, Place())
    assert begun[0].result() is None
    assert store.groups.find(group.key) is None


def test_a_group_is_not_lost_to_a_game_on_its_way_into_it(
    store: Store, other: Store, game: str, meet: Meet
) -> None:
    second = store.journals.create(change("sit down"))
    group = store.groups.begin(game)
    answers = meet(
        lambda: store.groups.put(game, Place()),
        lambda: other.groups.put(second, Place(group.id)),
    )
    found = store.groups.find(group.key)
    assert bool(told(answers, UnknownGroupError)) == (found is None)
    assert store.groups.place(second).group == (found and found.id)


def test_of_two_renewed_keys_one_opens(store: Store, other: Store, game: str) -> None:
    for _ in range(5):
        with ThreadPoolExecutor(2) as threads:
            new = [threads.submit(each.keys.renew, game, "score") for each in (store, other)]
            keys = {task.result() for task in new}
        opening = [each.key for each in store.keys.of_game(game) if each.kind == "score"]
        assert len(opening) == 1
        assert set(opening) < keys
