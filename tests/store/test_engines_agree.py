"""Whatever is done in whatever order, what each engine writes by hand is what dictionaries say."""

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
from tests.store.naive import Naive
from tests.store.table import at

Twins = tuple[str, str]
"""What one and the same game is called in the first store and in the second."""

Call = Callable[[Store | Naive, str], object]

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


def heard(call: Call, store: Store | Naive, name: str) -> object:
    """Call a store, and give what it answers or how it says no."""
    try:
        return call(store, name)
    except VersionConflictError as error:
        return "stale", error.version
    except (RepeatedRequestError, RequestIdTakenError) as error:
        return type(error), error.line
    except UnknownGameError:
        return "no such game"


class TwoStores(RuleBasedStateMachine):
    """Do everything in both stores, and hear the same from both."""

    games: Bundle[Twins] = Bundle("games")

    def __init__(self, open_empty: Callable[[], Store]) -> None:
        super().__init__()
        self.stores: tuple[Store, Naive] = open_empty(), Naive()
        self.first_name: dict[str, str] = {}

    def teardown(self) -> None:
        self.stores[0].close()

    def each(self, call: Call, names: Twins = ("", "")) -> list[object]:
        store, naive = self.stores
        return [heard(call, store, names[0]), heard(call, naive, names[1])]

    def the_same(self, call: Call, names: Twins = ("", "")) -> None:
        first, second = self.each(call, names)
        assert first == second

    def named(self, call: Call, names: Twins = ("", "")) -> Twins:
        """Have both make something, each with a name of its own; or both say the same no."""
        first, second = map(str, self.each(call, names))
        if " " in first:
            assert first == second
        self.first_name |= {first: first, second: first}
        return first, second

    @rule(target=games, first=changes, more=st.lists(changes, max_size=2))
    def create(self, first: Change, more: list[Change]) -> Twins:
        return self.named(lambda store, _: store.journals.create(first, *more))

    @rule(game=games, version=st.integers(0, 6), change=changes)
    def append_at(self, game: Twins, version: int, change: Change) -> None:
        self.the_same(lambda store, name: store.journals.append(name, version, change), game)

    @rule(game=games, change=changes)
    def append(self, game: Twins, change: Change) -> None:
        def at_the_end(store: Store | Naive, name: str) -> object:
            return store.journals.append(name, len(store.journals.read(name)), change)

        self.the_same(at_the_end, game)

    @rule(game=games, since=sinces)
    def read(self, game: Twins, since: int) -> None:
        self.the_same(lambda store, name: store.journals.read(name, since), game)

    @rule(game=games, request_id=st.sampled_from("abc"))
    def request(self, game: Twins, request_id: str) -> None:
        self.the_same(lambda store, name: store.journals.request(name, request_id), game)

    @rule(limit=st.integers(0, 4))
    def latest(self, limit: int) -> None:
        def named_alike(store: Store | Naive, _: str) -> object:
            listed = store.journals.latest(limit)
            return [replace(heading, game=self.first_name[heading.game]) for heading in listed]

        self.the_same(named_alike)

    @rule(game=games, draft=drafts)
    def put(self, game: Twins, draft: Draft) -> None:
        self.the_same(lambda store, name: store.drafts.put(name, draft), game)

    @rule(game=games, table=tables, since=sinces)
    def read_drafts(self, game: Twins, table: int, since: int) -> None:
        self.the_same(lambda store, name: store.drafts.read(name, table, since), game)

    @rule(game=games, table=tables)
    def clear(self, game: Twins, table: int) -> None:
        self.the_same(lambda store, name: store.drafts.clear(name, table), game)

    @rule(game=games, moment=moments)
    def delete(self, game: Twins, moment: datetime) -> None:
        self.the_same(lambda store, name: store.trash.delete(name, moment), game)

    @rule(game=games)
    def undelete(self, game: Twins) -> None:
        self.the_same(lambda store, name: store.trash.undelete(name), game)


def test_both_say_the_same(open_empty: Callable[[], Store]) -> None:
    class Both(TwoStores):
        def __init__(self) -> None:
            super().__init__(open_empty)

    steady = settings(max_examples=25, stateful_step_count=40)
    run_state_machine_as_test(Both, settings=steady)
