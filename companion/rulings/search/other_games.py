"""Recognition of questions about another box or game, by names and cards only those have.

Names are looked up in the words of a question. Many are everyday words too ("flip", "no mercy"), so
these count only where the words around them leave no doubt.
"""

import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import TypedDict

from companion.game.cards.lexicon import Spoken, words

_BREAK = re.compile(r"[.,;:!?()\"“”«»]+")
_REMARK = re.compile(r"[(,].*")  # behind a name: "(first edition)", ", 112 cards"
_END = ""  # of a sentence or a part of it
_UNO = "uno"
_WILD = frozenset(("carte", "joker", "super", "wild"))
_ARTICLES = frozenset(["a", "an", "the", "this", "un", "une", "le", "la", "les", "ce", "cette"])
_CARD = frozenset(("card", "cards"))
# After a name these make everyday words of it: "uno flip it over".
_OBJECTS = (
    _ARTICLES
    | _CARD
    | frozenset(
        ["him", "his", "her", "it", "me", "my", "one", "our", "over", "them", "tres", "us", "you"]
    )
)
# Before a card: what it does, is or is worth, and whether it may be played.
_ASKING = frozenset(
    ["are", "do", "does", "est", "fait", "is", "jouer", "play", "playing", "poser", "vaut"]
)
# Around a name: "flip box", "rules of poker".
_KINDS = frozenset(["box", "boite", "deck", "edition", "game", "jeu", "regles", "rules", "version"])
_BEFORE_SIDE, _AFTER_SIDE = frozenset(("cote", "face", "partie")), "side"


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
        return OtherGame(_REMARK.sub("", self.names[0]).partition(" / ")[0].strip(), self.edition)

    def phrases(self) -> Iterator[Spoken]:
        """Yield the printed names without remarks, as words."""
        for name in self.names:
            yield from map(words, _REMARK.sub("", name).split(" / "))


@dataclass(frozen=True, slots=True)
class _Passage:
    """A phrase in a question, with the words around it."""

    phrase: Spoken
    before: tuple[str, str]
    after: str
    is_alone: bool

    def is_name(self) -> bool:
        return True

    def is_game(self) -> bool:
        """Whether this is a name with UNO before it, and not "uno" and a verb."""
        return self.after not in _OBJECTS

    def is_title(self) -> bool:
        """Whether everyday words are the name of a game here."""
        is_played = self.before[1] in {"play", "playing"} and self.after == _END
        is_place = self.before in {(_END, "in"), (_END, "dans")} and self.after == _END
        is_kind = self.after in _KINDS or self.before[0] in _KINDS
        return self.is_alone or is_played or is_place or is_kind

    def is_card(self) -> bool:
        """Whether everyday words are the name of a card here."""
        further, last = self.before
        has_article = last in _ARTICLES
        if self.after in _CARD:
            return has_article or len(self.phrase) > 1
        is_asked = (further if has_article else last) in _ASKING
        return self.is_alone or is_asked or last in {"carte", "cartes"}

    def is_side(self) -> bool:
        return self.after == _AFTER_SIDE or self.before[1] in _BEFORE_SIDE


class OtherGames:
    """Games by their names, to find the one that a question is certainly about."""

    def __init__(self, boxes: Iterable[GameNames]) -> None:
        """Take the names of all boxes; those of other games are in other_games.toml."""
        every = (*boxes, *_read_games())
        known = [words(card) for each in every if each.has_rulings for card in each.cards]
        self._known = frozenset(known)
        self._meanings: dict[Spoken, list[tuple[Callable[[_Passage], bool], OtherGame]]] = {}
        for each in every:
            for phrase, condition in self._conditions(each):
                self._meanings.setdefault(phrase, []).append((condition, each.game))
        self._longest = max(map(len, self._meanings))

    def _conditions(self, each: GameNames) -> Iterator[tuple[Spoken, Callable[[_Passage], bool]]]:
        """Yield what a game may be known by, and on which condition."""
        for phrase in (*each.phrases(), *map(words, each.called)):
            if phrase[:1] != (_UNO,):
                is_sure = len(phrase) > 1 or phrase in map(words, each.called)
                yield phrase, _Passage.is_name if is_sure else _Passage.is_title
            elif short := phrase[1:]:
                yield phrase, _Passage.is_game
                yield short, _Passage.is_name if len(short) > 2 else _Passage.is_title
        for side in each.sides:
            yield words(side), _Passage.is_side
        if each.has_rulings:
            return
        for phrase in {words(card) for card in each.cards} - self._known:
            is_wild = phrase[0] in _WILD and len(phrase) > 2
            if is_wild or not phrase[0].isdigit():
                yield phrase, _Passage.is_name if is_wild else _Passage.is_card
            if is_wild and phrase[1:] not in self._known:
                yield phrase[1:], _Passage.is_card

    def find(self, question: str, edition: str) -> OtherGame | None:
        """Return the game that a question asked in a box is certainly about, None if any doubt."""
        for passage in _passages(question, self._longest):
            for condition, game in self._meanings.get(passage.phrase, ()):
                if game.edition != edition and condition(passage):
                    return game
        return None


def _passages(question: str, longest: int) -> Iterator[_Passage]:
    """Yield all phrases of a question, the longest first."""
    parts = [words(part) for part in _BREAK.split(question)]
    said = [word for part in parts for word in (*part, _END)]
    alone = [word for word in said if word not in {_END, _UNO, "the", "le", "la"}]
    around = [_END, _END, *said, _END]
    for length in range(longest, 0, -1):
        for start in range(2, len(around) - length):
            phrase = tuple(around[start : start + length])
            if _END not in phrase:
                before, after = around[start - 2 : start], around[start + length]
                is_alone = alone == list(phrase)
                yield _Passage(phrase, (before[0], before[1]), after, is_alone)


def _read_games() -> Iterator[GameNames]:
    read = tomllib.loads(files(__package__).joinpath("other_games.toml").read_text("utf-8"))
    for each in read["games"]:
        yield GameNames(None, (each["name"],), each.get("called", ()))
