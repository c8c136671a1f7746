"""Pages of rules: rulings, search, and a game's house rules."""

from companion.web.rules import in_game, views

blueprints = (views.bp, in_game.bp)
