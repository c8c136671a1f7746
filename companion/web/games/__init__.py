"""A game as a whole: started, changed, shared, deleted, told as a story."""

from companion.web.games import deletion, phone, settings, sharing, start, transfer

blueprints = tuple(module.bp for module in (start, settings, sharing, deletion, phone, transfer))
