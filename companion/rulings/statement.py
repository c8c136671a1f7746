"""Public statements of the maker, on Twitter or in another box's leaflet (statements.toml).

Players quote them, but only the leaflet of the box decides.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, TypedDict

from companion.datafiles.reader import RULE, Table, list_of, pattern, text
from companion.datafiles.text import LocalizedText
from companion.game.schema import Words

DAY = r"\d{4}(-\d\d){0,2}"

_DATE = pattern(DAY, "must be a day, a month or a year, such as 2019-05-04")
_ADDRESSES = list_of(pattern(r"https?://\S+", "must be an address"))
_BOXES = list_of(pattern(r"[a-z0-9-]+", "must be a box"), least=0)


class StatementValues(TypedDict):
    """What the maker has said in public on a point; the date is as exact as it is known.

    `says` retells it. `agrees` is null where the rules of the box say nothing on it.
    """

    who: Words
    date: Annotated[str, ("pattern", f"^{DAY}$")]
    says: Words
    agrees: bool | None
    source: list[str]


@dataclass(frozen=True, slots=True)
class Statement:
    """Public statement of the maker, compared with a box's ruling."""

    who: str
    date: str
    says: LocalizedText
    source: tuple[str, ...]
    agrees: bool | None = None

    def as_values(self, language: str) -> StatementValues:
        return {
            "who": self.who,
            "date": self.date,
            "says": self.says.localized(language),
            "agrees": self.agrees,
            "source": list(self.source),
        }


@dataclass(frozen=True, slots=True)
class StatedStatement:
    """Statement as in statements.toml, with whether each box agrees (absent if silent)."""

    statement: Statement
    agreements: Mapping[str, bool]
    table: Table


def read_statements(table: Table) -> Mapping[str, list[StatedStatement]]:
    """Return the statements by ruling id, oldest first."""
    stated: dict[str, list[StatedStatement]] = defaultdict(list)
    for each in table.each("statements"):
        statement = Statement(
            who=each.required("who", text(60)),
            date=each.required("date", _DATE),
            says=each.text("says", text(300)),
            source=each.required("source", _ADDRESSES),
        )
        agree, differ = each.optional("agree", _BOXES), each.optional("differ", _BOXES)
        agreements = {box: box in agree for box in (*agree, *differ)}
        for rule in each.required("rules", list_of(RULE)):
            stated[rule].append(StatedStatement(statement, agreements, each))
    table.close()
    for on_rule in stated.values():
        on_rule.sort(key=lambda each: each.statement.date)  # a year sorts before its days
    return stated
