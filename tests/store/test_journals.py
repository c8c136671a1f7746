"""Contract tests of journals and drafts, for every engine.

Random sequences of calls are compared with plain dictionaries in `test_engines_agree`.
"""

from dataclasses import asdict, replace
from datetime import timedelta, timezone

import pytest

from companion.store.errors import (
    GameExistsError,
    RepeatedRequestError,
    UnknownGameError,
    VersionConflictError,
)
from companion.store.rows.drafts import DRAFT_LIMIT, Draft
from companion.store.rows.keys import AccessKey
from companion.store.rows.lines import Change, Line
from companion.store.store import Store
from tests.store.table import FIRST_KEYS, NOON, at, bodies, change, play


def test_journal_of_new_game_has_its_first_line(store: Store) -> None:
    game = store.journals.create(change("Ana, Bo and Cy sit down"))
    assert store.journals.read(game) == [
        Line(version=1, at=NOON, body="Ana, Bo and Cy sit down", by="Bo")
    ]


def test_repeated_request_is_carried_out_once(store: Store, game: str) -> None:
    once = store.journals.append(game, 1, change("Ana goes out", request=("a", "Ana")))
    play(store, game, 2)
    for seen in (1, 4):  # old and current version, as the request id is checked first
        with pytest.raises(RepeatedRequestError) as error:
            store.journals.append(game, seen, change("Ana goes out", 8, request=("a", "Ana")))
        assert error.value.line == once
    assert len(store.journals.read(game)) == 4


@pytest.mark.parametrize(
    "text",
    ["", "Zoë 👩‍👩‍👧", "\u202eevil", "nul\0inside", "'; DROP TABLE games; --", "é" * 70_000],
)
def test_change_with_any_text_is_read_back_unchanged(store: Store, game: str, text: str) -> None:
    change = Change(at=NOON, body=text, request_id=text + "!", fingerprint=text, by=text)
    line = store.journals.append(game, 1, change)
    assert asdict(line) == asdict(change) | {"version": 2}
    assert store.journals.read(game, since=1) == [line]
    assert store.journals.request(game, text + "!") == line


def test_lone_surrogate_is_refused_and_nothing_is_written(store: Store, game: str) -> None:
    with pytest.raises(ValueError, match="surrogates"):
        store.journals.append(game, 1, change("half of a pair: \ud83c"))
    with pytest.raises(ValueError, match="surrogates"):
        store.journals.request(game, "\ud83c")
    assert len(store.journals.read(game)) == 1


def test_time_in_another_zone_is_read_back_to_the_microsecond(store: Store) -> None:
    paris = timezone(timedelta(hours=1))
    moment = (NOON + timedelta(microseconds=123_457)).astimezone(paris)
    game = store.journals.create(Change(at=moment, body="sit down"))
    assert store.journals.read(game)[0].at == moment
    assert store.journals.latest(1)[0].created == moment


Lost = tuple[str, list[Line], list[AccessKey]]


@pytest.fixture
def lost(sqlite_store: Store) -> Lost:
    """Return the id, lines and keys of a game in another store, as a phone has copied them."""
    game = sqlite_store.journals.create(change("sit down"), keys=FIRST_KEYS)
    play(sqlite_store, game, 3)
    return game, sqlite_store.journals.read(game), sqlite_store.keys.of_game(game)


def test_revived_game_is_unchanged(store: Store, lost: Lost) -> None:
    game, lines, keys = lost
    store.journals.revive(game, lines, keys)
    assert store.journals.read(game) == lines
    assert store.keys.of_game(game) == keys
    assert store.journals.request(game, "id 2") == lines[2]
    play(store, game, 1)
    with pytest.raises(GameExistsError):
        store.journals.revive(game, lines, keys)


def test_reviving_game_replaces_key_that_is_taken(store: Store, lost: Lost) -> None:
    game, lines, keys = lost
    other = store.journals.create(change("sit down elsewhere"), keys=FIRST_KEYS)
    taken = store.keys.of_game(other)[0]
    store.journals.revive(game, lines, [replace(taken, game=game), keys[1]])
    score, watch = store.keys.of_game(game)
    assert store.keys.find(taken.key) == taken
    assert score.key != taken.key
    assert (score.kind, watch) == (taken.kind, keys[1])


@pytest.mark.parametrize("is_purged", [False, True])
def test_deleted_game_cannot_be_revived(store: Store, lost: Lost, *, is_purged: bool) -> None:
    game, lines, keys = lost
    store.journals.revive(game, lines, keys)
    store.trash.delete(game, at(1))
    if is_purged:
        store.trash.purge(before=at(2))
    with pytest.raises(UnknownGameError):
        store.journals.revive(game, lines, keys)


def test_extending_journal_is_atomic(store: Store, game: str) -> None:
    lines = play(store, game, 2)
    more = [change(f"round {n}", request=(f"id {n}", "f")) for n in (3, 4)]
    with pytest.raises(RepeatedRequestError):
        store.journals.extend(game, 3, [*more, change("again", request=("id 1", "f"))])
    with pytest.raises(VersionConflictError):
        store.journals.extend(game, 2, more)
    assert store.journals.read(game, 1) == lines
    store.journals.extend(game, 3, more)
    store.journals.extend(game, 5, [])
    assert bodies(store.journals.read(game, 1)) == [f"round {n}" for n in range(1, 5)]


def test_drafts_do_not_change_game_version(store: Store, game: str) -> None:
    before = store.journals.latest(1)
    store.drafts.put(game, Draft(1, 4, 1, "9"))
    store.drafts.clear(game, 1)
    assert store.journals.latest(1) == before
    assert len(store.journals.read(game)) == 1


def test_draft_size_limit_is_in_bytes(store: Store, game: str) -> None:
    most = Draft(1, 4, 1, "é" * (DRAFT_LIMIT // 2))
    assert store.drafts.put(game, most) == 1
    with pytest.raises(ValueError, match="at most 4096 bytes"):
        store.drafts.put(game, replace(most, text=f"{most.text}!"))
    assert store.drafts.read(game, 1) == [replace(most, count=1)]
