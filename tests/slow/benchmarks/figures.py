"""Results of benchmarks with their upper limits."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """Result of a benchmark and its upper limit, printed with `!` if too high."""

    what: str
    is_: float
    most: float
    unit: str = "×"

    def __str__(self) -> str:
        mark = " " if self.is_ <= self.most else "!"
        return f"{mark} {self.what:<56} {self.is_:7.2f} {self.unit:<2} (at most {self.most:g})"
