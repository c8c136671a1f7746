"""Sentences on the entries of a journal: what each changed in the game before it."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from companion.game import entries as e
from companion.game.cards.hand import Hand
from companion.game.game import Game
from companion.game.rounds import Round, Seat
from companion.web.http.i18n import clock_time, gettext, language, ngettext
from companion.web.ui.headlines import (
    adjustment_text,
    end_words,
    isolated,
    round_number,
    seat_names,
)
from companion.web.ui.registry import registry
from companion.web.ui.settlements import point_text, settled_point


def entry_sentence(  # noqa: C901, PLR0911, PLR0912 - one table, written as a match
    entry: e.Entry, before: Game
) -> str:
    """Return a sentence on what an entry changed in the game `before` it, or raise for an undo."""
    match entry:
        case e.RoundRecorded():
            return _round_recorded(entry.round, before)
        case e.RoundCorrected():
            return _round_corrected(entry, before)
        case e.RoundRemoved(number):
            removed = round_number(before, before.rounds[number - 1], number)
            return gettext("Round %(number)s was removed.") % {"number": removed}
        case e.PlayersRenamed(names):
            pairs = zip(before.names, names, strict=True)
            changed = ", ".join(f"{old} → {new}" for old, new in pairs if old != new)
            return gettext("Names: %(names)s.") % {"names": changed or gettext("nothing changed")}
        case e.TargetChanged(target):
            values = {"old": before.target, "new": target}
            return gettext("The target went from %(old)s to %(new)s.") % values
        case e.EndChanged(target, round_limit):
            after = replace(before, target=target, round_limit=round_limit)
            return gettext("New end of the game: %(end)s.") % {"end": end_words(after)}
        case e.TitleChanged(title):
            return gettext("New name of the game: %(name)s.") % {"name": isolated(title or "–")}
        case e.DealerSet(dealer):
            return gettext("%(name)s deals the next round.") % {"name": before.name(dealer)}
        case e.GameFinished(finished):
            stopped = gettext("The table agreed to stop here.")
            return stopped if finished else gettext("The game goes on.")
        case e.PlayersLeft(seats):
            return _players_left(seats, before)
        case e.PlayerJoined():
            return _player_joined(entry, before)
        case e.SeatsClosed():
            words = gettext("The game began with %(number)s players.")
            return words % {"number": len(before.names)}
        case e.StandIn():
            words = gettext("%(name)s takes over from %(seat)s; the points stay with the seat.")
            return words % {"name": entry.name, "seat": before.name(entry.seat)}
        case e.RotationsChanged(rotations):
            values = {"old": len(before.seating), "new": rotations}
            return gettext("Rotations to be played: %(new)s, not %(old)s.") % values
        case e.StageDrawn(stage, tables):
            return _stage_drawn(stage, len(tables))
        case e.StageRemoved(stage):
            return gettext("The draw of stage %(stage)s was removed.") % {"stage": stage}
        case e.Combined((e.StageRemoved(stage), e.StageDrawn(_, tables))):
            if len(tables) == 1:
                return gettext("The final was drawn again.")
            return gettext("Stage %(stage)s was drawn again.") % {"stage": stage}
        case e.StopSet(str(time)):
            return gettext("You’re stopping at %(time)s.") % {"time": clock_time(time)}
        case e.StopSet():
            return gettext("You’re no longer stopping at a set time.")
        case e.CardAdded(card):
            named = {"card": isolated(card["name"]), "points": card["points"]}
            words = gettext("New card: %(card)s, %(points)s.")
            if entry.replaces:
                words = gettext("%(card)s is worth %(points)s.")
            return words % named
        case e.AdjustmentMade():
            words = gettext("Penalty or bonus: %(what)s.")
            return words % {"what": adjustment_text(before, entry)}
        case e.AdjustmentRemoved(number):
            words = gettext("Penalty or bonus removed: %(what)s.")
            return words % {"what": adjustment_text(before, before.adjustments[number - 1])}
        case e.RulingSettled():
            text = settled_point(entry, before.start.edition)
            return gettext("House rule: %(text)s") % {"text": text}
        case e.RulingUnsettled(rule):
            text = point_text(rule, before.start.edition)
            return gettext("House rule dropped: %(text)s") % {"text": text}
        case e.Combined(parts):
            return " ".join(entry_sentence(part, before) for part in parts)
    raise TypeError(entry, before)


def _stage_drawn(stage: int, tables: int) -> str:
    if tables == 1:
        return gettext("The final was drawn.")
    words = ngettext(
        "Stage %(stage)s was drawn: %(num)s table.",
        "Stage %(stage)s was drawn: %(num)s tables.",
        tables,
    )
    return words % {"stage": stage, "num": tables}


def _round_recorded(round_: Round, before: Game) -> str:
    if round_.pile:
        pile = {"points": round_.pile.points}
        hands = gettext("All the others together: %(points)s.") % pile
    else:
        each = (f"{before.name(seat)} {hand.points}" for seat, hand in round_.hands.items())
        hands = ", ".join(each) + "." * bool(round_.hands)
    if round_.knocked_out:
        names = {"names": seat_names(before, round_.knocked_out)}
        out = ngettext(
            "Knocked out: %(names)s.", "Knocked out: %(names)s.", len(round_.knocked_out)
        )
        hands = " ".join(filter(None, [hands, out % names]))
    remark = round_.remark and gettext("“%(remark)s”") % {"remark": isolated(round_.remark)}
    hands = " ".join(filter(None, [hands, side_sentence(before, round_), remark]))
    values = {
        "number": round_number(before, round_, len(before.rounds) + 1),
        "what": " ".join(filter(None, [out_sentence(before, round_), hands])),
    }
    return gettext("Round %(number)s: %(what)s") % values


def _round_corrected(entry: e.RoundCorrected, before: Game) -> str:
    changes = ", ".join(_differences(before.rounds[entry.number - 1], entry.round, before))
    number = round_number(before, entry.round, entry.number)
    values = {"number": number, "changes": changes or gettext("nothing changed")}
    return gettext("Round %(number)s corrected: %(changes)s.") % values


def _differences(old: Round, new: Round, game: Game) -> Iterator[str]:
    if old.went_out != new.went_out:
        yield _winner_difference(old, new, game)
    for seat in sorted({*old.hands, *new.hands}):
        before, after = old.hands.get(seat), new.hands.get(seat)
        if before != after:
            values = {"name": game.name(seat), "old": _points(before), "new": _points(after)}
            yield gettext("%(name)s’s hand from %(old)s to %(new)s") % values
    if old.pile != new.pile:
        values = {"old": _points(old.pile), "new": _points(new.pile)}
        yield gettext("all the others together from %(old)s to %(new)s") % values
    if old.resting != new.resting:
        resting = seat_names(game, new.resting) or "–"
        yield gettext("sitting out: %(names)s") % {"names": resting}
    if old.knocked_out != new.knocked_out:
        names, count = seat_names(game, new.knocked_out) or "–", len(new.knocked_out) or 1
        words = ngettext("knocked out: %(names)s", "knocked out: %(names)s", count)
        yield words % {"names": names}
    if old.remark != new.remark:
        words = gettext("the word on it removed")
        if new.remark:
            words = gettext("a word on it: “%(remark)s”")
        yield words % {"remark": isolated(new.remark)}
    if old.side != new.side:
        yield gettext("side: %(side)s") % {"side": side_up(game, new) or "–"}


def _winner_difference(old: Round, new: Round, game: Game) -> str:
    if not new.went_out:
        return gettext("nobody went out")
    if not old.went_out:
        return gettext("%(name)s went out") % {"name": game.name(new.went_out)}
    values = {"old": game.name(old.went_out), "new": game.name(new.went_out)}
    return gettext("%(new)s went out, not %(old)s") % values


def out_sentence(game: Game, round_: Round) -> str:
    """Return a sentence on a round's winner, who went out, won it or was the last one standing.

    It is empty if nobody went out.
    """
    if not round_.went_out:
        return ""
    words = gettext("%(name)s went out.")
    if not game.scoring.has_hands:
        words = gettext("%(name)s won the round.")
    elif round_.knocked_out and not (round_.hands or round_.pile):
        words = gettext("%(name)s was the last one standing.")
    return words % {"name": isolated(game.name(round_.went_out))}


def side_sentence(game: Game, round_: Round) -> str:
    """Return which card side was up, or an empty text for one-sided cards."""
    side = side_up(game, round_)
    return gettext("Side: %(side)s.") % {"side": side} if side else ""


def side_up(game: Game, round_: Round) -> str:
    """Return the name of the card side that was up, empty for one-sided cards."""
    if round_.side is None:
        return ""
    box = game.start.box
    known = registry().playable.get(box["like"] or "" if box else game.start.edition)
    return isolated(known.side_name(round_.side).localized(language()) if known else round_.side)


def _points(hand: Hand | None) -> str:
    return "–" if hand is None else str(hand.points)


def _players_left(seats: Collection[Seat], before: Game) -> str:
    if before.is_seating:
        words = ngettext(
            "%(names)s gave up their seat.", "%(names)s gave up their seats.", len(seats)
        )
    elif before.game_format.has_rotations and not before.game_format.has_stages:
        words = gettext(
            "%(names)s left. A stand-in finishes the rotation that has begun; from the next one on,"
            " everybody gets a new seat."
        )
    else:
        words = gettext("%(names)s left the table.")
    return words % {"names": seat_names(before, seats)} + _tables_filled(before)


def _player_joined(entry: e.PlayerJoined, before: Game) -> str:
    if before.is_seating:
        return gettext("%(name)s took a seat.") % {"name": entry.name}
    if entry.seat <= len(before.names):  # an existing seat, so a player who had left
        words = gettext("%(name)s is back.")
        if entry.sets_total:
            words = gettext("%(name)s is back with a total of %(total)s.")
        joined = words % {"name": before.name(entry.seat), "total": entry.total}
    else:
        values = {"name": entry.name, "total": entry.total}
        joined = gettext("%(name)s joined with a total of %(total)s.") % values
        if before.game_format.has_stages and not entry.total:
            joined = gettext("%(name)s joined.") % values
    if not before.game_format.has_rotations or before.game_format.has_stages:
        return joined + _tables_filled(before)
    return joined + " " + gettext("From the next rotation on, everybody gets a new seat.")


def _tables_filled(before: Game) -> str:
    """Return that heats fill their tables again while nothing was played, else an empty text."""
    if not before.stages or before.is_begun:
        return ""
    return " " + gettext("The tables were filled again: check who sits where.")
