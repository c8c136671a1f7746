"""Groups: people who play together, and what all their games come to."""

from companion.web.groups import games, people, views

blueprints = (views.bp, games.bp, people.bp)
