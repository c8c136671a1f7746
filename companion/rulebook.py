"""The boxes with their rulings; the packages of either do not import each other."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain
from pathlib import Path
from threading import Lock
from typing import Generic, Literal, TypedDict, TypeVar

from companion.editions import Edition, load_boxes
from companion.editions.edition import facts_of
from companion.editions.loader import load_sound_boxes
from companion.rulings import Ruling, Rulings
from companion.rulings.loader import load_rulings
from companion.rulings.ruling import AnswerValues, Box
from companion.rulings.search.lookup import OWN_BOXES, LookUp
from companion.rulings.search.other_games import GameNames, OtherGame, OtherGames, OtherGameValues
from companion.rulings.search.questions import QuestionParser
from companion.rulings.search.trained import TrainedIndex, read_trained_index

NoAnswer = Literal["not-read", "not-about-the-game", "another-game"]
T = TypeVar("T")

ANSWERS = 5
LONGEST_QUESTION = 500  # characters; the rest is ignored


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """Limit of a search, and the running game's players and format if any."""

    limit: int = ANSWERS
    players: int | None = None
    game_format: str | None = None


class AnswersValues(TypedDict):
    """The answers to a question, the best first; `sure`: the first may be read aloud.

    `about`: the other box or game that the question is about. The results are those of that box, if
    its leaflet was read; before them, that a card is not in this box. `why`: why there are none.
    """

    sure: bool
    about: OtherGameValues | None
    why: NoAnswer | None
    results: list[AnswerValues]


@dataclass(frozen=True, slots=True)
class Answers:
    """Rulings that answer a question, best first, one per group.

    If `is_sure`, the first may be read aloud as the answer; otherwise it is a suggestion.
    `group_rulings` maps each rule to the others of its group, best first. `about` is another box or
    game that the question is about, in which case the answer is never sure. `why` is the reason if
    there are no rulings.
    """

    rulings: tuple[Ruling, ...] = ()
    is_sure: bool = False
    group_rulings: Mapping[str, tuple[Ruling, ...]] = field(default_factory=dict)
    about: OtherGame | None = None
    why: NoAnswer | None = None

    def as_values(self, language: str, path: str = "") -> AnswersValues:
        results: list[AnswerValues] = [
            {
                **ruling.as_values(language, path),
                "together": [other.rule for other in self.group_rulings[ruling.rule]],
            }
            for ruling in self.rulings
        ]
        about = self.about.as_values(path) if self.about else None
        return {"sure": self.is_sure, "about": about, "why": self.why, "results": results}


class Rulebook:
    """Boxes by edition, with rulings and searches that are loaded on first use.

    Loading these takes most of the start-up time, and score keeping does not need them. `playable`
    has all boxes that games can use: those with rulings and those whose leaflet was not read.
    """

    def __init__(self, editions: Mapping[str, Edition], playable: Mapping[str, Edition]) -> None:
        self.editions, self.playable = editions, playable
        boxes = [box for box in playable.values() if box.sources or box.rulings_from]
        self.read_rulings = _Deferred(lambda: load_rulings(map(_ruling_box, editions.values())))
        self.read_look_ups = _Deferred(lambda: self.look_ups_of(read_trained_index()))
        self.read_other_games = _Deferred(lambda: OtherGames(map(_game_names, boxes)))

    @property
    def rulings(self) -> Rulings:
        return self.read_rulings()

    @property
    def card_names(self) -> Mapping[str, set[str]]:
        """The spoken names of the cards of all boxes, by card id."""
        names: dict[str, set[str]] = {}
        for box in self.editions.values():
            for card, face in box.cards.items():
                names.setdefault(card, set()).update(face.spoken, face.plurals)
        return names

    @property
    def look_ups(self) -> Mapping[str, LookUp]:
        return self.read_look_ups()

    def look_ups_of(self, trained: TrainedIndex) -> Mapping[str, LookUp]:
        rulings = self.rulings.by_edition
        parser = QuestionParser(self.card_names, trained.frequencies)
        printed = [edition for edition, box in self.editions.items() if not box.is_own]
        every = chain.from_iterable(rulings[edition].values() for edition in printed)
        boxes = Counter(ruling.rule for ruling in every if ruling.applies)
        own = {rule for rule, count in boxes.items() if count <= OWN_BOXES}
        return {
            edition: LookUp(rulings[edition].values(), box.cards, parser, trained, own)
            for edition, box in self.editions.items()
        }

    def answer(self, edition: str, question: str, options: SearchOptions) -> Answers:
        """Return the rulings that answer a question in any language, best first.

        A question about another box that has rulings is answered by these. If it only names a card
        of that box, the first answer is that the card is not in this one.
        """
        asked = question[:LONGEST_QUESTION]
        games = self.read_other_games()
        about = games.find(asked, edition)
        box = about.edition if about else edition
        if box is None or box not in self.editions:  # no rulings
            return Answers(about=about, why="another-game" if about else "not-read")
        found = self._found(box, asked, options)
        missing: tuple[Ruling, ...] = ()
        if not about and (there := self._box_with(found.rulings[:1])):
            about, missing = games.by_edition[there], found.rulings[:1]
            found = self._found(there, asked, options)
        if not found.rulings:
            return replace(
                found, about=about, why="another-game" if about else "not-about-the-game"
            )
        rulings = (*missing, *found.rulings)[: options.limit]
        return replace(found, rulings=rulings, is_sure=found.is_sure and not about, about=about)

    def _found(self, edition: str, asked: str, options: SearchOptions) -> Answers:
        rulings = self.rulings.by_edition[edition]
        found = self.look_ups[edition].find(
            self.read_other_games().unnamed(asked, edition),
            options.players,
            options.game_format,
            options.limit,
        )
        group_rulings = {
            each.rule: tuple(rulings[rule] for rule in each.group_rules) for each in found.results
        }
        results = tuple(rulings[result.rule] for result in found.results)
        return Answers(results, found.is_sure, group_rulings)

    def _box_with(self, rulings: Iterable[Ruling]) -> str | None:
        """Return the only box that a ruling concerns if its own does not have the card."""
        for ruling in rulings:
            every = () if ruling.applies else self.rulings.of_rule(ruling.rule)
            boxes = [other.edition for other in every if other.applies]
            if len(boxes) == 1:
                return boxes[0]
        return None


def _game_names(box: Edition) -> GameNames:
    # A pack of ordinary cards has kings and aces.
    faces = box.cards.values() if box.colours or box.is_unmistakable else ()
    cards = {name for face in faces for name in (*face.spoken, *face.plurals)}
    if box.is_own:  # it may have any name, so only its cards are known
        return GameNames(box.edition, (), cards=cards, has_rulings=bool(box.rulings_from))
    return GameNames(
        edition=box.edition,
        names=tuple(box.name.values()),
        called=box.called,
        cards=cards,
        sides={name for side in box.side_names.values() for name in side.values()},
        has_rulings=bool(box.rulings_from),
    )


class _Deferred(Generic[T]):
    """Thread-safe lazy value, read once."""

    def __init__(self, read: Callable[[], T]) -> None:
        self._read = read
        self._values: list[T] = []
        self._lock = Lock()

    def __call__(self) -> T:
        if not self._values:
            with self._lock:  # other threads wait until it is read
                if not self._values:
                    self._values.append(self._read())
        return self._values[0]


def open_rulebook(own: Path | None = None) -> Rulebook:
    """Return the rulebook of all boxes, including those in the folder `own` without faults.

    Raises `InvalidFileError`.
    """
    if own is not None and any(own.glob("*.[Tt][Oo][Mm][Ll]")):
        rulebook = Rulebook(*load_sound_boxes(own))
        rulebook.read_rulings()  # report faults of own boxes at start-up
        return rulebook
    return _built_in()


@cache
def _built_in() -> Rulebook:
    return Rulebook(*load_boxes(None))


def _ruling_box(box: Edition) -> Box:
    languages = box.leaflet.languages if box.leaflet else ()
    return Box(box.edition, box.rulings_from, languages, facts_of(box))
