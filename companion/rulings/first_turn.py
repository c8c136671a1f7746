"""Steps of a first turn, an introduction for beginners, from base.toml."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.datafiles.reader import ID, IS_TRUE, RULE, Table, text
from companion.datafiles.text import LocalizedText

_TITLE = text(60)


@dataclass(frozen=True, slots=True)
class FirstTurnStep:
    """Step of the introduction, with rulings to know and the card (or "") shown beside each.

    With `has_own_cards` its points are the cards that only one box has. `otherwise` is the step of
    a box without any.
    """

    title: LocalizedText
    points: tuple[tuple[str, str], ...]  # (card, rule)
    has_own_cards: bool
    otherwise: "FirstTurnStep | None"

    @property
    def rules(self) -> Iterator[str]:
        yield from (rule for _, rule in self.points)
        if self.otherwise:
            yield from self.otherwise.rules


def read_first_turn(base: Table) -> tuple[FirstTurnStep, ...]:
    return tuple(map(_read_step, base.each("first_turn")))


def _read_step(step: Table) -> FirstTurnStep:
    otherwise = None
    if "otherwise" in step.values:
        with step.section("otherwise") as other:
            otherwise = _read_step(other)
    return FirstTurnStep(
        title=step.text("title", _TITLE),
        points=tuple(
            (point.optional("card", ID), point.required("rule", RULE))
            for point in step.each("points")
        ),
        has_own_cards=step.optional("own_cards", IS_TRUE),
        otherwise=otherwise,
    )
