"""The contract of a series, for every engine."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.store.errors import UnknownGameError
from companion.store.protocols import Store
from tests.store.sqlite import raw
from tests.store.table import at, change


@pytest.fixture
def sit_down(store: Store) -> Callable[[], str]:
    return lambda: store.journals.create(change("Ana and Bo sit down"))


def test_a_game_alone_is_a_series_of_one(store: Store, game: str) -> None:
    assert store.series.games(game) == [game]
    assert store.series.following(game) is None
    store.series.detach(game)
    assert store.series.games(game) == [game]


def test_one_game_follows_another(store: Store, game: str, sit_down: Callable[[], str]) -> None:
    second, third, other = sit_down(), sit_down(), sit_down()
    store.series.follow(second, game)
    store.series.follow(third, second)
    for each in (game, second, third):
        assert store.series.games(each) == [game, second, third]
    assert [store.series.following(each) for each in (game, second, third)] == [second, third, None]
    assert store.series.games(other) == [other]


def test_what_was_parted_stays_in_its_series_and_is_not_led_to(
    store: Store, game: str, sit_down: Callable[[], str]
) -> None:
    second, third = sit_down(), sit_down()
    store.series.follow(second, game)
    store.series.follow(third, second)
    store.series.detach(second)
    assert store.series.games(game) == [game, second, third]
    assert store.series.following(game) is None
    assert store.series.following(second) == third


def test_a_deleted_game_is_missing_until_it_is_back(
    store: Store, game: str, sit_down: Callable[[], str]
) -> None:
    second, third = sit_down(), sit_down()
    store.series.follow(second, game)
    store.series.follow(third, game)
    store.trash.delete(game, at(1))
    store.trash.delete(second, at(1))
    assert store.series.games(third) == [third]
    store.trash.undelete(game)
    assert store.series.games(third) == [game, third]
    assert store.series.following(game) == third
    store.trash.purge(at(9))
    store.trash.delete(game, at(1))
    store.trash.purge(at(9))
    assert store.series.games(third) == [third]


def test_a_game_that_is_not_there_follows_nothing(store: Store, game: str) -> None:
    for names in (("nothing", game), (game, "nothing")):
        with pytest.raises(UnknownGameError):
            store.series.follow(*names)
    assert store.series.games(game) == [game]


@pytest.mark.parametrize("damage", ["leads = 5", "seal = x'00'", "series = series || 'x'"])
def test_damage_leads_nowhere(embedded: Store, file: Path, damage: str) -> None:
    game, second = (embedded.journals.create(change("sit down")) for _ in range(2))
    embedded.series.follow(second, game)
    raw.run(file, f"UPDATE series SET {damage}")
    assert embedded.series.following(game) is None
    assert embedded.series.games(second) == [second]
