"""Pages of a box: overview, counting, completeness check, own boxes and stickers."""

from companion.web.boxes import (
    comparison,
    count,
    first_turn,
    inventory,
    maker,
    recognition,
    stickers,
    views,
)

blueprints = tuple(
    module.bp
    for module in (views, count, inventory, first_turn, recognition, maker, comparison, stickers)
)
