"""Views to start, configure, share, delete and import a game."""

from companion.web.games import deletion, outline, phone, settings, sharing, start, transfer

blueprints = tuple(
    module.bp for module in (start, outline, settings, sharing, deletion, phone, transfer)
)
