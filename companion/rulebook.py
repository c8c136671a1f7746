"""The boxes and their rulings: the one place that knows both, as they do not know each other."""

import signal
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from pathlib import Path
from threading import Lock
from typing import Generic, TypeVar

from companion.editions import Edition, facts_of, load_boxes
from companion.rulings import (
    AnswerValues,
    Box,
    ExampleQuestion,
    LookUp,
    OtherGame,
    QuestionParser,
    Ruling,
    Rulings,
    load_rulings,
    other_game,
)

T = TypeVar("T")

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
    `together` has for each by its rule the others of its group, the best first. `about`: the other
    box or game that the question is about; no rule of this one is then read aloud.
    """

    rulings: tuple[Ruling, ...] = ()
    is_sure: bool = False
    together: Mapping[str, tuple[Ruling, ...]] = field(default_factory=dict)
    about: OtherGame | None = None

    def as_values(self, language: str, path: str = "") -> list[AnswerValues]:
        """Return the rulings as plain values, see `Ruling.as_values`."""
        return [
            {
                **ruling.as_values(language, path),
                "together": [other.rule for other in self.together[ruling.rule]],
            }
            for ruling in self.rulings
        ]


class Rulebook:
    """Every box by its edition; every ruling and for each box its look-up, read when first needed.

    Reading those takes most of a start, and whoever keeps score does without. `playable`: besides
    the boxes with rulings those whose leaflet was not read; games are played with all of them.
    """

    def __init__(self, editions: Mapping[str, Edition], playable: Mapping[str, Edition]) -> None:
        self.editions, self.playable = editions, playable
        self.kept: Path | None = None  # the file that keeps the index of questions
        self.make_kept: Callable[[], object] | None = None  # who makes it first, if anybody
        self.read_rulings = _Deferred(self._read_rulings)
        self.read_search = _Deferred(self._read_search)

    @property
    def rulings(self) -> Rulings:
        return self.read_rulings()

    @property
    def parser(self) -> QuestionParser:
        return self.read_search()[0]

    @property
    def look_ups(self) -> Mapping[str, LookUp]:
        return self.read_search()[1]

    def answer(self, edition: str, question: str, options: SearchOptions) -> Answers:
        """Return the rulings that answer a question in any language, the best first."""
        if edition not in self.editions:  # its leaflet was not read
            return Answers()
        asked = question[:LONGEST_QUESTION]
        about = other_game(asked)
        found = self.look_ups[edition].find(
            asked, options.players, options.game_format, options.limit
        )
        rulings = self.rulings.by_edition[edition]
        return Answers(
            tuple(rulings[result.rule] for result in found.results),
            found.is_sure and about is None,
            {each.rule: tuple(rulings[rule] for rule in each.together) for each in found.results},
            about,
        )

    def _read_rulings(self) -> Rulings:
        boxes = self.editions.values()
        return load_rulings([Box(box.edition, box.rulings_like, facts_of(box)) for box in boxes])

    def _read_search(self) -> tuple[QuestionParser, Mapping[str, LookUp]]:
        rulings, boxes = self.rulings, self.editions.values()
        parser = QuestionParser(card_names(boxes), questions_of(rulings), self.kept, self.make_kept)
        look_ups = {
            box.edition: LookUp(rulings.by_edition[box.edition].values(), box.cards, parser)
            for box in boxes
        }
        return parser, look_ups


class _Deferred(Generic[T]):
    """A value that is read when it is first needed, once for all threads."""

    def __init__(self, read: Callable[[], T]) -> None:
        self._read = read
        self._values: list[T] = []
        self._lock = Lock()

    def __call__(self) -> T:
        if not self._values:
            with self._lock:  # whoever comes while it is read waits for it
                if not self._values:
                    self._values.append(self._read())
        return self._values[0]


def open_rulebook(own: Path | None = None, kept: Path | None = None) -> Rulebook:
    """Open every box, those in the folder `own` too, and their rulings; `InvalidFileError`.

    The file `kept` keeps the index of questions from one start to the next.
    """
    if own is not None and any(own.glob("*.toml")):
        rulebook = Rulebook(*load_boxes(own))
        rulebook.read_rulings()  # what is wrong with a table's own box is said at the start
    else:
        rulebook = _built_in()
    rulebook.kept = rulebook.kept or kept
    return rulebook


def make_index(own: Path, kept: Path) -> None:
    """Make the file that keeps the index of questions, in a process of its own.

    In that of the server what it takes would stay: 15 MB that are free and never given back.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is meant for the server, which ends it
    open_rulebook(own, kept).read_search()


@cache
def _built_in() -> Rulebook:
    return Rulebook(*load_boxes(None))


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
