"""Reading what somebody asks for when a game is started."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

from companion.game.cards.deck import Deck
from companion.game.cards.lexicon import Lexicon
from companion.game.entries import GameStarted
from companion.game.faults import FaultCode
from companion.game.formats import FORMATS, GameFormat
from companion.game.players import key
from companion.game.requests.reader import RequestReader
from companion.game.rounds import Seat
from companion.game.tournament.seating import plan

DEFAULT_TARGET = 500
HIGHEST_TARGET = 10_000
MOST_DECKS = 4
DEFAULT_ROUNDS = 4  # for each partnership: the sheet's 28 for eight players are seven times four
MOST_ROUNDS_EACH = 20
SEATINGS = ("as-given", "drawn")
PLANNED = range(FORMATS["tournament"].least, FORMATS["tournament"].most + 1)


class Box(Protocol):
    """What the game needs to know of a box."""

    @property
    def deck(self) -> Deck:
        """One box's deck."""

    @property
    def lexicon(self) -> Lexicon:
        """What its cards are called."""


def read_start(values: object, boxes: Mapping[str, Box]) -> GameStarted:
    """Read what a game is to be; raises `ValidationError` with everything that is wrong with it."""
    reader = RequestReader(values)
    edition = reader.choice("edition", tuple(boxes))
    game_format = FORMATS[reader.choice("format", tuple(FORMATS), "individual")]
    players = _players(reader, game_format)
    decks = reader.integer("decks", 1, MOST_DECKS, 1)
    start = GameStarted(
        edition=edition,
        game_format=game_format.name,
        scoring=reader.choice("scoring", game_format.scorings, game_format.scorings[0]),
        names=players,
        deck=boxes[edition].deck,
        decks=decks,
        **(_planned if game_format.is_planned else _to_a_target)(reader, players),
        left_out=_left_out(reader, boxes[edition].deck, decks),
        dealer=_dealer(reader, players, game_format),
    )
    reader.raise_faults()
    return _shuffled(start)


def _to_a_target(reader: RequestReader, players: tuple[str, ...]) -> dict[str, int | None]:
    for name in ("rounds_per_partnership", "rotations", "seating"):
        if reader.has(name):
            reader.add_fault(FaultCode.ONLY_IN_A_TOURNAMENT, name)
    del players
    return {"target": reader.integer("target", 1, HIGHEST_TARGET, DEFAULT_TARGET)}


def _planned(reader: RequestReader, players: tuple[str, ...]) -> dict[str, int | None]:
    """Read what only a tournament asks for; who draws lots has drawn before this is read."""
    if reader.has("target"):
        reader.add_fault(FaultCode.NOT_IN_A_TOURNAMENT, "target")
    reader.choice("seating", SEATINGS, SEATINGS[0])
    whole = len(plan(len(players)).rotations) if len(players) in PLANNED else HIGHEST_TARGET
    rotations = reader.integer("rotations", 1, whole, whole) if reader.has("rotations") else None
    each = reader.integer("rounds_per_partnership", 1, MOST_ROUNDS_EACH, DEFAULT_ROUNDS)
    return {"rounds_per_partnership": each, "rotations": rotations}


def _shuffled(start: GameStarted) -> GameStarted:
    return replace(start, deck=start.deck.shuffled(start.decks, start.left_out or {}))


def _players(reader: RequestReader, game_format: GameFormat) -> tuple[str, ...]:
    players = reader.names("players")
    if not game_format.least <= len(players) <= game_format.most:
        least, most = game_format.least, game_format.most
        code = FaultCode.NUMBER_OF_PLAYERS if least < most else FaultCode.JUST_SO_MANY_PLAYERS
        reader.add_fault(code, "players", least=least, most=most, given=len(players))
    return players


def _left_out(reader: RequestReader, deck: Deck, decks: int) -> Mapping[str, int] | None:
    left_out = {}
    for card, number in reader.mapping("left_out").items():
        if card not in deck.by_id:
            reader.add_fault(FaultCode.UNKNOWN_CARD, "left_out", card, card=card)
            continue
        most = deck.by_id[card].count * decks
        left_out[card] = reader.check_integer(number, ("left_out", card), 0, most)
    _something_left(reader, deck.shuffled(decks, {}), deck.shuffled(decks, left_out))
    return {card: number for card, number in left_out.items() if number} or None


def _something_left(reader: RequestReader, whole: Deck, left: Deck) -> None:
    """Hold what is left out against the kinds of which the sheet only gives the number together."""
    for before, after in zip(whole.lots, left.lots, strict=True):
        if after.size < 0:
            values = {"cards": before.cards, "has": before.size}
            reader.add_fault(
                FaultCode.TOO_MANY_OF_LOT, "left_out", **values, counted=before.size - after.size
            )
    if left.size < 1:
        reader.add_fault(FaultCode.NOTHING_LEFT, "left_out")


def _dealer(
    reader: RequestReader, players: tuple[str, ...], game_format: GameFormat
) -> Seat | None:
    if not reader.has("dealer"):
        return None
    if game_format.is_planned:
        reader.add_fault(FaultCode.NOT_IN_A_TOURNAMENT, "dealer")
    return seat_named(reader, "dealer", players)


def seat_named(reader: RequestReader, name: str, players: tuple[str, ...]) -> Seat | None:
    """Ask for the name of one of these players and give the seat."""
    given = key(reader.text(name, 1000))
    found = [seat for seat, player in enumerate(players, start=1) if key(player) == given]
    if not found and isinstance(reader.values.get(name), str):
        reader.add_fault(FaultCode.UNKNOWN_PLAYER, name, name=reader.values[name])
    return found[0] if found else None
