"""The meanings of the rulings as data: the ways each is asked for, in concepts."""

import tomllib
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Intent:
    """One way in which a ruling is asked for.

    `expected` concepts belong to it, `welcome` ones may be there, `against` ones speak against
    it. `grade` is what it counts: less where nobody has said that this is what a ruling means.
    """

    rule: str
    expected: frozenset[str]
    welcome: frozenset[str] = frozenset()
    against: frozenset[str] = frozenset()
    grade: float = 1.0

    def is_about(self, cards: AbstractSet[str]) -> bool:
        """Tell whether it names one of these cards."""
        return not (cards.isdisjoint(self.expected) and cards.isdisjoint(self.welcome))


@cache
def read_meanings() -> Mapping[str, tuple[Intent, ...]]:
    """Read the ways of all rulings, by rule."""
    read = tomllib.loads(files(__package__).joinpath("meanings.toml").read_text("utf-8"))
    unsaid = {family: said.split() for family, said in read["goes-without-saying"].items()}
    return {
        rule: tuple(_way(rule, way, unsaid.get(rule.partition(".")[0], [])) for way in ways)
        for rule, ways in read["asked"].items()
    }


def _way(rule: str, said: str, unsaid: Iterable[str]) -> Intent:
    """Read one: `laid=…` and `under=…` make the card itself welcome, it is told by them."""
    concepts = said.split()
    expected = frozenset(c for c in concepts if c[-1] != "?" and c[0] != "-")
    told = {card for concept in expected for _, _, card in (concept.partition("="),) if card}
    return Intent(
        rule,
        expected,
        frozenset((*(c[:-1] for c in concepts if c[-1] == "?"), *told, *unsaid)) - expected,
        frozenset(c[1:] for c in concepts if c[0] == "-"),
    )
