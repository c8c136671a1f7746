"""Which card is laid on which: "a +4 on a +2", or "he +2'd me, may I +4"."""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise

from companion.rulings.search.tokenizer import Token

CHRONOLOGY = 0.6  # how sure it is that the card named first was laid first
AGAIN, BEFORE, IF = 0.8, 0.9, 0.8
NEAR = 3  # tokens before a card in which "on" belongs to it: "on a +2 may I lay a +4"

_ON = {"on-top"}
_SAME = {"other", "same"}
_AFTER = {"after"}


def card_roles(
    tokens: Sequence[Token], connectives: Mapping[str, AbstractSet[str]]
) -> Iterator[tuple[str, float]]:
    """Yield which card is laid (`laid=…`), which it is laid on (`under=…`), and how surely."""
    cards = [at for at, token in enumerate(tokens) if token.card]
    pairs = list(pairwise(cards))
    if pairs:
        first, second = next((pair for pair in pairs if _is_on(tokens, *pair)), pairs[0])
        laid, under = tokens[first].card, tokens[second].card
        near = max(first - NEAR, -1)
        if _is_on(tokens, first, second):
            certainty = 1.0
        elif _has(tokens, first, second, connectives["with"]):
            laid, under, certainty = under, laid, 1.0
        elif _has(tokens, near, first, _ON | _AFTER) or _has(tokens, second, len(tokens), _ON):
            laid, under, certainty = under, laid, BEFORE
        elif _has(tokens, first, second, connectives["when"]):
            certainty = IF
        else:
            is_list = _has(tokens, first, second, connectives["and"])
            laid, under, certainty = under, laid, 0.0 if is_list else CHRONOLOGY
    elif cards and _has(tokens, cards[0], len(tokens), _ON):
        # "a +4 on another": one card is named for both.
        laid = under = tokens[cards[0]].card
        certainty = AGAIN if _has(tokens, cards[0], len(tokens), _SAME) else 0.0
    else:
        return
    if certainty:
        yield f"laid={laid}", certainty
        yield f"under={under}", certainty


def _is_on(tokens: Sequence[Token], first: int, second: int) -> bool:
    """Return whether one card is on the other; "on" right before a card is no French pronoun."""
    between = [t.labels for t in tokens[first + 1 : second] if "a-colour" not in t.labels]
    return _has(tokens, first, second, _ON) or between[-1:] == [{"on"}]


def _has(tokens: Sequence[Token], after: int, before: int, labels: AbstractSet[str]) -> bool:
    """Return whether a token between two places has any of these labels."""
    return any(token.labels & labels for token in tokens[after + 1 : before])
