"""One thing against another, measured in turn so that a busy machine disturbs both alike."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

from tests.slow.benchmarks.server import Server

Clock = Callable[[], float] | None


@dataclass(frozen=True)
class Cost:
    """Something a server does, over and over."""

    server: Server
    do: Callable[[], object]
    first: Callable[[], object] | None = None  # each time, and not counted
    clock: Clock = None  # None: the processor time of the server

    def once(self, times: int) -> float:
        """Give the seconds that one of so many takes."""
        if self.first is None:
            return self._counted(times) / times
        taken = 0.0
        for _ in range(times):
            self.first()
            taken += self._counted(1)
        return taken / times

    def _counted(self, times: int) -> float:
        clock = self.clock or self.server.cpu
        before = clock()
        for _ in range(times):
            self.do()
        return clock() - before


def ratios(costs: list[Cost], times: int, repeats: int) -> list[float]:
    """Give what each but the first costs, in times of the first: the median over many turns.

    In each turn all are measured one right after the other.
    """
    for cost in costs:
        cost.once(times)  # the first turn warms up
    found = []
    for _ in range(repeats):
        first, *others = [cost.once(times) for cost in costs]
        found.append([other / first for other in others])
    return [median(each) for each in zip(*found, strict=True)]
