"""Reading one hand that somebody asks for: cards, cards as people say them, or a total."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.game.cards.deck import Deck
from companion.game.cards.hand import HIGHEST_TOTAL, Hand
from companion.game.cards.lexicon import Lexicon
from companion.game.cards.notation import LONGEST_TEXT, parse_hand
from companion.game.faults import FaultCode, ValidationError
from companion.game.requests.reader import RequestReader

MOST_CARDS = 500  # in one hand: more than four boxes hold
_HIGHEST_SAID = 10**15  # what is above is said as this much; a number may have thousands of digits


def read_single_hand(values: object, deck: Deck, lexicon: Lexicon) -> Hand:
    """Read a hand by itself, in no round.

    Raises `ValidationError` with everything that is wrong.
    """
    reader = RequestReader({})
    hand = HandReader(reader, deck, lexicon).hand(values)
    reader.raise_faults()
    assert hand
    return hand


@dataclass(frozen=True, slots=True)
class HandReader:
    """Reads hands of one deck; what is wrong is noted in `reader`, at the place that is given.

    Words may have `longest` characters.
    """

    reader: RequestReader
    deck: Deck
    lexicon: Lexicon
    longest: int = LONGEST_TEXT

    def hand(self, values: object, *steps: str | int) -> Hand | None:
        """Read one hand; blank is not zero, and a hand has at least one card."""
        if not isinstance(values, Mapping):
            self.reader.add_fault(FaultCode.HAND_BLANK, *steps)
            return None
        cards, points = values.get("cards"), values.get("points")
        if (cards is None) == (points is None):
            self.reader.add_fault(
                FaultCode.HAND_BLANK if cards is None else FaultCode.CARDS_AND_POINTS, *steps
            )
            return None
        if points is not None:
            return self._total(points, *steps)
        return self._counted(cards, *steps, "cards")

    def _total(self, points: object, *steps: str | int) -> Hand:
        """Read a total; one that no deck is worth is left to the deck check, whatever its size."""
        if isinstance(points, float) and points.is_integer():
            points = int(points)
        if type(points) is int and points > HIGHEST_TOTAL:
            return Hand(min(points, _HIGHEST_SAID))
        return Hand(self.reader.check_integer(points, (*steps, "points"), 0, HIGHEST_TOTAL))

    def _counted(self, cards: object, *steps: str | int) -> Hand | None:
        if isinstance(cards, str):
            ids: tuple[Any, ...] | None = self._said(cards, *steps)
        else:
            ids = self._listed(cards, *steps)
        return Hand.counted(ids, self.deck) if ids else None

    def _said(self, text: str, *steps: str | int) -> tuple[str, ...] | None:
        try:
            cards = parse_hand(text, self.lexicon, self.longest)
        except ValidationError as refused:
            self.reader.faults += [fault.under(*steps) for fault in refused.faults]
            return None
        if len(cards) > MOST_CARDS:
            self.reader.add_fault(FaultCode.TOO_MANY_IN_HAND, *steps)
            return None
        return cards

    def _listed(self, cards: object, *steps: str | int) -> tuple[Any, ...] | None:
        if not isinstance(cards, list | tuple):
            self.reader.add_fault(FaultCode.NOT_CARDS, *steps)
            return None
        if not 1 <= len(cards) <= MOST_CARDS:
            self.reader.add_fault(
                FaultCode.HAND_BLANK if not cards else FaultCode.TOO_MANY_IN_HAND, *steps
            )
            return None
        known = self.deck.by_id
        strange = [(i, c) for i, c in enumerate(cards) if not isinstance(c, str) or c not in known]
        for place, card in strange:
            self.reader.add_fault(FaultCode.UNKNOWN_CARD, *steps, place, card=card)
        return None if strange else tuple(cards)
