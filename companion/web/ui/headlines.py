"""Sentences on the state of a game: its leader and goal, its winner and the reason."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from math import ceil

from companion.game.entries import AdjustmentMade
from companion.game.game import Game
from companion.game.outcome import Outcome, Termination
from companion.game.reports.clock import Span
from companion.game.rounds import Round, Seat, Side
from companion.game.standings import Standing, lead
from companion.game.tally import Adjustment
from companion.game.tournament.stages import Stage
from companion.services.clock import Phase, TableClock
from companion.web.http.i18n import N_, average, clock_time, duration, gettext, ngettext
from companion.web.ui.messages import format_words

_SOON, _LONG = 10, 120  # minutes
_MINUTES_A_ROUND, _MINUTES_A_CHANGE = 7.5, 5
_FIRST_RANKS = (N_("1st"), N_("2nd"), N_("3rd"))
# By last digit, of ranks above 3.
_LATER_RANKS = {
    0: N_("%(rank)sth"), 1: N_("%(rank)sst"), 2: N_("%(rank)snd"), 3: N_("%(rank)srd")
}  # fmt: skip
_RTL = {"R", "AL"}  # Unicode's bidirectional classes of letters written from right to left

TERMINATIONS: Mapping[Termination, str] = {
    Termination.TARGET_REACHED: N_("first to %(target)s points"),
    Termination.LOWEST_AT_TARGET: N_("lowest total when somebody reached %(target)s"),
    Termination.LAST_SURVIVOR: N_("last one under %(target)s points"),
    Termination.ALL_ROTATIONS_PLAYED: N_("most points after the last rotation"),
    Termination.ROUNDS_PLAYED: N_("most points after the last round"),
    Termination.FINAL_PLAYED: N_("first in the final"),
    Termination.BY_AGREEMENT: N_("everyone agreed to stop"),
}


def lead_sentence(game: Game) -> str:
    """Return who leads and by how much, or who are tied, or else the stage that was drawn.

    It is empty before the first round.
    """
    found = lead(game)
    if found is None:
        return stage_name(game.stages[-1]) if game.stages and game.rounds else ""
    leaders = found.leaders
    seats = [seat for each in leaders for seat in each.side]
    by, total = str(found.by), str(leaders[0].total)
    if not game.scoring.has_hands:
        by = ngettext("%(num)s round", "%(num)s rounds", found.by or 0) % {"num": by}
        total = rounds_won(leaders[0].total)
    values = {"names": seat_names(game, seats), "by": by, "total": total}
    if found.by is None and len(leaders) > 1:
        words = gettext("All tied at %(total)s")
    elif len(leaders) > 1:
        words = gettext("%(names)s are tied at %(total)s")
    elif found.by is None:  # all others have left
        words = gettext("%(names)s leads with %(total)s")
    else:
        words = ngettext("%(names)s leads by %(by)s", "%(names)s lead by %(by)s", len(seats))
    return words % values


def goal_sentence(game: Game) -> str:
    """Return how a game is won (or else its format), as headline before it begins."""
    if game.is_open_ended:
        return gettext("Play until you stop")
    if game.target is None:
        return _limit_sentence(game) or format_words(game.game_format.name).name
    if not game.scoring.has_hands:
        words = ngettext(
            "First to win %(target)s round", "First to win %(target)s rounds", game.target
        )
    elif game.scoring.is_highest_first:
        words = gettext("First to %(target)s wins")
    elif game.game_format.eliminates:
        words = gettext("Reach %(target)s and you’re out")
    else:
        words = gettext("Ends at %(target)s, lowest total wins")
    goal = words % {"target": game.target}
    if game.round_limit is None:
        return goal
    return gettext("%(goal)s, %(rounds)s at most") % {"goal": goal, "rounds": _limit(game)}


def _limit_sentence(game: Game) -> str:
    """Return how a game is won that ends after a number of rounds, else an empty text."""
    if game.round_limit is None:
        return ""
    words = gettext("%(rounds)s, lowest total wins")
    if not game.scoring.has_hands:
        words = gettext("%(rounds)s, whoever wins most of them wins")
    elif game.scoring.is_highest_first:
        words = gettext("%(rounds)s, most points win")
    return words % {"rounds": _limit(game)}


def _limit(game: Game) -> str:
    limit = game.round_limit or 0
    return ngettext("%(num)s round", "%(num)s rounds", limit) % {"num": limit}


def end_words(game: Game) -> str:
    """Return what ends a game as an item of a list (`to 500`), empty if only its format does."""
    if game.is_open_ended:
        return gettext("until you stop")
    if game.target is None:
        return _limit(game) if game.round_limit else ""
    words = gettext("to %(target)s")
    if not game.scoring.has_hands:
        words = ngettext("to %(target)s round won", "to %(target)s rounds won", game.target)
    target = words % {"target": game.target}
    if game.round_limit is None:
        return target
    return gettext("%(target)s or %(rounds)s") % {"target": target, "rounds": _limit(game)}


def round_of_limit(game: Game) -> str:
    """Return the number of the next round and the limit, empty without a limit or past it."""
    number = len(game.rounds) + 1
    if game.round_limit is None or number > game.round_limit:
        return ""
    return gettext("Round %(number)s of %(all)s") % {"number": number, "all": game.round_limit}


def rounds_won(number: int) -> str:
    return ngettext("%(num)s round won", "%(num)s rounds won", number) % {"num": number}


def ordinal(rank: int) -> str:
    """Return a rank as it is read aloud: `1st`, `2nd`, `3rd`, `4th`."""
    if rank <= len(_FIRST_RANKS):
        return gettext(_FIRST_RANKS[rank - 1])
    last = 0 if rank % 100 // 10 == 1 else rank % 10  # 11th to 13th
    return gettext(_LATER_RANKS.get(last, _LATER_RANKS[0])) % {"rank": rank}


def figure(game: Game, row: Standing) -> str:
    """Return the figure that ranks a side: its total, or its points per round."""
    if game.start.by_average and row.per_round is not None:
        return average(row.per_round)
    return str(row.total)


def clock_sentence(clock: TableClock) -> str:
    """Return how near the stop time is, else how long the game still takes, empty if unknown."""
    return _stop_sentence(clock) or _span_sentence(clock.to_go)


def _stop_sentence(clock: TableClock) -> str:
    """Return how near the stop time is, empty if there is none or the game likely ends before."""
    stop, left = clock.game.stop_at, clock.rounds_left
    if stop is None:
        return ""
    values = {"time": clock_time(stop), "num": left}
    if clock.phase == Phase.LAST:
        return gettext("Last round before %(time)s") % values
    if clock.phase == Phase.OVER:
        return gettext("It’s past %(time)s") % values
    if left is None or (clock.to_go and clock.to_go.middle < clock.minutes_left):
        return ""
    words = ngettext(
        "%(num)s more round before %(time)s", "%(num)s more rounds before %(time)s", left
    )
    return words % values


def _span_sentence(span: Span | None) -> str:
    """Return the time a game still takes, in minutes (by fives) or hours, empty if unknown."""
    if span is None:
        return ""
    if span.most < _SOON:
        return gettext("Less than %(minutes)s min to go") % {"minutes": _SOON}
    if span.most > _LONG:
        least = max(round(span.least / 60), 1)
        hours = {"least": least, "most": max(round(span.most / 60), least + 1)}
        return gettext("%(least)s to %(most)s hours to go") % hours
    minutes = {"least": max(int(span.least / 5), 1) * 5, "most": ceil(span.most / 5) * 5}
    return gettext("%(least)s to %(most)s min to go") % minutes


def win_headline(game: Game, outcome: Outcome) -> str:
    """Return the announcement of the winners (`Jean wins!`), or that no round was played."""
    if not game.tally.ledger.rounds and outcome.termination == Termination.BY_AGREEMENT:
        return gettext("Stopped before the first round")
    won = ngettext("%(names)s wins!", "%(names)s win!", len(outcome.winners))
    return won % {"names": seat_names(game, outcome.winners)}


def win_reason(game: Game, outcome: Outcome) -> str:
    """Return the reason for a win, as the end of a sentence: `first to 500 points`."""
    words = gettext(TERMINATIONS[outcome.termination])
    if outcome.termination == Termination.ALL_ROTATIONS_PLAYED and game.start.by_average:
        words = gettext("most points per round after the last rotation")
    if outcome.termination == Termination.TARGET_REACHED and not game.scoring.has_hands:
        words = ngettext(
            "first to win %(target)s round", "first to win %(target)s rounds", game.target or 0
        )
    if outcome.termination == Termination.FINAL_PLAYED and game.by_lot.issuperset(outcome.winners):
        words = gettext("first in the final, decided by lot")
    if outcome.termination == Termination.ROUNDS_PLAYED and not game.scoring.is_highest_first:
        words = gettext("lowest total after the last round")
    elif outcome.termination == Termination.ROUNDS_PLAYED and not game.scoring.has_hands:
        words = gettext("most rounds won")
    return words % {"target": game.target}


def ending_sentence(game: Game, outcome: Outcome) -> str:
    if not game.tally.ledger.rounds and outcome.termination == Termination.BY_AGREEMENT:
        return f"{win_headline(game, outcome)}."
    won = ngettext("%(names)s wins: %(why)s.", "%(names)s win: %(why)s.", len(outcome.winners))
    return won % {"names": seat_names(game, outcome.winners), "why": win_reason(game, outcome)}


def round_number(game: Game, round_: Round, number: int) -> str:
    """Return a round's number as text, in a tournament `2 (table 1, rotation 3)`."""
    if not game.game_format.has_several_tables:
        return str(number)
    position = (round_.table, round_.rotation)
    earlier = sum((each.table, each.rotation) == position for each in game.rounds[: number - 1])
    words = gettext("%(number)s (table %(table)s, rotation %(rotation)s)")
    if game.game_format.has_stages:
        words = gettext("%(number)s (table %(table)s, stage %(rotation)s)")
        if round_.rotation <= len(game.stages) and game.stages[round_.rotation - 1].is_final:
            words = gettext("%(number)s (final)")
    return words % {"number": earlier + 1, "table": round_.table, "rotation": round_.rotation}


def stage_name(stage: Stage) -> str:
    if stage.is_final:
        return gettext("Final")
    return gettext("Stage %(number)s") % {"number": stage.number}


def stages_sentence(game: Game, *, has_time: bool = True) -> str:
    """Return the tables of all stages: `6 tables, then 3, then the final; about 1 h 40`."""
    tables, rules = game.outline, game.stage_rules
    words = ngettext("%(num)s table", "%(num)s tables", tables[0])
    parts = [words % {"num": tables[0]}]
    parts += [gettext("then %(num)s") % {"num": number} for number in tables[1:-1]]
    parts.append(gettext("then the final"))
    # A single table is the final.
    said = ", ".join(parts if len(tables) > 1 else [gettext("only a final")])
    if not has_time:
        return said
    rounds = (len(tables) - 1) * rules.rounds + rules.final_rounds
    minutes = rounds * _MINUTES_A_ROUND + len(tables) * _MINUTES_A_CHANGE
    took = duration(timedelta(minutes=round(minutes, -1)))
    return gettext("%(tables)s; about %(time)s") % {"tables": said, "time": took}


def seat_names(game: Game, seats: Iterable[Seat]) -> str:
    """Return the names of seats: `Ana, Bo and Cy`."""
    return joined_names([game.name(seat) for seat in seats])


def joined_names(names: Sequence[str], most: int | None = None) -> str:
    """Join names in a sentence, beyond `most` + 1 names as `Ana, Bo, Cy and 2 others`."""
    shown = [isolated(name) for name in names]
    if most is not None and len(shown) > most + 1:
        words = ngettext(
            "%(names)s and %(num)s other", "%(names)s and %(num)s others", len(shown) - most
        )
        return words % {"names": ", ".join(shown[:most]), "num": len(shown) - most}
    if len(shown) < 2:  # noqa: PLR2004 - two and more are joined
        return "".join(shown)
    return gettext("%(others)s and %(last)s") % {"others": ", ".join(shown[:-1]), "last": shown[-1]}


def side_name(game: Game, side: Side) -> str:
    """Return the name of a side in a sentence: `Ana + Bo`."""
    return " + ".join(isolated(game.name(seat)) for seat in side)


def adjustment_text(game: Game, each: Adjustment | AdjustmentMade) -> str:
    """Return points beside the rounds, with whose they are and why."""
    side = next(side for side in game.game_format.sides(game.seats) if each.seat in side)
    if isinstance(each, Adjustment) and each.is_return:
        return f"{side_name(game, side)} = {each.points}"
    why = f" ({isolated(each.why)})" if each.why else ""
    points = f"{each.points:+}".replace("-", "\u2212")  # minus sign
    return f"{side_name(game, side)}\xa0{points}{why}"


def isolated(name: str) -> str:
    """Return a name, in Unicode isolates if it has letters written from right to left."""
    if name.isascii() or not _RTL & {unicodedata.bidirectional(letter) for letter in name}:
        return name
    return f"\u2068{name}\u2069"
