"""One thing against another, measured in turn so that a busy machine disturbs both alike."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

from tests.benchmarks.server import Server


@dataclass(frozen=True)
class Cost:
    """Something a server does, over and over."""

    server: Server
    do: Callable[[], object]
    first: Callable[[], object] | None = None  # each time, and not counted

    def once(self, times: int) -> float:
        """Give the seconds of processor time that one of so many takes."""
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


def turns(costs: list[Cost], times: int, repeats: int) -> list[float]:
    """Give the median cost of each, in seconds, the turns of all alternating."""
    for cost in costs:
        cost.once(times)  # the first turn warms up
    taken = [[cost.once(times) for cost in costs] for _ in range(repeats)]
    return [median(each) for each in zip(*taken, strict=True)]
