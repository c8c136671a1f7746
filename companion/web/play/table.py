"""The page of a game, with score sheet, form for the next round, and actions."""

from dataclasses import replace
from math import ceil

from flask import Blueprint, request
from werkzeug.wrappers import Response

from companion.game.entries import RoundRecorded
from companion.game.game import Game
from companion.game.outcome import Termination
from companion.game.requests.start import HIGHEST_LIMIT
from companion.game.standings import ending
from companion.services.access import Access
from companion.services.changes import Changed
from companion.services.transfer import journal_values
from companion.web.http import htmx
from companion.web.joining.arrivals import arrivals_page
from companion.web.play.hands import counting
from companion.web.play.round_form import NOTHING_REFUSED, Refusal, next_round_form
from companion.web.play.score_sheet import ScoreSheet
from companion.web.play.story import story_of_end
from companion.web.play.tournament import tournament_page
from companion.web.play.tournament_table import tournament_table_page
from companion.web.ui import device
from companion.web.ui.access import game_service, open_game
from companion.web.ui.device import group_url, join_game
from companion.web.ui.pages import is_polling, render, render_partial, requested_slice
from companion.web.ui.polling import brings_round
from companion.web.ui.registry import registry
from companion.web.ui.share_links import share_links

bp = Blueprint("table", __name__)


@bp.get("/games/<key>")
def show(key: str) -> Response:
    access = open_game(key)
    join_game(access)
    answer = htmx.response(table_page(access))
    # At the end of a game every phone scrolls up, even one that was counting its own hand. After a
    # round those do that show their own hand, which is below the totals.
    has_news = access.game.outcome or (device.seat(key) and brings_round(access.game))
    return htmx.scroll_up(answer) if has_news and is_polling() else answer


def table_page(access: Access, refusal: Refusal = NOTHING_REFUSED) -> str:
    # Each kind of access key has its own page, which also shows a refused form again.
    if access.game.is_seating:
        return arrivals_page(access)
    if access.table is not None:
        return tournament_table_page(access, refusal)
    if access.game.game_format.has_rotations:
        return tournament_page(access, refusal)
    sheet = ScoreSheet(
        access.game, requested_slice(len(access.game.rounds)) if "all" in request.args else None
    )
    return render(
        "play/table.html",
        "play/_table.html",
        access=access,
        sheet=sheet,
        form=next_round_form(access, counting(access, access.game.tables_open[0]), refusal),
        # All players want a link before the first round; later, links have their own page.
        links=() if access.game.rounds else share_links(access),
        group=group_url(access),
        further=_further(access.game) if sheet.ending else {},
        story=story_of_end(access) if sheet.ending else None,
        # Games won this evening, shown before the first round.
        evening=() if access.game.rounds else registry().groups.evening(access.game_id),
        clock=game_service().clock.of(access.game_id, access.game),
    )


def saved_round(access: Access, changed: Changed) -> str | None:
    """Return the top of the page after a round was saved, or None if more of it has changed.

    More has changed after the first or last round, and when other sides play the next round.
    """
    before, game = changed.before, access.game
    if access.kind != "score" or game.game_format.has_rotations or not before.rounds:
        return None
    if not isinstance(changed.entry, RoundRecorded) or ending(game):
        return None
    if game.tables_open[0].sides != before.tables_open[0].sides:
        return None
    journal = game_service().journal(access.game_id, since=before.version - 1)
    return render_partial(
        "play/_saved.html",
        access=access,
        game=game,
        sheet=ScoreSheet(game),
        clock=game_service().clock.of(access.game_id, game),
        entries=journal_values(journal, is_for_scoring=True),
    )


def _further(game: Game) -> dict[str, int]:
    """Return a higher target or limit of rounds with which the game can go on, else {}."""
    if game.outcome is None:
        return {}
    if game.outcome.termination == Termination.ROUNDS_PLAYED and game.round_limit:
        # By half as many rounds again.
        limit = min(len(game.tally.played) + ceil(game.round_limit / 2), HIGHEST_LIMIT)
        return {"round_limit": limit} if limit > len(game.tally.played) else {}
    higher = _higher_target(game)
    return {"target": higher} if higher else {}


def _higher_target(game: Game) -> int | None:
    """Return a target that no player has reached, so that the game can go on.

    Return None if eliminated players would be back in for rounds without their hands, as these
    were never counted, or if all rounds are played.
    """
    if game.target is None:
        return None
    half = max(game.target // 2, 1)
    # Raise the target by about half, in steps of round numbers.
    unit = 50 if half >= 100 else 5 if half >= 10 else 1  # noqa: PLR2004 - round numbers
    step = half // unit * unit
    highest = max(game.tally.ledger.totals.values())
    targets = range(game.target + step, game.scoring.highest_target + 1, step)
    higher = next((target for target in targets if target > highest), None)
    ledger = replace(game, target=higher).tally.ledger
    return None if ledger.is_unsure or ledger.outcome else higher
