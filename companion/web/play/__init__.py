"""The table while it plays: rounds and hands, the score sheet, tournaments, the board."""

from companion.web.play import hands, rounds, table, tournament, tournament_table, watch
from companion.web.ui import polling

blueprints = tuple(
    module.bp for module in (table, rounds, hands, tournament, tournament_table, watch)
)
# Only these pages stay open and ask for what is new.
for page in (table, tournament_table, watch):
    page.bp.before_request(polling.answer_unchanged)
    page.bp.after_request(polling.add_interval)
