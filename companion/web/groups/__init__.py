"""Groups: people who play together, and what all their games come to."""

from companion.web.groups import games, link, people, standings, views

blueprints = (views.bp, games.bp, people.bp, link.bp, standings.bp)
