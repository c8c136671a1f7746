"""Changes to a running game: validation of requests, undo and redo."""

import re
from calendar import monthrange
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from companion.game import entries as e
from companion.game import players
from companion.game.faults import Fault, FaultCode, ValidationError
from companion.game.formats.base import ENDS
from companion.game.game import Game
from companion.game.replay import apply
from companion.game.requests.box import MOST_KINDS, known_card, read_card
from companion.game.requests.reader import RequestReader
from companion.game.requests.start import HIGHEST_TARGET, SEATINGS, read_end, read_title, seat_named
from companion.game.rounds import FEWEST_PLAYERS, Seat
from companion.game.tournament.tables import rotations_begun

LONGEST_SETTLEMENT = 200
# Options a table may choose for a ruling: its house rule, an answer, one of two readings.
CUSTOM = "custom"
CHOICES = (CUSTOM, "yes", "no", "reading-1", "reading-2")
HIGHEST_ROUND = 9999  # for house rules, which may start in a future round
MOST_SEATS = 40  # in total, including players who left
LONGEST_TIME = 40
WALL_PATTERN = (
    r"(20[0-9]{2})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]"
)
OFFSET_PATTERN = r"[+-](0[0-9]|1[0-4]):[0-5][0-9]"


def read_change(game: Game, values: object, *, is_last: bool = True) -> e.Entry:
    """Return the requested changes as one entry, which is undone as a whole.

    They are applied in the order of `CHANGES`, each to the result of the previous ones. If
    `is_last` (no more changes follow before the next round), enough players must remain and the
    dealer must be in. Eliminated players keep their seats: a correction may bring them back.
    """
    reader = RequestReader(values)
    given = [name for name in CHANGES if reader.has(name)]
    if not given:
        reader.add_fault(FaultCode.NOTHING_TO_CHANGE, choices=CHANGES)
    parts: list[e.Entry] = []
    # Target, limit of rounds and open end are read together.
    for read in dict.fromkeys(_READERS[name] for name in given):
        # A faulty change is not applied; the next one is read for the game without it.
        faults_before = len(reader.faults)
        entries = read(reader, game)
        parts += entries
        if len(reader.faults) == faults_before:
            game = apply(game, e.Combined(tuple(entries)))
    game_format = game.game_format
    is_short = len(game.present) < game_format.min_remaining and not game.is_seating
    if is_last and reader.has("leave") and is_short:
        is_two = game_format.min_remaining == FEWEST_PLAYERS
        code = FaultCode.TOO_FEW_PLAY if is_two else FaultCode.TOO_FEW_FOR_A_TABLE
        reader.add_fault(code, "leave", least=game_format.min_remaining)
    elif is_last and reader.has("leave") and _has_no_winner(game):
        reader.add_fault(FaultCode.TOO_FEW_PLAY, "leave", least=1)
    # An eliminated dealer is refused once the players of the next round are known.
    eliminated = set(game.current_roster) - set(game.present)
    for part in parts if is_last else ():
        if isinstance(part, e.DealerSet) and part.dealer in eliminated:
            reader.add_fault(FaultCode.NOT_PLAYING, "dealer", name=game.name(part.dealer))
    if reader.has("join") and len(game.current_roster) > game_format.max_players:
        reader.add_fault(FaultCode.TOO_MANY_PLAY, "join", most=game_format.max_players)
    reader.raise_faults()
    # One entry, so that one undo reverts everything.
    return parts[0] if len(parts) == 1 else e.Combined(tuple(parts))


def read_players(reader: RequestReader, game: Game) -> list[e.Entry]:
    """Return the new labels of all seats; names of owners and stand-ins are taken."""
    labels = reader.names("players", labels=game.names)
    for place, label in enumerate(labels):
        if game.is_stand_in(label) and game.seat(label) != place + 1:
            reader.add_fault(FaultCode.NAME_TWICE, "players", place, name=label)
    # With a name missing, the following seats would get wrong names.
    if len(labels) != len(game.names):
        values = {"seats": len(game.names), "given": len(labels)}
        reader.add_fault(FaultCode.EVERY_SEAT_A_NAME, "players", **values)
    return [e.PlayersRenamed(labels)]


def read_new_end(reader: RequestReader, game: Game) -> list[e.Entry]:
    """Return a new target or limit of rounds, beside the other one that the game has.

    With `open_end`, also if false, the request names all that ends the game.
    """
    if reader.values.get("open_end") is False and "open_end" not in game.game_format.options:
        reader.add_fault(game.game_format.option_fault, "open_end")
    target, round_limit = read_end(reader, game.game_format, game.scoring)
    is_whole = reader.has("open_end")
    if target is not None and round_limit is None and not (is_whole or game.is_open_ended):
        return [e.TargetChanged(target)]
    if not is_whole:
        target, round_limit = target or game.target, round_limit or game.round_limit
    elif reader.values["open_end"] is False and target is round_limit is None:
        reader.add_fault(FaultCode.NO_END, "open_end")
    return [e.EndChanged(target, round_limit)]


def read_new_title(reader: RequestReader, game: Game) -> list[e.Entry]:
    """Return a new name of a game without cards; a blank text removes it."""
    title = reader.values["title"]
    is_blank = isinstance(title, str) and not title.strip() and not game.start.deck.by_id
    return [e.TitleChanged(None if is_blank else read_title(reader, game.start.deck))]


def _has_no_winner(game: Game) -> bool:
    """Return whether all players have left of whom one would win the heats."""
    here = game.current_roster
    return game.is_begun and any(stage.rivals.isdisjoint(here) for stage in game.stages[-1:])


def read_leaving(reader: RequestReader, game: Game) -> list[e.Entry]:
    seats: set[Seat] = set()
    for place, name in enumerate(_people(reader, game, "leave")):
        seat = game.seat(name) if isinstance(name, str) else None
        if seat is None:
            reader.add_fault(FaultCode.UNKNOWN_PLAYER, "leave", place, name=name)
        elif seat not in game.current_roster:
            reader.add_fault(FaultCode.NOT_PLAYING, "leave", place, name=game.name(seat))
        else:
            seats.add(seat)
    return [e.PlayersLeft(tuple(sorted(seats)))]


def read_joining(reader: RequestReader, game: Game) -> list[e.Entry]:
    """Return the joining players in order; each one is checked against those before."""
    if game.game_format.has_stages and game.is_begun:
        reader.add_fault(FaultCode.TOO_LATE_TO_JOIN, "join")
    newcomers: list[e.PlayerJoined] = []
    labels = list(game.names)
    for place, values in enumerate(_people(reader, game, "join")):
        with reader.nested("join", place):
            newcomers.append(read_newcomer(values, game, labels))
    if len(newcomers) == 1 and (entries := entries_reusing_seat(game, newcomers[0], waiting(game))):
        return entries
    most = most_seats(game)
    if len(labels) > most:
        reader.add_fault(FaultCode.TOO_MANY_PLAY, "join", most=most)
    return [*newcomers]


def waiting(game: Game) -> Sequence[Seat]:
    """Return late joiners by link who have not played in a tournament yet, by arrival."""
    came = [c.entry.seat for c in game.roster_changes if isinstance(c.entry, e.PlayerJoined)]
    last = {seat: place for place, seat in enumerate(came)}
    seats = [seat for seat in _unused(game) if seat in game.current_roster and seat in game.phones]
    return sorted(seats, key=lambda seat: last[seat])


def _unused(game: Game) -> Sequence[Seat]:
    """Return the seats of late joiners that are in no rotation begun so far."""
    begun = game.seating[: rotations_begun(game.rounds)]
    used = {s for rotation in begun for table in rotation.tables for side in table for s in side}
    used.update(seat for round_ in game.rounds for seat in round_.seated)
    return [seat for seat in game.seats if seat not in used and seat not in game.founders]


def entries_reusing_seat(
    game: Game, newcomer: e.PlayerJoined, others: Sequence[Seat] = ()
) -> list[e.Entry]:
    """Return entries that give a newcomer an unused seat if no new seat is free, else [].

    `others`: seats of waiting players that may be given away if the maximum of players is reached.
    Reusing seats keeps users of the join link from exhausting the seats of a tournament.
    """
    if not game.game_format.has_rotations or game.is_seating or newcomer.seat in game.seats:
        return []
    free: Sequence[Seat] = ()
    if len(game.current_roster) >= game.game_format.max_players:
        free = others
    elif len(game.names) >= most_seats(game):
        free = [seat for seat in _unused(game) if seat not in game.current_roster]
    if not free:
        return []
    seat = free[-1]
    left = [e.PlayersLeft((seat,))] if seat in game.current_roster else []
    return [renamed(game, seat, newcomer.name), *left, replace(newcomer, seat=seat)]


def most_seats(game: Game) -> int:
    """Return the maximum number of seats, including those of players who left."""
    return max(MOST_SEATS, 2 * game.game_format.max_players)


def _people(reader: RequestReader, game: Game, name: str) -> list[object]:
    if not (game.game_format.allows_leaving or game.is_seating):
        reader.add_fault(FaultCode.SEATS_ARE_FIXED, name)
    people = reader.sequence(name)
    if reader.values[name] in ([], ()):
        reader.add_fault(FaultCode.NOBODY_NAMED, name)
    return people


def read_newcomer(values: object, game: Game, labels: list[str]) -> e.PlayerJoined:
    """Return a new or returning player; a new name is appended to `labels`."""
    reader = RequestReader(values)
    name = reader.check_name(reader.values.get("name"), ("name",))
    # Opening totals are only allowed after the game has begun.
    most = 0 if game.is_seating else HIGHEST_TARGET
    total = reader.integer("total", -most * game.start.deck.has_negative_totals, most, 0)
    same_name = (i for i, n in enumerate(labels, 1) if players.key(n) == players.key(name))
    seat = game.seat(name) or next(same_name, None)
    if seat is None:
        labels.append(name)
    elif seat > len(game.names) or seat in game.current_roster:
        reader.add_fault(FaultCode.NAME_TWICE, "name", name=name)
    if reader.has("total") and game.target and total >= game.target:
        reader.add_fault(FaultCode.TOTAL_AT_TARGET, "total", target=game.target)
    reader.raise_faults()
    is_return = seat is not None and reader.has("total")
    return e.PlayerJoined(seat or len(labels), name, total, sets_total=is_return or None)


def read_dealer(reader: RequestReader, game: Game) -> list[e.Entry]:
    if not game.game_format.has_dealer:
        reader.add_fault(game.game_format.option_fault, "dealer")
    dealer = seat_named(reader, "dealer", game.names)
    if dealer and dealer not in game.current_roster:
        reader.add_fault(FaultCode.NOT_PLAYING, "dealer", name=game.name(dealer))
    return [e.DealerSet(dealer or 0)]


def read_stand_in(reader: RequestReader, game: Game) -> list[e.Entry]:
    """Return a stand-in for a seat, or a new name for it before the game begins."""
    if not (game.game_format.allows_stand_ins or game.is_seating):
        reader.add_fault(game.game_format.option_fault, "seat")
    seat = reader.integer("seat", 1, len(game.names))
    name = reader.check_name(reader.values.get("name"), ("name",))
    if game.seat(name) not in {None, seat}:
        reader.add_fault(FaultCode.NAME_TWICE, "name", name=name)
    return [renamed(game, seat, name) if game.is_seating else e.StandIn(seat, name)]


def renamed(game: Game, seat: Seat, name: str) -> e.PlayersRenamed:
    return e.PlayersRenamed((*game.names[: seat - 1], name, *game.names[seat:]))


def read_closing(reader: RequestReader, game: Game) -> list[e.Entry]:
    """Close the seats, if the number of players is allowed; they cannot be opened again."""
    if reader.boolean("open_seats") or not game.is_seating:
        code = FaultCode.SEATS_OPEN if game.is_seating else FaultCode.SEATS_CLOSED
        reader.add_fault(code, "open_seats")
    reader.choice("seating", SEATINGS, SEATINGS[0])  # the caller has already drawn
    least, most, given = game.game_format.min_players, game.game_format.max_players, len(game.names)
    if not least <= given <= most:
        code = FaultCode.NUMBER_OF_PLAYERS if least < most else FaultCode.JUST_SO_MANY_PLAYERS
        reader.add_fault(code, "open_seats", least=least, most=most, given=given)
    return [e.SeatsClosed()]


def read_rotations(reader: RequestReader, game: Game) -> list[e.Entry]:
    if "rotations" not in game.game_format.options:
        reader.add_fault(game.game_format.option_fault, "rotations")
        return []
    least = max(rotations_begun(game.rounds), 1)
    # While seats are open, allow what the longest plan allows.
    plan = game.game_format.plan(game.game_format.max_players) if game.is_seating else game.plan
    return [e.RotationsChanged(reader.integer("rotations", least, len(plan)))]


def read_stop(reader: RequestReader, game: Game) -> list[e.Entry]:
    """Return the stop time in the table's local time; a blank text removes it."""
    del game
    text = reader.text("stop_at", LONGEST_TIME)
    found = re.fullmatch(WALL_PATTERN + OFFSET_PATTERN, text)
    # The pattern also matches days that the month does not have.
    if text and not (found and int(found[3]) <= monthrange(int(found[1]), int(found[2]))[1]):
        reader.add_fault(FaultCode.NOT_A_TIME, "stop_at")
    return [e.StopSet(text or None)]


def read_card_added(reader: RequestReader, game: Game) -> list[e.Entry]:
    """Return a new card of the table's own box, or a new value for the card with this name."""
    box, values = game.start.box, reader.values["card"]
    if box is None:
        reader.add_fault(FaultCode.NO_OWN_BOX, "card")
        return []
    is_unwon = any(not round_.went_out for round_ in game.rounds)
    if not box["cards"] and (game.scoring.counts_winner or game.start.title or is_unwon):
        reader.add_fault(FaultCode.NO_CARDS_HERE, "card")
        return []
    with reader.nested("card"):
        if known := known_card(values, box):
            others = [each for each in box["cards"] if each is not known]
            card = {**known, "points": RequestReader(values).values.get("points")}
            return [e.CardAdded(read_card(card, {**box, "cards": others}), replaces=True)]
        if len(box["cards"]) < MOST_KINDS:
            return [e.CardAdded(read_card(values, box))]
        reader.add_fault(FaultCode.TOO_MANY_KINDS, "card", most=MOST_KINDS)
    return []


def read_finish(reader: RequestReader, game: Game) -> list[e.Entry]:
    if game.is_seating:  # the game has not begun
        reader.add_fault(FaultCode.SEATS_OPEN, "finish")
    return [e.GameFinished(reader.boolean("finish"))]


_READERS: Mapping[str, Callable[[RequestReader, Game], list[e.Entry]]] = {
    "players": read_players,
    **dict.fromkeys(ENDS, read_new_end),
    "title": read_new_title,
    "leave": read_leaving,
    "join": read_joining,
    "open_seats": read_closing,
    "dealer": read_dealer,
    "seat": read_stand_in,
    "rotations": read_rotations,
    "stop_at": read_stop,
    "card": read_card_added,
    "finish": read_finish,
}
CHANGES = tuple(_READERS)


def read_settlement(game: Game, rule: str, values: object) -> e.RulingSettled:
    reader = RequestReader(values)
    choice = reader.choice("choice", CHOICES) if reader.has("choice") else None
    if reader.boolean("custom"):
        choice = CUSTOM
    settled = e.RulingSettled(
        rule=rule,
        text="" if choice else reader.text("text", LONGEST_SETTLEMENT, least=1),
        from_round=reader.integer("from_round", 1, HIGHEST_ROUND, len(game.rounds) + 1),
        choice=choice,
    )
    reader.raise_faults()
    return settled


def unsettle(game: Game, rule: str) -> e.RulingUnsettled:
    """Return the removal of a house rule; LookupError if there is none for this ruling."""
    if all(settled.rule != rule for settled in game.settled):
        raise LookupError(rule)
    return e.RulingUnsettled(rule)


def undo(game: Game) -> e.Undone:
    return _taken_back(game.changes[-1:], FaultCode.NOTHING_TO_UNDO)


def step_back(game: Game, version: object) -> e.Undone:
    """Return one undo of all changes in effect that were made after a version."""
    later = tuple(v for v in game.changes if type(version) is int and v > version)
    return _taken_back(later, FaultCode.NOTHING_TO_UNDO)


def undo_at(game: Game, table: int) -> e.RoundRemoved:
    """Return the removal of a table's last round, even if other tables have played since."""
    numbers = [number for number, r in enumerate(game.rounds, start=1) if r.table == table]
    if not numbers:
        raise ValidationError([Fault(FaultCode.NOTHING_TO_UNDO)])
    return e.RoundRemoved(numbers[-1])


def redo(game: Game) -> e.Undone:
    return _taken_back(game.undone[-1:], FaultCode.NOTHING_TO_REDO)


def _taken_back(versions: tuple[int, ...], nothing: FaultCode) -> e.Undone:
    if not versions:
        raise ValidationError([Fault(nothing)])
    return e.Undone(versions)
