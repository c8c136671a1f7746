"""The boxes and their rulings: the one place that knows both, as they do not know each other."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from pathlib import Path

from companion.editions import Edition, facts_of, load_boxes
from companion.rulings import (
    AnswerValues,
    Box,
    ExampleQuestion,
    LookUp,
    QuestionParser,
    Ruling,
    Rulings,
    load_rulings,
)

ANSWERS = 5
LONGEST_QUESTION = 500  # characters of it are looked at: nobody at a table says more


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """How many answers are wanted at most, and what the running game is, if any."""

    limit: int = ANSWERS
    players: int | None = None
    game_format: str | None = None


@dataclass(frozen=True, slots=True)
class Answers:
    """The rulings that answer a question, the best first, one of each group.

    `is_sure`: the first may be read aloud as the answer. Else it is one that may be meant.
    `together` has for each by its rule the others of its group, the best first.
    """

    rulings: tuple[Ruling, ...] = ()
    is_sure: bool = False
    together: Mapping[str, tuple[Ruling, ...]] = field(default_factory=dict)

    def as_values(self, language: str, path: str = "") -> list[AnswerValues]:
        """Return the rulings as plain values, see `Ruling.as_values`."""
        return [
            {
                **ruling.as_values(language, path),
                "together": [other.rule for other in self.together[ruling.rule]],
            }
            for ruling in self.rulings
        ]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Every box by its edition, every ruling, and for each box its look-up.

    `playable`: besides those with rulings, the boxes whose leaflet was not read; games are played
    with all of them.
    """

    editions: Mapping[str, Edition]
    playable: Mapping[str, Edition]
    rulings: Rulings
    look_ups: Mapping[str, LookUp]
    parser: QuestionParser

    def answer(self, edition: str, question: str, options: SearchOptions) -> Answers:
        """Return the rulings that answer a question in any language, the best first."""
        if edition not in self.look_ups:  # its leaflet was not read
            return Answers()
        found = self.look_ups[edition].find(
            question[:LONGEST_QUESTION], options.players, options.game_format, options.limit
        )
        rulings = self.rulings.by_edition[edition]
        return Answers(
            tuple(rulings[result.rule] for result in found.results),
            found.is_sure,
            {each.rule: tuple(rulings[rule] for rule in each.together) for each in found.results},
        )


def open_rulebook(own: Path | None = None) -> Rulebook:
    """Load every box, those in the folder `own` too, and every ruling; `InvalidFileError`."""
    has_own = own is not None and any(own.glob("*.toml"))
    return _load(own) if has_own else _built_in()


@cache
def _built_in() -> Rulebook:
    return _load(None)


def _load(own: Path | None) -> Rulebook:
    editions, playable = load_boxes(own)
    boxes = [Box(box.edition, box.rulings_like, facts_of(box)) for box in editions.values()]
    rulings = load_rulings(boxes)
    parser = QuestionParser(card_names(editions.values()), questions_of(rulings))
    look_ups = {
        edition: LookUp(rulings.by_edition[edition].values(), box.cards, parser)
        for edition, box in editions.items()
    }
    return Rulebook(editions, playable, rulings, look_ups, parser)


def questions_of(rulings: Rulings) -> Iterable[ExampleQuestion]:
    every = chain.from_iterable(box.values() for box in rulings.by_edition.values())
    return dict.fromkeys(
        ExampleQuestion((ruling.rule,), text)
        for ruling in every
        for text in ruling.question.values()
    )


def card_names(editions: Iterable[Edition]) -> Mapping[str, set[str]]:
    """Return what people call the cards of all boxes: a card may be asked for in any of them."""
    names: dict[str, set[str]] = {}
    for box in editions:
        for card, face in box.cards.items():
            names.setdefault(card, set()).update(face.spoken, face.plurals)
    return names
