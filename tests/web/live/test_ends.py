"""Games end: forgotten by a phone, or deleted for everybody, brought back, and really gone."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.store.errors import NotSavedError, UnknownGameError
from tests.web.clock import Clock
from tests.web.running import parts_of
from tests.web.script import Script

NAMES = "Ana, Bo, Cy"


def slip_on(page: str) -> str:
    """Read the slip that brings a game back; blank where there is none."""
    found = re.findall(r'name="slip" value="([^"]+)"', page)
    return found[0] if found else ""


def bring_back(phone: FlaskClient, slip: str) -> int:
    return phone.post("/undelete", data={"slip": slip}).status_code


@pytest.fixture
def game(app: Flask, table: Script) -> str:
    """Give the game's own id, which opens nothing."""
    door = parts_of(app).games.store.doors.find(table.score_key)
    assert door
    return door.game


@pytest.fixture
def slip(table: Script, game: str) -> str:
    """Delete the game and give the slip that the page shows."""
    assert game
    page = table.client.post(f"/games/{table.score_key}/delete")
    assert page.status_code == 200
    return slip_on(page.text)


def is_there(table: Script) -> bool:
    pages = (
        f"/games/{table.score_key}",
        f"/watch/{table.watch_key}",
        f"/watch/{table.watch_key}?since=9",
    )
    statuses = {table.app.test_client().get(page).status_code for page in pages}
    assert statuses in ({200}, {404})
    return statuses == {200}


def test_a_deleted_game_is_gone_for_everybody(table: Script, slip: str) -> None:
    assert slip
    assert not is_there(table)
    assert "This game was deleted" in table.client.get(f"/watch/{table.watch_key}").text
    table.round("Bo", Ana=1, Cy=1)
    assert "was deleted" in table.last.json["error"]["message"]
    assert not table.client.get("/").text.count(f"/games/{table.score_key}")


def test_a_page_left_open_learns_it_at_once(app: Flask, table: Script) -> None:
    page = f"/watch/{table.watch_key}?since=2"
    assert app.test_client().get(page).status_code == 204
    table.client.post(f"/games/{table.score_key}/delete")
    assert app.test_client().get(page).status_code == 404


def test_the_page_that_did_it_brings_it_back(table: Script, slip: str, clock: Clock) -> None:
    clock.passes(hours=23)
    assert bring_back(table.app.test_client(), slip) == 303
    assert is_there(table)
    assert table.round("Bo", Ana=1, Cy=1).status_code == 201


def test_the_first_page_of_that_phone_brings_it_back(table: Script, slip: str) -> None:
    home = table.client.get("/").text
    assert f"Deleted: {NAMES}" in home
    assert slip_on(home) == slip
    assert slip_on(table.app.test_client().get("/").text) == ""
    assert bring_back(table.client, slip) == 303
    assert slip_on(table.client.get("/").text) == ""
    assert is_there(table)


def test_after_a_day_it_is_really_gone(
    app: Flask, table: Script, game: str, slip: str, clock: Clock
) -> None:
    clock.passes(hours=25)
    assert bring_back(app.test_client(), slip) == 404
    assert not is_there(table)
    with pytest.raises(UnknownGameError):
        parts_of(app).games.store.shelf.undelete(game)


def test_it_is_swept_by_whoever_asks_for_anything(
    app: Flask, table: Script, game: str, clock: Clock
) -> None:
    table.client.post(f"/games/{table.score_key}/delete")
    clock.passes(hours=23, minutes=59)
    app.test_client().get("/about")
    parts_of(app).games.store.shelf.undelete(game)
    table.client.post(f"/games/{table.score_key}/delete")
    clock.passes(hours=26)
    app.test_client().get("/about")
    with pytest.raises(UnknownGameError):
        parts_of(app).games.store.shelf.undelete(game)


@pytest.mark.parametrize("days", [400, 20_000, -20_000])
def test_a_clock_that_jumps_takes_no_day_away(
    app: Flask, table: Script, slip: str, clock: Clock, days: int
) -> None:
    clock.jumps(days=days)
    clock.passes(hours=2)
    assert app.test_client().get("/").status_code == 200
    assert bring_back(app.test_client(), slip) == 303
    assert is_there(table)


def test_a_disk_that_is_full_keeps_nobody_from_reading(
    app: Flask, table: Script, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: object) -> int:
        raise NotSavedError

    monkeypatch.setattr(parts_of(app).games.store.shelf, "sweep", full)
    clock.passes(hours=2)
    assert is_there(table)


@pytest.mark.parametrize(
    "spoil", [str.upper, lambda slip: slip[:-1], lambda slip: "x" + slip, lambda _: ""]
)
def test_a_slip_of_somebody_elses_making_brings_nothing_back(
    table: Script, slip: str, spoil: "type[str]"
) -> None:
    assert bring_back(table.client, spoil(slip)) == 404
    assert not is_there(table)


def test_only_who_may_write_deletes(app: Flask, table: Script) -> None:
    for key in (table.watch_key, "wrong"):
        assert table.client.post(f"/games/{key}/delete").status_code == 404
    assert table.client.get(f"/games/{table.score_key}/delete").status_code == 405
    assert is_there(table)
    assert "Delete this game" in app.test_client().get(f"/games/{table.score_key}/settings").text


def test_a_phone_forgets_and_remembers(table: Script) -> None:
    page = f"/games/{table.score_key}"
    table.client.get(page)
    table.client.post("/forget", data={"key": table.score_key})
    home = table.client.get("/").text
    assert page not in home
    assert "has forgotten a game" in home
    assert is_there(table)
    table.client.post("/forget", data={"back": "1"})
    home = table.client.get("/").text
    assert page in home
    assert "has forgotten a game" not in home


@pytest.mark.parametrize("key", ["", "wrong", "é", "x" * 10_000])
def test_forgetting_what_was_never_known(table: Script, key: str) -> None:
    assert table.client.post("/forget", data={"key": key}).status_code == 303
    assert "has forgotten a game" not in table.client.get("/").text
    assert table.client.post("/forget", data={"back": "1"}).status_code == 303
    assert "Go on with" not in table.client.get("/").text
