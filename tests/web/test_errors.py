"""Errors of the store and of the server, as reported to players, scripts and the operator."""

import logging
from collections.abc import Callable
from copy import copy
from typing import Any, NoReturn

import pytest
from flask import Flask

from companion.services.games import GameService
from companion.store.errors import NotSavedError, StoreUnavailableError, UnknownGameError
from tests.web.paper import Paper
from tests.web.running import damage_database, registry_of, replace_services
from tests.web.script import Script, play_one_round

Breaks = Callable[..., None]

FULL = NotSavedError("companion.sqlite: database or disk is full")
GONE = StoreUnavailableError("companion.sqlite: unable to open database file")
WORDS = {507: "this was not saved", 503: "can’t be reached right now"}


class Broken:
    """A wrapper of a store's part, in which the methods named by `calls` raise `error`."""

    def __init__(self, part: object, error: Exception, *calls: str) -> None:
        self._part, self._error, self._calls = part, error, calls

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the part has
        return self._fail if name in self._calls else getattr(self._part, name)

    def _fail(self, *_: object, **__: object) -> NoReturn:
        raise self._error


@pytest.fixture
def table(app: Flask) -> Script:
    return play_one_round(app)


@pytest.fixture
def breaks(app: Flask) -> Breaks:
    """Return a function that makes methods (`calls`) of a store's part raise an error."""

    def break_(part: str, error: Exception, *calls: str) -> None:
        games = registry_of(app).games
        broken = copy(games.store)
        setattr(broken, part, Broken(getattr(games.store, part), error, *calls))
        replace_services(app, games=GameService(broken, games.rulebook, games.now))

    return break_


def assert_refused(table: Script, status: int, code: str, words: str) -> None:
    assert table.assert_refused(status, code) == {}
    assert words in table.last.json["error"]["message"]


def test_not_found_page_lists_games_of_this_phone(app: Flask) -> None:
    phone = Paper(app.test_client())
    assert not phone.open("/nowhere").has("Your games on this phone")
    phone.start("hello-kitty", "Ana", "Bo")
    assert phone.open("/nowhere").has("Your games on this phone Ana, Bo UNO Hello")
    assert f'href="{phone.game}"' in phone.page


def test_wrong_link_gives_404_while_store_is_unavailable(app: Flask, breaks: Breaks) -> None:
    phone = Paper(app.test_client())
    phone.start("hello-kitty", "Ana", "Bo")
    breaks("keys", GONE, "find")
    assert phone.client.get("/nowhere").status_code == 404


def test_full_disk_refuses_saves_but_still_shows_games(table: Script, breaks: Breaks) -> None:
    before = table.state
    breaks("journals", FULL, "append", "create")
    form = {"went_out": "1", "points-2": "5", "points-3": "5", "version": "2"}
    table.round("Bo", Ana=1, Cy=1)
    assert_refused(table, 507, "not-saved", WORDS[507])
    table.ask("POST", "/games", json={"edition": "classic-108", "players": ["Ana", "Bo"]})
    assert_refused(table, 507, "not-saved", WORDS[507])
    page = table.client.post(f"/games/{table.score_key}/rounds", data=form)
    assert page.status_code == 507
    assert WORDS[507] in page.text
    assert table.state == before
    assert table.client.get(f"/games/{table.score_key}").status_code == 200


@pytest.mark.parametrize(
    ("part", "call"), [("keys", "find"), ("journals", "read"), ("journals", "request")]
)
def test_unavailable_store_gives_503_as_json_and_page(
    table: Script, breaks: Breaks, part: str, call: str
) -> None:
    breaks(part, GONE, call)
    # `request` (the look-up of a request id) is only called for a change that is invalid.
    table.change(target=0 if call == "request" else 700, request_id="one")
    assert_refused(table, 503, "store-unavailable", WORDS[503])
    if call != "request":
        table.read()
        assert_refused(table, 503, "store-unavailable", WORDS[503])
        for path in (f"/games/{table.score_key}", f"/watch/{table.watch_key}"):
            page = table.client.get(path)
            assert (page.status_code, page.mimetype) == (503, "text/html")
            assert WORDS[503] in page.text
            assert page.headers["Retry-After"] == page.headers["Refresh"] == "2"
            assert "companion.sqlite" not in page.text


def test_health_check_gives_503_while_store_is_unavailable(app: Flask) -> None:
    phone = app.test_client()
    assert phone.get("/healthz").status_code == 200
    registry_of(app).games.store.close()
    unwell = phone.get("/healthz")
    assert unwell.status_code == 503
    assert b'"store-unavailable"' in unwell.data
    assert phone.get("/about").status_code == 200


def test_game_deleted_during_request_gives_404(table: Script, breaks: Breaks) -> None:
    breaks("journals", UnknownGameError("x"), "read")
    table.read()
    assert table.assert_refused(404, "not-found") == {}


@pytest.fixture
def app_with_bug(app: Flask) -> Flask:
    """Run an app with addresses at which an unexpected error is raised."""

    def broken(key: str) -> str:
        raise RuntimeError("nobody foresaw " + key)

    app.add_url_rule("/games/<key>/broken", view_func=broken)
    app.add_url_rule("/api/games/<key>/broken", endpoint="api.broken", view_func=broken)
    return app


def test_unexpected_error_is_answered_as_json_and_page(app_with_bug: Flask) -> None:
    script = Script(app_with_bug, "203.0.113.1").start()
    script.ask("GET", f"/games/{script.score_key}/broken")
    assert script.assert_refused(500, "broken") == {}
    page = script.client.get(f"/games/{script.score_key}/broken")
    assert (page.status_code, page.mimetype) == (500, "text/html")
    assert "Nothing was changed" in page.text
    assert "nobody foresaw" not in page.text + script.last.text
    assert "Content-Security-Policy" in page.headers
    assert page.headers["Cache-Control"] == "private, no-cache"


def test_access_key_is_not_logged(app_with_bug: Flask, caplog: pytest.LogCaptureFixture) -> None:
    script = Script(app_with_bug, "203.0.113.1").start()
    with caplog.at_level(logging.DEBUG):
        for path in ("/broken", "/broken?lang=fr"):
            script.ask("GET", f"/games/{script.score_key}{path}")
            script.client.get(f"/games/{script.score_key}{path}")
        script.round("Ana", Bo=-1)
        script.client.get(f"/games/{script.score_key}")
    assert script.score_key not in caplog.text
    assert "GET at api.broken" in caplog.text
    assert "RuntimeError: nobody foresaw <key>" in caplog.text
    assert "in broken" in caplog.text


@pytest.mark.sqlite_only
def test_damaged_game_shows_and_exports_its_sound_part(app: Flask) -> None:
    table = Script(app, "203.0.113.1").start()
    for points in (7, 8, 9):
        table.round("Ana", Bo=points, Cy=1)
    journal = table.read("/journal").json["entries"]
    damage_database(app, "UPDATE lines SET body = '{}' WHERE version = 4")
    for path in ("", "/history"):
        page = table.client.get(f"/games/{table.score_key}{path}")
        assert page.status_code == 503
        assert "Everything up to change 3 is intact" in page.text
        assert "Bo = 8" in page.text
        assert "Bo = 9" not in page.text
        assert "journal?sound=1" in page.text
    table.read("/journal")
    assert_refused(table, 503, "store-unavailable", "Everything up to change 3 is intact")
    assert table.round("Bo", Ana=7, Cy=8).status_code == 503
    sound = table.ask("GET", f"/games/{table.score_key}/journal", query_string="sound=1").json
    assert sound["entries"] == journal[:3]
    assert Script(app, "203.0.113.1").import_journal(sound).last.status_code == 201


@pytest.mark.sqlite_only
def test_damaged_game_can_be_deleted_and_restored(app: Flask) -> None:
    table = play_one_round(app)
    damage_database(app, "DELETE FROM lines")
    page = table.client.get(f"/games/{table.score_key}")
    assert (page.status_code, "<pre" in page.text) == (503, False)
    assert table.client.post(f"/games/{table.score_key}/delete").status_code == 200
    assert table.client.get(f"/games/{table.score_key}").status_code == 404
    assert table.client.post("/undelete", data={"key": table.score_key}).status_code == 303


@pytest.mark.sqlite_only
def test_page_of_damaged_game_mentions_last_backup(app: Flask) -> None:
    table = play_one_round(app)
    registry_of(app).copies.make_if_due()
    damage_database(app, "UPDATE lines SET body = '{}' WHERE version = 2")
    assert "can restore the backup from" in table.client.get(f"/games/{table.score_key}").text
