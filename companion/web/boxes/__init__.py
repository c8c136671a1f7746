"""A box of cards: its page, what a pile is worth, what it holds, the sticker for its lid."""

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
