"""The intents of the rulings as data: the ways each is asked for, in concepts."""

import tomllib
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Intent:
    """One way in which a ruling is asked for.

    `expected` concepts belong to it, `optional` ones may be there, `against` ones speak against
    it. `grade` is what it counts: less where nobody has stated it.
    """

    rule: str
    expected: frozenset[str]
    optional: frozenset[str] = frozenset()
    against: frozenset[str] = frozenset()
    grade: float = 1.0

    def is_about(self, cards: AbstractSet[str]) -> bool:
        """Return whether it names one of these cards."""
        return not (cards.isdisjoint(self.expected) and cards.isdisjoint(self.optional))


@dataclass(frozen=True, slots=True)
class IntentFile:
    """What intents.toml states: the intents by rule, and the concepts of a running game.

    `formats` are by the name of a format, `players` by their number, both as text.
    """

    intents: Mapping[str, Sequence[Intent]]
    formats: Mapping[str, str]
    players: Mapping[str, str]


@cache
def read_intents() -> IntentFile:
    """Return what intents.toml states."""
    stated = tomllib.loads(files(__package__).joinpath("intents.toml").read_text("utf-8"))
    intents: dict[str, list[Intent]] = {}
    for rule, texts in stated["intents"].items():
        family = rule.partition(".")[0]
        implied = stated["implied"].get(family, "").split()
        for concepts in map(str.split, texts):
            expected = frozenset(c for c in concepts if c[-1] != "?" and c[0] != "-")
            # `laid=…` and `under=…` say which card is meant, so the card itself is no surprise.
            cards = {card for c in expected for _, _, card in (c.partition("="),) if card}
            optional = frozenset((*(c[:-1] for c in concepts if c[-1] == "?"), *cards, *implied))
            against = frozenset(c[1:] for c in concepts if c[0] == "-")
            intent = Intent(rule, expected, optional - expected, against)
            intents.setdefault(rule, []).append(intent)
    return IntentFile(intents, stated["formats"], stated["players"])
