"""The contract of drafts, for every engine."""

import pytest

from companion.store.errors import UnknownGameError
from companion.store.rows.drafts import DRAFT_LIMIT, Draft
from companion.store.store import Store
from tests.store.table import change


def counted(seat: int, text: str, table: int = 1) -> Draft:
    return Draft(table, 4, seat, text, by="Bo")


def test_a_second_phone_sees_the_hand_that_was_counted(store: Store, game: str) -> None:
    count = store.drafts.put(game, counted(2, "7 skip"))
    assert store.drafts.read(game, 1) == [Draft(1, 4, 2, "7 skip", "Bo", count)]


def test_a_hand_counted_again_takes_the_place_of_the_first(store: Store, game: str) -> None:
    store.drafts.put(game, counted(2, "7 skip"))
    count = store.drafts.put(game, Draft(1, 5, 2, "7 skip wild", "Cy"))
    assert store.drafts.read(game, 1) == [Draft(1, 5, 2, "7 skip wild", "Cy", count)]


def test_the_count_rises_with_every_hand(store: Store, game: str) -> None:
    counts = [store.drafts.put(game, counted(seat, "9")) for seat in (1, 2, 1)]
    assert counts == [1, 2, 3]


def test_a_phone_asks_only_for_what_is_new(store: Store, game: str) -> None:
    seen = store.drafts.put(game, counted(1, "9"))
    store.drafts.put(game, counted(3, "wild"))
    store.drafts.put(game, counted(2, "skip"))
    assert [draft.seat for draft in store.drafts.read(game, 1, seen)] == [3, 2]
    assert store.drafts.read(game, 1, 3) == []


def test_after_the_round_every_phone_sees_empty_hands(store: Store, game: str) -> None:
    store.drafts.put(game, counted(2, "9"))
    seen = store.drafts.put(game, counted(1, "wild"))
    count = store.drafts.clear(game, 1)
    assert count == seen + 1
    assert store.drafts.read(game, 1, seen) == [
        Draft(1, 4, 1, "", None, count),
        Draft(1, 4, 2, "", None, count),
    ]
    assert store.drafts.put(game, counted(1, "7")) == count + 1


def test_clearing_empty_hands_changes_nothing(store: Store, game: str) -> None:
    assert store.drafts.clear(game, 1) == 0
    store.drafts.put(game, counted(1, "wild"))
    assert store.drafts.clear(game, 1) == store.drafts.clear(game, 1) == 2


def test_tables_and_games_count_apart(store: Store, game: str) -> None:
    other = store.journals.create(change("sit down"))
    for where, table in ((game, 1), (game, 2), (other, 1)):
        assert store.drafts.put(where, counted(1, "9", table)) == 1
    store.drafts.clear(game, 2)
    assert [draft.text for draft in store.drafts.read(game, 1)] == ["9"]
    assert [draft.text for draft in store.drafts.read(other, 1)] == ["9"]


def test_a_keystroke_is_no_change_of_the_game(store: Store, game: str) -> None:
    before = store.journals.latest(1)
    store.drafts.put(game, counted(1, "9"))
    store.drafts.clear(game, 1)
    assert store.journals.latest(1) == before
    assert len(store.journals.read(game)) == 1


def test_a_draft_has_its_limit_in_bytes(store: Store, game: str) -> None:
    assert store.drafts.put(game, counted(1, "é" * (DRAFT_LIMIT // 2))) == 1
    with pytest.raises(ValueError, match="at most 4096 bytes"):
        store.drafts.put(game, counted(1, "é" * (DRAFT_LIMIT // 2) + "!"))
    assert store.drafts.read(game, 1, since=1) == []


def test_an_unknown_game_has_no_drafts(store: Store) -> None:
    for call in (
        lambda: store.drafts.put("unknown", counted(1, "9")),
        lambda: store.drafts.read("unknown", 1),
        lambda: store.drafts.clear("unknown", 1),
    ):
        with pytest.raises(UnknownGameError):
            call()
