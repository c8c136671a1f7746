"""Contract tests of televisions, for every engine."""

from pathlib import Path

import pytest

from companion.store.errors import NoCodeLeftError
from companion.store.rows import televisions as codes
from companion.store.rows.televisions import (
    CODE_CHARACTERS,
    CODE_LIFETIME,
    MOST_CODES_AN_ADDRESS,
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


def test_television_codes_are_four_unambiguous_characters_with_a_digit(store: Store) -> None:
    assert len(CODE_CHARACTERS) == 28
    shown = {code_of(store, f"tv {n}", address=f"192.0.2.{n}") for n in range(50)}
    assert len(shown) == 50
    for code in shown:
        assert len(code) == 4
        assert set(code) <= set(CODE_CHARACTERS)
        assert not code.isalpha()


def test_television_code_expires_after_ten_minutes(store: Store) -> None:
    code = code_of(store, "tv")
    assert code_of(store, "tv", 9.9) == code
    assert store.televisions.find("tv") == Television(code, NOON + CODE_LIFETIME)
    assert store.televisions.find_code(code, at(9.9))
    assert not store.televisions.find_code(code, at(10))
    assert not store.televisions.send(code, "key", at(10))
    later = store.televisions.offer_code("tv", HERE, at(10))
    assert later.until == at(20)


def test_television_code_from_future_is_replaced_after_clock_reset(store: Store) -> None:
    code = code_of(store, "tv", 60 * 24 * 365)
    assert not store.televisions.find_code(code, NOON)
    assert store.televisions.offer_code("tv", HERE, NOON).until == NOON + CODE_LIFETIME


def test_television_code_accepts_only_one_board(store: Store) -> None:
    code = code_of(store, "tv")
    assert store.televisions.send(code, "watch key", at(1))
    assert not store.televisions.find_code(code, at(1))
    assert not store.televisions.send(code, "another", at(1))
    assert store.televisions.find("tv") == Television(key="watch key")
    assert store.televisions.offer_code("tv", HERE, at(30)) == Television(key="watch key")


def test_television_switches_boards_until_forgotten(store: Store) -> None:
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


def test_switching_board_ignores_televisions_without_board(store: Store) -> None:
    code = code_of(store, "tv")
    for name in ("tv", "unknown"):
        store.televisions.show(name, "key", NOON)
    assert store.televisions.showing("key") == []
    assert store.televisions.find_code(code, NOON)


def test_television_board_is_forgotten_after_a_month(store: Store) -> None:
    store.televisions.send(code_of(store, "old"), "key", NOON)
    code_of(store, "new", 60 * 24 * 31)
    assert store.televisions.showing("key") == []


def test_number_of_television_codes_per_ip_address_is_limited(store: Store) -> None:
    shown = [code_of(store, f"tv {n}", n) for n in range(MOST_CODES_AN_ADDRESS)]
    with pytest.raises(NoCodeLeftError) as refused:
        code_of(store, "one more", 6)
    assert not refused.value.is_everywhere
    assert refused.value.free_at == NOON + CODE_LIFETIME
    assert code_of(store, "tv 0", 6) == shown[0]
    assert code_of(store, "elsewhere", 6, "192.0.2.2")
    assert store.televisions.send(shown[0], "key", at(6))
    assert code_of(store, "one more", 6)


def test_total_of_television_codes_is_limited(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert codes.MOST_CODES == 1000
    monkeypatch.setattr(codes, "MOST_CODES", 20)  # a smaller limit is reached sooner
    for n in range(20):
        code_of(store, f"tv {n}", address=f"address {n // MOST_CODES_AN_ADDRESS}")
    with pytest.raises(NoCodeLeftError) as refused:
        code_of(store, "one more", address="another")
    assert refused.value.is_everywhere
    assert code_of(store, "one more", 10, "another")


def test_damaged_television_gets_new_code(sqlite_store: Store, file: Path) -> None:
    code = code_of(sqlite_store, "tv")
    raw.run(file, "UPDATE televisions SET at = at + 1")
    assert sqlite_store.televisions.find("tv") is None
    assert code_of(sqlite_store, "tv") != code


@pytest.mark.parametrize("wrong", ["", "x", "\ud83c", "' OR 1 = 1 --", "a" * 10_000])
def test_wrong_code_finds_no_television(store: Store, wrong: str) -> None:
    code_of(store, "tv")
    assert not store.televisions.find_code(wrong, NOON)
    assert not store.televisions.send(wrong, "key", NOON)
    assert store.televisions.find(wrong) is None
