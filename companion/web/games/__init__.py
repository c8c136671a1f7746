"""Views to start, configure, share, delete and import a game."""

from companion.web.games import deletion, phone, settings, sharing, start, transfer

blueprints = tuple(module.bp for module in (start, settings, sharing, deletion, phone, transfer))
