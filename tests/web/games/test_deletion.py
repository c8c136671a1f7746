"""Games that are forgotten by a phone, deleted, restored and purged."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.store.errors import NotSavedError, UnknownGameError
from tests.web.clock import Clock
from tests.web.running import game_of, registry_of
from tests.web.script import Script, play_one_round

NAMES = "Ana, Bo, Cy"


def key_on(page: str) -> str:
    """Return the access key in a page's form to restore a game, or an empty text."""
    found = re.findall(r'name="key" value="([^"]+)"', page)
    return found[0] if found else ""


def undelete(phone: FlaskClient, key: str) -> int:
    return phone.post("/undelete", data={"key": key}).status_code


@pytest.fixture
def played(app: Flask, clock: Clock) -> Script:
    """Return a script that has recorded one round in an app that uses the test's clock."""
    assert clock
    return play_one_round(app)


@pytest.fixture
def game(app: Flask, played: Script) -> str:
    """Return the id of the script's game, which is not an access key."""
    return game_of(app, played.score_key)


@pytest.fixture
def key(played: Script, game: str) -> str:
    """Delete the game, and return the access key that restores it from the page that follows."""
    assert game
    page = played.client.post(f"/games/{played.score_key}/delete")
    assert page.status_code == 200
    return key_on(page.text)


def is_available(played: Script) -> bool:
    pages = (
        f"/games/{played.score_key}",
        f"/watch/{played.watch_key}",
        f"/watch/{played.watch_key}?since=9",
    )
    statuses = {played.app.test_client().get(page).status_code for page in pages}
    assert statuses in ({200}, {404})
    return statuses == {200}


def test_deleted_game_is_gone_from_pages_api_and_home(played: Script, key: str) -> None:
    assert key
    assert not is_available(played)
    assert "This game was deleted" in played.client.get(f"/watch/{played.watch_key}").text
    played.round("Bo", Ana=1, Cy=1)
    assert "was deleted" in played.last.json["error"]["message"]
    assert not played.client.get("/").text.count(f"/games/{played.score_key}")


def test_poll_of_open_board_gets_404_right_after_deletion(app: Flask, played: Script) -> None:
    page = f"/watch/{played.watch_key}?since=2"
    assert app.test_client().get(page).status_code == 204
    played.client.post(f"/games/{played.score_key}/delete")
    assert app.test_client().get(page).status_code == 404


def test_deletion_page_key_restores_game_for_a_day(played: Script, key: str, clock: Clock) -> None:
    clock.advance(hours=23)
    assert undelete(played.app.test_client(), key) == 303
    assert is_available(played)
    assert played.round("Bo", Ana=1, Cy=1).status_code == 201


def test_home_of_deleting_phone_offers_to_restore_the_game(played: Script, key: str) -> None:
    home = played.client.get("/").text
    assert f"Deleted: {NAMES}" in home
    assert key_on(home) == key
    assert key_on(played.app.test_client().get("/").text) == ""
    assert undelete(played.client, key) == 303
    assert key_on(played.client.get("/").text) == ""
    assert is_available(played)


def test_any_phone_with_score_key_can_restore_deleted_game(played: Script, key: str) -> None:
    phone = played.app.test_client()
    page = phone.get(f"/games/{played.score_key}")
    assert page.status_code == 404
    assert key_on(page.text) == key == played.score_key
    assert undelete(phone, key) == 303
    assert is_available(played)


def test_watch_key_cannot_restore_deleted_game(played: Script, key: str) -> None:
    assert key
    phone = played.app.test_client()
    assert key_on(phone.get(f"/watch/{played.watch_key}").text) == ""
    assert undelete(phone, played.watch_key) == 404
    assert not is_available(played)


def test_any_request_purges_games_deleted_over_a_day_ago(
    app: Flask, played: Script, game: str, clock: Clock
) -> None:
    played.client.post(f"/games/{played.score_key}/delete")
    clock.advance(hours=23, minutes=59)
    app.test_client().get("/games/unknown")
    registry_of(app).games.store.trash.undelete(game)
    played.client.post(f"/games/{played.score_key}/delete")
    clock.advance(hours=26)
    app.test_client().get("/games/unknown")
    with pytest.raises(UnknownGameError):
        registry_of(app).games.store.trash.undelete(game)


def test_failing_purge_on_full_disk_does_not_block_reading(
    app: Flask, played: Script, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise NotSavedError

    monkeypatch.setattr(registry_of(app).games.store.trash, "purge", full)
    clock.advance(hours=2)
    assert is_available(played)


@pytest.mark.parametrize(
    "spoil", [str.upper, lambda key: key[:-1], lambda key: "x" + key, lambda _: ""]
)
def test_wrong_key_cannot_restore_a_game(played: Script, key: str, spoil: "type[str]") -> None:
    assert undelete(played.client, spoil(key)) == 404
    assert not is_available(played)


def test_only_score_key_can_delete_a_game(app: Flask, played: Script) -> None:
    for key in (played.watch_key, "wrong"):
        assert played.client.post(f"/games/{key}/delete").status_code == 404
    assert played.client.get(f"/games/{played.score_key}/delete").status_code == 405
    assert is_available(played)
    assert "Delete this game" in app.test_client().get(f"/games/{played.score_key}/settings").text


def test_phone_can_forget_a_game_and_restore_it_to_its_list(played: Script) -> None:
    page = f"/games/{played.score_key}"
    played.client.get(page)
    played.client.post("/forget", data={"key": played.score_key})
    home = played.client.get("/").text
    assert page not in home
    assert "removed from this phone" in home
    assert is_available(played)
    played.client.post("/forget", data={"back": "1"})
    home = played.client.get("/").text
    assert page in home
    assert "removed from this phone" not in home


@pytest.mark.parametrize("key", ["", "wrong", "é", "x" * 10_000])
def test_forgetting_an_unknown_game_changes_nothing(played: Script, key: str) -> None:
    assert played.client.post("/forget", data={"key": key}).status_code == 303
    assert "removed from this phone" not in played.client.get("/").text
    assert played.client.post("/forget", data={"back": "1"}).status_code == 303
    assert "Playing now" not in played.client.get("/").text
