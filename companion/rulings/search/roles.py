"""Which card is laid on which: "a +4 on a +2", or "he +2'd me, may I +4"."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise

from companion.rulings.search.tokenizer import Token

CHRONOLOGY = 0.6  # how sure it is that the card named first was laid first
DIGITS = frozenset("0123456789")
AGAIN, BEFORE, IF = 0.8, 0.9, 0.8
NUMBER, SAME, OTHER = "number", "same number", "other number"
NEAR = 3  # tokens before a card in which "on" belongs to it: "on a +2 may I lay a +4"

_ON = {"on-top"}
_SAME = {"other", "same"}
_AFTER = {"after"}
_ANSWER = {"answer"}


def laid_on(
    tokens: Sequence[Token], connectives: Mapping[str, AbstractSet[str]]
) -> tuple[str, str, float] | None:
    """Return which card is laid on which, and how surely; None where the words do not tell."""
    cards = [at for at, token in enumerate(tokens) if token.card or _is_number(tokens, at)]
    if card := _on_its_like(tokens, cards, connectives["whose"]):
        return card, card, AGAIN
    pairs = list(pairwise(cards))
    if not pairs:
        return None
    first, second = next((pair for pair in pairs if _is_on(tokens, *pair)), pairs[0])
    one, other = (tokens[at].card or NUMBER for at in (first, second))
    if one == other == NUMBER:
        other = SAME if tokens[first].words == tokens[second].words else OTHER
    near = max(first - NEAR, -1)
    role: tuple[str, str, float] | None = (other, one, CHRONOLOGY)
    if _is_on(tokens, first, second):
        role = one, other, 1.0
    elif _has(tokens, first, second, connectives["with"]):
        role = other, one, 1.0
    elif _has(tokens, first, second, _ANSWER):
        role = one, other, BEFORE
    elif _has(tokens, near, first, _ON | _AFTER) or _has(tokens, second, len(tokens), _ON):
        role = other, one, BEFORE
    elif _has(tokens, first, second, connectives["when"]):
        role = one, other, IF
    elif _has(tokens, first, second, connectives["and"]):
        role = None
    return role


def _is_number(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a digit is a card: it has a colour beside it, "a red 7", "un 7 rouge"."""
    beside = (*tokens[max(at - 1, 0) : at], *tokens[at + 1 : at + 2])
    is_digit = len(tokens[at].words) == 1 and tokens[at].words[0] in DIGITS
    return is_digit and any("a-colour" in token.concepts for token in beside)


def _is_on(tokens: Sequence[Token], first: int, second: int) -> bool:
    """Return whether one card is on the other; "on" right before a card is no French pronoun."""
    between = [token for token in tokens[first + 1 : second] if "a-colour" not in token.concepts]
    is_on = bool(between) and between[-1].words == ("on",)
    return is_on or _has(tokens, first, second, _ON)


def _on_its_like(tokens: Sequence[Token], cards: Sequence[int], whose: AbstractSet[str]) -> str:
    """Return the card that is named for both, "a +4 on another", "a +2 on mine"; "" if none is."""
    if not cards:
        return ""
    first, end = cards[0], (*cards, len(tokens))[1]
    is_on_whose = any(
        (tokens[at].words == ("on",) or not _ON.isdisjoint(tokens[at].concepts))
        and _has(tokens, at, min(at + NEAR, end), whose)
        for at in range(first + 1, end)
    )
    is_on_another = end == len(tokens) and all(_has(tokens, first, end, s) for s in (_ON, _SAME))
    return tokens[first].card if is_on_whose or is_on_another else ""


def _has(tokens: Sequence[Token], after: int, before: int, labels: AbstractSet[str]) -> bool:
    return any(
        not labels.isdisjoint((*token.concepts, *token.words))
        for token in tokens[after + 1 : before]
    )
