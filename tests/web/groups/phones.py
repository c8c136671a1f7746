"""Helpers that use a group's pages with a Flask test client."""

import re

from flask.testing import FlaskClient

Phone = FlaskClient


def group_of(phone: Phone, game: str) -> str | None:
    """Return the path of the group link on a game's page, or None if the page has no such link."""
    found = re.search(r'href="(/groups/[\w-]{22})"', phone.get(game).text)
    return found and found[1]


def names_started(phone: Phone, group: str, **fields: object) -> list[str]:
    """Start the next game from a group's page with these form fields, and return its players."""
    answer = phone.post(f"{group}/start", data=fields)
    assert answer.status_code == 303
    key = answer.headers["Location"].rpartition("/")[2]
    game = phone.get(f"/api/games/{key}").get_json()["game"]
    return list(game["players"])
