"""The result of a finished game: for one of its players, and to take home."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from flask import url_for

from companion.game.game import Game
from companion.game.outcome import Outcome
from companion.game.rounds import Seat
from companion.game.standings import Standing, ending, ranking
from companion.services.access import Access
from companion.web.http.i18n import day, gettext, ngettext
from companion.web.ui.access import game_service
from companion.web.ui.headlines import figure, ordinal, rounds_won, win_headline
from companion.web.ui.pictures.podium import podium_of
from companion.web.ui.pictures.svg import SharedResult

_MOST_SHARED = 10  # lines of the standings in the text to share


@dataclass(frozen=True)
class PlayersEnd:
    """The end of a game, with the standing of the player of `seat` (None if unknown)."""

    game: Game = field(compare=False, repr=False)
    outcome: Outcome
    when: str
    shared: SharedResult
    seat: Seat | None

    @cached_property
    def standings(self) -> Sequence[Standing]:
        return ranking(self.game)

    @property
    def steps(self) -> int:
        """The number of standings on the podium."""
        return podium_of(self.standings)

    @property
    def own(self) -> Standing | None:
        return next((each for each in self.standings if self.seat in each.side), None)

    @property
    def place(self) -> str:
        """The rank of the player, such as `You came 2nd`, or who has won if it is unknown."""
        if self.own is None:
            return win_headline(self.game, self.outcome)
        if self.own.rank == 1:
            return gettext("You won!")
        return gettext("You came %(place)s") % {"place": ordinal(self.own.rank)}


def players_end(access: Access, seat: Seat | None) -> PlayersEnd | None:
    """Return the end of a game whose access key cannot open its story, or None before its end."""
    game, outcome = access.game, ending(access.game)
    if not outcome or not game.tally.ledger.rounds:
        return None
    ended = game_service().times(access)[1]
    when = date_and_rounds(game, ended)
    shared = shared_result(game, outcome, ended, game_service().watch_key(access.game_id))
    return PlayersEnd(game, outcome, when, shared, seat)


def shared_result(game: Game, outcome: Outcome | None, ended: datetime, key: str) -> SharedResult:
    """Return the result to take home, with the picture that `key` opens."""
    text = result_text(game, outcome, ended) if outcome else ""
    return SharedResult(text, url_for("story.picture", key=key), f"uno-{ended:%Y-%m-%d}")


def result_text(game: Game, outcome: Outcome, ended: datetime) -> str:
    """Return winner, totals and date as a text to share."""
    ranked = ranking(game)
    shown = ranked[:_MOST_SHARED]
    rows = [f"{game.side_name(row.side)} {figure(game, row)}" for row in shown]
    if len(outcome.winners) == 1:
        # The headline already has the name.
        is_points = game.scoring.has_hands
        rows[0] = figure(game, shown[0]) if is_points else rounds_won(shown[0].total)
    if len(ranked) > len(shown):
        rows.append("…")
    when = date_and_rounds(game, ended)
    return f"{win_headline(game, outcome)} {' · '.join(rows)} ({when})"


def date_and_rounds(game: Game, ended: datetime) -> str:
    """Return the date and the number of rounds, such as `21 Nov 2026, 7 rounds`."""
    number = game.tally.ledger.rounds
    rounds = ngettext("%(num)s round", "%(num)s rounds", number) % {"num": number}
    return f"{day(ended)}, {rounds}"
