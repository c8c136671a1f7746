"""Validation of the request that starts a game."""

from collections.abc import Container, Mapping, Sequence
from typing import Any

from companion.game.cards.box import OWN, Box, BoxValues, deck_of, with_known_like
from companion.game.cards.deck import Deck
from companion.game.entries import GameStarted
from companion.game.faults import FaultCode
from companion.game.formats import DEFAULT_FORMAT, FORMATS, GameFormat
from companion.game.formats.base import DEFAULT_TARGET, ENDS
from companion.game.game import Game
from companion.game.players import key
from companion.game.requests.box import LONGEST_BOX, MOST_OF_KIND, read_box
from companion.game.requests.reader import RequestReader
from companion.game.rounds import Seat
from companion.game.scoring import SCORINGS, ScoringMethod
from companion.game.tournament.heats import DEFAULT_SIZE, MOST_ADVANCE, OPTIONS, TABLE_SIZES

HIGHEST_TARGET = max(scoring.highest_target for scoring in SCORINGS.values())
MOST_DECKS = 4
LONGEST_TITLE = LONGEST_BOX
HIGHEST_LIMIT = 100  # rounds after which a game ends
MOST_ROUNDS_EACH = 20
DRAWN = "drawn"
MOST_LOTS = 10**6
SEATINGS = ("as-given", DRAWN)
# Settings that the next game takes over from the last one's start.
_TAKEN_OVER = (
    "scoring", "title", "decks", "left_out", "rounds_per_partnership", "by_average", *OPTIONS
)  # fmt: skip


def read_start(values: object, boxes: Mapping[str, Box]) -> GameStarted:
    """Return the start of a game; raises `ValidationError` with all faults."""
    reader = RequestReader(values)
    edition, deck, printed, box = _read_box(reader, boxes)
    game_format = FORMATS[reader.choice("format", tuple(FORMATS), DEFAULT_FORMAT)]
    options = game_format.options
    players = reader.names("players")
    is_open = reader.boolean("open_seats")
    # With open seats, players may join later.
    fewest = 0 if is_open else game_format.min_players
    is_right_number = fewest <= len(players) <= game_format.max_players
    if not is_right_number:
        least, most = game_format.min_players, game_format.max_players
        code = FaultCode.NUMBER_OF_PLAYERS if least < most else FaultCode.JUST_SO_MANY_PLAYERS
        reader.add_fault(code, "players", least=least, most=most, given=len(players))
    decks = reader.integer("decks", 1, MOST_DECKS, 1)
    scoring = _scoring(reader, game_format, deck)
    # Refuse options of other formats instead of ignoring them.
    for name in ("rounds_per_partnership", "rotations", "seating", "by_average", "dealer"):
        if name not in options and reader.has(name):
            reader.add_fault(game_format.option_fault, name)
    heats = _heats(reader, game_format)
    rotations = rounds_each = None
    target, round_limit = read_end(reader, game_format, scoring)
    is_open_ended = reader.values.get("open_end") is True
    if "target" in options and target is round_limit is None and not is_open_ended:
        target = scoring.default_target or game_format.default_target or printed or DEFAULT_TARGET
    seating = None
    if "seating" in options:
        seating = reader.choice("seating", SEATINGS, SEATINGS[0])
    if "rotations" in options and reader.has("rotations"):
        # The plan only exists for an allowed number of players.
        playing = game_format.max_players if is_open else len(players)
        most = len(game_format.plan(playing)) if is_right_number else HIGHEST_TARGET
        rotations = reader.integer("rotations", 1, most)
    if "rounds_per_partnership" in options:
        rounds_each = reader.integer(
            "rounds_per_partnership", 1, MOST_ROUNDS_EACH, game_format.default_rounds
        )
    title = read_title(reader, deck) if reader.has("title") else None
    left_out = _left_out(reader, deck, decks)
    dealer = seat_named(reader, "dealer", players) if reader.has("dealer") else None
    reader.raise_faults()
    return GameStarted(
        edition=edition,
        game_format=game_format.name,
        scoring=scoring.name,
        names=players,
        deck=deck.shuffled(decks, left_out),
        target=target,
        decks=decks,
        left_out=left_out or None,
        dealer=dealer,
        rounds_per_partnership=rounds_each,
        rotations=rotations,
        open_seats=is_open or None,
        # Without open seats the names are already in drawn order.
        seating=seating if is_open and seating == DRAWN else None,
        box=box,
        by_average=reader.boolean("by_average") or None,
        round_limit=round_limit,
        open_end=is_open_ended or None,
        title=title,
        **heats,
    )


def read_end(
    reader: RequestReader, game_format: GameFormat, scoring: ScoringMethod
) -> tuple[int | None, int | None]:
    """Return target and limit of rounds, each None if it is not given."""
    # `open_end` false is what a state has of a game without it.
    is_open_ended = reader.boolean("open_end")
    given = [name for name in ENDS if reader.has(name) and (name != "open_end" or is_open_ended)]
    for name in (name for name in given if name not in game_format.options):
        is_elimination = name != "target" and game_format.has_target
        code = FaultCode.NO_ROUND_LIMIT if is_elimination else game_format.option_fault
        reader.add_fault(code, name)
    target = round_limit = None
    if reader.has("target") and game_format.has_target:
        target = reader.integer("target", 1, scoring.highest_target)
    if reader.has("round_limit") and "round_limit" in game_format.options:
        round_limit = reader.integer("round_limit", 1, HIGHEST_LIMIT)
    if is_open_ended and len(given) > 1:
        reader.add_fault(FaultCode.OPEN_END_ALONE, "open_end")
    return target, round_limit


def _scoring(reader: RequestReader, game_format: GameFormat, deck: Deck) -> ScoringMethod:
    choices = game_format.scorings
    scoring = SCORINGS[reader.choice("scoring", choices, choices[0])]
    if scoring.counts_winner and deck.by_id:
        reader.add_fault(FaultCode.ONLY_WITHOUT_CARDS, "scoring")
    return scoring


def read_title(reader: RequestReader, deck: Deck) -> str:
    if deck.by_id:
        reader.add_fault(FaultCode.TITLE_OF_CARDS, "title")
    return reader.check_name(reader.values["title"], ("title",), LONGEST_TITLE, "")


def _heats(reader: RequestReader, game_format: GameFormat) -> dict[str, int | None]:
    """Return the options of heats, empty in other formats, which refuse them."""
    if not game_format.has_stages:
        for name in filter(reader.has, (*OPTIONS, "lot")):
            reader.add_fault(FaultCode.NOT_IN_THIS_FORMAT, name)
        return {}
    rounds = reader.integer("rounds_per_table", 1, MOST_ROUNDS_EACH, game_format.default_rounds)
    return {
        "table_size": reader.integer("table_size", TABLE_SIZES[0], TABLE_SIZES[-1], DEFAULT_SIZE),
        "rounds_per_table": rounds,
        "final_rounds": reader.integer("final_rounds", 1, MOST_ROUNDS_EACH, rounds),
        "advance": reader.integer("advance", 1, MOST_ADVANCE, MOST_ADVANCE),
        "lot": reader.integer("lot", 0, MOST_LOTS) if reader.has("lot") else None,
    }


def _read_box(
    reader: RequestReader, boxes: Mapping[str, Box]
) -> tuple[str, Deck, int | None, BoxValues | None]:
    """Return the edition id, one deck, the printed target, and the table's own box if any."""
    if not reader.has("box"):
        edition = reader.choice("edition", tuple(boxes))
        return edition, boxes[edition].deck, boxes[edition].target, None
    if reader.has("edition"):
        reader.add_fault(FaultCode.BOX_AND_EDITION, "box")
    box: BoxValues | None = None
    with reader.nested("box"):
        box = read_box(reader.values["box"], tuple(boxes))
    return OWN, deck_of(box) if box else Deck(()), None, box


def _left_out(reader: RequestReader, deck: Deck, decks: int) -> Mapping[str, int]:
    left_out = {}
    if deck.sides and reader.mapping("left_out"):
        reader.add_fault(FaultCode.LEFT_OUT_OF_SIDES, "left_out")
        return {}
    for card, number in reader.mapping("left_out").items():
        if card not in deck.by_id:
            reader.add_fault(FaultCode.UNKNOWN_CARD, "left_out", card, card=card)
            continue
        count = deck.by_id[card].count
        most = (MOST_OF_KIND if count is None else count) * decks
        left_out[card] = reader.check_integer(number, ("left_out", card), 0, most)
    whole, rest = deck.shuffled(decks, {}), deck.shuffled(decks, left_out)
    # Kinds in a lot are only counted together.
    for before, after in zip(whole.lots, rest.lots, strict=True):
        if after.size < 0:
            counted = before.size - after.size
            values = {"cards": before.cards, "has": before.size, "counted": counted}
            reader.add_fault(FaultCode.TOO_MANY_OF_LOT, "left_out", **values)
    if rest.size is not None and rest.size < 1:
        reader.add_fault(FaultCode.NOTHING_LEFT, "left_out")
    return {card: number for card, number in left_out.items() if number}


def seat_named(reader: RequestReader, name: str, players: tuple[str, ...]) -> Seat | None:
    """Return the seat of the player named in field `name`, or None with a fault."""
    given = key(reader.text(name, 1000))
    seats = [seat for seat, player in enumerate(players, start=1) if key(player) == given]
    if not seats and isinstance(reader.values.get(name), str):
        reader.add_fault(FaultCode.UNKNOWN_PLAYER, name, name=reader.values[name])
    return seats[0] if seats else None


def same_again(
    game: Game, names: Sequence[str], dealer: str | None, boxes: Container[str]
) -> dict[str, Any]:
    """Return the request for the next game of these players, with the last game's settings."""
    start, most = game.start, len(game.game_format.plan(len(names)))
    return {
        # A box that the players described themselves is copied into the next game.
        "edition": None if start.box else start.edition,
        "box": start.box and with_known_like(start.box, boxes),
        "format": start.game_format,
        # The end and the rotations may have changed since the start.
        "target": game.target,
        "round_limit": game.round_limit,
        "open_end": game.is_open_ended or None,
        "rotations": min(game.rotations, most) if game.rotations and most else None,
        "players": names,
        "dealer": dealer,
        **{name: getattr(start, name) for name in _TAKEN_OVER},
    }
