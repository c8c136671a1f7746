"""The rules of a box: rulings, look-up, and what a table plays its own way."""

from companion.web.rules import in_game, views

blueprints = (views.bp, in_game.bp)
