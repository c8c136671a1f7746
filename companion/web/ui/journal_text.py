"""What happened at the table, in words."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import singledispatch
from itertools import zip_longest

from companion.game import entries as e
from companion.game.cards.hand import Hand
from companion.game.replay import Game, fold, replay
from companion.game.rounds import Round, Seat
from companion.game.tally import ScoredRound
from companion.services.games import Changed
from companion.store.protocols import Line
from companion.web.http.i18n import gettext


@dataclass(frozen=True, slots=True)
class Happened:
    """One change: when, by whom, in words, and whether it still stands."""

    line: Line
    sentence: str
    stands: bool


def told(journal: Iterable[tuple[Line, e.Entry]], game: Game) -> list[Happened]:
    """Tell a whole journal, the latest change first."""
    standing = {*game.changes, 1}
    sentences: dict[int, str] = {}
    happened = []
    so_far: dict[int, e.Entry] = {}
    before: Game | None = None
    for line, entry in journal:
        so_far[line.version] = entry
        sentence = _told(entry, before, so_far, sentences)
        sentences[line.version] = sentence
        stands = line.version in standing or isinstance(entry, e.TakenBack)
        happened.append(Happened(line, sentence, stands))
        after = before and fold(before, (line.version, entry))
        before = after or replay(so_far.items())
    return happened[::-1]


def _told(
    entry: e.Entry,
    before: Game | None,
    so_far: Mapping[int, e.Entry],
    sentences: Mapping[int, str],
) -> str:
    if before is None:
        return gettext("The game was started.")
    if isinstance(entry, e.TakenBack):
        return _taken_back(entry, so_far, sentences)
    return sentence(entry, before)


def _taken_back(
    back: e.TakenBack, so_far: Mapping[int, e.Entry], sentences: Mapping[int, str]
) -> str:
    """Say what was undone; or redone, where an undoing was taken back."""
    first = so_far[back.versions[0]]
    if isinstance(first, e.TakenBack):
        return gettext("Redone: %(what)s") % {"what": _all(first, sentences)}
    return gettext("Undone: %(what)s") % {"what": _all(back, sentences)}


def _all(back: e.TakenBack, sentences: Mapping[int, str]) -> str:
    return " ".join(sentences[version] for version in back.versions)


def _stepped(changed: Changed, back: e.TakenBack) -> str:
    """Say which round a single step took away, brought back or changed; else nothing.

    A tournament counts its rounds by tables, so their numbers would tell nobody anything.
    """
    was, now = changed.before.rounds, changed.game.rounds
    both = enumerate(zip_longest(was, now), start=1)
    number = next((number for number, (one, other) in both if one != other), None)
    if number is None or len(back.versions) > 1 or changed.game.game_format.is_planned:
        return ""
    if len(was) > len(now):
        words = gettext("Round %(number)s is gone.")
    elif len(was) < len(now):
        words = gettext("Round %(number)s is back.")
    else:
        words = gettext("Round %(number)s has changed.")
    return words % {"number": number}


def saved(changed: Changed) -> str:
    """Say what was just saved, and how it stands now."""
    if changed.entry is None:
        return gettext("This was saved already.")
    if isinstance(changed.entry, e.TakenBack):
        is_redo = changed.entry.versions == changed.before.undone[-1:]
        said = gettext("Redone.") if is_redo else gettext("Undone.")
        return " ".join(filter(None, (said, _stepped(changed, changed.entry))))
    if isinstance(changed.entry, e.RoundRecorded):
        return credited(changed.game, changed.game.tally.played[-1])
    return sentence(changed.entry, changed.before)


def credited(game: Game, played: ScoredRound) -> str:
    """Say who got what in a round; in a tournament without its number: tables count their own."""
    credits_ = ", ".join(
        f"{' + '.join(game.name(seat) for seat in credit.side)} +{credit.points}"
        for credit in played.credited
        if credit.points or game.scoring.is_highest_first
    )
    values = {"number": played.number, "credits": credits_ or "0"}
    if game.game_format.is_planned:
        return gettext("Saved: %(credits)s.") % values
    return gettext("Round %(number)s saved: %(credits)s.") % values


@singledispatch
def sentence(entry: e.Entry, before: Game) -> str:
    """Say what an entry changed, from the game before it."""
    raise TypeError(entry, before)


@sentence.register
def _(entry: e.RoundRecorded, before: Game) -> str:
    number = len(before.rounds) + 1
    values = {
        "number": number,
        "name": before.name(entry.round.went_out),
        "hands": _hands(entry.round, before),
        "table": entry.round.table,
        "rotation": entry.round.rotation,
    }
    if before.game_format.is_planned:
        return (
            gettext(
                "Round %(number)s (table %(table)s, rotation %(rotation)s): %(name)s went out."
                " %(hands)s"
            )
            % values
        )
    return gettext("Round %(number)s: %(name)s went out. %(hands)s") % values


@sentence.register
def _(entry: e.RoundCorrected, before: Game) -> str:
    old = before.rounds[entry.number - 1]
    changes = ", ".join(_differences(old, entry.round, before))
    values = {"number": entry.number, "changes": changes or gettext("nothing changed")}
    return gettext("Round %(number)s corrected: %(changes)s.") % values


@sentence.register
def _(entry: e.RoundRemoved, before: Game) -> str:
    del before
    return gettext("Round %(number)s was removed.") % {"number": entry.number}


@sentence.register
def _(entry: e.PlayersRenamed, before: Game) -> str:
    pairs = zip(before.names, entry.names, strict=True)
    changed = ", ".join(f"{old} → {new}" for old, new in pairs if old != new)
    return gettext("Names: %(names)s.") % {"names": changed or gettext("nothing changed")}


@sentence.register
def _(entry: e.TargetChanged, before: Game) -> str:
    values = {"old": before.target, "new": entry.target}
    return gettext("The target went from %(old)s to %(new)s.") % values


@sentence.register
def _(entry: e.DealerSet, before: Game) -> str:
    return gettext("%(name)s deals the next round.") % {"name": before.name(entry.dealer)}


@sentence.register
def _(entry: e.GameFinished, before: Game) -> str:
    del before
    if entry.finished:
        return gettext("The table agreed to stop here.")
    return gettext("The game goes on.")


@sentence.register
def _(entry: e.PlayersLeft, before: Game) -> str:
    values = {"names": _names(entry.seats, before)}
    if not before.game_format.is_planned:
        return gettext("%(names)s left the table.") % values
    return (
        gettext(
            "%(names)s left. A rotation that has begun is finished with a stand-in; from the next"
            " one on everybody is seated anew."
        )
        % values
    )


@sentence.register
def _(entry: e.PlayerJoined, before: Game) -> str:
    if entry.seat <= len(before.names):
        said = gettext("%(name)s is back.") % {"name": before.name(entry.seat)}
    else:
        values = {"name": entry.name, "total": entry.total}
        said = gettext("%(name)s joined with a total of %(total)s.") % values
    if not before.game_format.is_planned:
        return said
    return said + " " + gettext("From the next rotation on everybody is seated anew.")


@sentence.register
def _(entry: e.StandIn, before: Game) -> str:
    values = {"name": entry.name, "seat": before.name(entry.seat)}
    return gettext("%(name)s plays on for %(seat)s; the points stay with the seat.") % values


@sentence.register
def _(entry: e.RotationsChanged, before: Game) -> str:
    values = {"old": len(before.seating), "new": entry.rotations}
    return gettext("Rotations to be played: %(new)s, not %(old)s.") % values


@sentence.register
def _(entry: e.RulingSettled, before: Game) -> str:
    del before
    return gettext("This table plays: %(text)s") % {"text": entry.text}


@sentence.register
def _(entry: e.RulingUnsettled, before: Game) -> str:
    old = next((s.text for s in before.settled if s.rule == entry.rule), "")
    return gettext("No longer played: %(text)s") % {"text": old}


@sentence.register
def _(entry: e.Together, before: Game) -> str:
    return " ".join(sentence(part, before) for part in entry.parts)


def _names(seats: Iterable[Seat], game: Game) -> str:
    return ", ".join(game.name(seat) for seat in seats)


def _hands(round_: Round, game: Game) -> str:
    if round_.pile:
        return gettext("All the others together: %(points)s.") % {"points": round_.pile.points}
    hands = (f"{game.name(seat)} {hand.points}" for seat, hand in round_.hands.items())
    return ", ".join(hands) + "."


def _differences(old: Round, new: Round, game: Game) -> Iterator[str]:
    if old.went_out != new.went_out:
        values = {"old": game.name(old.went_out), "new": game.name(new.went_out)}
        yield gettext("%(new)s went out, not %(old)s") % values
    for seat in sorted({*old.hands, *new.hands}):
        was, now = old.hands.get(seat), new.hands.get(seat)
        if was != now:
            values = {"name": game.name(seat), "old": _points(was), "new": _points(now)}
            yield gettext("%(name)s’s hand from %(old)s to %(new)s") % values
    if old.pile != new.pile:
        values = {"old": _points(old.pile), "new": _points(new.pile)}
        yield gettext("all the others together from %(old)s to %(new)s") % values
    if old.resting != new.resting:
        resting = _names(new.resting, game) or "–"
        yield gettext("sitting out: %(names)s") % {"names": resting}


def _points(hand: Hand | None) -> str:
    return "–" if hand is None else str(hand.points)
