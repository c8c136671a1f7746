"""Writing a game out as a score sheet: the rounds as they now stand."""

from collections.abc import Iterable, Iterator

from companion.game.cards.hand import Hand
from companion.game.cards.notation import format_hand
from companion.game.entries import (
    DealerSet,
    GameFinished,
    PlayerJoined,
    PlayersLeft,
    RotationsChanged,
)
from companion.game.game import Game
from companion.game.players import key
from companion.game.roster import RosterChange
from companion.game.rounds import Round, Seat
from companion.game.tally import ScoredRound
from companion.game.tournament.tables import begun, open_tables

REMOVED = "removed"  # a round that was there when the next line was written, and is not any more


def write_sheet(game: Game) -> str:
    """Write a game out with its rounds as they now stand; `read_sheet` gives the same game.

    But for a round that contradicts who was in since another was corrected: one to be recounted,
    or won by somebody who had fallen. It is written as it was played, and `read_sheet` refuses
    its line by number until it is mended there: what was counted is never dropped unseen.

    In a tournament `table 1, rotation 2 | removed` tells that when the next line was written a
    round had been played there, and is not any more: a rotation had begun, or a table was done.
    """
    return "\n".join([*_header(game), "", *_rounds(game)]).rstrip() + "\n"


def _header(game: Game) -> Iterator[str]:
    """Write the header; the players come last, so that one may be called like its words."""
    start = game.start
    yield f"edition: {start.edition}"
    yield f"format: {start.game_format}"
    yield f"scoring: {start.scoring}"
    if game.target:
        yield f"target: {game.target}"
    if game.game_format.is_planned:
        yield f"rounds per partnership: {game.rounds_each}"
    if start.rotations:
        yield f"rotations: {start.rotations}"
    if start.decks > 1:
        yield f"decks: {start.decks}"
    if start.left_out:
        yield "left out: " + ", ".join(f"{n} {card}" for card, n in start.left_out.items())
    if _has_first_dealer(game):
        yield _said(game, game.between[0])
    yield f"players: {', '.join(_own_name(game, seat) for seat in game.founders)}"


def _has_first_dealer(game: Game) -> bool:
    first = next(iter(game.between), None)
    return first is not None and first.number == 1 and isinstance(first.said, DealerSet)


def _rounds(game: Game) -> Iterator[str]:
    yield from (_stand_in(game, seat) for seat in game.founders if seat in game.stand_ins)
    yield from _before(game, 1)
    yield from _reseated(game)
    for played in game.course.played:
        yield from _missed(game, played)
        yield _round(game, played)
        yield from _before(game, played.number + 1)


def _missed(game: Game, played: ScoredRound) -> Iterator[str]:
    """Write the rounds that were removed since, where this one could not have begun without."""
    before, number = game.rounds[: played.number - 1], played.round.rotation
    if number > max(begun(before), 1):
        for table in open_tables(game.seating[: number - 1], before, game.rounds_each):
            yield from [_removed(table.table, table.rotation)] * (table.rounds_left or 0)


def _removed(table: int, rotation: int) -> str:
    return f"table {table}, rotation {rotation} | {REMOVED}"


def _before(game: Game, number: int) -> Iterator[str]:
    """Write what was said before a round, but for the dealer who stands in the header."""
    for each in game.between[_has_first_dealer(game) :]:
        if each.number == number:
            if game.game_format.is_planned and each.begun > begun(game.rounds[: number - 1]):
                yield _removed(1, each.begun)
            yield from _allowed(game, each)
            if (came := _newcomer(game, each)) in game.stand_ins:
                yield _stand_in(game, came)


def _allowed(game: Game, between: RosterChange) -> Iterator[str]:
    """Write what was said, under a higher target for who joined before it was lowered."""
    said = between.said
    if isinstance(said, PlayerJoined) and game.target and said.total >= game.target:
        yield f"target: {said.total + 1}"
        yield _said(game, between)
        yield f"target: {game.target}"
    else:
        yield _said(game, between)


def _reseated(game: Game) -> Iterator[str]:
    """Write the seats anew where people who came before the first round sat down in between."""
    said = [each.said for each in game.between if each.number == 1]
    early = [each.seat for each in said if isinstance(each, PlayerJoined)]
    came = list(dict.fromkeys([*game.founders, *early]))
    if came != sorted(came):
        yield f"players: {_names(game, sorted(came))}"


def _names(game: Game, seats: Iterable[Seat]) -> str:
    return ", ".join(map(game.name, seats))


def _said(game: Game, between: RosterChange) -> str:
    match between.said:
        case PlayersLeft(seats):
            return f"leave: {_names(game, seats)}"
        case PlayerJoined(seat, total=total):
            is_new = _newcomer(game, between) == seat
            opening = f"{_own_name(game, seat)} = {total}"
            return f"join: {opening if is_new else game.name(seat)}"
        case DealerSet(dealer):
            return f"dealer: {game.name(dealer)}"
        case RotationsChanged(rotations):
            return f"rotations: {rotations}"
        case GameFinished():
            return "finish"


def _newcomer(game: Game, between: RosterChange) -> Seat:
    """Give the seat of who comes here for the first time, with a total; 0 where nobody does."""
    match between.said:
        case PlayerJoined(seat) if seat not in game.founders:
            came = (b for b in game.between if getattr(b.said, "seat", 0) == seat)
            return seat if next(came) is between else 0
    return 0


def _own_name(game: Game, seat: Seat) -> str:
    return game.stand_ins.get(seat, (game.name(seat),))[0]


def _stand_in(game: Game, seat: Seat) -> str:
    return "stand-in: " + " = ".join(game.stand_ins[seat])


def _round(game: Game, played: ScoredRound) -> str:
    round_ = played.round
    parts = [_hand(_called(game, seat), h, round_) for seat, h in round_.hands.items()]
    if round_.pile:
        parts.append(_hand("," if game.seat("pile") else "pile", round_.pile, round_))
    if played.resting:
        parts.append(f"resting {_names(game, played.resting)}")
    at = f"table {round_.table}, rotation {round_.rotation} | "
    where = at if game.game_format.is_planned else ""
    return f"{where}{game.name(round_.went_out)}: {'; '.join(parts)}"


def _called(game: Game, seat: Seat) -> str:
    """Name a hand, with a comma where the words behind could be taken for part of the name."""
    name = key(game.name(seat))
    is_begun = any(key(other).startswith(f"{name} ") for other in game.names)
    return game.name(seat) + ("," if is_begun or name == "resting" else "")


def _hand(called: str, hand: Hand, round_: Round) -> str:
    keep = "! " if round_.marked else ""
    counted = f"= {hand.points}" if hand.cards is None else format_hand(hand.cards)
    return f"{called} {keep}{counted}"
