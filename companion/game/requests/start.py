"""Reading what somebody asks for when a game is started."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

from companion.game.cards.deck import Deck
from companion.game.cards.lexicon import Lexicon
from companion.game.entries import GameStarted
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
    ask = RequestReader(values)
    edition = ask.choice("edition", tuple(boxes))
    game_format = FORMATS[ask.choice("format", tuple(FORMATS), "individual")]
    players = _players(ask, game_format)
    decks = ask.whole("decks", 1, MOST_DECKS, 1)
    start = GameStarted(
        edition=edition,
        game_format=game_format.name,
        scoring=ask.choice("scoring", game_format.scorings, game_format.scorings[0]),
        names=players,
        deck=boxes[edition].deck,
        decks=decks,
        **(_planned if game_format.is_planned else _to_a_target)(ask, players),
        left_out=_left_out(ask, boxes[edition].deck, decks),
        dealer=_dealer(ask, players, game_format),
    )
    ask.done()
    return _shuffled(start)


def _to_a_target(ask: RequestReader, players: tuple[str, ...]) -> dict[str, int | None]:
    for name in ("rounds_per_partnership", "rotations", "seating"):
        if ask.has(name):
            ask.wrong("only-in-a-tournament", name)
    del players
    return {"target": ask.whole("target", 1, HIGHEST_TARGET, DEFAULT_TARGET)}


def _planned(ask: RequestReader, players: tuple[str, ...]) -> dict[str, int | None]:
    """Read what only a tournament asks for; who draws lots has drawn before this is read."""
    if ask.has("target"):
        ask.wrong("not-in-a-tournament", "target")
    ask.choice("seating", SEATINGS, SEATINGS[0])
    whole = len(plan(len(players)).rotations) if len(players) in PLANNED else HIGHEST_TARGET
    rotations = ask.whole("rotations", 1, whole, whole) if ask.has("rotations") else None
    each = ask.whole("rounds_per_partnership", 1, MOST_ROUNDS_EACH, DEFAULT_ROUNDS)
    return {"rounds_per_partnership": each, "rotations": rotations}


def _shuffled(start: GameStarted) -> GameStarted:
    return replace(start, deck=start.deck.shuffled(start.decks, start.left_out or {}))


def _players(ask: RequestReader, game_format: GameFormat) -> tuple[str, ...]:
    players = ask.names("players")
    if not game_format.least <= len(players) <= game_format.most:
        least, most = game_format.least, game_format.most
        code = "number-of-players" if least < most else "just-so-many-players"
        ask.wrong(code, "players", least=least, most=most, given=len(players))
    return players


def _left_out(ask: RequestReader, deck: Deck, decks: int) -> Mapping[str, int] | None:
    left_out = {}
    for card, number in ask.mapping("left_out").items():
        if card not in deck.by_id:
            ask.wrong("unknown-card", "left_out", card, card=card)
            continue
        most = deck.by_id[card].count * decks
        left_out[card] = ask.whole_of(number, ("left_out", card), 0, most)
    _something_left(ask, deck.shuffled(decks, {}), deck.shuffled(decks, left_out))
    return {card: number for card, number in left_out.items() if number} or None


def _something_left(ask: RequestReader, whole: Deck, left: Deck) -> None:
    """Hold what is left out against the kinds of which the sheet only gives the number together."""
    for before, after in zip(whole.lots, left.lots, strict=True):
        if after.size < 0:
            values = {"cards": before.cards, "has": before.size}
            ask.wrong("too-many-of-lot", "left_out", **values, counted=before.size - after.size)
    if left.size < 1:
        ask.wrong("nothing-left", "left_out")


def _dealer(ask: RequestReader, players: tuple[str, ...], game_format: GameFormat) -> Seat | None:
    if not ask.has("dealer"):
        return None
    if game_format.is_planned:
        ask.wrong("not-in-a-tournament", "dealer")
    return seat_called(ask, "dealer", players)


def seat_called(ask: RequestReader, name: str, players: tuple[str, ...]) -> Seat | None:
    """Ask for the name of one of these players and give the seat."""
    given = key(ask.text(name, 1000))
    found = [seat for seat, player in enumerate(players, start=1) if key(player) == given]
    if not found and isinstance(ask.values.get(name), str):
        ask.wrong("unknown-player", name, name=ask.values[name])
    return found[0] if found else None
