"""A box of cards: its page, what a pile is worth, the sticker for its lid."""

from companion.web.boxes import count, stickers, views

blueprints = (views.bp, count.bp, stickers.bp)
