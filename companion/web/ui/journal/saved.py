"""Sentences on a saved change, and on what its undo would revert."""

from companion.game import entries as e
from companion.game.game import Game
from companion.game.standings import ending
from companion.game.tally import ScoredRound
from companion.services.changes import Changed
from companion.web.http.i18n import gettext, ngettext
from companion.web.ui.headlines import (
    adjustment_text,
    ending_sentence,
    isolated,
    lead_sentence,
    side_name,
)
from companion.web.ui.journal.entries import entry_sentence


def saved_sentence(changed: Changed) -> str:
    match changed.entry:
        case None:
            return gettext("This was already saved.")
        case e.Undone(versions) if _is_redo(changed):
            return f"{gettext('Redone.')} {latest_sentence(changed.game)}."
        case e.Undone(versions):
            return _undone_sentence(changed, len(versions))
        case e.RoundRemoved(number) if changed.game.game_format.has_several_tables:
            result = _result(changed.before, changed.before.tally.played[number - 1])
            return gettext("Round removed: %(credits)s.") % {"credits": result}
        case e.RoundRecorded():
            sentence = f"{round_sentence(changed.game, changed.game.tally.played[-1])}."
            return " ".join(filter(None, (sentence, _now(changed.game))))
    return entry_sentence(changed.entry, changed.before)


def flash_kind(changed: Changed) -> str:
    """Return `shown` if the game's page shows the change beside its undo, else `message`.

    A `shown` one is only announced to screen readers.
    """
    if isinstance(changed.entry, e.RoundRecorded):
        return "shown"
    is_undone = isinstance(changed.entry, e.Undone) and not _is_redo(changed)
    game = changed.game
    has_line = not (game.is_seating or ending(game))
    if game.game_format.has_several_tables:  # the line is often shorter
        has_line &= saved_sentence(changed) == f"{latest_sentence(game)}."
    return "shown" if changed.entry and has_line and not is_undone else "message"


def _is_redo(changed: Changed) -> bool:
    return changed.entry == e.Undone(changed.before.undone[-1:])


def _undone_sentence(changed: Changed, steps: int) -> str:
    """Return what was undone, and for a round how to enter it again."""
    before = changed.before
    if steps > 1 or before.latest is None:
        words = ngettext("%(num)s change is undone.", "%(num)s changes are undone.", steps)
        return words % {"num": steps}
    match before.latest:
        # With several tables, the sentence of the entry says which table it was.
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
    # After the undo, `changed.game` is the game in which the entry was made.
    return gettext("Undone: “%(what)s”") % {"what": entry_sentence(before.latest, changed.game)}


def _now(game: Game) -> str:
    """Return a sentence on who has won or leads, empty for a format with several tables."""
    if game.game_format.has_several_tables:
        return ""
    outcome = ending(game)
    return ending_sentence(game, outcome) if outcome else f"{lead_sentence(game)}."


def latest_sentence(  # noqa: C901, PLR0911 - one table, written as a match
    game: Game,
) -> str:
    """Return a short phrase on the latest change, which an undo would revert."""
    match game.latest:
        case None:
            return gettext("Game started.").removesuffix(".")
        case e.RoundRecorded():
            return round_sentence(game, game.tally.played[-1])
        case e.RoundCorrected(number):
            return gettext("Round %(number)s corrected") % {"number": number}
        case e.RoundRemoved(number):
            return gettext("Round %(number)s removed") % {"number": number}
        case e.SeatsClosed() | e.Combined(parts=(*_, e.SeatsClosed() | e.DealerSet())):
            return gettext("Seats assigned")
        case e.TargetChanged(target):
            return gettext("Target: %(target)s") % {"target": target}
        case e.PlayersRenamed():
            return gettext("Names changed")
        case e.AdjustmentMade():
            return adjustment_text(game, game.latest)
        case e.AdjustmentRemoved():
            return gettext("Penalty or bonus removed")
        case e.PlayerJoined(seat, name):
            were_here = [c for c in game.roster_changes if seat in getattr(c.entry, "seats", ())]
            words = gettext("%(name)s is back.") if were_here else gettext("%(name)s joined")
            return words.removesuffix(".") % {"name": isolated(name)}
        case (
            e.DealerSet() | e.PlayersLeft() | e.GameFinished() | e.StopSet() | e.CardAdded()
            | e.EndChanged() | e.TitleChanged() | e.RulingSettled() | e.RulingUnsettled()
            | e.StageDrawn() | e.StageRemoved() | e.Combined((e.StageRemoved(), _))
        ):  # fmt: skip
            return entry_sentence(game.latest, game).removesuffix(".")
    return gettext("Settings changed")


def round_sentence(game: Game, played: ScoredRound) -> str:
    """Return a round's result as `Round 3: …`, or with several tables as `Saved: …`."""
    values = {"number": played.number, "what": _result(game, played)}
    if game.game_format.has_several_tables:
        return gettext("Saved: %(what)s") % values
    return gettext("Round %(number)s: %(what)s") % values


def _result(game: Game, played: ScoredRound) -> str:
    # If the lowest total wins, points are no success, so only the winner is named.
    round_ = played.round
    if not (game.scoring.is_highest_first or round_.went_out):
        hands = round_.hands.items()
        return ", ".join(f"{isolated(game.name(s))}\xa0{hand.points}" for s, hand in hands)
    if not game.scoring.is_highest_first:
        return gettext("%(name)s went out") % {"name": isolated(game.name(round_.went_out))}
    # No line breaks between a name and its figure.
    credited = (f"{side_name(game, each.side)}\xa0{each.points:+}" for each in played.credited)
    return ", ".join(credited) or "–"
