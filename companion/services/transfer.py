"""Import and validation of a game's journal from another server.

Every entry is converted back to a request with names and read like a user's request. The result
must equal the entry, so a journal can only contain what could have happened on this server.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from companion.editions import Edition
from companion.editions.fallback import edition_of_game
from companion.game import entries as e
from companion.game.cards.box import OWN, lexicon_of
from companion.game.cards.deck import Deck
from companion.game.cards.hand import Hand
from companion.game.cards.lexicon import Lexicon
from companion.game.faults import Fault, FaultCode, ValidationError
from companion.game.game import Game
from companion.game.players import faults_of, key
from companion.game.replay import apply, fold, replay
from companion.game.requests.adjustment import read_adjustment
from companion.game.requests.box import FORBIDDEN, LEAST_POINTS, LONGEST_SIDE, MOST_POINTS, SIDES
from companion.game.requests.change import read_change, read_settlement, unsettle
from companion.game.requests.reader import RequestReader
from companion.game.requests.round import read_round
from companion.game.requests.seat import PHONE_PATTERN
from companion.game.requests.stage import read_stage, read_stage_removed
from companion.game.requests.start import read_start
from companion.game.rounds import RULE_PATTERN, Round
from companion.services.changes import checked_removal, numbered
from companion.store.rows.lines import Line

Entries = list[tuple[datetime, e.Entry]]
MOST_ENTRIES = 2000
MOST_RESTORED = 10_000
FREE_STEPS, STEPS_AN_ENTRY = 20_000, 40
"""Limits of rounds to add up again after corrections and undos, see `_check_steps`."""
MOST_IN_DECK = 1000
MOST_KINDS = 120  # kinds of card in a deck, sixty on each card side
_CARD = r"[a-z0-9-]{1,40}"
_MALFORMED = (KeyError, TypeError, ValueError, AttributeError, LookupError, OverflowError)


class JournalTooLargeError(Exception):
    """A journal that would take too long to replay for its length."""


def read_journal(
    values: object, editions: Mapping[str, Edition], now: datetime, *, is_restored: bool = False
) -> Entries:
    """Validate a journal document and return its entries with their times.

    A journal restored from a phone (`is_restored`) may be longer, and its game's deck replaces an
    unknown box. Raises `ValidationError` for the first invalid entry, and `JournalTooLargeError`.
    """
    reader = RequestReader(values)
    listed = reader.sequence("entries")
    if not 1 <= len(listed) <= (MOST_RESTORED if is_restored else MOST_ENTRIES):
        reader.add_fault(FaultCode.NOT_A_JOURNAL, "entries")
    reader.raise_faults()
    _check_steps(listed)
    entries: Entries = []
    game: Game | None = None
    for place, each in enumerate(listed):
        try:
            at, claimed = _time(each, now), e.from_values(each)
            if is_restored and isinstance(claimed, e.GameStarted) and not game:
                editions = _with_box_of(claimed, editions)
            entry = _entry(claimed, game, editions) if game else _start(claimed, editions)
            if entry != claimed:
                raise ValueError(claimed)
            entries.append((at, entry))
            game = game and fold(game, (len(entries), entry))
            if game is None:  # the first entry, or one that changes an earlier one
                game = replay(enumerate((entry for _, entry in entries), start=1))
        except ValidationError as refused:
            # Only in a box or a card is the path in the request the one in the entry.
            alike = ("/box/", "/card/")
            own = (f if f.path.startswith(alike) else replace(f, path="") for f in refused.faults)
            raise ValidationError(fault.under("entries", place) for fault in own) from None
        except _MALFORMED:
            raise ValidationError([Fault(FaultCode.NOT_AN_ENTRY, f"/entries/{place}")]) from None
    return entries


def journal_values(journal: Iterable[tuple[Line, e.Entry]], *, is_for_scoring: bool) -> list[Any]:
    """Return a journal's entries as JSON values, if `is_for_scoring` with their request ids."""
    asked = ("request_id", "fingerprint", "by") if is_for_scoring else ()
    return [
        {"version": line.version, "at": line.at.isoformat(), **e.as_values(entry)}
        | {name: getattr(line, name) for name in asked}
        for line, entry in journal
    ]


def _with_box_of(start: e.GameStarted, editions: Mapping[str, Edition]) -> Mapping[str, Edition]:
    """Return the boxes, with a substitute if a game's box, or the box it is like, is unknown."""
    match start:
        case e.GameStarted(box={"like": str(like)}) if re.fullmatch(_CARD, like):
            return {like: next(iter(editions.values())), **editions}
        case e.GameStarted(edition=edition, box=None) if edition != OWN:
            return {edition: edition_of_game(start, editions), **editions}
    return editions


def _check_steps(listed: Sequence[object]) -> None:
    """Raise `JournalTooLargeError` for an expensive journal, before its entries are read.

    After any entry but a recorded round all earlier rounds are added up again. Real tables correct
    rarely, not after each of hundreds of rounds.
    """
    rounds = steps = 0
    for place, values in enumerate(listed):
        if isinstance(values, Mapping) and values.get("kind") == e.RoundRecorded.kind:
            rounds += 1
        else:
            steps += rounds + place // 50
    if steps > FREE_STEPS + STEPS_AN_ENTRY * len(listed):
        raise JournalTooLargeError


def _time(values: Mapping[str, Any], now: datetime) -> datetime:
    """Return an entry's time in UTC, at most `now`, or raise ValueError without an offset."""
    at = datetime.fromisoformat(values["at"])
    if at.tzinfo is None:
        raise ValueError(at)
    return min(at.astimezone(UTC), now)


def _start(claimed: e.Entry, editions: Mapping[str, Edition]) -> e.GameStarted:
    """Validate the start of a game, retaining the deck that it was started with."""
    if not isinstance(claimed, e.GameStarted):
        raise TypeError(claimed)
    request = e.as_values(claimed) | {
        "edition": None if claimed.box else claimed.edition,
        "format": claimed.game_format,
        "players": claimed.names,
        "dealer": claimed.names[claimed.dealer - 1] if claimed.dealer else None,
    }
    start = read_start(request, editions)
    # A box that the players described defines the deck itself.
    return start if start.box else replace(start, deck=_checked_deck(claimed.deck))


def _checked_deck(deck: Deck) -> Deck:
    """Return an imported deck, or raise ValueError if no box can have it."""
    points = [0 if card.points is None else card.points for card in deck.cards]
    numbers = [0 if card.count is None else card.count for card in deck.cards]
    numbers += [lot.size for lot in deck.lots] + [deck.knock_out or 0]
    cards = [(card.card, card.side) for card in deck.cards]
    in_lots = [card for lot in deck.lots for card in lot.cards]
    is_sound = (
        all(type(number) is int and 0 <= number <= MOST_IN_DECK for number in numbers)
        and all(type(each) is int and LEAST_POINTS <= each <= MOST_POINTS for each in points)
        and all(re.fullmatch(_CARD, card.card) for card in deck.cards)
        and {side for _, side in cards} <= set(deck.sides or (None,))
        and not any(faults_of(side, LONGEST_SIDE, FORBIDDEN) for side in deck.sides)
        and len(set(map(key, deck.sides))) == len(deck.sides) in {0, SIDES}
        and len(set(cards)) == len(cards) <= MOST_KINDS
        and len(set(in_lots)) == len(in_lots)
        and set(in_lots) <= deck.by_id.keys()
    )
    if not is_sound:
        raise ValueError(deck)
    return deck


def _entry(  # noqa: C901, PLR0911 - one case per kind of entry
    claimed: e.Entry, game: Game, editions: Mapping[str, Edition]
) -> e.Entry:
    """Convert an entry to a request, read that for the game, and return the entry read."""
    box = game.start.box
    lexicon = lexicon_of(box, editions) if box else editions[game.start.edition].lexicon
    match claimed:
        case e.RoundRecorded(round_):
            return e.RoundRecorded(_read_round(round_, game, lexicon))
        case e.RoundCorrected(number, round_):
            numbered(game.rounds, number)
            return e.RoundCorrected(number, _read_round(round_, game, lexicon, number))
        case e.RoundRemoved() | e.AdjustmentRemoved():
            return checked_removal(claimed, game)
        case e.Undone(versions):
            # Undo reverts the latest changes in effect, redo reverts the latest undo.
            last = game.changes[-len(versions) :]
            back = last if versions == last else game.undone[-1:]
            if not back:
                raise ValueError(versions)
            return e.Undone(back)
        case e.RulingSettled(rule, text, number, choice):
            if not re.fullmatch(RULE_PATTERN, rule):
                raise ValueError(rule)
            return read_settlement(
                game, rule, {"text": text, "from_round": number, "choice": choice}
            )
        case e.RulingUnsettled(rule):
            return unsettle(game, rule)
        case e.AdjustmentMade(seat, points, why):
            return read_adjustment(game, {"player": game.name(seat), "points": points, "why": why})
        case e.StageDrawn(stage, tables, by_time):
            # A score sheet may give any draw, so it need not be the one of this game.
            names = [[game.name(seat) for seat in seats] for seats in tables]
            return read_stage(game, stage, names, is_by_time=by_time is True)
        case e.StageRemoved(stage):
            return read_stage_removed(game, stage)
        case e.Combined((e.StageRemoved() as removed, e.StageDrawn() as drawn)):
            earlier = apply(game, _entry(removed, game, editions))
            return e.Combined((removed, _entry(drawn, earlier, editions)))
    entry = read_change(game, _change_request(claimed, game))
    return _with_phone(entry, claimed, game)


def _with_phone(entry: e.Entry, claimed: e.Entry, game: Game) -> e.Entry:
    """Return `entry` with joiners' phones as in `claimed`; ValueError if one is wrong or seated."""
    match entry, claimed:
        case e.Combined(parts), e.Combined(claimed_parts) if len(parts) == len(claimed_parts):
            pairs = zip(parts, claimed_parts, strict=True)
            return e.Combined(tuple(_with_phone(part, each, game) for part, each in pairs))
        case e.PlayerJoined(), e.PlayerJoined(phone=str() as phone, waits=None | True as waits):
            if not re.fullmatch(PHONE_PATTERN, phone) or game.seat_of_phone(phone):
                raise ValueError(phone)
            return replace(entry, phone=phone, waits=waits)
    return entry


def _read_round(round_: Round, game: Game, lexicon: Lexicon, number: int | None = None) -> Round:
    """Read a round from the request that records it, with names instead of seats."""
    hands = {game.name(seat): _hand_request(hand) for seat, hand in round_.hands.items()}
    pile = _hand_request(round_.pile) if round_.pile else None
    request = {
        "went_out": game.name(round_.went_out) if round_.went_out else None,
        "hands": None if pile else hands,
        "pile": pile,
        "resting": [game.name(seat) for seat in round_.resting],
        "side": round_.side,
        "knocked_out": [game.name(seat) for seat in round_.knocked_out],
        "table": round_.table,
        "rotation": round_.rotation,
        "keep_anyway": round_.marked,
        "notes": [{"rule": note.rule, "text": note.text} for note in round_.notes],
        "remark": round_.remark,
    }
    read = read_round(game, lexicon, request, number)
    # A score sheet keeps the mark of a round though its box now has the card that was missing.
    return replace(read, marked=round_.marked) if game.start.box else read


def _hand_request(hand: Hand) -> dict[str, Any]:
    return {"points": hand.points} if hand.cards is None else {"cards": hand.cards}


def _change_request(  # noqa: C901, PLR0911, PLR0912 - one case per kind of entry
    entry: e.Entry, game: Game
) -> dict[str, Any]:
    """Return the request for a change other than to rounds, with names instead of seats."""
    match entry:
        case e.PlayersRenamed(names):
            return {"players": names}
        case e.TargetChanged(target):
            return {"target": target}
        case e.EndChanged(target, round_limit):
            is_open = target is None and round_limit is None
            return {"target": target, "round_limit": round_limit, "open_end": is_open}
        case e.TitleChanged(title):
            return {"title": title or ""}
        case e.DealerSet(dealer):
            return {"dealer": game.name(dealer)}
        case e.GameFinished(finished):
            return {"finish": finished}
        case e.PlayersLeft(seats):
            return {"leave": [game.name(seat) for seat in seats]}
        case e.PlayerJoined(seat, name, total):
            is_back = seat <= len(game.names) and not entry.sets_total
            return {"join": [{"name": name} | ({} if is_back else {"total": total})]}
        case e.StandIn(seat, name):
            return {"seat": seat, "name": name}
        case e.CardAdded(card):
            return {"card": card}
        case e.SeatsClosed():
            return {"open_seats": False}
        case e.RotationsChanged(rotations):
            return {"rotations": rotations}
        case e.StopSet(stop_at):
            return {"stop_at": stop_at or ""}
        case e.Combined(parts):
            request: dict[str, Any] = {}
            for part in parts:
                for name, value in _change_request(part, game).items():
                    earlier = request.get(name)
                    request[name] = [*earlier, *value] if isinstance(earlier, list) else value
                game = apply(game, part)
            return request
    raise TypeError(entry)
