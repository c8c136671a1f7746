"""Evenings drawn from a number: whatever goes wrong, nothing that was said to be saved is lost.

`pytest tests/world --worlds 1000` lives through more of them, `--world SEED` through one again.
"""

import pytest

from tests.world.conftest import NewWorld
from tests.world.scores import BrokenPromiseError

WORLDS, AT_A_DATABASE = 26, 4


def seeds(config: pytest.Config, usual: int) -> range:
    seed, worlds = config.getoption("world"), config.getoption("worlds")
    return range(seed, seed + 1) if seed is not None else range(worlds or usual)


def live(new_world: NewWorld, seed: int) -> list[str]:
    """Live through a world and return all that happened."""
    world = new_world(seed)
    try:
        world.live()
    except BrokenPromiseError as broken:
        pytest.fail(f"{world.told()}\n{broken}\nThis is --world {seed}.", pytrace=False)
    return world.trace


def test_nothing_is_lost_and_nobody_gets_in(
    new_world: NewWorld, pytestconfig: pytest.Config
) -> None:
    for seed in seeds(pytestconfig, WORLDS):
        live(new_world, seed)


def test_a_number_is_always_the_same_world_and_another_is_another(new_world: NewWorld) -> None:
    assert live(new_world, 2) == live(new_world, 2) != live(new_world, 1)


def test_nothing_is_lost_at_a_database_and_the_same_is_asked_again(
    new_world_at_server: NewWorld, pytestconfig: pytest.Config
) -> None:
    for seed in seeds(pytestconfig, AT_A_DATABASE):
        assert live(new_world_at_server, seed) == live(new_world_at_server, seed)
