"""What is wrong with a request: facts only, put into words elsewhere."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong.

    `code` is a lower-case word with hyphens, `path` a JSON Pointer into the request
    (`/hands/Bo/cards/1`, empty for the whole of it), `values` what the sentence needs to name.
    """

    code: str
    path: str = ""
    values: Mapping[str, object] = field(default_factory=dict)

    def under(self, *steps: str | int) -> "Fault":
        """Give the same fault one or more steps deeper in the request."""
        return Fault(self.code, pointer(*steps) + self.path, self.values)


class ValidationError(Exception):
    """A request that was refused, with everything that is wrong with it."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(", ".join(f"{fault.code} at {fault.path!r}" for fault in self.faults))


def pointer(*steps: str | int) -> str:
    """Write a JSON Pointer (RFC 6901); a name may hold a slash or a tilde."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in steps)
