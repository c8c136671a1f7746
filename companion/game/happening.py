"""What each kind of entry does to a game."""

from collections.abc import Mapping
from dataclasses import replace
from functools import singledispatch

from companion.game import entries as e
from companion.game.game import Game
from companion.game.players import key
from companion.game.replanning import planned_anew
from companion.game.roster import RosterChange, Said
from companion.game.rounds import Seat
from companion.game.tournament.tables import begun


@singledispatch
def happened(entry: e.Entry, game: Game) -> Game:
    """Give the game after this entry; taking back is not among them, it needs the whole journal."""
    raise TypeError(entry, game)


@happened.register
def _(entry: e.RoundRecorded, game: Game) -> Game:
    return replace(game, rounds=(*game.rounds, entry.round))


@happened.register
def _(entry: e.RoundCorrected, game: Game) -> Game:
    before, after = game.rounds[: entry.number - 1], game.rounds[entry.number :]
    return replace(game, rounds=(*before, entry.round, *after))


@happened.register
def _(entry: e.RoundRemoved, game: Game) -> Game:
    """Remove a round and close up all that was said of later ones."""
    gone = entry.number
    return replace(
        game,
        rounds=(*game.rounds[: gone - 1], *game.rounds[gone:]),
        between=tuple(each.closed_up(gone) for each in game.between),
        settled=tuple(
            replace(s, from_round=s.from_round - (s.from_round > gone)) for s in game.settled
        ),
    )


@happened.register
def _(entry: e.PlayersRenamed, game: Game) -> Game:
    """Label the seats anew; before the first round whoever keeps a name moves to its seat."""
    if game.rounds:
        return replace(game, names=entry.names, stand_ins=_still_there(game, entry.names))
    to = _moves(game.names, entry.names)
    after = replace(
        game,
        names=entry.names,
        founders=tuple(sorted(to[seat] for seat in game.founders)),
        between=tuple(each.moved(to) for each in game.between),
        stand_ins={to[seat]: both for seat, both in _still_there(game, entry.names).items()},
    )
    return planned_anew(after) if after.between else after


def _still_there(game: Game, names: tuple[str, ...]) -> Mapping[Seat, tuple[str, str]]:
    """Keep the stand-ins of those labels that are left as they are."""
    return {seat: both for seat, both in game.stand_ins.items() if game.name(seat) in names}


def _moves(old: tuple[str, ...], new: tuple[str, ...]) -> Mapping[Seat, Seat]:
    """From old seats to new ones: to one's own name, and all others to the seats left over."""
    there = {key(name): seat for seat, name in enumerate(new, start=1)}
    kept = {seat: there[key(n)] for seat, n in enumerate(old, start=1) if key(n) in there}
    others = (seat for seat in range(1, len(old) + 1) if seat not in kept)
    return kept | dict(zip(others, sorted(set(there.values()) - set(kept.values())), strict=True))


@happened.register
def _(entry: e.TargetChanged, game: Game) -> Game:
    return replace(game, target=entry.target)


@happened.register
def _(entry: e.DealerSet, game: Game) -> Game:
    return _said(game, entry)


@happened.register
def _(entry: e.PlayersLeft, game: Game) -> Game:
    return planned_anew(_said(game, entry))


@happened.register
def _(entry: e.PlayerJoined, game: Game) -> Game:
    is_new = entry.seat > len(game.names)
    now = replace(game, names=(*game.names, entry.name)) if is_new else game
    return planned_anew(_said(now, entry))


@happened.register
def _(entry: e.RotationsChanged, game: Game) -> Game:
    return _said(replace(game, rotations=entry.rotations), entry)


@happened.register
def _(entry: e.StandIn, game: Game) -> Game:
    """Label a seat with both names; whoever the seat belongs to may also come back to it."""
    owner, _ = game.stand_ins.get(entry.seat, (game.name(entry.seat), ""))
    is_back = key(owner) == key(entry.name)
    others = {seat: both for seat, both in game.stand_ins.items() if seat != entry.seat}
    label = owner if is_back else f"{owner} / {entry.name}"
    return replace(
        game,
        names=(*game.names[: entry.seat - 1], label, *game.names[entry.seat :]),
        stand_ins=others if is_back else {**others, entry.seat: (owner, entry.name)},
    )


@happened.register
def _(entry: e.GameFinished, game: Game) -> Game:
    if entry.finished:
        return _said(game, entry)
    going_on = tuple(b for b in game.between if not isinstance(b.said, e.GameFinished))
    return replace(game, between=going_on)


def _said(game: Game, said: Said) -> Game:
    between = RosterChange(len(game.rounds) + 1, said, begun(game.rounds))
    return replace(game, between=(*game.between, between))


@happened.register
def _(entry: e.RulingSettled, game: Game) -> Game:
    others = tuple(s for s in game.settled if s.rule != entry.rule)
    return replace(game, settled=(*others, entry))


@happened.register
def _(entry: e.RulingUnsettled, game: Game) -> Game:
    return replace(game, settled=tuple(s for s in game.settled if s.rule != entry.rule))


@happened.register
def _(entry: e.Together, game: Game) -> Game:
    for part in entry.parts:
        game = happened(part, game)
    return game
