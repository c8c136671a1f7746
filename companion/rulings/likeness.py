"""What a rule sheet says just as another does: a ruling that rests on it holds for both boxes."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from companion.datafiles.reader import Table, Values
from companion.datafiles.schema import choice, integer, list_of, text
from companion.rulings.place import PLACE

_PASSAGE = re.compile(r"(\d{1,4})(?:-(\d{1,4}))?")
_NUMBERS = list_of(integer(1), least=0)


@dataclass(frozen=True, slots=True)
class Likeness:
    """The box of the other sheet, and where in this one each line stands that is in both."""

    box: str
    lines: Mapping[int, int]
    steps: Mapping[str, str]  # what a step of a place is called here, where that differs

    def carried(self, stated: Values) -> dict[str, object]:
        """Return what is stated of the other sheet as it holds here."""
        carried = dict(stated)
        lines = [self.lines.get(line) for line in _NUMBERS.check(stated.get("lines")) or ()]
        place = PLACE.check(stated.get("place"))
        carried["lines"] = lines
        if place is not None:
            carried["place"] = [[self._step(step) for step in passage] for passage in place]
        # A passage that does not stand here proves nothing: the box must state its own place.
        if None in lines:
            del carried["lines"]
            carried.pop("place", None)
        readings = stated.get("readings")
        if isinstance(readings, list):
            carried["readings"] = [self.carried(r) for r in readings if isinstance(r, Mapping)]
        return carried

    def _step(self, step: str) -> str:
        after, heading = "after " if step.startswith("after ") else "", step.removeprefix("after ")
        return after + " and ".join(self.steps.get(name, name) for name in heading.split(" and "))


def read_likeness(sheet: Table, length: int, lengths: Mapping[str, int]) -> Likeness | None:
    """Read `like` of a sheet of so many lines; `lengths` has those of the sheets before it."""
    if "like" not in sheet.values:
        return None
    lines: dict[int, int] = {}
    with sheet.section("like") as like:
        box = like.required("box", choice(tuple(lengths), ""))
        with like.section("lines") as passages:
            for passage in passages.values:
                first_here = passages.required(passage, integer(1))
                found = _PASSAGE.fullmatch(passage)
                there = range(int(found[1]), int(found[2] or found[1]) + 1) if found else range(0)
                here = range(first_here, first_here + len(there))
                if not there or there[-1] > lengths.get(box, 0) or here[-1] > length:
                    message = (
                        "must be lines there, such as 11-33, and the line here that they begin at"
                    )
                    passages.add_fault(message, passage)
                lines |= zip(there, here, strict=True)
        with like.section("steps") as steps:
            named = {step: steps.required(step, text(80)) for step in steps.values}
    return Likeness(box, lines, named)
