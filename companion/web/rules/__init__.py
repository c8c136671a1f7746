"""The rules of a box: rulings, look-up, and what a table plays its own way."""

from companion.web.rules import context, in_game, views

__all__ = ["blueprints", "context"]

blueprints = (views.bp, in_game.bp)
