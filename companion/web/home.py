"""The home page and the health check."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from flask import Blueprint, Response, jsonify, render_template, request, url_for
from markupsafe import Markup

from companion.game.formats.tournament import Tournament
from companion.game.standings import Standing, ending, ranking
from companion.network.firewall import firewall_commands
from companion.network.phones import PhoneUrl
from companion.services.access import Access
from companion.version import __version__
from companion.web.http.i18n import gettext, ngettext
from companion.web.ui import device
from companion.web.ui.access import game_service
from companion.web.ui.boxes import listed, played
from companion.web.ui.headlines import lead_sentence, seat_names, win_headline
from companion.web.ui.pictures.qr import qr_svg
from companion.web.ui.registry import registry

bp = Blueprint("home", __name__)

_GAMES_SHOWN, _GROUPS_SHOWN = 8, 2


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game in the home page's list, with its leader or winner as the headline.

    `at`: time of its last change, which is its end if it is over.
    """

    access: Access
    headline: str
    standings: Sequence[Standing]
    is_over: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class PhoneAddresses:
    """Addresses at which phones reach this server, the likeliest first.

    They are shown on the server's own computer until the first phone comes. `code`: QR code of the
    first address, if that is likely to work. `is_overdue`: no phone has come for a long time.
    `commands`: shell commands that open this system's firewall.
    """

    urls: Sequence[PhoneUrl]
    code: Markup | None
    is_overdue: bool
    commands: Sequence[str]


@bp.get("/")
def index() -> str:
    """Show how to start a game, this phone's games (the latest, or `?all`), and the boxes."""
    is_whole = "all" in request.args
    # Every game shown is replayed, so few are shown by default.
    games = device.games(device.MAX_GAMES if is_whole else _GAMES_SHOWN)
    known = played()
    groups = (group for group in device.groups() if len(group.counted) > 1)
    return render_template(
        "home/home.html",
        games=[
            _card(access)
            for position, access in enumerate(games)
            if not _is_superseded(access, games)
            and (is_whole or not _is_abandoned(access, games[:position]))
        ],
        groups=list(islice(groups, None if is_whole else _GROUPS_SHOWN)),
        is_whole=is_whole,
        forgotten_game=device.forgotten_game(),
        deleted_games=list(device.deleted_games()),
        boxes=listed({**known, **registry().editions}),
        # Questions are about one of these, or a box that is then asked for.
        known=[box for box in known.values() if box.cards],
        nickname=device.nickname(),
        # The form for a tournament whose players join with their own phones.
        tournament=url_for("start.new", format=Tournament.name, open_seats=1),
        phones=_phone_addresses(),
        # The store has no game at all, so a phone with stored copies has lost its games here.
        has_lost_games=not games and game_service().is_empty(),
    )


def _is_superseded(access: Access, games: Sequence[Access]) -> bool:
    """Return whether this phone has a key to the same game that opens all this one does."""
    kinds = {each.kind for each in games if each.game_id == access.game_id}
    leads_further = {"score": set(), "table": {"score"}}.get(access.kind, {"score", "table"})
    return not kinds.isdisjoint(leads_further)


def _is_abandoned(access: Access, later: Iterable[Access]) -> bool:
    """Return whether neither this game nor a `later` one of its format has a round."""
    game = access.game
    return not (game.rounds or game.is_seating) and any(
        each.game_id != access.game_id
        and not each.game.rounds
        and each.game.game_format.name == game.game_format.name
        for each in later
    )


def _phone_addresses() -> PhoneAddresses | None:
    phones = registry().phones
    # A phone is recorded before its page is drawn. So until the first one has come, the visitor
    # sits at the server.
    if phones is None or phones.has_connected or registry().config.public_url:
        return None
    urls = phones.urls()
    if not (urls or phones.is_open):  # no phone can reach this server
        return None
    code = qr_svg(urls[0].url) if urls and urls[0].is_likely else None
    return PhoneAddresses(urls, code, phones.is_overdue, firewall_commands(phones.port))


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
        standings=ranking(game),
        is_over=outcome is not None,
        at=latest.at,
    )


@bp.get("/healthz")
def health() -> Response:
    """Return the version and the times of the last copy, or 503 if the store fails."""
    game_service().check()
    copies = registry().copies
    last, opened = copies.last(), copies.last_checked()
    return jsonify(
        version=__version__,
        last_copy=last and last.isoformat(),
        copy_opened=opened and opened.isoformat(),
    )
