"""Sentences for the entries of a journal: its history, and what was just saved."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import singledispatch
from itertools import islice

from companion.game import entries as e
from companion.game.cards.hand import Hand
from companion.game.game import Game
from companion.game.replay import fold, replay
from companion.game.rounds import Round
from companion.game.standings import ending
from companion.game.tally import ScoredRound
from companion.services import Line
from companion.services.changes import Changed
from companion.web.http.i18n import clock_time, gettext, language, ngettext
from companion.web.ui.headlines import (
    ending_sentence,
    isolated,
    lead_sentence,
    round_number,
    seat_names,
    side_name,
)
from companion.web.ui.pages import PIECE, Piece
from companion.web.ui.registry import registry
from companion.web.ui.settlements import point_text, settled_point

_APART = timedelta(hours=1)
MOST_NAMED = 20  # changes that were taken back at once, as far as the history names them


@dataclass(frozen=True, slots=True)
class HistoryItem:
    """An entry of a journal; `table`: whose round it is about, None for the whole game.

    `is_early`: it says that it was made well before the one above it, so that its time is that of
    a phone which brought it later; servers' clocks differ by less.
    """

    line: Line
    sentence: str
    is_effective: bool
    table: int | None
    is_early: bool = False


def history(
    journal: Sequence[tuple[Line, e.Entry]], game: Game, piece: Piece | None = None
) -> list[HistoryItem]:
    """Return the changes of a piece, or all, the latest first.

    Each is told of the game as it stood before it, which only a replay of all before it tells.
    """
    told = _History(journal, game)
    piece = piece or Piece(1, len(journal), len(journal))
    return [told.item(version) for version in range(piece.last, piece.first - 1, -1)]


class _History:
    """A journal being told; what others refer to is told where it is needed first."""

    def __init__(self, journal: Sequence[tuple[Line, e.Entry]], game: Game) -> None:
        self.journal = journal
        self.entries = {line.version: entry for line, entry in journal}
        self.effective = {*game.changes, 1}
        self.items: dict[int, HistoryItem] = {}

    def item(self, version: int) -> HistoryItem:
        if version not in self.items:
            # Those around it are asked for as well, and one replay does for all of them.
            first = version - (version - 1) % PIECE
            self._tell(first)
        return self.items[version]

    def _tell(self, first: int) -> None:
        before: Game | None = None
        for line, entry in self.journal[first - 1 : first - 1 + PIECE]:
            version = line.version
            is_back = isinstance(entry, e.TakenBack)
            if not is_back and version > 1:
                # `fold` returns None where something was taken back; then only a replay tells.
                before = before or replay(islice(self.entries.items(), version - 1))
            is_effective = is_back or version in self.effective
            said, table = self._said(entry, before), self._table(entry, before)
            above = self.journal[max(version - 2, 0)][0]
            is_early = above.at - line.at > _APART
            self.items[version] = HistoryItem(line, said, is_effective, table, is_early)
            before = before and fold(before, (version, entry))

    def _said(self, entry: e.Entry, before: Game | None) -> str:
        if not isinstance(entry, e.TakenBack):
            return entry_sentence(entry, before) if before else gettext("Game started.")
        # An undoing that is taken back itself was a redoing.
        first = self.entries[entry.versions[0]]
        is_redo = isinstance(first, e.TakenBack)
        words = gettext("Redone: %(what)s") if is_redo else gettext("Undone: %(what)s")
        versions = first.versions if isinstance(first, e.TakenBack) else entry.versions
        named = [self.item(version).sentence for version in versions[:MOST_NAMED]]
        more = "…" if len(versions) > len(named) else ""
        return words % {"what": " ".join(filter(None, [*named, more]))}

    def _table(self, entry: e.Entry, before: Game | None) -> int | None:
        match entry:
            case e.RoundRecorded() | e.RoundCorrected():
                return entry.round.table
            case e.RoundRemoved(number) if before:
                return before.rounds[number - 1].table
            case e.TakenBack(versions):
                of_all = {self.item(version).table for version in versions[:MOST_NAMED]}
                return of_all.pop() if len(of_all) == 1 else None
        return None


def saved_sentence(changed: Changed) -> str:
    match changed.entry:
        case None:
            return gettext("This was already saved.")
        case e.TakenBack(versions) if _is_redo(changed):
            return f"{gettext('Redone.')} {latest_sentence(changed.game)}."
        case e.TakenBack(versions):
            return _undone_sentence(changed, len(versions))
        case e.RoundRemoved(number) if changed.game.game_format.has_several_tables:
            result = _result(changed.before, changed.before.tally.played[number - 1])
            return gettext("Round removed: %(credits)s.") % {"credits": result}
        case e.RoundRecorded():
            said = f"{round_sentence(changed.game, changed.game.tally.played[-1])}."
            return " ".join(filter(None, (said, _now(changed.game))))
    return entry_sentence(changed.entry, changed.before)


def flash_kind(changed: Changed) -> str:
    """Return `shown` where the page of the game shows what was saved beside its undo.

    Then it is only said to those who hear the page; elsewhere it is a `message`.
    """
    if isinstance(changed.entry, e.RoundRecorded):
        return "shown"
    is_undone = isinstance(changed.entry, e.TakenBack) and not _is_redo(changed)
    game = changed.game
    has_line = not (game.game_format.has_several_tables or game.is_seating or ending(game))
    return "shown" if changed.entry and has_line and not is_undone else "message"


def _is_redo(changed: Changed) -> bool:
    return changed.entry == e.TakenBack(changed.before.undone[-1:])


def _undone_sentence(changed: Changed, steps: int) -> str:
    """Return what was taken back, and how to go on where a round is to be entered again."""
    before = changed.before
    if steps > 1 or before.latest is None:
        words = ngettext("%(num)s change is undone.", "%(num)s changes are undone.", steps)
        return words % {"num": steps}
    match before.latest:
        # Where tables count their own rounds, the sentence of the entry says which table it was.
        case _ if before.game_format.has_several_tables:
            pass
        case e.RoundRecorded():
            played = before.tally.played[-1]
            words = gettext("Round %(number)s (%(what)s) is undone. Enter it again, or tap Redo.")
            return words % {"number": played.number, "what": _result(before, played)}
        case e.RoundCorrected(number):
            return gettext("The correction to round %(number)s is undone.") % {"number": number}
        case e.RoundRemoved(number):
            return gettext("Round %(number)s is back.") % {"number": number}
    # The game that undo leads to is the one that the entry was made in.
    return gettext("Undone: “%(what)s”") % {"what": entry_sentence(before.latest, changed.game)}


def _now(game: Game) -> str:
    """Return who has won or leads; nothing at one of several tables, which does not see that."""
    if game.game_format.has_several_tables:
        return ""
    outcome = ending(game)
    return ending_sentence(game, outcome) if outcome else f"{lead_sentence(game)}."


def latest_sentence(game: Game) -> str:  # noqa: PLR0911 - one table, written as a match
    """Return what undo would take back, as short as it can be said."""
    match game.latest:
        case None:
            return gettext("Game started.").removesuffix(".")
        case e.RoundRecorded():
            return round_sentence(game, game.tally.played[-1])
        case e.RoundCorrected(number):
            return gettext("Round %(number)s corrected") % {"number": number}
        case e.RoundRemoved(number):
            return gettext("Round %(number)s removed") % {"number": number}
        case e.SeatsClosed() | e.Together(parts=(*_, e.SeatsClosed() | e.DealerSet())):
            return gettext("Seats assigned")
        case e.TargetChanged(target):
            return gettext("Target: %(target)s") % {"target": target}
        case e.PlayersRenamed():
            return gettext("Names changed")
        case e.PlayerJoined(_, name):
            return gettext("%(name)s joined") % {"name": isolated(name)}
        case (
            e.DealerSet() | e.PlayersLeft() | e.GameFinished() | e.StopSet() | e.CardAdded()
            | e.RulingSettled() | e.RulingUnsettled()
        ):  # fmt: skip
            return entry_sentence(game.latest, game).removesuffix(".")
    return gettext("Settings changed")


def round_sentence(game: Game, played: ScoredRound) -> str:
    """Return what a round came to, with its number unless tables count their own."""
    values = {"number": played.number, "credits": _result(game, played)}
    if game.game_format.has_several_tables:
        return gettext("Saved: %(credits)s") % values
    return gettext("Round %(number)s: %(credits)s") % values


def _result(game: Game, played: ScoredRound) -> str:
    # Where the lowest total wins, points are nothing to be proud of.
    if not game.scoring.is_highest_first:
        return gettext("%(name)s went out") % {"name": isolated(game.name(played.round.went_out))}
    credited = (f"{side_name(game, credit.side)} {credit.points:+}" for credit in played.credited)
    return ", ".join(credited) or "–"


@singledispatch
def entry_sentence(entry: e.Entry, before: Game) -> str:
    """Return what an entry changed in the game as it stood `before` it."""
    raise TypeError(entry, before)


@entry_sentence.register
def round_recorded(entry: e.RoundRecorded, before: Game) -> str:
    round_ = entry.round
    if round_.pile:
        pile = {"points": round_.pile.points}
        hands = gettext("All the others together: %(points)s.") % pile
    else:
        each = (f"{before.name(seat)} {hand.points}" for seat, hand in round_.hands.items())
        hands = ", ".join(each) + "." * bool(round_.hands)
    if round_.knocked_out:
        names = {"names": seat_names(before, round_.knocked_out)}
        hands = " ".join(filter(None, [hands, gettext("Knocked out: %(names)s.") % names]))
    hands = " ".join(filter(None, [hands, side_sentence(before, round_)]))
    values = {
        "number": round_number(before, round_, len(before.rounds) + 1),
        "what": " ".join(filter(None, [out_sentence(before, round_), hands])),
    }
    return gettext("Round %(number)s: %(what)s") % values


@entry_sentence.register
def round_corrected(entry: e.RoundCorrected, before: Game) -> str:
    changes = ", ".join(_differences(before.rounds[entry.number - 1], entry.round, before))
    number = round_number(before, entry.round, entry.number)
    values = {"number": number, "changes": changes or gettext("nothing changed")}
    return gettext("Round %(number)s corrected: %(changes)s.") % values


def _differences(old: Round, new: Round, game: Game) -> Iterator[str]:
    if old.went_out != new.went_out:
        values = {"old": game.name(old.went_out), "new": game.name(new.went_out)}
        yield gettext("%(new)s went out, not %(old)s") % values
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
        knocked_out = seat_names(game, new.knocked_out) or "–"
        yield gettext("knocked out: %(names)s") % {"names": knocked_out}
    if old.side != new.side:
        yield gettext("side: %(side)s") % {"side": side_up(game, new) or "–"}


def out_sentence(game: Game, round_: Round) -> str:
    """Return how a round was won: by going out, or by being the last one in it."""
    words = gettext("%(name)s went out.")
    if not game.scoring.has_hands:
        words = gettext("%(name)s won the round.")
    elif round_.knocked_out and not (round_.hands or round_.pile):
        words = gettext("%(name)s was the last one standing.")
    return words % {"name": isolated(game.name(round_.went_out))}


def side_sentence(game: Game, round_: Round) -> str:
    """Return which side of the cards lay up; nothing where they have only one."""
    side = side_up(game, round_)
    return gettext("Side: %(side)s.") % {"side": side} if side else ""


def side_up(game: Game, round_: Round) -> str:
    """Return what the side that lay up is called, by the box or the one that an own box is like."""
    if round_.side is None:
        return ""
    box = game.start.box
    lender = registry().playable.get(box["like"] or "" if box else game.start.edition)
    return isolated(lender.side_name(round_.side).localized(language()) if lender else round_.side)


def _points(hand: Hand | None) -> str:
    return "–" if hand is None else str(hand.points)


@entry_sentence.register
def round_removed(entry: e.RoundRemoved, before: Game) -> str:
    number = round_number(before, before.rounds[entry.number - 1], entry.number)
    return gettext("Round %(number)s was removed.") % {"number": number}


@entry_sentence.register
def players_renamed(entry: e.PlayersRenamed, before: Game) -> str:
    pairs = zip(before.names, entry.names, strict=True)
    changed = ", ".join(f"{old} → {new}" for old, new in pairs if old != new)
    return gettext("Names: %(names)s.") % {"names": changed or gettext("nothing changed")}


@entry_sentence.register
def target_changed(entry: e.TargetChanged, before: Game) -> str:
    values = {"old": before.target, "new": entry.target}
    return gettext("The target went from %(old)s to %(new)s.") % values


@entry_sentence.register
def dealer_set(entry: e.DealerSet, before: Game) -> str:
    return gettext("%(name)s deals the next round.") % {"name": before.name(entry.dealer)}


@entry_sentence.register
def game_finished(entry: e.GameFinished, _: Game) -> str:
    if entry.finished:
        return gettext("The table agreed to stop here.")
    return gettext("The game goes on.")


@entry_sentence.register
def players_left(entry: e.PlayersLeft, before: Game) -> str:
    values = {"names": seat_names(before, entry.seats)}
    if before.is_seating:
        return (
            ngettext(
                "%(names)s gave up their seat.", "%(names)s gave up their seats.", len(entry.seats)
            )
            % values
        )
    if not before.game_format.has_rotations:
        return gettext("%(names)s left the table.") % values
    words = gettext(
        "%(names)s left. A stand-in finishes the rotation that has begun; from the next one on,"
        " everybody gets a new seat."
    )
    return words % values


@entry_sentence.register
def player_joined(entry: e.PlayerJoined, before: Game) -> str:
    if before.is_seating:
        return gettext("%(name)s took a seat.") % {"name": entry.name}
    if entry.seat <= len(before.names):  # a seat that there is already: somebody who had left
        joined = gettext("%(name)s is back.") % {"name": before.name(entry.seat)}
    else:
        values = {"name": entry.name, "total": entry.total}
        joined = gettext("%(name)s joined with a total of %(total)s.") % values
    if not before.game_format.has_rotations:
        return joined
    return joined + " " + gettext("From the next rotation on, everybody gets a new seat.")


@entry_sentence.register
def seats_closed(_: e.SeatsClosed, before: Game) -> str:
    return gettext("The game began with %(number)s players.") % {"number": len(before.names)}


@entry_sentence.register
def stand_in(entry: e.StandIn, before: Game) -> str:
    values = {"name": entry.name, "seat": before.name(entry.seat)}
    return gettext("%(name)s takes over from %(seat)s; the points stay with the seat.") % values


@entry_sentence.register
def rotations_changed(entry: e.RotationsChanged, before: Game) -> str:
    values = {"old": len(before.seating), "new": entry.rotations}
    return gettext("Rotations to be played: %(new)s, not %(old)s.") % values


@entry_sentence.register
def stop_set(entry: e.StopSet, _: Game) -> str:
    if entry.stop_at is None:
        return gettext("You’re no longer stopping at a set time.")
    return gettext("You’re stopping at %(time)s.") % {"time": clock_time(entry.stop_at)}


@entry_sentence.register
def card_added(entry: e.CardAdded, _: Game) -> str:
    values = {"card": isolated(entry.card["name"]), "points": entry.card["points"]}
    return gettext("New card: %(card)s, %(points)s.") % values


@entry_sentence.register
def ruling_settled(entry: e.RulingSettled, before: Game) -> str:
    return gettext("House rule: %(text)s") % {"text": settled_point(entry, before.start.edition)}


@entry_sentence.register
def ruling_unsettled(entry: e.RulingUnsettled, before: Game) -> str:
    text = point_text(entry.rule, before.start.edition)
    return gettext("House rule dropped: %(text)s") % {"text": text}


@entry_sentence.register
def together(entry: e.Together, before: Game) -> str:
    return " ".join(entry_sentence(part, before) for part in entry.parts)
