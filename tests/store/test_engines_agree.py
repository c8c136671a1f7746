"""Whatever is done in whatever order, each engine says what that of plain dictionaries says."""

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
    UnknownGroupError,
    VersionConflictError,
)
from companion.store.rows.drafts import Draft
from companion.store.rows.groups import Group, Place
from companion.store.rows.keys import AccessKey, Kind
from companion.store.rows.lines import Change
from companion.store.store import Store
from tests.store.naive import naive_store
from tests.store.table import at

Twins = tuple[str, str]
"""What one and the same game, or key, is called in the first store and in the second."""

Opening = tuple[Kind, int | None]
Call = Callable[[Store, str], object]

OPENINGS: list[Opening] = [
    ("score", None),
    ("watch", None),
    ("join", None),
    ("table", 1),
    ("table", 2),
]

moments = st.integers(0, 9).map(at)
openings = st.sampled_from(OPENINGS)
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


def heard(call: Call, store: Store, name: str) -> object:
    """Call a store, and give what it answers or how it says no."""
    try:
        return call(store, name)
    except VersionConflictError as error:
        return "stale", error.version
    except (RepeatedRequestError, RequestIdTakenError) as error:
        return type(error), error.line
    except UnknownGameError:
        return "no such game"
    except UnknownGroupError:
        return "no such group"


class TwoStores(RuleBasedStateMachine):
    """Do everything in both stores, and hear the same from both."""

    games: Bundle[Twins] = Bundle("games")
    keys: Bundle[Twins] = Bundle("keys")
    groups: Bundle[Twins] = Bundle("groups")

    def __init__(self, open_empty: Callable[[], Store]) -> None:
        super().__init__()
        self.stores = open_empty(), naive_store()
        self.first_name: dict[str, str] = {}

    def teardown(self) -> None:
        for store in self.stores:
            store.close()

    def each(self, call: Call, names: Twins = ("", "")) -> list[object]:
        return [heard(call, store, name) for store, name in zip(self.stores, names, strict=True)]

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

    def key_named_alike(self, access_key: AccessKey | None) -> AccessKey | None:
        """Return an access key with its names in the first store."""
        return access_key and replace(
            access_key, key=self.first_name[access_key.key], game=self.first_name[access_key.game]
        )

    @rule(target=games, first=changes, more=st.lists(changes, max_size=2))
    def create(self, first: Change, more: list[Change]) -> Twins:
        return self.named(lambda store, _: store.journals.create(first, *more))

    @rule(game=games, version=st.integers(0, 6), change=changes)
    def append_at(self, game: Twins, version: int, change: Change) -> None:
        self.the_same(lambda store, name: store.journals.append(name, version, change), game)

    @rule(game=games, change=changes)
    def append(self, game: Twins, change: Change) -> None:
        def at_the_end(store: Store, name: str) -> object:
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
        def named_alike(store: Store, _: str) -> object:
            listed = store.journals.latest(limit)
            return [replace(heading, game=self.first_name[heading.game]) for heading in listed]

        self.the_same(named_alike)

    @rule(target=keys, game=games, opening=openings)
    def open(self, game: Twins, opening: Opening) -> Twins:
        return self.named(lambda store, name: store.keys.add(name, *opening), game)

    @rule(target=keys, game=games, opening=openings)
    def renew(self, game: Twins, opening: Opening) -> Twins:
        return self.named(lambda store, name: store.keys.renew(name, *opening), game)

    @rule(key=keys)
    def find(self, key: Twins) -> None:
        self.the_same(lambda store, name: self.key_named_alike(store.keys.find(name)), key)

    @rule(game=games)
    def list_keys(self, game: Twins) -> None:
        self.the_same(
            lambda store, name: set(map(self.key_named_alike, store.keys.of_game(name))), game
        )

    @rule(game=games, draft=drafts)
    def put(self, game: Twins, draft: Draft) -> None:
        self.the_same(lambda store, name: store.drafts.put(name, draft), game)

    @rule(game=games, table=tables, since=sinces)
    def read_drafts(self, game: Twins, table: int, since: int) -> None:
        self.the_same(lambda store, name: store.drafts.read(name, table, since), game)

    @rule(game=games, table=tables)
    def clear(self, game: Twins, table: int) -> None:
        self.the_same(lambda store, name: store.drafts.clear(name, table), game)

    @rule(target=groups, game=games)
    def begin(self, game: Twins) -> Twins:
        ids = []
        for store, name in zip(self.stores, game, strict=True):
            begun = heard(lambda store, name: store.groups.begin(name), store, name)
            ids.append(begun.id if isinstance(begun, Group) else str(begun))
        return self.named(lambda store, _: ids[self.stores.index(store)])

    @rule(game=games, group=groups, follows=games, is_counted=st.booleans())
    def join(self, game: Twins, group: Twins, follows: Twins, *, is_counted: bool) -> None:
        places = {
            name: Place(its_group, its_follows, is_counted)
            for name, its_group, its_follows in zip(game, group, follows, strict=True)
        }
        self.the_same(lambda store, name: store.groups.put(name, places[name]), game)

    @rule(game=games, follows=games)
    def leave(self, game: Twins, follows: Twins) -> None:
        places = {name: Place(None, earlier) for name, earlier in zip(game, follows, strict=True)}
        self.the_same(lambda store, name: store.groups.put(name, places[name]), game)

    @rule(game=games)
    def place(self, game: Twins) -> None:
        def named_alike(store: Store, name: str) -> object:
            place = store.groups.place(name)
            group, follows = self.first_name.get(str(place.group)), place.follows
            return replace(place, group=group, follows=follows and self.first_name[follows])

        self.the_same(named_alike, game)

    @rule(game=games)
    def following(self, game: Twins) -> None:
        def next_named_alike(store: Store, name: str) -> object:
            following = store.groups.following(name)
            return following and self.first_name[following]

        self.the_same(next_named_alike, game)

    @rule(group=groups)
    def list_group(self, group: Twins) -> None:
        def named_alike(store: Store, name: str) -> object:
            listed = store.groups.games(name)
            return [replace(each, game=self.first_name[each.game]) for each in listed]

        self.the_same(named_alike, group)

    @rule(group=groups, version=st.integers(0, 2), text=texts)
    def write_group(self, group: Twins, version: int, text: str) -> None:
        def written(store: Store, name: str) -> object:
            found = store.groups.write(name, version, text)
            return found.version, found.text

        self.the_same(written, group)

    @rule(group=groups)
    def delete_group(self, group: Twins) -> None:
        self.the_same(lambda store, name: store.groups.delete(name), group)

    @rule(game=games, moment=moments)
    def delete(self, game: Twins, moment: datetime) -> None:
        self.the_same(lambda store, name: store.trash.delete(name, moment), game)

    @rule(game=games)
    def undelete(self, game: Twins) -> None:
        self.the_same(lambda store, name: store.trash.undelete(name), game)

    @rule(moment=moments)
    def sweep(self, moment: datetime) -> None:
        self.the_same(lambda store, _: store.trash.purge(moment, at(moment.minute / 2)))


def test_both_say_the_same(open_empty: Callable[[], Store]) -> None:
    class Both(TwoStores):
        def __init__(self) -> None:
            super().__init__(open_empty)

    steady = settings(max_examples=25, stateful_step_count=40)
    run_state_machine_as_test(Both, settings=steady)
