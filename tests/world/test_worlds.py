"""Randomised simulations of evenings with failures, in which no confirmed save may be lost.

`pytest tests/world --worlds 1000` runs more worlds, and `--world SEED` repeats one.
"""

import pytest

from tests.world.conftest import NewWorld
from tests.world.scores import BrokenPromiseError

WORLDS, AT_A_DATABASE = 26, 4


def seeds(config: pytest.Config, usual: int) -> range:
    seed, worlds = config.getoption("world"), config.getoption("worlds")
    return range(seed, seed + 1) if seed is not None else range(worlds or usual)


def live(new_world: NewWorld, seed: int) -> list[str]:
    """Run a world and return its trace."""
    world = new_world(seed)
    try:
        world.live()
    except BrokenPromiseError as broken:
        pytest.fail(f"{world.recent_trace()}\n{broken}\nThis is --world {seed}.", pytrace=False)
    return world.trace


def test_simulated_worlds_on_sqlite_keep_all_invariants(
    new_world: NewWorld, pytestconfig: pytest.Config
) -> None:
    for seed in seeds(pytestconfig, WORLDS):
        live(new_world, seed)


def test_simulated_world_is_determined_by_its_seed(new_world: NewWorld) -> None:
    assert live(new_world, 2) == live(new_world, 2) != live(new_world, 1)


def test_simulated_worlds_on_postgres_keep_invariants_reproducibly(
    new_world_at_server: NewWorld, pytestconfig: pytest.Config
) -> None:
    for seed in seeds(pytestconfig, AT_A_DATABASE):
        assert live(new_world_at_server, seed) == live(new_world_at_server, seed)
