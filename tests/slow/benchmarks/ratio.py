"""Ratios of costs, measured in turn so that a busy machine disturbs all alike."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

from tests.slow.benchmarks.server import Server


@dataclass(frozen=True)
class Cost:
    """A repeated action of a server, measured in its processor time."""

    server: Server
    do: Callable[[], object]
    first: Callable[[], object] | None = None  # before each action, not measured

    def once(self, times: int) -> float:
        if self.first is None:
            return self._counted(times) / times
        taken = 0.0
        for _ in range(times):
            self.first()
            taken += self._counted(1)
        return taken / times

    def _counted(self, times: int) -> float:
        before = self.server.cpu()
        for _ in range(times):
            self.do()
        return self.server.cpu() - before


def ratios(costs: list[Cost], times: int, repeats: int) -> list[float]:
    """Return the median ratio of each cost to the first one.

    Each repeat measures all costs one after the other.
    """
    for cost in costs:
        cost.once(times)  # warm-up
    found = []
    for _ in range(repeats):
        first, *others = [cost.once(times) for cost in costs]
        found.append([other / first for other in others])
    return [median(each) for each in zip(*found, strict=True)]
