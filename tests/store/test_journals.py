"""The contract of journals, for every engine."""

from dataclasses import asdict, replace
from datetime import timedelta, timezone

import pytest

from companion.store.errors import (
    GameExistsError,
    RepeatedRequestError,
    RequestIdTakenError,
    UnknownGameError,
    VersionConflictError,
)
from companion.store.rows.keys import AccessKey
from companion.store.rows.lines import Change, Line
from companion.store.store import Store
from tests.store.table import FIRST_KEYS, NOON, at, bodies, change, play


def test_a_game_begins_with_its_first_line(store: Store) -> None:
    game = store.journals.create(change("Ana, Bo and Cy sit down"))
    assert store.journals.read(game) == [
        Line(version=1, at=NOON, body="Ana, Bo and Cy sit down", by="Bo")
    ]


def test_every_round_is_one_version_more(store: Store, game: str) -> None:
    first = store.journals.append(game, 1, change("Ana goes out", 5))
    second = store.journals.append(game, 2, change("Cy goes out", 9))
    assert (first.version, second.version) == (2, 3)
    assert store.journals.read(game)[1:] == [first, second]


def test_a_phone_asks_only_for_what_is_new(store: Store, game: str) -> None:
    play(store, game, 3)
    assert bodies(store.journals.read(game, since=2)) == ["round 2", "round 3"]
    assert store.journals.read(game, since=4) == []
    assert store.journals.read(game, since=99) == []
    assert store.journals.read(game, since=-1) == store.journals.read(game)


def test_who_looks_at_an_old_sheet_writes_nothing(store: Store, game: str) -> None:
    play(store, game, 2)
    for seen in (0, 1, 2, 4):
        with pytest.raises(VersionConflictError) as error:
            store.journals.append(game, seen, change("Bo goes out"))
        assert error.value.version == 3
    assert len(store.journals.read(game)) == 3


def test_the_same_request_is_done_once(store: Store, game: str) -> None:
    once = store.journals.append(game, 1, change("Ana goes out", request=("a", "Ana")))
    play(store, game, 2)
    for seen in (1, 4):  # the version does not matter, the request comes first
        with pytest.raises(RepeatedRequestError) as error:
            store.journals.append(game, seen, change("Ana goes out", 8, request=("a", "Ana")))
        assert error.value.line == once
    assert len(store.journals.read(game)) == 4


def test_a_request_id_stands_for_one_request(store: Store, game: str) -> None:
    once = store.journals.append(game, 1, change("Ana goes out", request=("a", "Ana")))
    with pytest.raises(RequestIdTakenError) as error:
        store.journals.append(game, 2, change("Bo goes out", request=("a", "Bo")))
    assert error.value.line == once
    assert store.journals.read(game, since=2) == []


def test_a_request_is_found_by_its_id(store: Store, game: str) -> None:
    lines = play(store, game, 3)
    assert store.journals.request(game, "id 2") == lines[1]
    assert store.journals.request(game, "id 9") is None


def test_request_ids_belong_to_one_game(store: Store, game: str) -> None:
    play(store, game, 1)
    other = store.journals.create(change("Dee and Eli sit down"))
    assert store.journals.request(other, "id 1") is None
    play(store, other, 1)
    assert len(store.journals.read(other)) == 2


def test_lines_without_a_request_id_never_repeat(store: Store, game: str) -> None:
    for version in (1, 2):
        store.journals.append(game, version, change("undo"))
    assert bodies(store.journals.read(game, since=1)) == ["undo", "undo"]


def test_a_whole_journal_comes_in_at_once(store: Store) -> None:
    game = store.journals.create(change("sit down"), change("one", 1), change("two", 2))
    assert [(line.version, line.body) for line in store.journals.read(game)] == [
        (1, "sit down"),
        (2, "one"),
        (3, "two"),
    ]


def test_a_journal_with_a_request_twice_leaves_no_game(store: Store) -> None:
    twice = change("one", request=("a", "f")), change("two", request=("a", "g"))
    with pytest.raises(RequestIdTakenError):
        store.journals.create(*twice)
    assert store.journals.latest(9) == []


def test_games_do_not_know_each_other(store: Store, game: str) -> None:
    other = store.journals.create(change("Dee and Eli sit down"))
    play(store, other, 2)
    assert len(store.journals.read(game)) == 1
    assert len(store.journals.read(other)) == 3


def test_the_game_played_last_is_listed_first(store: Store) -> None:
    old, older, young = (store.journals.create(change("sit", n)) for n in (2, 1, 3))
    store.journals.append(older, 1, change("Ana goes out", 4))
    listed = store.journals.latest(9)
    assert [heading.game for heading in listed] == [older, young, old]
    assert (listed[0].created, listed[0].changed, listed[0].version) == (at(1), at(4), 2)
    assert store.journals.latest(2) == listed[:2]


def test_of_two_games_at_once_the_later_created_is_listed_first(store: Store) -> None:
    first, second = (store.journals.create(change("sit")) for _ in range(2))
    assert [heading.game for heading in store.journals.latest(9)] == [second, first]


def test_an_unknown_game_is_no_game(store: Store, game: str) -> None:
    unknown = game.swapcase() + "x"
    for call in (
        lambda: store.journals.read(unknown),
        lambda: store.journals.request(unknown, "a"),
        lambda: store.journals.append(unknown, 1, change("Ana goes out")),
    ):
        with pytest.raises(UnknownGameError) as error:
            call()
        assert error.value.game == unknown


@pytest.mark.parametrize(
    "text",
    ["", "Zoë 👩‍👩‍👧", "\u202eevil", "nul\0inside", "'; DROP TABLE games; --", "é" * 70_000],
)
def test_any_text_comes_back_as_it_was(store: Store, game: str, text: str) -> None:
    change = Change(at=NOON, body=text, request_id=text + "!", fingerprint=text, by=text)
    line = store.journals.append(game, 1, change)
    assert asdict(line) == asdict(change) | {"version": 2}
    assert store.journals.read(game, since=1) == [line]
    assert store.journals.request(game, text + "!") == line


def test_text_that_is_none_is_refused_and_nothing_is_written(store: Store, game: str) -> None:
    with pytest.raises(ValueError, match="surrogates"):
        store.journals.append(game, 1, change("half of a pair: \ud83c"))
    with pytest.raises(ValueError, match="surrogates"):
        store.journals.request(game, "\ud83c")
    assert len(store.journals.read(game)) == 1


def test_time_is_kept_to_the_microsecond_wherever_the_clock_stands(store: Store) -> None:
    paris = timezone(timedelta(hours=1))
    moment = (NOON + timedelta(microseconds=123_457)).astimezone(paris)
    game = store.journals.create(Change(at=moment, body="sit down"))
    assert store.journals.read(game)[0].at == moment
    assert store.journals.latest(1)[0].created == moment


def test_game_ids_cannot_be_guessed(store: Store) -> None:
    ids = {store.journals.create(change("sit down")) for _ in range(20)}
    assert len(ids) == 20
    assert {len(game) for game in ids} == {22}  # 128 bits, six a character


Lost = tuple[str, list[Line], list[AccessKey]]


@pytest.fixture
def lost(embedded: Store) -> Lost:
    """Play three rounds in another store, and return all that a phone knows of them."""
    game = embedded.journals.create(change("sit down"), keys=FIRST_KEYS)
    play(embedded, game, 3)
    return game, embedded.journals.read(game), embedded.keys.of_game(game)


def test_a_lost_game_is_as_it_was(store: Store, lost: Lost) -> None:
    game, lines, keys = lost
    store.journals.revive(game, lines, keys)
    assert store.journals.read(game) == lines
    assert store.keys.of_game(game) == keys
    assert store.journals.request(game, "id 2") == lines[2]
    play(store, game, 1)
    with pytest.raises(GameExistsError):
        store.journals.revive(game, lines, keys)


def test_a_key_that_is_taken_is_replaced(store: Store, lost: Lost) -> None:
    game, lines, keys = lost
    other = store.journals.create(change("sit down elsewhere"), keys=FIRST_KEYS)
    taken = store.keys.of_game(other)[0]
    store.journals.revive(game, lines, [replace(taken, game=game), keys[1]])
    score, watch = store.keys.of_game(game)
    assert store.keys.find(taken.key) == taken
    assert score.key != taken.key
    assert (score.kind, watch) == (taken.kind, keys[1])


@pytest.mark.parametrize("is_purged", [False, True])
def test_what_was_deleted_is_never_revived(store: Store, lost: Lost, *, is_purged: bool) -> None:
    game, lines, keys = lost
    store.journals.revive(game, lines, keys)
    store.trash.delete(game, at(1))
    if is_purged:
        store.trash.purge(before=at(2))
    with pytest.raises(UnknownGameError):
        store.journals.revive(game, lines, keys)


def test_a_journal_is_extended_as_a_whole_or_not_at_all(store: Store, game: str) -> None:
    lines = play(store, game, 2)
    more = [change(f"round {n}", request=(f"id {n}", "f")) for n in (3, 4)]
    for wrong in ([*more, change("again", request=("id 1", "f"))],):
        with pytest.raises(RepeatedRequestError):
            store.journals.extend(game, 3, wrong)
    with pytest.raises(VersionConflictError):
        store.journals.extend(game, 2, more)
    assert store.journals.read(game, 1) == lines
    store.journals.extend(game, 3, more)
    store.journals.extend(game, 5, [])
    assert bodies(store.journals.read(game)) == [
        "Ana, Bo and Cy sit down",
        "round 1",
        "round 2",
        "round 3",
        "round 4",
    ]
