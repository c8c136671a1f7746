"""The boxes and their rulings: the one place that knows both, as they do not know each other."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path

from companion.editions import Edition, facts_of, load_editions
from companion.rulings import (
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
    """The rulings that answer a question, the best first; if `is_sure` it may be read aloud."""

    rulings: tuple[Ruling, ...] = ()
    is_sure: bool = False


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Every box by its edition, every ruling, and for each box its look-up."""

    editions: Mapping[str, Edition]
    rulings: Rulings
    look_ups: Mapping[str, LookUp]
    parser: QuestionParser

    def answer(self, edition: str, question: str, options: SearchOptions) -> Answers:
        """Return the rulings that answer a question in any language, the best first."""
        found = self.look_ups[edition].find(
            question[:LONGEST_QUESTION], options.players, options.game_format, options.limit
        )
        rulings = self.rulings.by_edition[edition]
        return Answers(tuple(rulings[result.rule] for result in found.results), found.is_sure)


def open_rulebook(own: Path | None = None) -> Rulebook:
    """Load every box, those in the folder `own` too, and every ruling; `InvalidFileError`."""
    has_own = own is not None and any(own.glob("*.toml"))
    return _load(own) if has_own else _built_in()


@cache
def _built_in() -> Rulebook:
    return _load(None)


def _load(own: Path | None) -> Rulebook:
    editions = load_editions(own)
    boxes = [Box(box.edition, box.rulings_like, facts_of(box)) for box in editions.values()]
    rulings = load_rulings(boxes)
    parser = QuestionParser(card_names(editions.values()), questions_of(rulings))
    look_ups = {
        edition: LookUp(rulings.by_edition[edition].values(), box.cards, parser)
        for edition, box in editions.items()
    }
    return Rulebook(editions, rulings, look_ups, parser)


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
