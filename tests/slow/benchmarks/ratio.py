"""Ratios of processor times, measured in turn so that a busy machine disturbs all alike."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

from tests.slow.benchmarks.server import Server


@dataclass(frozen=True)
class Cost:
    """Repeated action on a server, measured by the processor time that the server uses."""

    server: Server
    do: Callable[[], object]
    first: Callable[[], object] | None = None  # runs before each action, time not counted

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
        cost.once(times)  # warm-up, not counted
    found = []
    for _ in range(repeats):
        first, *others = [cost.once(times) for cost in costs]
        found.append([other / first for other in others])
    return [median(each) for each in zip(*found, strict=True)]
