"""Taking in the journal of a game from elsewhere: nothing in it is believed unread.

Every entry is asked for anew, in names, by the same readers that people's wishes pass, and must
come out as it stands there; so a journal can only hold what could have happened here.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from werkzeug.exceptions import RequestEntityTooLarge

from companion.editions import Edition
from companion.game import entries as e
from companion.game.cards.deck import Deck
from companion.game.cards.lexicon import Lexicon
from companion.game.faults import Fault, FaultCode, ValidationError
from companion.game.replay import Game, Versioned, fold, replay
from companion.game.requests.change import read_change, read_settlement, unsettle
from companion.game.requests.reader import RequestReader
from companion.game.requests.round import read_round
from companion.game.requests.start import read_start
from companion.game.rounds import RULE_PATTERN
from companion.services.requests import asked_change, asked_round, asked_start

Entries = list[tuple[datetime, e.Entry]]
MOST_ENTRIES = 10_000
MOST_STEPS = 200_000  # rounds added up anew for what was corrected or taken back: some seconds
MOST_IN_DECK = 1000
_CARD = r"[a-z0-9-]{1,40}"
_LIES = (KeyError, TypeError, ValueError, AttributeError, LookupError, OverflowError)


def read_journal(values: object, editions: Mapping[str, Edition], now: datetime) -> Entries:
    """Read a journal document.

    Raises `ValidationError` at the first entry that can not have happened.
    """
    reader = RequestReader(values)
    listed = reader.sequence("entries")
    if not 1 <= len(listed) <= MOST_ENTRIES:
        reader.add_fault(FaultCode.NOT_A_JOURNAL, "entries")
    reader.raise_faults()
    reading = _Reading(editions, now)
    for place, each in enumerate(listed):
        reading.read(place, each)
    return reading.entries


class _Reading:
    """A journal being read, with the game as it stands after each entry."""

    def __init__(self, editions: Mapping[str, Edition], now: datetime) -> None:
        self.editions = editions
        self.now = now
        self.entries: Entries = []
        self.game: Game | None = None
        self.steps = 0

    def read(self, place: int, values: Any) -> None:  # noqa: ANN401 - whatever was sent
        """Read the next entry; a fault in it is told with its place."""
        try:
            at, claimed = _time(values, self.now), e.from_values(values)
            entry = self._entry(claimed)
            if entry != claimed:
                raise ValueError(claimed)
            self._happened(at, entry)
        except ValidationError as refused:
            path = f"/entries/{place}"
            raise ValidationError(Fault(f.code, path, f.values) for f in refused.faults) from None
        except _LIES:
            raise ValidationError([Fault(FaultCode.NOT_AN_ENTRY, f"/entries/{place}")]) from None

    def _entry(self, claimed: e.Entry) -> e.Entry:
        if self.game is None:
            return _start(claimed, self.editions)
        return _entry(claimed, self.game, self.editions[self.game.start.edition].lexicon)

    def _happened(self, at: datetime, entry: e.Entry) -> None:
        self.entries.append((at, entry))
        folded = self.game and fold(self.game, (len(self.entries), entry))
        self.game = folded or replay(self._versioned())
        if not isinstance(entry, e.RoundRecorded):
            self.steps += len(self.game.rounds) + len(self.entries) // 50
        if self.steps > MOST_STEPS:
            raise RequestEntityTooLarge

    def _versioned(self) -> list[Versioned]:
        return [(version, entry) for version, (_, entry) in enumerate(self.entries, start=1)]


def _time(values: Mapping[str, Any], now: datetime) -> datetime:
    """Read when it happened; never later than now, whatever that clock said."""
    at = datetime.fromisoformat(values["at"])
    if at.tzinfo is None:
        raise ValueError(at)
    return min(at.astimezone(UTC), now)


def _start(claimed: e.Entry, editions: Mapping[str, Edition]) -> e.GameStarted:
    """Ask for the game anew; it keeps the deck that it was started with."""
    if not isinstance(claimed, e.GameStarted):
        raise TypeError(claimed)
    return replace(read_start(asked_start(claimed), editions), deck=_sound(claimed.deck))


def _sound(deck: Deck) -> Deck:
    """Hold a deck from elsewhere against what a deck can be."""
    numbers = [0 if card.points is None else card.points for card in deck.cards]
    numbers += [each.count for each in deck.cards] + [lot.size for lot in deck.lots]
    cards = [card.card for card in deck.cards]
    in_lots = [card for lot in deck.lots for card in lot.cards]
    is_sound = (
        all(type(number) is int and 0 <= number <= MOST_IN_DECK for number in numbers)
        and all(re.fullmatch(_CARD, card) for card in cards)
        and len(set(cards)) == len(cards) <= MOST_IN_DECK
        and len(set(in_lots)) == len(in_lots)
        and set(in_lots) <= deck.by_id.keys()
    )
    if not is_sound:
        raise ValueError(deck)
    return deck


def _entry(  # noqa: PLR0911 - one table, written as a match
    claimed: e.Entry, game: Game, lexicon: Lexicon
) -> e.Entry:
    match claimed:
        case e.RoundRecorded(round_):
            return e.RoundRecorded(read_round(game, lexicon, asked_round(round_, game)))
        case e.RoundCorrected(number, round_):
            _exists(number, game)
            asked = asked_round(round_, game)
            return e.RoundCorrected(number, read_round(game, lexicon, asked, number))
        case e.RoundRemoved(number):
            _exists(number, game)
            return e.RoundRemoved(number)
        case e.TakenBack(versions):
            return e.TakenBack(_taken_back(versions, game))
        case e.RulingSettled(rule, text, number):
            _is_rule(rule)
            return read_settlement(game, rule, {"text": text, "from_round": number})
        case e.RulingUnsettled(rule):
            return unsettle(game, rule)
    return read_change(game, asked_change(claimed, game))


def _taken_back(versions: tuple[int, ...], game: Game) -> tuple[int, ...]:
    """Find what was taken back: the latest changes that stood, or the latest taking back."""
    last = game.changes[-len(versions) :]
    back = last if versions == last else game.undone[-1:]
    if not back:
        raise ValueError(versions)
    return back


def _exists(number: int, game: Game) -> None:
    if type(number) is not int or not 1 <= number <= len(game.rounds):
        raise ValueError(number)


def _is_rule(rule: str) -> None:
    if not re.fullmatch(RULE_PATTERN, rule):
        raise ValueError(rule)
