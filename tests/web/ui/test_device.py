"""The cookie of a phone, which later versions must still be able to read."""

from typing import Any

import pytest
from flask import Flask, session

from companion.web.ui import device
from companion.web.ui.access import game_service
from tests.web.script import Script


@pytest.fixture
def games(app: Flask) -> list[Script]:
    return [Script(app, "203.0.113.1").start() for _ in range(4)]


def remembered(games: list[Script], phone: str, television: str) -> dict[str, Any]:
    """Return the values of a session cookie in which every name has a value."""
    first, second, third, fourth = (game.score_key for game in games)
    return {
        "_permanent": True,
        "games": [fourth, second, first],
        "boxes": ["hello-kitty"],
        "joining": fourth,
        "seats": {second: 2},
        "forgotten": third,
        "groups": [games[1].group_key, games[0].group_key],
        "deleted": [["Ana, Bo", first]],
        "nickname": "Bo",
        "phone": phone,
        "seat_keys": {"4e83154a0830": "the key to a seat"},
        "television": television,
    }


def test_session_cookie_format_is_unchanged(app: Flask, games: list[Script]) -> None:
    first, second, third, fourth = (game.score_key for game in games)
    with app.test_request_context():
        for key in (first, second, third):
            device.remember_game(key)
        device.join_game(game_service().open_game(fourth, "score"))
        device.set_seat(second, 2)
        device.forget_game(third)
        device.remember_group(games[0].group_key)
        device.remember_group(games[1].group_key)
        device.add_deleted_game(first, ["Ana", "Bo"])
        device.set_nickname("Bo")
        device.set_device_id()
        device.set_seat_key("a game", "the key to a seat")
        television = device.set_television()
        assert dict(session) == remembered(games, str(device.device_id()), television)


def test_every_value_in_cookie_of_earlier_version_is_read(app: Flask, games: list[Script]) -> None:
    first, second, third, fourth = (game.score_key for game in games)
    cookie = remembered(games, "#a1b2c3", "a television")
    with app.test_request_context():
        game_service().delete(game_service().open_game(first, "score").game_id)
        session.update(cookie)
        assert [access.key for access in device.games(device.MAX_GAMES)] == [fourth, second]
        assert device.is_joining(fourth)
        assert not device.is_joining(second)
        assert (device.seat(second), device.seat(fourth)) == (2, None)
        assert device.forgotten_game() == third
        assert [group.key for group in device.groups()] == cookie["groups"]
        assert list(device.deleted_games()) == [device.DeletedGame("Ana, Bo", first)]
        assert device.nickname() == "Bo"
        assert device.device_id() == "#a1b2c3"
        assert device.seat_key("a game") == "the key to a seat"
        assert device.television() == device.set_television() == "a television"
        device.set_device_id()
        assert dict(session) == cookie
        device.restore_game()
        assert [access.key for access in device.games(device.MAX_GAMES)] == [third, fourth, second]
