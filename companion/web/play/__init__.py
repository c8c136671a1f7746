"""Views of a game: table, rounds, hands, story, tournament, board and history."""

from companion.web.play import (
    adjustments,
    hands,
    history,
    rounds,
    story,
    table,
    tournament,
    tournament_table,
    watch,
)
from companion.web.ui import polling

blueprints = tuple(
    module.bp
    for module in (
        table,
        rounds,
        adjustments,
        hands,
        story,
        tournament,
        tournament_table,
        watch,
        history,
    )
)
# Only these pages stay open and poll for changes.
for page in (table, tournament_table, watch):
    page.bp.before_request(polling.answer_unchanged)
    page.bp.after_request(polling.add_interval)
