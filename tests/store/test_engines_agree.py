"""Random sequences of calls to each engine, compared with a naive store."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, rule, run_state_machine_as_test

from companion.store.errors import (
    RepeatedRequestError,
    RequestIdTakenError,
    UnknownGameError,
    VersionConflictError,
)
from companion.store.rows.drafts import Draft
from companion.store.rows.lines import Change
from companion.store.store import Store
from tests.store.naive import NaiveStore
from tests.store.table import at

Twins = tuple[str, str]
"""The ids of the same game in the first and the second store."""

Call = Callable[[Store | NaiveStore, str], object]

moments = st.integers(0, 9).map(at)
tables = st.integers(1, 2)
sinces = st.integers(0, 5)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
changes = st.builds(
    Change,
    at=moments,
    body=texts,
    request_id=st.sampled_from([None, None, "a", "b", "c"]),
    fingerprint=st.sampled_from(["f", "g"]),
    by=st.none() | texts,
)
drafts = st.builds(Draft, tables, st.integers(1, 3), st.integers(1, 3), texts, st.none() | texts)


def outcome(call: Call, store: Store | NaiveStore, game_id: str) -> object:
    """Return the result of a call, or a description of its error."""
    try:
        return call(store, game_id)
    except VersionConflictError as error:
        return "stale", error.version
    except (RepeatedRequestError, RequestIdTakenError) as error:
        return type(error), error.line
    except UnknownGameError:
        return "no such game"


class TwoStores(RuleBasedStateMachine):
    """State machine that makes every call on both stores and compares the outcomes."""

    games: Bundle[Twins] = Bundle("games")

    def __init__(self, open_empty: Callable[[], Store]) -> None:
        super().__init__()
        self.stores: tuple[Store, NaiveStore] = open_empty(), NaiveStore()
        self.shared_id: dict[str, str] = {}

    def teardown(self) -> None:
        self.stores[0].close()

    def outcomes(self, call: Call, ids: Twins = ("", "")) -> list[object]:
        store, naive = self.stores
        return [outcome(call, store, ids[0]), outcome(call, naive, ids[1])]

    def assert_same(self, call: Call, ids: Twins = ("", "")) -> None:
        first, second = self.outcomes(call, ids)
        assert first == second

    def create_in_both(self, call: Call, ids: Twins = ("", "")) -> Twins:
        """Create a game in both stores and return both ids, or compare the errors."""
        first, second = map(str, self.outcomes(call, ids))
        if " " in first:
            assert first == second
        self.shared_id |= {first: first, second: first}
        return first, second

    @rule(target=games, first=changes, more=st.lists(changes, max_size=2))
    def create(self, first: Change, more: list[Change]) -> Twins:
        return self.create_in_both(lambda store, _: store.journals.create(first, *more))

    @rule(game=games, version=st.integers(0, 6), change=changes)
    def append_at(self, game: Twins, version: int, change: Change) -> None:
        self.assert_same(
            lambda store, game_id: store.journals.append(game_id, version, change), game
        )

    @rule(game=games, change=changes)
    def append(self, game: Twins, change: Change) -> None:
        def at_the_end(store: Store | NaiveStore, game_id: str) -> object:
            return store.journals.append(game_id, len(store.journals.read(game_id)), change)

        self.assert_same(at_the_end, game)

    @rule(game=games, since=sinces)
    def read(self, game: Twins, since: int) -> None:
        self.assert_same(lambda store, game_id: store.journals.read(game_id, since), game)

    @rule(game=games, request_id=st.sampled_from("abc"))
    def request(self, game: Twins, request_id: str) -> None:
        self.assert_same(lambda store, game_id: store.journals.request(game_id, request_id), game)

    @rule(limit=st.integers(0, 4))
    def latest(self, limit: int) -> None:
        def with_shared_ids(store: Store | NaiveStore, _: str) -> object:
            listed = store.journals.latest(limit)
            return [replace(summary, game=self.shared_id[summary.game]) for summary in listed]

        self.assert_same(with_shared_ids)

    @rule(game=games, draft=drafts)
    def put(self, game: Twins, draft: Draft) -> None:
        self.assert_same(lambda store, game_id: store.drafts.put(game_id, draft), game)

    @rule(game=games, table=tables, since=sinces)
    def read_drafts(self, game: Twins, table: int, since: int) -> None:
        self.assert_same(lambda store, game_id: store.drafts.read(game_id, table, since), game)

    @rule(game=games, table=tables)
    def clear(self, game: Twins, table: int) -> None:
        self.assert_same(lambda store, game_id: store.drafts.clear(game_id, table), game)

    @rule(game=games, moment=moments)
    def delete(self, game: Twins, moment: datetime) -> None:
        self.assert_same(lambda store, game_id: store.trash.delete(game_id, moment), game)

    @rule(game=games)
    def undelete(self, game: Twins) -> None:
        self.assert_same(lambda store, game_id: store.trash.undelete(game_id), game)


def test_engine_agrees_with_naive_store(open_empty: Callable[[], Store]) -> None:
    class BothStores(TwoStores):
        def __init__(self) -> None:
            super().__init__(open_empty)

    steady = settings(max_examples=25, stateful_step_count=40)
    run_state_machine_as_test(BothStores, settings=steady)
