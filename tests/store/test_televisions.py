"""The contract of televisions, for every engine."""

from pathlib import Path

import pytest

from companion.store.errors import NoCodeLeftError
from companion.store.rows import televisions as codes
from companion.store.rows.televisions import (
    LIFETIME,
    MOST_CODES_AN_ADDRESS,
    SIGNS,
    Television,
)
from companion.store.store import Store
from tests.store.sqlite import raw
from tests.store.table import NOON, at

HERE = "192.0.2.1"


def code_of(store: Store, television: str, minutes: float = 0, address: str = HERE) -> str:
    shown = store.televisions.offer_code(television, address, at(minutes))
    assert shown.code
    return shown.code


def test_a_code_is_short_and_nobody_takes_it_for_a_word(store: Store) -> None:
    assert len(SIGNS) == 28
    shown = {code_of(store, f"tv {n}", address=f"192.0.2.{n}") for n in range(50)}
    assert len(shown) == 50
    for code in shown:
        assert len(code) == 4
        assert set(code) <= set(SIGNS)
        assert not code.isalpha()


def test_a_television_keeps_its_code_for_ten_minutes(store: Store) -> None:
    code = code_of(store, "tv")
    assert code_of(store, "tv", 9.9) == code
    assert store.televisions.find("tv") == Television(code, NOON + LIFETIME)
    assert store.televisions.find_code(code, at(9.9))
    assert not store.televisions.find_code(code, at(10))
    assert not store.televisions.send(code, "key", at(10))
    later = store.televisions.offer_code("tv", HERE, at(10))
    assert later.until == at(20)


def test_a_clock_that_was_years_ahead_leaves_no_code_for_ever(store: Store) -> None:
    code = code_of(store, "tv", 60 * 24 * 365)
    assert not store.televisions.find_code(code, NOON)
    assert store.televisions.offer_code("tv", HERE, NOON).until == NOON + LIFETIME


def test_a_code_sends_one_board_once(store: Store) -> None:
    code = code_of(store, "tv")
    assert store.televisions.send(code, "watch key", at(1))
    assert not store.televisions.find_code(code, at(1))
    assert not store.televisions.send(code, "another", at(1))
    assert store.televisions.find("tv") == Television(key="watch key")
    assert store.televisions.offer_code("tv", HERE, at(30)) == Television(key="watch key")


def test_a_television_goes_on_with_another_board_until_it_is_told_to_forget(store: Store) -> None:
    for name in ("tv", "tablet"):
        store.televisions.send(code_of(store, name), "first", NOON)
    assert store.televisions.showing("first") == ["tablet", "tv"]
    store.televisions.show("tv", "second", at(1))
    assert store.televisions.showing("first") == ["tablet"]
    assert store.televisions.showing("second") == ["tv"]
    store.televisions.forget("tv")
    assert store.televisions.find("tv") is None
    assert store.televisions.showing("second") == []
    store.televisions.forget("tv")


def test_only_a_board_is_followed_by_another(store: Store) -> None:
    code = code_of(store, "tv")
    for name in ("tv", "unknown"):
        store.televisions.show(name, "key", NOON)
    assert store.televisions.showing("key") == []
    assert store.televisions.find_code(code, NOON)


def test_a_television_of_last_month_is_forgotten(store: Store) -> None:
    store.televisions.send(code_of(store, "old"), "key", NOON)
    code_of(store, "new", 60 * 24 * 31)
    assert store.televisions.showing("key") == []


def test_one_address_has_few_codes_at_once(store: Store) -> None:
    shown = [code_of(store, f"tv {n}", n) for n in range(MOST_CODES_AN_ADDRESS)]
    with pytest.raises(NoCodeLeftError) as refused:
        code_of(store, "one more", 6)
    assert not refused.value.is_everywhere
    assert refused.value.free_at == NOON + LIFETIME
    assert code_of(store, "tv 0", 6) == shown[0]
    assert code_of(store, "elsewhere", 6, "192.0.2.2")
    assert store.televisions.send(shown[0], "key", at(6))
    assert code_of(store, "one more", 6)


def test_there_are_never_more_codes_than_a_thousand(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert codes.MOST_CODES == 1000
    monkeypatch.setattr(codes, "MOST_CODES", 20)  # all the others look like these
    for n in range(20):
        code_of(store, f"tv {n}", address=f"address {n // MOST_CODES_AN_ADDRESS}")
    with pytest.raises(NoCodeLeftError) as refused:
        code_of(store, "one more", address="another")
    assert refused.value.is_everywhere
    assert code_of(store, "one more", 10, "another")


def test_a_damaged_television_asks_again(embedded: Store, file: Path) -> None:
    code = code_of(embedded, "tv")
    raw.run(file, "UPDATE televisions SET at = at + 1")
    assert embedded.televisions.find("tv") is None
    assert code_of(embedded, "tv") != code


@pytest.mark.parametrize("wrong", ["", "x", "\ud83c", "' OR 1 = 1 --", "a" * 10_000])
def test_a_wrong_code_is_no_code(store: Store, wrong: str) -> None:
    code_of(store, "tv")
    assert not store.televisions.find_code(wrong, NOON)
    assert not store.televisions.send(wrong, "key", NOON)
    assert store.televisions.find(wrong) is None
