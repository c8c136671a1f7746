"""The look-up: a quarrel as people tell it -> the rulings that settle it, the best first.

A question is not matched word by word. It is heard as what it is made of, in either language:
cards, the situation, what is asked. So is every ruling (asked/meanings.toml), and those come first
whose meaning agrees best.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from companion.rulings.ruling import Ruling
from companion.rulings.search.concepts import Query, QueryParser
from companion.rulings.search.intents import Intent, read_meanings
from companion.rulings.search.ranking import Agreement, Match

LEAST = 0.36  # of both, for a ruling to be worth showing
RECALLED = 0.3  # what the memory counts beside agreement
FIRST = 3  # among so many stands what the memory is surest of
BY_TEXT = 0.9  # what the question of a ruling counts, heard like any other
FORMATS = {"teams": "team", "challenge": "elimination", "tournament": "tournament"}
TWO = 2


@dataclass(frozen=True, slots=True)
class Found:
    """A ruling that answers a question, from 0 to 1 how well.

    `is_elsewhere`: the question is about a card of another box, and so is the ruling.
    """

    rule: str
    score: float
    is_elsewhere: bool


class LookUp:
    """Finds the rulings of one box that settle a question."""

    def __init__(
        self, rulings: Iterable[Ruling], held: Collection[str], hearing: QueryParser
    ) -> None:
        """Take all rulings of the box, also those that do not concern it, and its cards by id."""
        every = tuple(rulings)
        self._here = frozenset(ruling.rule for ruling in every if ruling.is_here)
        self._hearing = hearing
        self._foreign = hearing.cards.difference(held)
        self._agreement = Agreement(_ways(every, hearing), hearing.weight)

    @property
    def ways(self) -> tuple[Intent, ...]:
        """Every way to ask for a ruling of this box."""
        return self._agreement.ways

    @property
    def foreign(self) -> frozenset[str]:
        """The cards that only other boxes have."""
        return self._foreign

    def find(
        self,
        question: str,
        players: int | None = None,
        game_format: str | None = None,
        limit: int = 5,
    ) -> list[Found]:
        """Find at most `limit` rulings, the best first; none where nothing is meant by a question.

        `players` and `game_format` are those of the running game, if there is one.
        """
        heard = self._hearing.hear(question)
        recalled = self._hearing.memory.recall(heard.words)
        if not (heard.is_meant or _is_known(heard, recalled)):
            return []
        played = _played(players, game_format)
        agreed = self._agreement.best(_in_game(heard, played))
        may = self._may_answer(agreed, self._foreign & heard.strength.keys())
        scores = {
            rule: score
            for rule, score in _both(agreed, recalled, played)
            if score >= LEAST and rule in may
        }
        if 1.0 in recalled.values():
            sure = {rule: told for rule, told in recalled.items() if rule in may}
            scores = _with_surest(scores, max(sure, key=sure.__getitem__, default=None))
        best = sorted(scores, key=lambda rule: -scores[rule])[:limit]
        return [Found(rule, scores[rule], rule not in self._here) for rule in best]

    def _may_answer(
        self, agreed: Mapping[str, Match], foreign: AbstractSet[str]
    ) -> AbstractSet[str]:
        """Give the rulings that may answer: one of another box only if its card is named."""
        if not foreign:
            return self._here
        return self._here | {rule for rule, m in agreed.items() if m.way.is_about(foreign)}


def _with_surest(scores: Mapping[str, float], surest: str | None) -> dict[str, float]:
    """Let what the memory is surest of stand among the first ones, the last of them.

    Concepts may have misheard a question that was often asked in just such words.
    """
    best = sorted(scores, key=lambda rule: -scores[rule])
    if surest is None or surest in best[:FIRST]:
        return dict(scores)
    score = scores[best[FIRST - 1]] if len(best) >= FIRST else LEAST
    return {surest: score, **{rule: scores[rule] for rule in best if rule != surest}}


def _is_known(heard: Query, recalled: Mapping[str, float]) -> bool:
    """Tell whether a question is so much like a known one that a strange word may stand in it."""
    return heard.strange <= 1 and 1.0 in recalled.values()


def _both(
    agreed: Mapping[str, Match], recalled: Mapping[str, float], played: frozenset[str]
) -> Iterator[tuple[str, float]]:
    """Weigh how well a ruling agrees and how much it was asked for in such words: 0 to 1.

    What is played decides before the memory does, for it is rarely said.
    """
    for rule, match in agreed.items():
        told = recalled.get(rule, 0.0) if match.way.expected.isdisjoint(played) else 1.0
        yield rule, round((match.score + RECALLED * told) / (1 + RECALLED), 4)


def _ways(rulings: Iterable[Ruling], hearing: QueryParser) -> Iterator[Intent]:
    """Give all ways to ask for these rulings: those stated, and their own questions."""
    stated = read_meanings()
    for ruling in rulings:
        yield from stated.get(ruling.rule, ())
        for text in ruling.question.values():
            heard = hearing.remembered(text)
            meant = {c for c, blame in heard.blame.items() if blame >= heard.strength[c] / 2}
            welcome = frozenset(heard.strength.keys() - meant)
            yield Intent(ruling.rule, frozenset(meant), welcome, grade=BY_TEXT)


def _played(players: int | None, game_format: str | None) -> frozenset[str]:
    """Tell in concepts what is played."""
    formats = {FORMATS[game_format]} if game_format in FORMATS else set[str]()
    return frozenset(formats | ({"two-players"} if players == TWO else set()))


def _in_game(heard: Query, played: Iterable[str]) -> Query:
    """Let what is played be meant, where the question does not say it; nobody is blamed for it."""
    return replace(heard, strength={**dict.fromkeys(played, 1.0), **heard.strength})
