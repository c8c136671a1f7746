"""Pages of groups: people who play together, their games and statistics."""

from companion.web.groups import games, people, views

blueprints = (views.bp, games.bp, people.bp)
