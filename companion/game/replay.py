"""Replay of a journal into the current state of a game."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from companion.game import entries as e
from companion.game.cards.box import BoxCardValues, BoxValues, deck_of
from companion.game.cards.hand import Hand
from companion.game.formats import FORMATS
from companion.game.game import Game
from companion.game.players import key
from companion.game.roster import RosterChange, RosterEntry
from companion.game.rounds import Round, Seat
from companion.game.tournament.heats import stage_of
from companion.game.tournament.seating import Rotation, replanned
from companion.game.tournament.tables import rotations_begun

Versioned = tuple[int, e.Entry]  # an entry and the game version it created


def replay(entries: Iterable[Versioned]) -> Game:
    journal = tuple(entries)
    taken_back: set[int] = set()
    # An undo only affects earlier entries, and may itself be undone by a later one.
    for version, entry in reversed(journal):
        if isinstance(entry, e.Undone) and version not in taken_back:
            taken_back.update(earlier for earlier in entry.versions if earlier < version)
    (version, start), *later = journal
    if not isinstance(start, e.GameStarted):
        raise TypeError(start)
    game = Game(
        start=start,
        version=version,
        names=start.names,
        target=start.target,
        round_limit=start.round_limit,
        founders=tuple(range(1, len(start.names) + 1)),
        roster_changes=(RosterChange(1, e.DealerSet(start.dealer)),) if start.dealer else (),
        plan=() if start.open_seats else _first_plan(start, range(1, len(start.names) + 1)),
        rotations=start.rotations,
        is_seating=start.open_seats is True,
    )
    standing = [
        (version, entry)
        for version, entry in later
        if not isinstance(entry, e.Undone) and version not in taken_back
    ]
    # Add consecutive rounds at once: else the game would be copied for each of them.
    for is_round, run in groupby(standing, lambda each: isinstance(each[1], e.RoundRecorded)):
        if is_round:
            rounds = (entry.round for _, entry in run if isinstance(entry, e.RoundRecorded))
            game = replace(game, rounds=(*game.rounds, *rounds))
        else:
            for _, entry in run:
                game = _changed(game, entry)
    undone = tuple(back for back in _redoable(journal) if back not in taken_back)
    return replace(
        game,
        version=journal[-1][0],
        changes=tuple(version for version, _ in standing),
        undone=undone,
        latest=standing[-1][1] if standing else None,
    )


def _redoable(journal: tuple[Versioned, ...]) -> Iterable[int]:
    """Return versions of undo entries since the last new change, except those that redo one."""
    backs: dict[int, e.Undone] = {}
    for version, entry in journal:
        if not isinstance(entry, e.Undone):
            backs.clear()
        elif not set(entry.versions) & backs.keys():
            backs[version] = entry
    return backs


def fold(game: Game, journal_entry: Versioned) -> Game | None:
    """Return the game after one appended entry, or None if the journal must be replayed."""
    version, entry = journal_entry
    if isinstance(entry, e.Undone) or version != game.version + 1:
        return None
    return apply(game, entry)


def apply(game: Game, entry: e.Entry) -> Game:
    """Return the game after one more entry, except `Undone`, which needs a replay."""
    # A new round does not affect earlier ones, so their tally is reused; any other entry may
    # change how they are scored.
    return replace(
        _changed(game, entry),
        version=game.version + 1,
        changes=(*game.changes, game.version + 1),
        undone=(),
        latest=entry,
        earlier=game.known_tally if isinstance(entry, e.RoundRecorded) else None,
    )


def _changed(game: Game, entry: e.Entry) -> Game:  # noqa: C901, PLR0911, PLR0912 - a table
    match entry:
        case e.RoundRecorded(round_):
            return replace(game, rounds=(*game.rounds, round_))
        case e.RoundCorrected(number, round_):
            rounds = (*game.rounds[: number - 1], round_, *game.rounds[number:])
            return replace(game, rounds=rounds)
        case e.RoundRemoved(number):
            return _without_round(game, number)
        case e.PlayersRenamed(names):
            return _renamed(game, names)
        case e.TargetChanged(target):
            return replace(game, target=target)
        case e.EndChanged(target, round_limit):
            return replace(game, target=target, round_limit=round_limit)
        case e.TitleChanged(title):
            return replace(game, start=replace(game.start, title=title))
        case e.PlayersLeft(seats) if game.is_seating:
            return _without_seats(game, seats)
        case e.PlayersLeft(seats):
            phones = {seat: phone for seat, phone in game.phones.items() if seat not in seats}
            return replan(_between_rounds(replace(game, phones=phones), entry))
        case e.PlayerJoined():
            return _joined(game, entry)
        case e.SeatsClosed():
            return replace(game, is_seating=False, plan=_first_plan(game.start, game.seats))
        case e.RotationsChanged(rotations):
            return _between_rounds(replace(game, rotations=rotations), entry)
        case e.StageDrawn(stage, tables):
            plan = (*game.plan[: stage - 1], stage_of(tables))
            return replace(_between_rounds(game, entry), plan=plan)
        case e.StageRemoved(stage):
            return _without_stage(game, stage)
        case e.StandIn(seat, name):
            return _with_stand_in(game, seat, name)
        case e.StopSet(stop_at):
            return replace(game, stop_at=stop_at)
        case e.CardAdded():
            return _with_card(game, entry)
        case e.DealerSet() | e.GameFinished(finished=True):
            return _between_rounds(game, entry)
        case e.GameFinished(finished=False):  # drop the agreement to stop
            others = (c for c in game.roster_changes if not isinstance(c.entry, e.GameFinished))
            return replace(game, roster_changes=tuple(others))
        case e.AdjustmentMade():
            change = RosterChange(len(game.rounds) + 1, entry)
            return replace(game, roster_changes=(*game.roster_changes, change))
        case e.AdjustmentRemoved(number):
            removed = game.adjustments[number - 1].change
            others = (change for change in game.roster_changes if change is not removed)
            return replace(game, roster_changes=tuple(others))
        case e.RulingSettled(rule) | e.RulingUnsettled(rule):
            settled = [other for other in game.settled if other.rule != rule]
            if isinstance(entry, e.RulingSettled):
                settled.append(entry)
            return replace(game, settled=tuple(settled))
        case e.Combined(parts):
            for part in parts:
                game = _changed(game, part)
            return game
        case _:
            raise TypeError(entry)


def _with_card(game: Game, entry: e.CardAdded) -> Game:
    """Return the game as if its box had contained the card, with this value, from the start."""
    start, card = game.start, entry.card
    if start.box is None:
        raise TypeError(card)
    if not start.box["cards"]:
        # The box was described without cards, so the count of its first card limits no deck.
        card = {**card, "count": None}
    cards, rounds = [*start.box["cards"], card], game.rounds
    if entry.replaces:
        cards = [card if _is_same(card, other) else other for other in start.box["cards"]]
        old = next(other for other in start.box["cards"] if _is_same(card, other))
        rounds = tuple(_revalued(each, card, card["points"] - old["points"]) for each in rounds)
    box: BoxValues = {**start.box, "cards": cards}
    deck = deck_of(box).shuffled(start.decks, start.left_out or {})
    return replace(game, start=replace(start, box=box, deck=deck), rounds=rounds)


def _is_same(card: BoxCardValues, other: BoxCardValues) -> bool:
    return (card["card"], card["side"]) == (other["card"], other["side"])


def _revalued(round_: Round, card: BoxCardValues, by: int) -> Round:
    """Return a round whose hands are worth `by` points more for each time they have the card."""

    def hand_of(hand: Hand) -> Hand:
        return replace(hand, points=hand.points + by * (hand.cards or ()).count(card["card"]))

    if card["side"] not in {None, round_.side}:
        return round_
    hands = {seat: hand_of(hand) for seat, hand in round_.hands.items()}
    return replace(round_, hands=hands, pile=round_.pile and hand_of(round_.pile))


def _joined(game: Game, entry: e.PlayerJoined) -> Game:
    # A returning player already has a seat and a label.
    names = (*game.names, entry.name) if entry.seat > len(game.names) else game.names
    phones = {**game.phones, entry.seat: entry.phone} if entry.phone else game.phones
    joined = replace(game, names=names, phones=phones)
    if game.is_seating:  # counts as a founder
        return replace(joined, founders=(*game.founders, entry.seat))
    # Players have already seen the first rotation, even if it has no round yet.
    shown = int(bool(entry.waits))
    return replan(_between_rounds(joined, entry, shown), shown)


def _without_seats(game: Game, given_up: tuple[Seat, ...]) -> Game:
    stay = tuple(seat for seat in game.seats if seat not in given_up)
    new_seats = {old: new for new, old in enumerate(stay, start=1)}
    return _reseated(game, tuple(map(game.name, stay)), new_seats)


def _reseated(game: Game, names: tuple[str, ...], new_seats: Mapping[Seat, Seat]) -> Game:
    """Move players to new seats before the first round; drop seats not in `new_seats`."""
    changes = (
        change
        for change in game.roster_changes
        if not (isinstance(change.entry, e.DealerSet) and change.entry.dealer not in new_seats)
    )
    return replace(
        game,
        names=names,
        founders=tuple(sorted(new_seats[s] for s in game.founders if s in new_seats)),
        roster_changes=tuple(change.reseated(new_seats) for change in changes),
        stand_ins={new_seats[s]: pair for s, pair in game.stand_ins.items() if s in new_seats},
        phones={new_seats[s]: phone for s, phone in game.phones.items() if s in new_seats},
    )


def _between_rounds(game: Game, entry: RosterEntry, shown: int = 0) -> Game:
    begun = max(rotations_begun(game.rounds), shown)
    change = RosterChange(len(game.rounds) + 1, entry, begun)
    return replace(game, roster_changes=(*game.roster_changes, change))


def _without_round(game: Game, removed: int) -> Game:
    """Remove a round and renumber the changes and house rules of later rounds."""
    return replace(
        game,
        rounds=(*game.rounds[: removed - 1], *game.rounds[removed:]),
        roster_changes=tuple(
            replace(change, number=change.number - (change.number > removed))
            for change in game.roster_changes
        ),
        settled=tuple(
            replace(ruling, from_round=ruling.from_round - (ruling.from_round > removed))
            for ruling in game.settled
        ),
    )


def _first_plan(start: e.GameStarted, seats: Sequence[Seat]) -> tuple[Rotation, ...]:
    return FORMATS[start.game_format].first_plan(seats, start.table_size)


def _without_stage(game: Game, removed: int) -> Game:
    changes = (
        change
        for change in game.roster_changes
        if not (isinstance(change.entry, e.StageDrawn) and change.entry.stage == removed)
    )
    return replace(game, plan=game.plan[: removed - 1], roster_changes=tuple(changes))


def _renamed(game: Game, names: tuple[str, ...]) -> Game:
    # A combined owner and stand-in label that is changed becomes an ordinary name.
    stand_ins = {seat: pair for seat, pair in game.stand_ins.items() if game.name(seat) in names}
    if game.is_begun:  # points belong to seats, so from now on only labels change
        return replace(game, names=names, stand_ins=stand_ins)
    new_seats = _new_seats(game.names, names)
    reseated = _reseated(replace(game, stand_ins=stand_ins), names, new_seats)
    # If the set of players is unchanged, keep the plan.
    return reseated if reseated.current_roster == game.current_roster else replan(reseated)


def _new_seats(old: tuple[str, ...], new: tuple[str, ...]) -> Mapping[Seat, Seat]:
    """Map old seats to new ones by name; renamed players get the remaining seats in order."""
    named = {key(name): seat for seat, name in enumerate(new, start=1)}
    moved = {seat: named[key(n)] for seat, n in enumerate(old, start=1) if key(n) in named}
    others = (seat for seat in range(1, len(old) + 1) if seat not in moved)
    left = sorted(set(named.values()) - set(moved.values()))
    return moved | dict(zip(others, left, strict=True))


def _with_stand_in(game: Game, seat: Seat, name: str) -> Game:
    """Return the game with a seat labelled `owner / name`, or `owner` if the owner returns."""
    owner, _ = game.stand_ins.get(seat, (game.name(seat), ""))
    stand_ins = {other: pair for other, pair in game.stand_ins.items() if other != seat}
    label = owner
    if key(owner) != key(name):
        label = f"{owner} / {name}"
        stand_ins[seat] = (owner, name)
    names = (*game.names[: seat - 1], label, *game.names[seat:])
    return replace(game, names=names, stand_ins=stand_ins)


def replan(game: Game, shown: int = 0) -> Game:
    """Return the game with its tournament plan updated for the current players.

    Rotations that have begun are not changed, nor are the first `shown` ones.
    """
    game_format, seats = game.game_format, game.current_roster
    if game.is_seating:  # the plan is made at `SeatsClosed`
        return game
    if game_format.has_stages:
        plan = game.plan if game.is_begun else _first_plan(game.start, seats)
        return replace(game, plan=plan)
    # Between the leaves and joins of one request there may be too few or too many players.
    if (
        not game_format.has_rotations
        or not game_format.min_players <= len(seats) <= game_format.max_players
    ):
        return game
    begun = max(rotations_begun(game.rounds), shown)
    # A rotation that has begun is finished with substitutes for players who left.
    played = game.seating[:begun]
    rotations = game.rotations or (len(game.seating) if begun else None)
    return replace(game, plan=(*played, *replanned(seats, played)), rotations=rotations)
