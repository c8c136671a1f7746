"""The first page, and the health check."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from flask import Blueprint, Response, jsonify, render_template, request, url_for
from markupsafe import Markup

from companion.game.formats.tournament import Tournament
from companion.game.standings import Standing, ending, standings
from companion.network.firewall import firewall_commands
from companion.network.phones import Place
from companion.services.access import Access
from companion.services.groups.group import Group
from companion.version import __version__
from companion.web.http.i18n import gettext, ngettext
from companion.web.ui import device
from companion.web.ui.access import game_service
from companion.web.ui.headlines import lead_sentence, seat_names, win_headline
from companion.web.ui.qr import qr_svg
from companion.web.ui.registry import registry

bp = Blueprint("home", __name__)

_GAMES_SHOWN, _GROUPS_SHOWN = 8, 2


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game of this phone as a line of a list: who leads or has won, and what tells it apart.

    `at`: when it last changed, so of a finished one when it was over.
    """

    access: Access
    headline: str
    standings: Sequence[Standing]
    is_over: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class WayOfPhones:
    """Where phones find this server, the likeliest first: `code` is of that, if it is likely.

    It is shown on the computer itself until the first one has come. `are_late`: none has come for
    long. `commands`: what opens the firewall of this system.
    """

    places: Sequence[Place]
    code: Markup | None
    are_late: bool
    commands: Sequence[str]


@bp.get("/")
def index() -> str:
    """Show the way to a new game, the games of this phone (the latest unless `?all`), the boxes."""
    is_whole = "all" in request.args
    # Each of them is replayed for the page.
    games = device.games(device.MAX_GAMES if is_whole else _GAMES_SHOWN)
    return render_template(
        "home/home.html",
        games=[
            _card(access)
            for place, access in enumerate(games)
            if not _is_superseded(access, games)
            and (is_whole or not _is_left_aside(access, games[:place]))
        ],
        groups=_groups(None if is_whole else _GROUPS_SHOWN),
        is_whole=is_whole,
        forgotten_game=device.forgotten_game(),
        deleted_games=list(device.deleted_games()),
        editions=registry().editions.values(),
        nickname=device.nickname(),
        # The form to start one to which players come with their own phones.
        tournament=url_for("start.new", format=Tournament.name, open_seats=1),
        phones=_way_of_phones(),
        # There is no game here at all: where a phone has kept some, they were lost.
        has_lost_games=not games and game_service().is_empty(),
    )


def _is_superseded(access: Access, games: Sequence[Access]) -> bool:
    """Return whether another key of this phone leads to all that this one leads to."""
    kinds = {each.kind for each in games if each.game_id == access.game_id}
    leads_further = {"score": set(), "table": {"score"}}.get(access.kind, {"score", "table"})
    return not kinds.isdisjoint(leads_further)


def _is_left_aside(access: Access, later: Iterable[Access]) -> bool:
    """Return whether neither it nor a `later` one of its format was begun: few look for it."""
    game = access.game
    return not (game.rounds or game.is_seating) and any(
        each.game_id != access.game_id
        and not each.game.rounds
        and each.game.game_format.name == game.game_format.name
        for each in later
    )


def _groups(most: int | None) -> list[Group]:
    """Return the groups of this phone that have come to something: one game makes no rivalry."""
    return list(islice((group for group in device.groups() if len(group.counted) > 1), most))


def _way_of_phones() -> WayOfPhones | None:
    phones = registry().phones
    # Until one has come, whoever asks sits at the computer: a phone is noted before its page.
    if phones is None or phones.have_come or registry().config.public_url:
        return None
    places = phones.places()
    if not (places or phones.is_open):  # whoever keeps phones out waits for none
        return None
    code = qr_svg(places[0].url) if places and places[0].is_likely else None
    return WayOfPhones(places, code, phones.are_late, firewall_commands(phones.port))


def _card(access: Access) -> GameCard:
    game, outcome = access.game, ending(access.game)
    if outcome and not game.tally.ledger.rounds:
        headline = win_headline(game, outcome)
    elif outcome:
        won = ngettext("%(names)s won", "%(names)s won", len(outcome.winners))
        headline = won % {"names": seat_names(game, outcome.winners)}
    elif game.is_seating:
        headline = gettext("Players are taking their seats")
    else:
        headline = lead_sentence(game) or gettext("Not started yet")
    latest, _ = game_service().journal(access.game_id, since=game.version - 1)[-1]
    return GameCard(
        access=access,
        headline=headline,
        standings=standings(game),
        is_over=outcome is not None,
        at=latest.at,
    )


@bp.get("/healthz")
def health() -> Response:
    """Return version and times of the last copy when the store answers, 503 when it does not."""
    game_service().check()
    copies = registry().copies
    last, opened = copies.last(), copies.opened()
    return jsonify(
        version=__version__,
        last_copy=last and last.isoformat(),
        copy_opened=opened and opened.isoformat(),
    )
