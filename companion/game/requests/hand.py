"""Validation of a hand: card ids, cards in spoken notation, or a total."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.game.cards.deck import Deck
from companion.game.cards.hand import HIGHEST_TOTAL, Hand
from companion.game.cards.lexicon import Lexicon
from companion.game.cards.notation import LONGEST_TEXT, parse_hand
from companion.game.faults import FaultCode
from companion.game.requests.reader import RequestReader

MOST_CARDS = 500  # in all hands of a round: more than in four boxes
# Larger totals are capped for display; a number may have thousands of digits.
_HIGHEST_SHOWN = 10**15


def read_single_hand(values: object, deck: Deck, lexicon: Lexicon, whole: Deck) -> Hand:
    """Return a hand that belongs to no round; raises `ValidationError` with all faults."""
    reader = RequestReader({})
    hand = HandReader(reader, deck, lexicon, whole, side=lexicon.side).hand(values)
    reader.raise_faults()
    assert hand
    return hand


@dataclass(frozen=True, slots=True)
class HandReader:
    """Reader of hands; faults are added to `reader`, `longest` limits spoken hands."""

    reader: RequestReader
    deck: Deck
    lexicon: Lexicon
    whole: Deck  # both card sides, if `deck` is one of them
    longest: int = LONGEST_TEXT
    side: str | None = None  # that of `deck`

    def hand(self, values: object, *steps: str | int) -> Hand | None:
        """Return a hand, or None with a fault; a blank hand is a fault, not zero points."""
        if not isinstance(values, Mapping):
            self.reader.add_fault(FaultCode.HAND_BLANK, *steps)
            return None
        cards, points = values.get("cards"), values.get("points")
        if (cards is None) == (points is None):
            code = FaultCode.HAND_BLANK if cards is None else FaultCode.CARDS_AND_POINTS
            self.reader.add_fault(code, *steps)
            return None
        if points is not None:
            return self.total(points, *steps, "points")
        ids = self.cards(cards, *steps, "cards")
        return Hand.counted(ids, self.deck) if ids else None

    def total(self, points: object, *steps: str | int) -> Hand:
        """Return a hand with this total; totals too high for the deck are left to its check."""
        # 8.0 is 8, as in `check_integer`, which would refuse high totals with another code.
        if isinstance(points, float) and points.is_integer():
            points = int(points)
        is_left = (self.deck.value or HIGHEST_TOTAL) < HIGHEST_TOTAL
        if is_left and type(points) is int and points > HIGHEST_TOTAL:
            return Hand(min(points, _HIGHEST_SHOWN))
        least = -HIGHEST_TOTAL if self.deck.has_negative_totals else 0
        return Hand(self.reader.check_integer(points, steps, least, HIGHEST_TOTAL))

    def cards(self, cards: object, *steps: str | int) -> tuple[str, ...]:
        """Return card ids from a list or a spoken hand; empty (with faults) if invalid."""
        if isinstance(cards, str):
            parsed: tuple[str, ...] = ()
            with self.reader.nested(*steps):
                parsed = parse_hand(cards, self.lexicon, self.longest, self.deck)
            if len(parsed) > MOST_CARDS:
                self.reader.add_fault(FaultCode.TOO_MANY_IN_HAND, *steps)
                return ()
            return parsed
        if not isinstance(cards, list | tuple):
            self.reader.add_fault(FaultCode.NOT_CARDS, *steps)
            return ()
        if not 1 <= len(cards) <= MOST_CARDS:
            code = FaultCode.TOO_MANY_IN_HAND if cards else FaultCode.HAND_BLANK
            self.reader.add_fault(code, *steps)
            return ()
        kinds = self.deck.by_id
        unknown = [
            place for place, c in enumerate(cards) if not isinstance(c, str) or c not in kinds
        ]
        for place in unknown:
            sides = [card.side for card in self.whole if card.card == cards[place]]
            code = FaultCode.OTHER_SIDE if sides else FaultCode.UNKNOWN_CARD
            values = {"side": sides[0], "up": self.side} if sides else {}
            self.reader.add_fault(code, *steps, place, card=cards[place], **values)
        return () if unknown else tuple(cards)
