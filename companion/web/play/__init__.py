"""The table while it plays: rounds and hands, the score sheet, tournaments, the board."""

from companion.web.play import hands, rounds, table, tournament, tournament_table, watch

blueprints = tuple(
    module.bp for module in (table, rounds, hands, tournament, tournament_table, watch)
)
