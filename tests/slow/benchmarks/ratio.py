"""One thing against another, measured in turn so that a busy machine disturbs both alike."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

from tests.slow.benchmarks.server import Server


@dataclass(frozen=True)
class Cost:
    """Something a server does, over and over; measured in its processor time."""

    server: Server
    do: Callable[[], object]
    first: Callable[[], object] | None = None  # each time, and not counted

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
