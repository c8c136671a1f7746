"""Recognition of questions about another box or game, by names and cards only those have.

Names are looked up in the words of a question. Many are everyday words too ("flip", "no mercy"), so
these count only where the words around them leave no doubt.
"""

import re
import tomllib
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, TypedDict

from companion.game.cards.lexicon import Spoken, words

_BREAK = re.compile(r"[.,;:!?()\"“”«»]+")
_REMARK = re.compile(r"[(,].*")  # behind a name: "(first edition)", ", 112 cards"
_END = ""  # of a sentence or a part of it
_UNO = "uno"
_LONG = 3  # words of a name or of a wild that are no everyday words


class OtherGameValues(TypedDict):
    """Another game, and the page of it."""

    name: str
    url: str


@dataclass(frozen=True, slots=True)
class OtherGame:
    """Another game; `edition` is its box id if it is a box of ours."""

    name: str
    edition: str | None = None

    def as_values(self, path: str = "") -> OtherGameValues:
        """Return the JSON form; `path` is the URL prefix of the companion."""
        page = f"/box/{self.edition}" if self.edition else "/boxes/other"
        return {"name": self.name, "url": path + page}


@dataclass(frozen=True, slots=True)
class GameNames:
    """What people call a game: printed `names`, and names that are `called` and certain.

    A question about a card of a box with rulings is answered by these.
    """

    edition: str | None
    names: tuple[str, ...]
    called: Collection[str] = ()
    cards: Collection[str] = ()
    sides: Collection[str] = ()
    has_rulings: bool = False

    @property
    def game(self) -> OtherGame:
        short = _REMARK.sub("", self.names[0]).partition(" / ")[0].strip()
        return OtherGame(self.names[0] if words(short) == (_UNO,) else short, self.edition)

    def phrases(self) -> Iterator[Spoken]:
        """Yield the printed names without remarks, as words."""
        for name in self.names:
            yield from map(words, _REMARK.sub("", name).split(" / "))


@dataclass(frozen=True, slots=True)
class _Passage:
    """A phrase in a question, with the words around it."""

    phrase: Spoken
    start: int
    before: tuple[str, str]
    after: str
    is_alone: bool

    def is_name(self) -> bool:
        return True

    def is_game(self) -> bool:
        """Whether this is a name with UNO before it, and not "uno" and a verb."""
        return self.after not in _words("objects")

    def is_title(self) -> bool:
        """Whether everyday words are the name of a game here."""
        further, last = self.before
        ends, is_long = self.after == _END, len(self.phrase) > 1
        is_place = last in _words("in") or ((ends or is_long) and last in _words("plays"))
        is_kind = self.after in _words("kinds") or further in _words("kinds")
        is_title = ends and last == _END and (is_long or not further)  # "flip: may I ..."
        opens = is_long and not (further or last) and self.after not in _words("objects")
        return self.is_alone or is_place or is_kind or is_title or opens

    def is_card(self) -> bool:
        """Whether everyday words are the name of a card here."""
        further, last = self.before
        has_article = last in _words("articles")
        if self.after in _words("cards"):
            return has_article or len(self.phrase) > 1
        is_asked = (further if has_article else last) in _words("asking")
        return self.is_alone or is_asked or last in _words("cards_before")

    def is_side(self) -> bool:
        return self.after in _words("sides") or self.before[1] in _words("sides_before")


_Condition = Callable[[_Passage], bool]


class OtherGames:
    """Games by their names, to find the one that a question is certainly about."""

    def __init__(self, boxes: Iterable[GameNames]) -> None:
        """Take the names of all boxes; those of other games are in other_games.toml."""
        every = (*boxes, *_other_games())
        self.by_edition = {each.edition: each.game for each in every if each.edition and each.names}
        known = [words(card) for each in every if each.has_rulings for card in each.cards]
        self._known = frozenset(known)
        self._meanings: dict[Spoken, list[tuple[_Condition, OtherGame]]] = {}
        for each in every:
            cards = () if each.has_rulings else {*map(words, each.cards)}.difference(known)
            named = (*_named(each), *_of_cards(cards, known))
            for phrase, condition in named:
                self._meanings.setdefault(phrase, []).append((condition, each.game))
        self._longest = max(map(len, (*self._meanings, *known)))

    def find(self, question: str, edition: str) -> OtherGame | None:
        """Return the game that a question asked in a box is certainly about, None if in doubt."""
        longer: set[int] = set()  # positions of words in longer names of cards that have rulings
        for passage in _passages(question, self._longest):
            at = range(passage.start, passage.start + len(passage.phrase))
            if longer.issuperset(at):
                continue
            if passage.phrase in self._known:
                longer.update(at)
            for condition, game in self._meanings.get(passage.phrase, ()):
                if game.edition != edition and condition(passage):
                    return game
        return None

    def unnamed(self, question: str, edition: str) -> str:
        """Return a question without "in flip", as Flip is also a card of the box with this id."""
        if edition not in self.by_edition:
            return question
        name = re.escape(self.by_edition[edition].name.removeprefix("UNO ").rstrip("!"))
        places = "|".join(map(re.escape, _words("in")))
        return re.sub(rf"(?i)\b(?:{places}) (?:uno )?{name}\b", "", question)


def _named(names: GameNames) -> Iterator[tuple[Spoken, _Condition]]:
    """Yield the names of a game and of its sides, and when they mean it."""
    called = [*map(words, names.called)]
    for phrase in (*names.phrases(), *called):
        if phrase[0] != _UNO:
            is_sure = len(phrase) > 1 or phrase in called
            yield phrase, _Passage.is_name if is_sure else _Passage.is_title
        elif short := phrase[1:]:
            yield phrase, _Passage.is_game
            yield short, _Passage.is_name if len(short) >= _LONG else _Passage.is_title
    for side in names.sides:
        yield words(side), _Passage.is_side


def _of_cards(
    cards: Iterable[Spoken], known: Container[Spoken]
) -> Iterator[tuple[Spoken, _Condition]]:
    """Yield the names of cards, and when they mean one."""
    for phrase in cards:
        is_wild = phrase[0] in _words("wilds") and len(phrase) >= _LONG
        if is_wild or not phrase[0].isdigit():
            yield phrase, _Passage.is_name if is_wild else _Passage.is_card
        if is_wild and phrase[1:] not in known:
            yield phrase[1:], _Passage.is_card


def _passages(question: str, longest: int) -> Iterator[_Passage]:
    """Yield all phrases of a question, the longest first."""
    parts = [words(part) for part in _BREAK.split(question)]
    said = [_END, _END, *(word for part in parts for word in (*part, _END))]
    alone = [word for word in said if word not in {_END, _UNO, *_words("articles")}]
    for length in range(longest, 0, -1):
        for start in range(2, len(said) - length):
            phrase, before = tuple(said[start : start + length]), said[start - 2 : start]
            if _END not in phrase:
                is_alone, after = alone == list(phrase), said[start + length]
                yield _Passage(phrase, start, (before[0], before[1]), after, is_alone)


@cache
def _file() -> Mapping[str, Any]:
    return tomllib.loads(files(__package__).joinpath("other_games.toml").read_text("utf-8"))


@cache
def _words(kind: str) -> frozenset[str]:
    return frozenset(_file()["words"][kind])


def _other_games() -> Iterator[GameNames]:
    for each in _file()["games"]:
        yield GameNames(None, (each["name"],), each.get("called", ()))
